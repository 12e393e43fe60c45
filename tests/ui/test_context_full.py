"""A full context in the window: said in good time, offered when it happens, and seen in the chat afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QWidget

from tests.fakes.fake_engine import FULL
from tests.ui.conftest import Driver
from ui.context_policies import POLICIES
from ui.settings_dialog import SettingsDialog

Open = Callable[..., Driver]


@pytest.fixture
def driver(open_window: Open) -> Driver:
    """The fake engine with a context of four messages, and two turns in it: one more is too much."""
    driver = open_window("full")
    for text in ("one", "two"):
        driver.ask(text)
    return driver


def faded(driver: Driver) -> list[str]:
    return [w.message.text for w in driver.window.pane.view.widgets() if w.text.property("faded")]


def offers(driver: Driver) -> list[QPushButton]:
    """What stands under the newest answer to be chosen."""
    widget = driver.window.pane.view.last_answer().offers
    return [b for b in widget.findChildren(QPushButton) if b.isVisible()]


def press(driver: Driver, within: QWidget, name: str) -> None:
    driver.qtbot.waitUntil(within.isVisible)
    (button,) = (b for b in within.findChildren(QAbstractButton) if b.accessibleName() == name and b.isVisible())
    driver.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def choose_in_menu(driver: Driver, name: str) -> None:
    (menu,) = (m for m in driver.window.findChildren(QMenu) if m.isVisible())
    (action,) = (a for a in menu.actions() if a.text() == name)
    action.trigger()
    menu.close()


def test_an_answer_without_room_offers_three_ways_and_each_answers_again(driver: Driver) -> None:
    refused = driver.ask("three")
    assert FULL.removesuffix(".") in driver.window.pane.view.last_answer().status.text()
    assert [b.text() for b in offers(driver)] == [POLICIES[p].name for p in ("trim", "compact", "window")]
    offers(driver)[0].setFocus()
    driver.key(Qt.Key.Key_Space)
    answer = driver.wait_answer()
    assert answer.id != refused.id and answer.state == "complete"
    assert offers(driver) == []
    assert faded(driver) == ["one", "one (1 messages) "]


def test_an_answer_that_the_chat_has_passed_offers_nothing_and_the_present_policy_is_not_offered(
    driver: Driver,
) -> None:
    driver.ask("three")
    assert len(offers(driver)) == 3
    driver.ask("four")
    assert len([w for w in driver.window.pane.view.widgets() if w.message.state == "context_full"]) == 2
    shown = [b for b in driver.window.pane.view.findChildren(QPushButton) if b.text() == POLICIES["trim"].name]
    assert [b.isVisible() for b in shown].count(True) == 1
    driver.application.context.choose(driver.window.conversation_id, "trim")
    assert [b.text() for b in offers(driver)] == [POLICIES[p].name for p in ("compact", "window")]


def test_behind_what_is_not_seen_a_line_says_so_and_lets_the_model_see_it_again(driver: Driver) -> None:
    driver.application.context.choose(driver.window.conversation_id, "trim")
    driver.ask("three")
    view = driver.window.pane.view
    line = view.context_line
    assert "no longer sees" in line.accessibleName()
    driver.qtbot.waitUntil(lambda: view.widgets()[1].y() < line.y() < view.widgets()[2].y())
    assert line.geometry().bottom() < view.widgets()[2].y()
    press(driver, line, "Let it see them again")
    assert faded(driver) == [] and view.context_line is None


def test_a_summary_can_be_read_where_it_stands(driver: Driver, stray_windows: list[str]) -> None:
    driver.application.context.choose(driver.window.conversation_id, "compact")
    driver.ask("three")
    line = driver.window.pane.view.context_line
    assert stray_windows == [] and driver.edit.hasFocus()
    assert not line.summary.isVisible()
    press(driver, line, "Show summary")
    assert line.summary.isVisible() and line.summary.text() == "one"
    last = line.findChildren(QPushButton)[-1]
    driver.qtbot.waitUntil(lambda: last.geometry().bottom() <= line.rect().bottom())
    with_summary = line.height()
    assert with_summary == line.heightForWidth(line.width())
    press(driver, line, "Hide summary")
    assert not line.summary.isVisible()
    driver.qtbot.waitUntil(lambda: line.height() < with_summary)


def test_the_line_moves_on_with_the_next_cut_and_stays_itself_in_between(driver: Driver) -> None:
    driver.application.context.choose(driver.window.conversation_id, "window")
    driver.ask("three")
    view = driver.window.pane.view
    first = view.context_line
    driver.application.chat.branch_changed.emit(driver.window.conversation_id)
    assert view.context_line is first
    driver.qtbot.waitUntil(lambda: view.widgets()[1].y() < first.y() < view.widgets()[2].y())
    assert "newest part" in view.last_answer().status.text()


def test_another_chat_has_no_line(driver: Driver) -> None:
    driver.application.context.choose(driver.window.conversation_id, "trim")
    driver.ask("three")
    first = driver.window.conversation_id
    driver.window.new_chat()
    assert driver.window.pane.view.context_line is None
    driver.window.open(first)
    assert driver.window.pane.view.context_line is not None
    driver.qtbot.waitUntil(lambda: faded(driver) == ["one", "one (1 messages) "])


def test_a_message_is_pinned_with_its_button_and_the_button_stays_in_sight(driver: Driver) -> None:
    driver.application.context.choose(driver.window.conversation_id, "trim")
    pin = driver.window.pane.view.widgets()[0].action_row.pin
    assert pin.accessibleName() == "Pin: keep in context" and not pin.stays
    pin.setFocus()
    driver.key(Qt.Key.Key_Space)
    assert pin.stays and "Unpin" in pin.accessibleName()
    driver.ask("three")
    assert faded(driver) == ["two", "two (3 messages) "]
    driver.qtbot.mouseClick(pin, Qt.MouseButton.LeftButton)
    assert not driver.messages[0].pinned and not pin.stays


def test_at_four_fifths_it_is_said_once_and_again_only_after_there_was_room(open_window: Open) -> None:
    driver = open_window("full")
    warning = driver.window.pane.warning
    driver.ask("short")
    assert warning.text() == ""
    driver.ask("two words")  # 10 read, 3 written, of 16
    assert "81%" in warning.text() and "you choose" in warning.text()
    press(driver, warning, "Dismiss")
    assert warning.text() == ""
    driver.application.chat.regenerate(driver.messages[-1].id)
    driver.wait_answer()
    assert warning.text() == ""
    driver.window.new_chat()
    driver.ask("two words")
    assert "81%" in warning.text()
    driver.application.chat.edit(driver.messages[0].id, "one")
    driver.wait_answer()
    assert warning.text() == ""
    driver.application.chat.edit(driver.messages[0].id, "two words")
    driver.wait_answer()
    assert "81%" in warning.text()


def test_the_warning_leads_to_the_choice_and_says_what_was_chosen(open_window: Open) -> None:
    driver = open_window("full")
    driver.ask("two words")
    warning = driver.window.pane.warning
    press(driver, warning, "Change what happens when the context is full")
    choose_in_menu(driver, "Summarise oldest")
    assert driver.application.context.policy(driver.window.conversation_id) == "compact"
    assert "summarised" in warning.text()
    press(driver, warning, "Change what happens when the context is full")
    choose_in_menu(driver, "Endless window")
    assert warning.text() == "", "A window is never full."


def test_the_settings_decide_for_chats_without_a_choice_of_their_own(driver: Driver) -> None:
    driver.key(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = driver.window.findChild(SettingsDialog)
    assert dialog.cache.context_policy.currentData() == "stop"
    dialog.cache.context_policy.setCurrentIndex(dialog.cache.context_policy.findData("trim"))
    dialog.accept()
    driver.edit.setFocus()
    assert driver.ask("three").state == "complete"
