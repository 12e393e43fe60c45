from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QPushButton

from app.cache_monitor import ConversationCache
from tests.fakes.fake_engine import LEDGER_FILE
from tests.fakes.fake_figures import LEDGER
from tests.ui.conftest import Driver
from ui.cache_table import CacheTable, table_row

Open = Callable[..., Driver]
MB = 1024**2
WAIT_MS = 20_000


def cache(conversation_id: str, **fields: object) -> ConversationCache:
    usual = {"tokens": 2_145, "blocks": 34, "shared_blocks": 2, "bytes": 3 * MB, "formats": {"exact": 2, "int8": 30}}
    return msgspec.convert(usual | {"conversation_id": conversation_id} | fields, ConversationCache)


def open_table(open_window: Open, *caches: ConversationCache, mode: str = "normal") -> tuple[Driver, CacheTable]:
    """A table over an engine that has these caches; the first is the open chat's."""
    driver = open_window(mode, with_model=False)
    own = msgspec.structs.replace(caches[0], conversation_id=driver.window.conversation_id)
    (driver.application.paths.kv / LEDGER_FILE).write_bytes(msgspec.json.encode([own, *caches[1:]]))
    driver.application.start("fake-model.gguf")
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind == "ready", timeout=WAIT_MS)
    table = CacheTable(driver.application)
    driver.qtbot.addWidget(table)
    table.resize(900, 300)
    table.show()
    driver.application.cache.changed.connect(table.show_report)
    driver.qtbot.waitUntil(lambda: driver.application.cache.report() is not None, timeout=WAIT_MS)
    table.show_report(driver.application.cache.report())
    driver.qtbot.waitUntil(lambda: len(table.model.rows) == len(caches), timeout=WAIT_MS)
    return driver, table


def buttons(table: CacheTable) -> dict[str, QPushButton]:
    return {each.text(): each for each in table.findChildren(QPushButton) if each.isVisible()}


def test_a_row_says_all_that_is_known_of_a_cache() -> None:
    now = time.time()
    row = table_row(
        "Knots",
        cache("a", disk_bytes=2 * MB, shared_bytes=MB, last_used=now - 180, pinned=True, model_name="Model"),
        False,
        now,
    )
    assert row.cells == (
        "Knots (pinned)",
        "in memory, on disk",
        "2,145",
        "3.0 MB, 2.0 MB",
        "int8",
        "1.0 MB",
        "3 min",
    )


def test_what_is_not_known_is_not_made_up() -> None:
    row = table_row("Knots", cache("a", bytes=0, formats={}, tokens=0), True, time.time())
    assert row.cells == ("Knots", "–", "0", "–", "–", "–", "–")


def test_a_chosen_chat_can_be_pinned_parked_packed_and_dropped(open_window: Open) -> None:
    driver, table = open_table(open_window, cache("x", spare_bytes=MB))
    assert buttons(table) == {}
    table.view.setFocus()
    driver.qtbot.keyClick(table.view, Qt.Key.Key_Down)
    assert list(buttons(table)) == ["Pin", "Park now", "Pack smaller: saves 1.0 MB", "Drop cache"]
    buttons(table)["Pin"].click()
    driver.qtbot.waitUntil(lambda: "Unpin" in buttons(table), timeout=WAIT_MS)
    buttons(table)["Pack smaller: saves 1.0 MB"].click()
    driver.qtbot.waitUntil(lambda: "Pack smaller" in buttons(table), timeout=WAIT_MS)
    assert not buttons(table)["Pack smaller"].isEnabled()
    assert table.model.rows[0].cells[3] == "2.0 MB"
    buttons(table)["Park now"].click()
    driver.qtbot.waitUntil(lambda: table.model.rows[0].cells[1] == "on disk", timeout=WAIT_MS)
    assert not buttons(table)["Park now"].isEnabled()
    buttons(table)["Drop cache"].click()
    driver.qtbot.waitUntil(lambda: not table.model.rows, timeout=WAIT_MS)
    assert buttons(table) == {}


def test_the_choice_stays_with_its_chat_when_the_order_changes(open_window: Open) -> None:
    _, table = open_table(open_window, cache("x"), cache("second"))
    table.choose("second")
    rows = [row.cache for row in table.model.rows]
    table.show_report(msgspec.structs.replace(LEDGER, conversations=rows[::-1]))
    assert table.view.currentIndex().row() == 0
    assert table.model.rows[0].cache.conversation_id == "second"
    assert buttons(table)


def test_a_cache_that_an_answer_uses_is_only_pinned(open_window: Open) -> None:
    driver, table = open_table(open_window, cache("x", spare_bytes=MB), mode="endless")
    driver.send("Hello")
    driver.wait_writing()
    table.choose(driver.window.conversation_id)
    assert [name for name, each in buttons(table).items() if each.isEnabled()] == ["Pin"]


def test_the_menu_offers_the_same(open_window: Open) -> None:
    driver, table = open_table(open_window, cache("x"))
    table.choose(driver.window.conversation_id)
    table.view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = table.findChild(QMenu)
    assert [action.text() for action in menu.actions() if action.text()] == list(buttons(table))
    menu.close()


def test_return_opens_the_chat(open_window: Open) -> None:
    driver, table = open_table(open_window, cache("x"))
    table.choose(driver.window.conversation_id)
    table.view.setFocus()
    with driver.qtbot.waitSignal(table.opened, timeout=WAIT_MS) as opened:
        driver.qtbot.keyClick(table.view, Qt.Key.Key_Return)
    assert opened.args == [driver.window.conversation_id]
