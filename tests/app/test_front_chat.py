"""The engine is told which conversation is in front, once for each change, and each new engine again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from engine.protocol import ShowConversation
from tests.app.conftest import sent

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


def shown(commands: list[object]) -> list[str]:
    return [each.conversation_id for each in commands if isinstance(each, ShowConversation)]


def test_each_change_is_told_once(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.engine.state.kind == "ready", timeout=WAIT_MS)
    commands = sent(application, monkeypatch)
    for conversation_id in ("a", "a", "b", "", "b"):
        application.front_chat.show(conversation_id)
    assert shown(commands) == ["a", "b", "", "b"]


def test_a_new_engine_is_told_what_is_in_front(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.engine.state.kind == "ready", timeout=WAIT_MS)
    application.front_chat.show("a")
    commands = sent(application, monkeypatch)
    application.engine.restart()
    qtbot.waitUntil(lambda: shown(commands) == ["a"], timeout=WAIT_MS)
