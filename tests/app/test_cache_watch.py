"""The engine is told what is looked at: once, of all views together, and each new engine again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from engine.protocol import WatchCache
from tests.app.conftest import sent

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


def watches(commands: list[object]) -> list[tuple[bool, bool]]:
    return [(each.ledger, each.memory) for each in commands if isinstance(each, WatchCache)]


def test_the_wishes_of_all_views_are_told_as_one_and_only_when_they_change(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.engine.state.kind == "ready", timeout=WAIT_MS)
    commands = sent(application, monkeypatch)
    watch = application.cache_watch
    watch.look("sidebar")
    watch.look("sidebar")
    watch.look("panel", memory=True)
    watch.look_away("sidebar")
    watch.look_away("panel")
    watch.look_away("panel")
    assert watches(commands) == [(True, False), (True, True), (False, False)]


def test_what_is_looked_at_when_an_engine_starts_is_told_to_it(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    commands = sent(application, monkeypatch)
    application.cache_watch.look("panel", memory=True)
    application.start()
    qtbot.waitUntil(lambda: application.cache.report() is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: application.cache.report().memory is not None, timeout=WAIT_MS)
    before = len(watches(commands))
    application.engine.restart()
    qtbot.waitUntil(lambda: len(watches(commands)) == before + 1, timeout=WAIT_MS)
    assert watches(commands)[-1] == (True, True)


def test_an_engine_that_nobody_looks_at_is_told_nothing(
    make_application: MakeApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = make_application("normal")
    commands = sent(application, monkeypatch)
    application.start()
    qtbot.waitUntil(lambda: application.cache.report() is not None, timeout=WAIT_MS)
    assert watches(commands) == []
    assert application.cache.report().memory is None
