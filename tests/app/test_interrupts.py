from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.interrupts import Interrupts

if sys.platform == "win32":
    pytest.skip("Windows does not have all of these signals", allow_module_level=True)


@pytest.fixture
def told(qapp: QObject) -> Iterator[list[str]]:
    """What `Interrupts` told, while one of them holds the signals."""
    told: list[str] = []
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whatever started the tests may have chosen to ignore it
    interrupts = Interrupts()
    interrupts.interrupted.connect(lambda: told.append("interrupted"))
    interrupts.terminated.connect(lambda: told.append("terminated"))
    yield told
    interrupts.close()
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("number", "expected"),
    [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGHUP, "terminated")],
)
def test_a_signal_waits_for_the_event_loop_whatever_the_program_is_doing(
    told: list[str], number: signal.Signals, expected: str, qtbot: QtBot
) -> None:
    signal.raise_signal(number)
    assert told == []
    qtbot.waitUntil(lambda: told == [expected])


def test_who_ignores_the_loss_of_the_terminal_goes_on_without_it(qapp: QObject) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    interrupts = Interrupts()
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    interrupts.close()
    signal.signal(signal.SIGHUP, before)


def test_the_signals_are_given_back(qapp: QObject) -> None:
    before = signal.getsignal(signal.SIGINT)
    Interrupts().close()
    assert signal.getsignal(signal.SIGINT) is before
