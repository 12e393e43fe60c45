from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Attachment, ChatSettings
from app.prompt_view import ShownPrompt
from tests.app.test_chat_controller import Chat

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


@pytest.fixture
def chat(make_application: MakeApplication, qtbot: QtBot) -> Chat:
    chat = Chat(make_application("normal"), qtbot)
    chat.qtbot.waitUntil(lambda: chat.application.models.state.kind == "ready", timeout=WAIT_MS)
    return chat


def shown(chat: Chat) -> ShownPrompt:
    with chat.qtbot.waitSignal(chat.application.prompts.shown, timeout=WAIT_MS) as told:
        chat.application.prompts.ask(chat.id)
    prompt = told.args[0]
    assert isinstance(prompt, ShownPrompt) and prompt.conversation_id == chat.id
    return prompt


def test_the_branch_and_the_draft_are_shown_with_their_tokens_and_pieces(chat: Chat) -> None:
    chat.application.chat_settings.change(chat.id, ChatSettings(system_prompt="Be brief."))
    chat.say("one")
    chat.application.library.set_draft(chat.id, "two")
    prompt = shown(chat)
    assert prompt.text == "<system> Be brief.\n<user> one\n<assistant> one (2 messages) \n<user> two\n"
    assert len(prompt.token_ids) == len(prompt.pieces) == len(prompt.text.split())
    assert prompt.sentence == ""


def test_what_is_attached_to_the_draft_is_shown_too(chat: Chat) -> None:
    chat.application.store.add_draft_attachment(chat.id, Attachment(id="a", name="a.txt", kind="text", text="walrus"))
    assert "walrus" in shown(chat).text


def test_an_empty_chat_has_a_sentence_instead(chat: Chat) -> None:
    prompt = shown(chat)
    assert prompt.text == "" and "nothing in this chat yet" in prompt.sentence


def test_without_a_model_there_is_a_sentence(chat: Chat) -> None:
    chat.say("one")
    chat.application.models.unload()
    assert "Load a model" in shown(chat).sentence


def test_an_engine_that_ends_is_a_sentence_and_not_silence(chat: Chat) -> None:
    chat.say("one")
    told: list[ShownPrompt] = []
    chat.application.prompts.shown.connect(told.append)
    chat.application.prompts.ask(chat.id)
    chat.application.engine.restart()
    chat.qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    assert len(told) == 1
