from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu

from tests.ui.conftest import Driver
from ui.conversation_model import ID_ROLE, ConversationModel

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def titles(model: ConversationModel) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def two_chats(driver: Driver) -> tuple[str, str]:
    """Asks about apples, then, in a new chat, about pears."""
    driver.ask("About apples")
    first = driver.window.conversation_id
    driver.key(Qt.Key.Key_N, CTRL)
    driver.ask("About pears")
    return first, driver.window.conversation_id


def test_the_chat_used_last_stands_first(open_window: Open) -> None:
    driver = open_window()
    first, _ = two_chats(driver)
    assert titles(driver.window.list.model) == ["About pears", "About apples"]
    driver.window.open(first)
    driver.ask("More")
    assert titles(driver.window.list.model) == ["About apples", "About pears"]
    assert driver.window.list.view.currentIndex().data(ID_ROLE) == first


def test_the_model_keeps_qts_rules_while_rows_come_move_and_go(open_window: Open, qtlog: object) -> None:
    driver = open_window()
    model = driver.window.list.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    first, second = two_chats(driver)
    driver.application.library.rename(first, "Fruit")
    driver.window.list.search.setText("pears")
    driver.window.list.search.clear()
    driver.application.library.delete(second)
    driver.application.library.undo_delete()
    assert set(titles(model)) == {"Fruit", "About pears"}
    assert [record.message for record in qtlog.records if "FAIL" in record.message] == []
    del tester


def test_search_finds_words_of_the_messages_as_one_types(open_window: Open) -> None:
    driver = open_window()
    two_chats(driver)
    driver.key(Qt.Key.Key_K, CTRL)
    driver.qtbot.keyClicks(QApplication.focusWidget(), "apples")
    assert titles(driver.window.list.model) == ["About apples"]
    driver.key(Qt.Key.Key_Escape)
    assert len(titles(driver.window.list.model)) == 2


def test_a_search_without_result_says_so(open_window: Open) -> None:
    driver = open_window()
    driver.ask("About apples")
    driver.window.list.search.setText("zebra")
    assert titles(driver.window.list.model) == []
    assert "zebra" in driver.window.list.nothing.text()
    assert driver.window.list.nothing.isVisible()


def test_arrow_keys_turn_to_other_chats_and_enter_goes_to_writing(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    driver.window.list.view.setFocus()
    driver.key(Qt.Key.Key_Down)
    assert driver.window.conversation_id == first
    driver.key(Qt.Key.Key_Up)
    assert driver.window.conversation_id == second
    driver.key(Qt.Key.Key_Return)
    assert driver.edit.hasFocus()


def test_a_click_on_a_chat_goes_to_writing_in_it(open_window: Open) -> None:
    driver = open_window()
    first, _ = two_chats(driver)
    view = driver.window.list.view
    place = view.visualRect(driver.window.list.model.index_of(first)).center()
    driver.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert driver.window.conversation_id == first
    assert driver.edit.hasFocus()


def test_the_chat_that_is_shown_stays_marked_through_a_search(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    view = driver.window.list.view
    driver.window.list.search.setText("apples")
    assert view.selectedIndexes() == []
    driver.window.list.search.clear()
    assert [index.data(ID_ROLE) for index in view.selectedIndexes()] == [second] != [first]


def test_the_menu_deletes_the_chat_it_was_opened_on_even_if_its_row_has_moved(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    view = driver.window.list.view
    view.customContextMenuRequested.emit(view.visualRect(driver.window.list.model.index_of(second)).center())
    menu = driver.window.list.findChild(QMenu)
    driver.window.open(first)
    driver.ask("More")
    next(action for action in menu.actions() if action.text() == "Delete").trigger()
    menu.close()
    assert [chat.id for chat in driver.application.library.conversations()] == [first]


def test_a_rename_to_blanks_changes_nothing(open_window: Open) -> None:
    driver = open_window()
    driver.ask("About apples")
    model = driver.window.list.model
    assert not model.setData(model.index(0), "   ")
    assert titles(model) == ["About apples"]


def test_new_chat_twice_makes_one_chat(open_window: Open) -> None:
    driver = open_window()
    driver.ask("About apples")
    driver.key(Qt.Key.Key_N, CTRL)
    driver.key(Qt.Key.Key_N, CTRL)
    assert len(titles(driver.window.list.model)) == 2
