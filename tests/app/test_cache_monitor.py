from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.cache_monitor import CacheReport, ConversationCache, room_tokens, without_device
from tests.fakes.fake_figures import LEDGER, NO_MODEL_LEDGER

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


def budget(application: Application) -> int | None:
    """Of the device; None while there is no ledger."""
    report = application.cache.report()
    return None if report is None else report.budget_bytes


def test_the_ledger_is_the_engines_last_one(make_application: MakeApplication, qtbot: QtBot) -> None:
    application = make_application("normal")
    application.settings.update(disk_budget_bytes=0)
    told: list[CacheReport | None] = []
    application.cache.changed.connect(told.append)
    assert application.cache.report() is None
    application.start()
    qtbot.waitUntil(lambda: application.cache.report() == LEDGER, timeout=WAIT_MS)
    assert told == [NO_MODEL_LEDGER, LEDGER]


def test_the_device_of_the_model_before_goes_when_another_load_begins(
    make_application: MakeApplication, qtbot: QtBot
) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: budget(application) == LEDGER.budget_bytes, timeout=WAIT_MS)
    told: list[int | None] = []
    application.cache.changed.connect(lambda _report: told.append(budget(application)))
    application.models.load("/models/other", remember=False)
    qtbot.waitUntil(lambda: told == [0, LEDGER.budget_bytes], timeout=WAIT_MS)


def test_without_the_device_what_lies_elsewhere_is_left() -> None:
    here = ConversationCache(
        conversation_id="both", tokens=70, blocks=2, shared_blocks=1, bytes=9, formats={"int8": 2}, disk_bytes=8
    )
    only_here = msgspec.structs.replace(here, conversation_id="device", disk_bytes=0)
    in_ram = msgspec.structs.replace(only_here, conversation_id="ram", ram_bytes=7)
    ledger = msgspec.structs.replace(LEDGER, disk_used_bytes=8, conversations=[here, only_here, in_ram])
    left = without_device(ledger)
    assert left == without_device(left)
    assert (left.budget_bytes, left.used_bytes, left.disk_used_bytes) == (0, 0, 8)
    assert [(each.conversation_id, each.bytes, each.blocks, each.formats) for each in left.conversations] == [
        ("both", 0, 0, {}),
        ("ram", 0, 0, {}),
    ]


def test_the_room_is_counted_in_tokens_that_fit_once_they_are_packed() -> None:
    assert room_tokens(LEDGER) == (10_240 - 3_072) // 512 * 64
    assert room_tokens(msgspec.structs.replace(LEDGER, used_bytes=LEDGER.budget_bytes - 511)) == 0


def test_a_model_whose_tokens_take_no_room_has_none_to_count() -> None:
    assert room_tokens(msgspec.structs.replace(LEDGER, block_bytes=0, packed_block_bytes=0)) == 0


def test_a_model_that_is_unloaded_takes_the_device_with_it(make_application: MakeApplication, qtbot: QtBot) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: budget(application) == LEDGER.budget_bytes, timeout=WAIT_MS)
    application.models.unload()
    qtbot.waitUntil(lambda: budget(application) == 0, timeout=WAIT_MS)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_there_is_no_ledger_without_an_engine(make_application: MakeApplication, qtbot: QtBot) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: budget(application) == LEDGER.budget_bytes, timeout=WAIT_MS)
    os.kill(application.engine.state.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: application.cache.report() is None, timeout=WAIT_MS)
