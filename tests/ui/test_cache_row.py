from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from app.cache_monitor import ConversationCache
from tests.fakes.fake_engine import LEDGER_FILE
from tests.ui.conftest import Driver
from ui.cache_row import CacheRow
from ui.controls import IconButton

Open = Callable[..., Driver]


def open_with_cache(open_window: Open, mode: str = "normal") -> Driver:
    """A window whose chat has something in the engine's cache."""
    driver = open_window(mode, with_model=False)
    cache = ConversationCache(
        conversation_id=driver.window.conversation_id, tokens=99, blocks=2, shared_blocks=0, bytes=3 * 1024**2
    )
    (driver.application.paths.kv / LEDGER_FILE).write_bytes(msgspec.json.encode([cache]))
    driver.application.start("fake-model.gguf")
    driver.qtbot.waitUntil(lambda: len(driver.window.sidebar.findChildren(CacheRow)) == 1)
    return driver


def row(driver: Driver) -> CacheRow:
    return driver.window.sidebar.findChild(CacheRow)


def button(driver: Driver, name: str) -> IconButton:
    return next(each for each in row(driver).findChildren(IconButton) if each.accessibleName().startswith(name))


def actions(driver: Driver) -> dict[str, QAction]:
    return {action.text(): action for action in row(driver).findChild(QMenu).actions() if action.text()}


def cache(driver: Driver) -> ConversationCache | None:
    caches = driver.application.cache.report().conversations
    return caches[0] if caches else None


def test_a_cache_is_pinned_with_the_keyboard_and_unpinned_with_the_mark_that_shows_it(open_window: Open) -> None:
    driver = open_with_cache(open_window)
    assert not button(driver, "Pinned").isVisible()
    more = button(driver, "Cache of")
    more.setFocus()
    driver.qtbot.waitUntil(more.hasFocus)
    driver.key(Qt.Key.Key_Space)
    menu = row(driver).findChild(QMenu)
    assert menu.isVisible()
    driver.qtbot.keyClick(menu, Qt.Key.Key_Down)
    driver.qtbot.keyClick(menu, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(
        lambda: (found := cache(driver)) is not None and found.pinned and button(driver, "Pinned").isVisible()
    )
    button(driver, "Pinned").click()
    driver.qtbot.waitUntil(
        lambda: (found := cache(driver)) is not None and not found.pinned and not button(driver, "Pinned").isVisible()
    )


def test_a_pinned_cache_is_unpinned_in_the_menu(open_window: Open) -> None:
    driver = open_with_cache(open_window)
    driver.application.caches.pin(driver.window.conversation_id, True)
    driver.qtbot.waitUntil(lambda: (found := cache(driver)) is not None and found.pinned)
    button(driver, "Cache of").click()
    assert "Pin" not in actions(driver)
    actions(driver)["Unpin"].trigger()
    driver.qtbot.waitUntil(lambda: (found := cache(driver)) is not None and not found.pinned)


def test_parking_gives_the_memory_back_and_keeps_the_cache(open_window: Open) -> None:
    driver = open_with_cache(open_window)
    button(driver, "Cache of").click()
    actions(driver)["Park now"].trigger()
    # The ledger may be without the row for a moment, while the fake engine tells it anew.
    driver.qtbot.waitUntil(lambda: (found := cache(driver)) is not None and found.bytes == 0)
    assert cache(driver).disk_bytes == 3 * 1024**2
    row(driver).findChild(QMenu).close()
    assert not row(driver).menu().actions()[1].isEnabled(), "there is nothing left to park"


def test_with_no_other_place_to_go_a_cache_cannot_be_parked(open_window: Open) -> None:
    driver = open_with_cache(open_window)
    driver.application.settings.update(disk_budget_bytes=0)
    driver.qtbot.waitUntil(lambda: driver.application.cache.report().disk_budget_bytes == 0)
    button(driver, "Cache of").click()
    assert not actions(driver)["Park now"].isEnabled()
    assert actions(driver)["Drop cache"].isEnabled()


def test_a_dropped_cache_leaves_the_ledger_and_the_chat_stays(open_window: Open) -> None:
    driver = open_with_cache(open_window)
    driver.ask("Hello")
    button(driver, "Cache of").click()
    actions(driver)["Drop cache"].trigger()
    driver.qtbot.waitUntil(lambda: cache(driver) is None and not driver.window.sidebar.findChildren(CacheRow))
    assert driver.messages[0].text == "Hello"


def test_a_cache_that_an_answer_is_using_is_neither_parked_nor_dropped(open_window: Open) -> None:
    driver = open_with_cache(open_window, "endless")
    driver.send("Hello")
    driver.wait_writing()
    button(driver, "Cache of").click()
    assert [name for name, action in actions(driver).items() if action.isEnabled()] == ["Pin"]


@pytest.mark.parametrize("reason", [QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard])
def test_the_menu_opens_where_the_mouse_or_the_menu_key_asks_for_it(
    open_window: Open, reason: QContextMenuEvent.Reason
) -> None:
    driver = open_with_cache(open_window)
    event = QContextMenuEvent(reason, QPoint(3, 3), row(driver).mapToGlobal(QPoint(3, 3)))
    QApplication.sendEvent(button(driver, "Cache of"), event)
    assert row(driver).findChild(QMenu).isVisible()
