"""Which model answers: the one that was chosen for the conversation, else the one that is loaded."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import ChatSettings
from app.paths import Paths
from engine.protocol import LoadModel
from tests.app.conftest import FAKE_MODEL, sent
from tests.app.test_chat_controller import Chat

MakeApplication = Callable[[str], Application]
OTHER = "/models/other"
WAIT_MS = 30_000


@pytest.fixture
def make_chat(make_application: MakeApplication, qtbot: QtBot) -> Callable[[str], Chat]:
    return lambda mode: Chat(make_application(mode), qtbot)


MakeChat = Callable[[str], Chat]


def loaded(chat: Chat) -> str:
    state = chat.application.models.state
    return state.path if state.kind == "ready" else ""


def choose(chat: Chat, conversation_id: str, path: str) -> None:
    """Without loading it, as an earlier run of the program has."""
    chat.application.chat_settings.change(conversation_id, ChatSettings(model_path=path))


def test_the_chosen_model_is_loaded_before_it_answers_and_the_programs_choice_stays(
    make_chat: MakeChat, paths: Paths
) -> None:
    chat = make_chat("normal")
    chat.say("one")
    choose(chat, chat.id, OTHER)
    assert loaded(chat) == FAKE_MODEL
    chat.controller.send(chat.id, "two")
    activity = chat.controller.activity(chat.id)
    assert activity is not None
    assert (activity.phase, activity.sentence) == ("waiting", "Waiting for the model to be loaded.")
    answer = chat.wait()
    assert (answer.text, answer.model_name) == ("two (3 messages) ", "other")
    assert loaded(chat) == OTHER
    assert chat.application.settings.value.model_path == FAKE_MODEL
    conversation = chat.application.library.conversation(chat.id)
    assert conversation is not None and conversation.model_path == OTHER


def test_a_chat_without_a_choice_is_answered_by_whichever_model_is_loaded(
    make_chat: MakeChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = make_chat("normal")
    chat.say("one")
    other_chat = chat.application.library.create().id
    choose(chat, other_chat, OTHER)
    chat.controller.send(other_chat, "hello")
    chat.qtbot.waitUntil(lambda: not chat.controller.is_running(other_chat), timeout=WAIT_MS)
    commands = sent(chat.application, monkeypatch)
    assert chat.say("two").model_name == "other"
    assert not any(isinstance(command, LoadModel) for command in commands)


def test_another_model_waits_until_no_answer_would_be_stopped_by_it(make_chat: MakeChat) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "go")
    chat.wait_for_text()
    other_chat = chat.application.library.create().id
    choose(chat, other_chat, OTHER)
    chat.controller.send(other_chat, "hello")
    activity = chat.controller.activity(other_chat)
    assert activity is not None
    assert activity.phase == "waiting" and "answers of another model" in activity.sentence
    assert loaded(chat) == FAKE_MODEL
    chat.controller.stop(chat.id)
    chat.wait()
    library = chat.application.library
    chat.qtbot.waitUntil(lambda: bool(library.branch(other_chat)[-1].text), timeout=WAIT_MS)
    assert loaded(chat) == OTHER
    assert library.branch(other_chat)[-1].model_name == "other"


def test_a_chosen_model_that_cannot_be_loaded_fails_the_answer_with_its_sentence(make_chat: MakeChat) -> None:
    chat = make_chat("no-load")
    choose(chat, chat.id, OTHER)
    answer = chat.say("hello")
    assert (answer.state, answer.error) == ("failed", f"{OTHER} is not a model.")


def test_a_model_that_one_chat_has_chosen_and_that_is_broken_leaves_the_other_chats_alone(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    broken_chat = chat.application.library.create().id
    choose(chat, broken_chat, "/models/broken")
    chat.controller.send(broken_chat, "hello")
    chat.controller.send(chat.id, "two")  # which waits, since that model is being loaded
    answer = chat.wait()
    assert (answer.state, answer.model_name) == ("complete", "fake-model")
    assert chat.application.library.branch(broken_chat)[-1].state == "failed"
    chat.controller.regenerate(chat.application.library.branch(broken_chat)[-1].id)
    chat.qtbot.waitUntil(lambda: not chat.controller.is_running(broken_chat), timeout=WAIT_MS)
    assert chat.say("three").model_name == "fake-model"


def test_a_model_that_is_chosen_while_nothing_is_answered_is_loaded_at_once(make_chat: MakeChat) -> None:
    chat = make_chat("normal")
    chat.say("one")
    chat.controller.use_model(chat.id, OTHER)
    assert chat.application.models.state.kind == "loading"
    chat.qtbot.waitUntil(lambda: loaded(chat) == OTHER, timeout=WAIT_MS)
    assert chat.application.chat_settings.own(chat.id).model_path == OTHER
    assert chat.say("two").model_name == "other"
    chat.controller.use_model(chat.id, "")
    assert loaded(chat) == OTHER


def test_a_model_that_is_chosen_while_another_chat_is_answered_waits_for_the_first_message(make_chat: MakeChat) -> None:
    chat = make_chat("endless")
    chat.controller.send(chat.id, "go")
    chat.wait_for_text()
    other_chat = chat.application.library.create().id
    chat.controller.use_model(other_chat, OTHER)
    assert loaded(chat) == FAKE_MODEL
    assert chat.controller.is_running(chat.id)


def test_opening_a_chat_of_another_model_loads_nothing(make_chat: MakeChat, make_application: MakeApplication) -> None:
    chat = make_chat("normal")
    chat.controller.use_model(chat.id, OTHER)
    chat.say("one")
    chat.application.close()
    again = Chat(make_application("normal"), chat.qtbot)
    again.qtbot.waitUntil(lambda: loaded(again) != "", timeout=WAIT_MS)
    assert again.application.library.branch(chat.id)
    assert loaded(again) == FAKE_MODEL
