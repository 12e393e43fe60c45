from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Message
from engine.protocol import Abort, Generate
from tests.app.conftest import sent
from tests.app.test_chat_controller import Chat

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000
NAMED = "name it Walrus facts"


@pytest.fixture
def chat(make_application: MakeApplication, qtbot: QtBot) -> Chat:
    return Chat(make_application("normal"), qtbot)


def title(chat: Chat) -> str:
    conversation = chat.application.library.conversation(chat.id)
    assert conversation is not None
    return conversation.title


def say_and_while_asking(chat: Chat, act: Callable[[], object]) -> None:
    """Say something, and act at the moment when the model was asked for a title."""

    def on_message(message: Message) -> None:
        if message.state == "complete" and chat.application.titles.is_asking and not acted:
            acted.append(act())

    acted: list[object] = []
    chat.controller.message_changed.connect(on_message)
    chat.say(NAMED)
    assert acted


def wait_for_the_end_of_requests(chat: Chat) -> None:
    chat.qtbot.waitUntil(lambda: not chat.application.titles.is_asking, timeout=WAIT_MS)


def test_the_model_gives_the_title_after_the_first_answer_and_the_list_is_told(chat: Chat) -> None:
    with chat.qtbot.waitSignal(chat.application.titles.titled, timeout=WAIT_MS) as told:
        chat.say(NAMED)
    assert told.args == [chat.id]
    assert title(chat) == "Walrus facts"


def test_it_is_asked_once_on_a_fork_that_shares_the_prompt_and_leaves_the_cache_alone(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sent(chat.application, monkeypatch)
    chat.say(NAMED)
    chat.qtbot.waitUntil(lambda: title(chat) == "Walrus facts", timeout=WAIT_MS)
    chat.say("two")
    chat.controller.regenerate(chat.last().id)
    chat.wait()
    asked = [command for command in commands if isinstance(command, Generate)]
    (request,) = [command for command in asked if command.cache == "once"]
    assert request.conversation_id != chat.id
    assert (request.sampling.temperature, request.sampling.max_tokens) == (0.0, 24)
    second_turn = asked[2].messages
    assert request.messages[:-1] == second_turn[:-1]


@pytest.mark.parametrize("said", ["hello", "name it the the the the", "name it 123 !", "name it name it"])
def test_where_the_model_says_rubbish_the_first_words_stay_the_title_and_it_is_not_asked_again(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    commands = sent(chat.application, monkeypatch)
    chat.say(said)
    wait_for_the_end_of_requests(chat)
    chat.say("more")
    wait_for_the_end_of_requests(chat)
    assert title(chat) == said
    assert sum(isinstance(command, Generate) and command.cache == "once" for command in commands) == 1


def test_a_title_that_the_user_gave_is_never_replaced(chat: Chat) -> None:
    chat.application.chat.send(chat.id, NAMED)
    chat.application.library.rename(chat.id, "Mine")
    chat.wait()
    assert not chat.application.titles.is_asking
    chat.application.store.set_title_by_model(chat.id, "Yours")
    assert title(chat) == "Mine"


def test_a_rename_while_the_model_thinks_about_it_wins(chat: Chat) -> None:
    say_and_while_asking(chat, lambda: chat.application.library.rename(chat.id, "Mine"))
    wait_for_the_end_of_requests(chat)
    assert title(chat) == "Mine"


def test_a_message_of_the_user_comes_first_and_the_title_after_its_answer(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sent(chat.application, monkeypatch)
    say_and_while_asking(chat, lambda: chat.controller.send(chat.id, "two"))
    chat.wait()
    assert [type(command) for command in commands if isinstance(command, Generate | Abort)][:4] == [
        *(Generate, Generate),
        *(Abort, Generate),
    ]
    chat.qtbot.waitUntil(lambda: title(chat) == "Walrus facts", timeout=WAIT_MS)


def test_it_can_be_switched_off(chat: Chat) -> None:
    chat.application.settings.update(automatic_titles=False)
    chat.say(NAMED)
    assert not chat.application.titles.is_asking
    assert title(chat) == NAMED


def test_a_stopped_answer_asks_for_no_title(make_application: MakeApplication, qtbot: QtBot) -> None:
    chat = Chat(make_application("endless"), qtbot)
    chat.controller.send(chat.id, NAMED)
    chat.wait_for_text()
    chat.controller.stop(chat.id)
    chat.wait()
    assert not chat.application.titles.is_asking


def test_an_engine_that_dies_takes_the_request_with_it(chat: Chat) -> None:
    say_and_while_asking(chat, chat.application.engine.restart)
    wait_for_the_end_of_requests(chat)
    assert title(chat) == NAMED
