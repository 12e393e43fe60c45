from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from ui.paced import Paced

LONG_MS = 60_000


def test_after_a_rest_it_is_done_at_once_and_then_not_again_within_the_pause(qtbot: QtBot) -> None:
    owner, done = QObject(), []
    paced = Paced(owner, LONG_MS, lambda: done.append(1))
    paced.ask()
    qtbot.waitUntil(lambda: done == [1])
    paced.ask()
    paced.ask()
    # Qt may let a coarse timer end 5 % sooner or later than asked for.
    assert LONG_MS * 0.9 < paced._timer.remainingTime() <= LONG_MS * 1.05
    paced.stop()
    assert not paced._timer.isActive()
    assert done == [1]


def test_what_is_asked_for_within_the_pause_is_done_once_after_it(qtbot: QtBot) -> None:
    owner, done = QObject(), []
    paced = Paced(owner, 5, lambda: done.append(1))
    paced.ask()
    qtbot.waitUntil(lambda: done == [1])
    paced.ask()
    paced.ask()
    qtbot.waitUntil(lambda: done == [1, 1])
    assert not paced._timer.isActive()
