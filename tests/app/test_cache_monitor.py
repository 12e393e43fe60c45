from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.cache_monitor import CacheReport, room_tokens
from tests.fakes.fake_engine import LEDGER


def test_the_ledger_is_the_engines_last_one(make_application: Callable[[str], Application], qtbot: QtBot) -> None:
    application = make_application("normal")
    assert application.cache.report() is None
    with qtbot.waitSignal(application.cache.changed, timeout=30_000) as changed:
        application.start()
    assert changed.args == [LEDGER]
    assert application.cache.report() == LEDGER


def test_the_ledger_of_the_model_before_goes_when_another_load_begins(
    make_application: Callable[[str], Application], qtbot: QtBot
) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.cache.report() is not None, timeout=30_000)
    told: list[CacheReport | None] = []
    application.cache.changed.connect(told.append)
    application.models.load("/models/other", remember=False)
    qtbot.waitUntil(lambda: told == [None, LEDGER], timeout=30_000)


def test_the_room_is_counted_in_tokens_that_fit_once_they_are_packed() -> None:
    assert room_tokens(LEDGER) == (10_240 - 3_072) // 512 * 64
    assert room_tokens(msgspec.structs.replace(LEDGER, used_bytes=LEDGER.budget_bytes - 511)) == 0


def test_a_model_whose_tokens_take_no_room_has_none_to_count() -> None:
    assert room_tokens(msgspec.structs.replace(LEDGER, block_bytes=0, packed_block_bytes=0)) == 0


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
