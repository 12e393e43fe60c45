from __future__ import annotations

import os
import signal
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QPushButton, QToolButton

from tests.ui.conftest import Driver

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Open = Callable[..., Driver]


def test_what_is_typed_is_sent_with_enter_and_answered_below(open_window: Open) -> None:
    driver = open_window()
    answer = driver.ask("Hello there")
    assert [message.text for message in driver.messages[:1]] == ["Hello there"]
    assert answer.state == "complete"
    assert "Hello there" in driver.window.pane.view.last_answer().text.toPlainText()
    assert driver.edit.text() == ""


def test_a_receipt_stands_under_the_answer(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello there")
    shown = driver.window.pane.view.last_answer().status.text()
    assert "reused 4" in shown and "read 6" in shown


def test_shift_enter_breaks_the_line_and_sends_nothing(open_window: Open) -> None:
    driver = open_window()
    driver.type("one\ntwo")
    assert driver.edit.text() == "one\ntwo"
    assert driver.messages == ()


def test_blanks_are_not_sent(open_window: Open) -> None:
    driver = open_window()
    driver.send("  ")
    assert driver.messages == ()


def test_escape_stops_the_answer_and_keeps_its_words(open_window: Open) -> None:
    driver = open_window("endless")
    driver.send("Go on")
    driver.wait_writing()
    driver.qtbot.keyClick(driver.edit, Qt.Key.Key_Escape)
    answer = driver.wait_answer()
    assert answer.state == "stopped"
    assert answer.text.startswith("Go on")
    assert driver.window.pane.view.last_answer().status.text().startswith("Stopped · reused")


def test_enter_sends_nothing_while_an_answer_is_written(open_window: Open) -> None:
    driver = open_window("endless")
    driver.send("Go on")
    driver.wait_writing()
    driver.send("too early")
    assert driver.edit.text() == "too early"
    assert [message.text for message in driver.messages if message.role == "user"] == ["Go on"]


def test_turning_to_another_chat_neither_stops_nor_mixes_answers(open_window: Open) -> None:
    driver = open_window("endless")
    first = driver.window.conversation_id
    driver.send("first question")
    driver.wait_writing()
    driver.key(Qt.Key.Key_N, CTRL)
    second = driver.window.conversation_id
    assert second != first
    driver.send("second question")
    driver.wait_writing()
    assert driver.application.chat.is_running(first)
    driver.wait_shown("second question")
    driver.window.open(first)
    driver.wait_shown("first question")
    driver.key(Qt.Key.Key_Escape)
    driver.qtbot.waitUntil(lambda: not driver.application.chat.is_running(first))
    assert driver.application.chat.is_running(second)
    for conversation, other in ((first, "second"), (second, "first")):
        texts = [message.text for message in driver.application.library.branch(conversation)]
        assert not any(other in text for text in texts)


def test_a_deleted_chat_comes_back_with_undo_and_is_shown_again(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Keep this")
    deleted = driver.window.conversation_id
    driver.key(Qt.Key.Key_Backspace, CTRL | SHIFT)
    assert driver.window.conversation_id != deleted
    banner = driver.window.pane.banners.banners()[0]
    assert "Keep this" in banner.notice.sentence
    focus = QApplication.focusWidget()
    banner.findChild(QPushButton).click()
    assert driver.window.conversation_id == deleted
    assert driver.messages[0].text == "Keep this"
    assert QApplication.focusWidget() is focus
    assert driver.window.pane.banners.banners() == ()


def test_deleting_while_an_answer_is_written_works(open_window: Open) -> None:
    driver = open_window("endless")
    driver.send("Go on")
    driver.wait_writing()
    deleted = driver.window.conversation_id
    driver.key(Qt.Key.Key_Backspace, CTRL | SHIFT)
    driver.qtbot.waitUntil(lambda: not driver.application.chat.is_running(deleted))
    assert driver.application.library.conversation(deleted) is None


def test_f2_renames_in_the_list(open_window: Open) -> None:
    driver = open_window()
    driver.ask("A question about trees")
    driver.key(Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    assert editor.text() == "A question about trees"
    editor.selectAll()
    driver.qtbot.keyClicks(editor, "Trees")
    driver.qtbot.keyClick(editor, Qt.Key.Key_Return)
    library = driver.application.library
    driver.qtbot.waitUntil(lambda: library.conversation(driver.window.conversation_id).title == "Trees")
    assert driver.window.windowTitle().startswith("Trees")


def test_each_chat_keeps_its_own_draft(open_window: Open) -> None:
    driver = open_window()
    driver.ask("first")
    first = driver.window.conversation_id
    driver.type("half a thought")
    driver.key(Qt.Key.Key_N, CTRL)
    assert driver.edit.text() == ""
    driver.type("another")
    driver.window.open(first)
    assert driver.edit.text() == "half a thought"


def test_a_draft_survives_a_restart(open_window: Open) -> None:
    driver = open_window()
    driver.type("not yet sent")
    assert open_window().edit.text() == "not yet sent"


def test_the_answer_again_key_makes_a_second_version_and_the_arrows_go_between_them(open_window: Open) -> None:
    driver = open_window()
    first = driver.ask("Hello")
    driver.key(Qt.Key.Key_R, CTRL)
    second = driver.wait_answer()
    assert second.id != first.id
    view = driver.window.pane.view
    view.last_answer().action_row.version_requested.emit(-1)
    assert driver.messages[-1].id == first.id
    assert view.last_answer().message.id == first.id


def test_up_in_an_empty_box_rewords_the_last_message(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Helo")
    driver.edit.setFocus()
    driver.key(Qt.Key.Key_Up)
    editor = QApplication.focusWidget()
    assert editor.accessibleName() == "Edit message"
    editor.selectAll()
    driver.qtbot.keyClicks(editor, "Hello")
    driver.qtbot.keyClick(editor, Qt.Key.Key_Return)
    driver.wait_answer()
    assert [message.text for message in driver.messages if message.role == "user"] == ["Hello"]
    assert len(driver.application.library.siblings(driver.messages[0].id)) == 2
    assert driver.edit.hasFocus()


def test_escape_gives_up_rewording_and_goes_back_to_the_box_for_writing(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.edit.setFocus()
    driver.key(Qt.Key.Key_Up)
    assert not driver.edit.hasFocus()
    driver.key(Qt.Key.Key_Escape)
    assert driver.edit.hasFocus()
    assert [message.text for message in driver.messages if message.role == "user"] == ["Hello"]


def test_the_last_answer_is_copied_by_key_exactly_as_it_is(open_window: Open) -> None:
    driver = open_window()
    answer = driver.ask("**bold**  `x`")
    driver.key(Qt.Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == answer.text


def test_the_engines_death_is_told_and_the_next_message_is_answered(open_window: Open) -> None:
    driver = open_window("crash")
    answer = driver.ask("please die now")
    assert answer.state == "failed"
    assert answer.text.startswith("please")
    shown = driver.window.pane.view.last_answer().status.text()
    assert answer.error in shown
    assert driver.ask("Are you back?").state == "complete"


def test_the_news_of_the_engines_death_leaves_when_the_engine_runs_again(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    engine = driver.application.engine
    os.kill(engine.state.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    driver.qtbot.waitUntil(lambda: engine.state.kind == "failed")
    banners = driver.window.pane.banners
    assert [banner.notice.sentence for banner in banners.banners()] == [engine.state.sentence]
    assert driver.ask("Are you back?").state == "complete"
    assert banners.banners() == ()


def test_try_again_asks_for_another_answer(open_window: Open) -> None:
    driver = open_window("fail")
    first = driver.ask("Hello")
    assert first.state == "failed"
    driver.window.pane.view.last_answer().status.try_again_requested.emit()
    assert driver.wait_answer().id != first.id


def test_side_panes_are_hidden_by_key_and_stay_so_after_a_restart(open_window: Open) -> None:
    driver = open_window()
    assert driver.window.list.isVisible() and driver.window.sidebar.isVisible()
    driver.key(Qt.Key.Key_B, CTRL)
    driver.key(Qt.Key.Key_B, CTRL | SHIFT)
    assert not driver.window.list.isVisible() and not driver.window.sidebar.isVisible()
    driver = open_window()
    assert not driver.window.list.isVisible() and not driver.window.sidebar.isVisible()


def test_a_narrow_window_gives_its_room_to_the_chat_until_a_pane_is_called(open_window: Open) -> None:
    driver = open_window()
    driver.window.resize(480, 700)
    assert driver.window.width() == 480
    assert not driver.window.list.isVisible() and not driver.window.sidebar.isVisible()
    driver.key(Qt.Key.Key_F, CTRL | SHIFT)
    assert driver.window.list.search.hasFocus()
    driver.window.resize(1200, 700)
    assert driver.window.list.isVisible() and driver.window.sidebar.isVisible()


def test_panes_called_in_a_narrow_window_take_turns_and_leave_the_chat_readable(open_window: Open) -> None:
    driver = open_window()
    window = driver.window
    window.resize(480, 700)
    driver.key(Qt.Key.Key_B, CTRL)
    driver.qtbot.waitUntil(lambda: window.pane.width() >= 350)
    assert window.list.isVisible()
    driver.key(Qt.Key.Key_B, CTRL | SHIFT)
    assert window.sidebar.isVisible() and not window.list.isVisible()
    driver.qtbot.waitUntil(lambda: window.pane.width() >= 350)
    driver.key(Qt.Key.Key_B, CTRL)
    assert window.list.isVisible() and not window.sidebar.isVisible()


def test_size_survives_a_restart(open_window: Open) -> None:
    driver = open_window()
    driver.window.resize(740, 620)  # offscreen, Qt's screen has 800 by 800
    assert open_window().window.size().toTuple() == (740, 620)


def test_shift_escape_goes_to_the_box_for_writing(open_window: Open) -> None:
    driver = open_window()
    driver.window.list.view.setFocus()
    driver.key(Qt.Key.Key_Escape, SHIFT)
    assert driver.edit.hasFocus()


def test_without_a_model_the_first_start_is_offered(open_window: Open) -> None:
    driver = open_window(with_model=False)
    assert driver.window.pane.first_start.isVisible()


def test_the_chat_that_was_used_last_is_opened_at_the_start_though_another_is_pinned(open_window: Open) -> None:
    driver = open_window()
    driver.ask("The older one")
    driver.application.library.pin(driver.window.conversation_id, True)
    driver.key(Qt.Key.Key_N, CTRL)
    driver.ask("The newer one")
    assert open_window().messages[0].text == "The newer one"


def test_the_key_for_attaching_asks_for_files(open_window: Open) -> None:
    driver = open_window()
    driver.key(Qt.Key.Key_A, CTRL | SHIFT)
    dialog = driver.window.findChild(QFileDialog)
    assert dialog.windowTitle() == "Attach files"
    dialog.reject()


def test_the_menu_of_the_open_chat_does_what_the_list_does(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    buttons = {each.accessibleName(): each for each in driver.window.pane.findChildren(QToolButton)}
    buttons["More for this chat"].click()
    menu = next(each for each in driver.window.findChildren(QMenu) if each.isVisible())
    entries = {action.text().partition("\t")[0]: action for action in menu.actions()}
    entries["Duplicate"].trigger()
    menu.close()
    assert driver.window.windowTitle().startswith("Hello (copy)")
    assert "Settings of this chat (Ctrl+I)" in buttons


def test_the_keys_of_a_chat_work_on_the_one_that_is_open(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    library, chat_id = driver.application.library, driver.window.conversation_id
    driver.key(Qt.Key.Key_P, CTRL | SHIFT)
    assert library.conversation(chat_id).pinned
    driver.key(Qt.Key.Key_P, CTRL | SHIFT)
    assert not library.conversation(chat_id).pinned
    driver.key(Qt.Key.Key_E, CTRL)
    assert library.conversation(chat_id).archived
    driver.key(Qt.Key.Key_D, CTRL | SHIFT)
    assert driver.window.conversation_id != chat_id
    assert len(library.conversations()) + len(library.conversations("archive")) == 2
