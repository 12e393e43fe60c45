"""What is asked of the engine to show how its cache works, and what comes of the answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import ChatSettings
from engine.protocol import CacheTried, ExplainModel, MatchPrompts, ModelExplained, PromptsMatched, TryCache
from tests.app.conftest import sent

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


@pytest.fixture
def application(make_application: MakeApplication, qtbot: QtBot) -> Application:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.models.state.kind == "ready", timeout=WAIT_MS)
    return application


def chat(application: Application, qtbot: QtBot, text: str) -> str:
    conversation_id = application.library.create().id
    application.chat.send(conversation_id, text)
    qtbot.waitUntil(lambda: not application.chat.is_running(conversation_id), timeout=WAIT_MS)
    return conversation_id


def test_the_layers_are_told(application: Application, qtbot: QtBot) -> None:
    told: list[ModelExplained] = []
    application.explanations.explained.connect(told.append)
    application.explanations.explain()
    qtbot.waitUntil(lambda: len(told) == 1, timeout=WAIT_MS)
    assert len(told[0].layers) == 3


def test_each_token_of_the_latest_trial_is_told_and_none_of_the_one_before(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sent(application, monkeypatch)
    told: list[CacheTried] = []
    application.explanations.tried.connect(told.append)
    application.explanations.try_cache("One?")
    application.explanations.try_cache("Two?")
    qtbot.waitUntil(lambda: bool(told) and told[-1].is_last, timeout=WAIT_MS)
    asked = [command for command in commands if isinstance(command, TryCache)]
    assert [command.messages[0].content for command in asked] == ["One?", "Two?"]
    assert {step.request_id for step in told} == {asked[-1].request_id}
    assert [step.step for step in told] == [0, 1, 2]


def test_a_chat_is_matched_as_it_is_and_with_another_system_prompt(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation_id = chat(application, qtbot, "Hello there")
    application.chat_settings.change(conversation_id, ChatSettings(system_prompt="Be kind and brief."))
    commands = sent(application, monkeypatch)
    told: list[PromptsMatched] = []
    application.explanations.matched.connect(told.append)
    assert application.explanations.system_prompt(conversation_id) == "Be kind and brief."
    application.explanations.match(conversation_id, "Be kind and long.")
    qtbot.waitUntil(lambda: len(told) == 1, timeout=WAIT_MS)
    (command,) = (each for each in commands if isinstance(each, MatchPrompts))
    present, changed = command.prompts
    assert present.conversation_id == changed.conversation_id == conversation_id
    assert [message.role for message in present.messages] == ["system", "user", "assistant", "user"]
    assert (present.messages[0].content, changed.messages[0].content) == ("Be kind and brief.", "Be kind and long.")
    assert present.messages[1:] == changed.messages[1:]
    assert told[0].matches[1].common_tokens == 3


def test_a_system_prompt_that_is_blank_is_none(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation_id = chat(application, qtbot, "Hello there")
    application.settings.update(system_prompt="Be kind.")
    commands = sent(application, monkeypatch)
    application.explanations.match(conversation_id, "  ")
    (command,) = (each for each in commands if isinstance(each, MatchPrompts))
    assert [prompt.messages[0].role for prompt in command.prompts] == ["system", "user"]


def test_without_a_model_nothing_is_asked(make_application: MakeApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    application = make_application("no-load")
    commands = sent(application, monkeypatch)
    for ask in (
        application.explanations.explain,
        lambda: application.explanations.try_cache("Why?"),
        lambda: application.explanations.match(application.library.create().id, ""),
    ):
        ask()
    assert not [each for each in commands if isinstance(each, ExplainModel | TryCache | MatchPrompts)]


def test_an_engine_that_ends_is_said_to_whoever_waits(application: Application, qtbot: QtBot) -> None:
    told: list[str] = []
    application.explanations.tried.connect(lambda tried: told.append(tried.message))
    application.explanations.matched.connect(lambda matched: told.append(matched.message))
    conversation_id = application.library.create().id
    with qtbot.waitSignal(application.engine.state_changed, timeout=WAIT_MS):
        application.explanations.try_cache("Why?")
        application.explanations.match(conversation_id, "")
        application.engine.restart()
    qtbot.waitUntil(lambda: "The engine ended before it could tell." in told, timeout=WAIT_MS)
