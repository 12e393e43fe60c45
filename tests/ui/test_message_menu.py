from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton

from tests.ui.conftest import Driver
from ui.answer_editor import AnswerEditor

Open = Callable[..., Driver]
ALT = Qt.KeyboardModifier.AltModifier


def menu_of(driver: Driver, *, of_user: bool = False) -> QMenu:
    """Opened with its button."""
    view = driver.window.pane.view
    widget = view.last_user_message() if of_user else view.last_answer()
    widget.action_row.more.click()
    return next(menu for menu in driver.window.findChildren(QMenu) if menu.isVisible())


def entries(menu: QMenu) -> dict[str, QAction]:
    return {action.text().partition("\t")[0]: action for action in menu.actions() if action.text()}


def choose(menu: QMenu, text: str) -> None:
    entries(menu)[text].trigger()
    menu.close()


@pytest.mark.parametrize("way", ["button", "key", "menu"])
def test_an_answer_that_was_cut_off_is_gone_on_with(open_window: Open, way: str) -> None:
    driver = open_window()
    answer = driver.ask("cut this")
    row = driver.window.pane.view.last_answer().action_row
    assert answer.state == "length"
    driver.qtbot.waitUntil(row.go_on.isVisible)
    if way == "button":
        row.go_on.click()
    elif way == "key":
        driver.edit.setFocus()
        driver.key(Qt.Key.Key_Return, ALT)
    else:
        choose(menu_of(driver), "Go on with this answer")
    assert driver.is_running()
    driver.qtbot.waitUntil(lambda: not driver.is_running())
    assert driver.messages[-1].id == answer.id
    assert len(driver.messages[-1].text) > len(answer.text)


def test_a_whole_answer_offers_no_going_on(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    assert not driver.window.pane.view.last_answer().action_row.go_on.isVisible()
    menu = menu_of(driver)
    assert "Go on with this answer" not in entries(menu)
    menu.close()


def test_an_answer_is_written_anew_as_another_version(open_window: Open) -> None:
    driver = open_window()
    old = driver.ask("Hello")
    choose(menu_of(driver), "Edit answer …")
    editor = driver.window.findChild(AnswerEditor)
    driver.qtbot.waitUntil(editor.edit.hasFocus)
    assert editor.edit.text() == old.text
    editor.edit.clear()
    assert not editor.save.isEnabled()
    driver.qtbot.keyClicks(editor.edit, "My own words")
    editor.save.click()
    assert driver.messages[-1].text == "My own words"
    assert [each.text for each in driver.application.library.siblings(old.id)] == [old.text, "My own words"]


def test_a_chat_is_forked_from_a_message_and_the_fork_is_shown(open_window: Open) -> None:
    driver = open_window()
    driver.ask("First")
    driver.ask("Second")
    before = driver.window.conversation_id
    choose(menu_of(driver, of_user=True), "Fork chat from here")
    assert driver.window.conversation_id != before
    assert [message.text for message in driver.messages if message.role == "user"] == ["First", "Second"]
    assert driver.messages[-1].role == "user"


def test_a_message_is_deleted_with_what_follows_and_comes_back(open_window: Open) -> None:
    driver = open_window()
    driver.ask("First")
    driver.ask("Second")
    before = driver.messages
    choose(menu_of(driver, of_user=True), "Delete, and what follows")
    assert driver.messages == before[:2]
    driver.window.pane.banners.banners()[0].findChild(QPushButton).click()
    assert driver.messages == before


def test_one_version_is_deleted_and_the_other_is_shown(open_window: Open) -> None:
    driver = open_window()
    first = driver.ask("Hello")
    driver.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    driver.wait_answer()
    choose(menu_of(driver), "Delete this version, and what follows")
    assert driver.messages[-1].id == first.id


def test_words_are_copied_as_they_were_written_and_as_they_are_seen(open_window: Open) -> None:
    driver = open_window()
    answer = driver.ask("**bold**")
    choose(menu_of(driver), "Copy as Markdown")
    assert QGuiApplication.clipboard().text() == answer.text
    choose(menu_of(driver), "Copy as plain text")
    assert "**" not in QGuiApplication.clipboard().text()
    assert "bold" in QGuiApplication.clipboard().text()
