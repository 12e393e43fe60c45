from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from tests.ui.conftest import Driver
from ui.keys_dialog import KeysDialog

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Open = Callable[..., Driver]


def called(driver: Driver) -> KeysDialog:
    """The overview, by its key."""
    driver.key(Qt.Key.Key_Slash, CTRL)
    dialog = next(each for each in driver.window.findChildren(KeysDialog) if each.isVisible())
    driver.qtbot.waitUntil(dialog.search.hasFocus)
    return dialog


def at(driver: Driver, dialog: KeysDialog, words: str, title: str) -> None:
    """Search for a command and go to the box for its key."""
    dialog.search.setFocus()
    dialog.search.clear()
    driver.qtbot.keyClicks(dialog.search, words)
    assert dialog.command().title == title
    driver.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.field.isAncestorOf(QApplication.focusWidget()) or dialog.field.hasFocus()


def texts(dialog: KeysDialog) -> list[str]:
    return [dialog.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(dialog.list.count())]


def test_all_commands_stand_there_by_group_with_their_keys(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = called(driver)
    found = texts(dialog)
    assert found[:2] == ["Chats", "New chat, Ctrl+N"]
    assert "Send, cannot be changed, Return" in found
    assert "Show the trash, –" in found
    for command in driver.window.commands.all():
        assert any(text.startswith(command.title) for text in found)


def test_a_key_is_changed_by_keys_alone_and_holds_at_once(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    first = driver.window.conversation_id
    dialog = called(driver)
    at(driver, dialog, "new ch", "New chat")
    driver.key(Qt.Key.Key_J, CTRL)
    assert driver.window.commands.keys.text("chat.new") == "Ctrl+J"
    assert "New chat, changed, Ctrl+J" in texts(dialog)
    driver.key(Qt.Key.Key_Escape)
    driver.qtbot.waitUntil(lambda: not driver.window.findChildren(KeysDialog))
    driver.window.activateWindow()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)
    driver.edit.setFocus()
    driver.qtbot.waitUntil(driver.edit.hasFocus)
    driver.key(Qt.Key.Key_J, CTRL)
    assert driver.window.conversation_id != first


def test_a_key_of_another_command_is_told_in_a_sentence_and_can_be_taken(open_window: Open) -> None:
    driver = open_window(with_model=False)
    keys = driver.window.commands.keys
    dialog = called(driver)
    at(driver, dialog, "new ch", "New chat")
    driver.key(Qt.Key.Key_E, CTRL)
    assert keys.text("chat.new") == "Ctrl+N"
    assert dialog.sentence.text() == "Ctrl+E belongs to “Archive chat, or take it out”, which would then have none."
    driver.qtbot.keyClick(dialog.take, Qt.Key.Key_Space)
    assert (keys.text("chat.new"), keys.text("chat.archive")) == ("Ctrl+E", "")
    assert not dialog.sentence.isVisible() and not dialog.take.isVisible()
    assert dialog.command().title == "New chat" and dialog.search.hasFocus()


def test_a_key_that_boxes_need_is_refused_in_a_sentence(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = called(driver)
    at(driver, dialog, "new ch", "New chat")
    driver.key(Qt.Key.Key_C, CTRL)
    assert dialog.sentence.text() == "Ctrl+C has its own meaning in every box. Press another key."
    assert not dialog.take.isVisible()
    driver.key(Qt.Key.Key_F7)
    assert driver.window.commands.keys.text("chat.new") == "F7"


def test_escape_leaves_the_key_as_it_is_and_the_dialog_open(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = called(driver)
    at(driver, dialog, "new ch", "New chat")
    driver.key(Qt.Key.Key_Escape)
    assert dialog.isVisible() and dialog.search.hasFocus()
    assert driver.window.commands.keys.text("chat.new") == "Ctrl+N"


def test_a_key_is_taken_away_and_given_back(open_window: Open) -> None:
    driver = open_window(with_model=False)
    keys = driver.window.commands.keys
    dialog = called(driver)
    at(driver, dialog, "new ch", "New chat")
    assert not dialog.reset.isEnabled()
    dialog.remove.click()
    assert keys.text("chat.new") == "" and not dialog.remove.isEnabled()
    dialog.reset.click()
    assert keys.text("chat.new") == "Ctrl+N" and not dialog.reset.isEnabled()


def test_all_keys_are_given_back_at_once(open_window: Open) -> None:
    driver = open_window(with_model=False)
    keys = driver.window.commands.keys
    dialog = called(driver)
    assert not dialog.reset_all.isEnabled()
    keys.bind("chat.new", QKeySequence("Ctrl+J"))
    keys.bind("chat.pin", QKeySequence())
    dialog.reset_all.click()
    assert (keys.text("chat.new"), keys.text("chat.pin")) == ("Ctrl+N", "Ctrl+Shift+P")
    assert not dialog.reset_all.isEnabled()


def test_a_command_is_found_by_its_key_too(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = called(driver)
    driver.qtbot.keyClicks(dialog.search, "ctrl+shift+p")
    assert texts(dialog) == ["Chats", "Pin or unpin chat, Ctrl+Shift+P"]


def test_keys_that_belong_to_boxes_cannot_be_changed(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = called(driver)
    driver.qtbot.keyClicks(dialog.search, "stop the")
    assert dialog.command().title == "Stop the answer"
    for control in (dialog.field, dialog.remove, dialog.reset):
        assert not control.isEnabled()
