from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from tests.fakes.fake_engine import LEDGER


def test_the_ledger_is_the_engines_last_one(make_application: Callable[[str], Application], qtbot: QtBot) -> None:
    application = make_application("normal")
    assert application.cache.report() is None
    with qtbot.waitSignal(application.cache.changed, timeout=30_000) as changed:
        application.start()
    assert changed.args == [LEDGER]
    assert application.cache.report() == LEDGER


@pytest.mark.parametrize(
    "end",
    [
        lambda application: application.models.unload(),
        pytest.param(
            lambda application: os.kill(application.engine.state.pid, signal.SIGKILL),
            marks=pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL"),
        ),
    ],
    ids=["unloaded", "killed"],
)
def test_there_is_no_ledger_without_a_model(
    make_application: Callable[[str], Application], qtbot: QtBot, end: Callable[[Application], None]
) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.cache.report() is not None, timeout=30_000)
    end(application)
    qtbot.waitUntil(lambda: application.cache.report() is None, timeout=30_000)
