from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from app.cache_monitor import ConversationCache
from app.conversation import Conversation
from tests.ui.conftest import Driver
from ui.conversation_model import ID_ROLE, PLACES_ROLE, ROW_ROLE, ConversationModel
from ui.questions import NameDialog

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def titles(model: ConversationModel) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def entry(menu: QMenu, text: str) -> QAction:
    """The entry with these words, whatever its key."""
    return next(action for action in menu.actions() if action.text().partition("\t")[0] == text)


def listed(driver: Driver) -> list[str]:
    """What each row says, with the headings of groups in brackets."""
    model = driver.window.list.model
    rows = [model.index(number) for number in range(model.rowCount())]
    return [row.data() if row.data(ID_ROLE) else f"[{row.data()}]" for row in rows]


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
    driver.key(Qt.Key.Key_F, CTRL | Qt.KeyboardModifier.ShiftModifier)
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
    index = driver.window.list.model.index_of(second)
    view.menu_requested.emit(index, view.viewport().mapToGlobal(view.visualRect(index).center()))
    menu = driver.window.list.findChild(QMenu)
    driver.window.open(first)
    driver.ask("More")
    entry(menu, "Delete").trigger()
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


def test_pinned_chats_and_folders_stand_in_groups_of_their_own(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    driver.key(Qt.Key.Key_N, CTRL)
    driver.ask("About plums")
    library = driver.application.library
    library.pin(first, True)
    library.set_folder(second, "Fruit & co")
    assert listed(driver) == ["[Pinned]", "About apples", "[Fruit & co]", "About pears", "[Other chats]", "About plums"]
    library.pin(first, False)
    library.set_folder(second, "")
    assert listed(driver) == ["About plums", "About pears", "About apples"]


def test_a_group_is_folded_by_keys_and_stays_so_after_a_restart(open_window: Open) -> None:
    driver = open_window()
    _, second = two_chats(driver)
    driver.application.library.set_folder(second, "Fruit")
    view = driver.window.list.view
    view.setFocus()
    view.setCurrentIndex(driver.window.list.model.index_of(second))
    driver.key(Qt.Key.Key_Left)
    assert view.currentIndex().data() == "Fruit"
    driver.key(Qt.Key.Key_Left)
    assert listed(driver) == ["[Fruit]", "[Other chats]", "About apples"]
    assert "closed" in view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    driver = open_window()
    assert listed(driver) == ["[Fruit]", "[Other chats]", "About apples"]
    driver.window.list.view.setFocus()
    driver.window.list.view.setCurrentIndex(driver.window.list.model.index(0))
    driver.key(Qt.Key.Key_Return)
    assert listed(driver) == ["[Fruit]", "About pears", "[Other chats]", "About apples"]


def test_a_click_on_a_heading_folds_the_group_and_turns_to_no_chat(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    driver.application.library.set_folder(first, "Fruit")
    view = driver.window.list.view
    place = view.visualRect(driver.window.list.model.index(0)).center()
    driver.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert listed(driver) == ["[Fruit]", "[Other chats]", "About pears"]
    assert driver.window.conversation_id == second
    driver.edit.setFocus()
    assert [index.data(ID_ROLE) for index in view.selectedIndexes()] == [second]


def test_a_folder_is_renamed_in_place_with_all_that_is_in_it(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    for each in (first, second):
        driver.application.library.set_folder(each, "Fruit")
    view = driver.window.list.view
    view.setFocus()
    view.setCurrentIndex(driver.window.list.model.index(0))
    driver.key(Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    assert editor.text() == "Fruit"
    editor.selectAll()
    driver.qtbot.keyClicks(editor, "Orchard")
    driver.qtbot.keyClick(editor, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: driver.application.library.folders() == ("Orchard",))


def test_several_selected_chats_are_filed_archived_and_deleted_together(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    view, library = driver.window.list.view, driver.application.library
    view.setFocus()
    view.setCurrentIndex(driver.window.list.model.index(0))
    driver.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert driver.window.conversation_id == second
    assert driver.window.list.chosen_ids(second) == [second, first]
    driver.window.chat_actions.move(driver.window.list.chosen_ids(second), "Fruit")
    assert listed(driver) == ["[Fruit]", "About pears", "About apples"]
    driver.key(Qt.Key.Key_E, CTRL)
    assert {chat.id for chat in library.conversations("archive")} == {first, second}
    library.archive(first, False)
    library.archive(second, False)
    view.setFocus()
    view.selectAll()
    driver.key(Qt.Key.Key_Delete)
    assert {chat.id for chat in library.conversations("trash")} == {first, second}


def test_the_key_for_moving_opens_the_folders_and_a_new_one_is_named(open_window: Open) -> None:
    driver = open_window()
    driver.ask("About apples")
    driver.key(Qt.Key.Key_M, CTRL)
    menu = next(menu for menu in driver.window.findChildren(QMenu) if menu.isVisible())
    entry(menu, "New folder …").trigger()
    menu.close()
    dialog = driver.window.findChild(NameDialog)
    driver.qtbot.waitUntil(dialog.edit.hasFocus)
    assert not dialog.yes.isEnabled()
    driver.qtbot.keyClicks(dialog.edit, "  Fruit  and nuts ")
    driver.qtbot.keyClick(dialog.edit, Qt.Key.Key_Return)
    assert listed(driver) == ["[Fruit and nuts]", "About apples"]


def test_the_archive_and_the_trash_are_listed_and_chats_come_back_from_them(open_window: Open) -> None:
    driver = open_window()
    first, second = two_chats(driver)
    library, pane = driver.application.library, driver.window.list
    library.archive(first, True)
    library.delete(second)
    pane.show_view("archive")
    assert listed(driver) == ["About apples"]
    pane.view.setFocus()
    pane.view.selectAll()
    assert driver.window.conversation_id == first
    assert driver.window.pane.note.text() == "This chat is archived."
    pane.show_view("trash")
    assert listed(driver) == ["About pears"]
    assert pane.empty.isVisible()
    menu = driver.window.chat_actions.menu([second], "trash", pane)
    entry(menu, "Restore").trigger()
    menu.close()
    assert listed(driver) == []
    assert not pane.empty.isEnabled()
    assert driver.window.conversation_id == second


def test_emptying_the_trash_asks_first(open_window: Open) -> None:
    driver = open_window()
    _, second = two_chats(driver)
    driver.application.library.delete(second)
    driver.window.list.show_view("trash")
    for button, left in (("Cancel", 1), ("Empty trash", 0)):
        driver.window.list.empty.click()
        question = next(box for box in driver.window.findChildren(QMessageBox) if box.isVisible())
        next(each for each in question.buttons() if each.text() == button).click()
        assert len(driver.application.library.conversations("trash")) == left


def test_the_place_where_words_were_found_stands_below_the_title(open_window: Open) -> None:
    driver = open_window()
    two_chats(driver)
    driver.window.list.search.setText("APPLES")
    model = driver.window.list.model
    row = model.index(0).data(ROW_ROLE)
    assert "About apples" in row.snippet
    assert "About apples" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    height = driver.window.list.view.sizeHintForRow(0)
    driver.window.list.search.clear()
    assert driver.window.list.view.sizeHintForRow(0) < height


def test_enter_in_the_search_turns_to_the_first_hit(open_window: Open) -> None:
    driver = open_window()
    first, _ = two_chats(driver)
    driver.key(Qt.Key.Key_F, CTRL | Qt.KeyboardModifier.ShiftModifier)
    driver.qtbot.keyClicks(QApplication.focusWidget(), "apples")
    driver.key(Qt.Key.Key_Return)
    assert driver.window.conversation_id == first


def test_a_hit_opens_its_chat_at_the_message_in_which_the_words_were_found(open_window: Open) -> None:
    driver = open_window()
    driver.ask("About walruses\n" + "and more\n" * 30)
    found = driver.messages[0].id
    for number in range(3):
        driver.ask(f"Something else {number}\n" + "and more\n" * 30)
    first = driver.window.conversation_id
    driver.key(Qt.Key.Key_N, CTRL)
    driver.window.list.search.setText("elephants")
    driver.window.list.search.setText("about walruses")
    driver.window.list.search.setFocus()
    driver.key(Qt.Key.Key_Return)
    assert driver.window.conversation_id == first
    view = driver.window.pane.view

    def is_in_sight() -> bool:
        shown = {widget.message.id: widget for widget in view.widgets()}
        return found in shown and shown[found].y() + shown[found].height() > 0

    driver.qtbot.waitUntil(is_in_sight)


def test_where_a_cache_lies_is_told_of_its_chat(open_window: Open) -> None:
    driver = open_window()
    driver.ask("About apples")
    model = driver.window.list.model
    cache = ConversationCache(
        conversation_id=driver.window.conversation_id, tokens=100, blocks=2, shared_blocks=0, bytes=2048
    )
    for there, place in ((cache, "memory"), (msgspec.structs.replace(cache, bytes=0, disk_bytes=1024), "disk")):
        report = msgspec.structs.replace(driver.application.cache.report(), conversations=[there])
        driver.application.engine.event_received.emit(report)
        assert [words for _, words in model.index(0).data(PLACES_ROLE)] == [place]
        assert place in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_what_is_typed_into_a_title_outlives_changes_of_the_list(open_window: Open) -> None:
    driver = open_window()
    two_chats(driver)
    driver.key(Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    editor.selectAll()
    driver.qtbot.keyClicks(editor, "half a na")
    driver.application.library.changed.emit()
    assert editor.text() == "half a na"


def test_of_ten_thousand_chats_only_those_in_sight_are_looked_at(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window(with_model=False)
    many = [
        Conversation(f"c{number}", f"Chat {number}", number, number, None, "", False, folder="Many" * (number % 2))
        for number in range(10_000)
    ]
    monkeypatch.setattr(driver.application.library, "conversations", lambda view="list": tuple(many))
    view, model = driver.window.list.view, driver.window.list.model
    asked: set[int] = set()
    look = ConversationModel.data

    def look_and_note(self: ConversationModel, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        asked.add(index.row())
        return look(self, index, role)

    monkeypatch.setattr(ConversationModel, "data", look_and_note)
    model.refresh()
    view.repaint()
    assert model.rowCount() == 10_002
    assert len(asked) < 60
    model.set_open("folder:Many", is_open=False)
    assert model.rowCount() == 5_002
    many[7] = replace(many[7], pinned=True)
    model.refresh()
    assert listed(driver)[:3] == ["[Pinned]", "Chat 7", "[Many]"]
