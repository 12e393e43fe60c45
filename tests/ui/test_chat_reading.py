"""Words of the chat: selected over several messages, copied, found, and links that are asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from app.conversation import Message, new_id
from tests.ui.conftest import Driver
from ui.text_view import TextView

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
TEXTS = (
    "first **question**",
    "an *answer* with `code`",
    "second question",
    "- one\n- two words\n\n$x^2$ [here](http://x)",
)


def chat(driver: Driver, *texts: str) -> None:
    """Open a conversation of these messages."""
    store = driver.application.store
    conversation = store.create()
    parent: str | None = None
    added: list[Message] = []
    for number, text in enumerate(texts):
        role = "assistant" if number % 2 else "user"
        message = Message(new_id(), conversation.id, parent, role, text, float(number))
        added.append(message)
        parent = message.id
    store.add(*added)
    driver.window.open(conversation.id)
    view = driver.window.pane.view
    driver.qtbot.waitUntil(lambda: view.last_answer() is not None and view.last_answer().isVisible())


@pytest.fixture
def driver(open_window: Open) -> Driver:
    driver = open_window()
    chat(driver, *TEXTS)
    return driver


def text_of(driver: Driver, number: int) -> TextView:
    return driver.window.pane.view.widgets()[number].text


def at(text: TextView, piece: int, place: int) -> QPoint:
    rect = text.caret_rect((piece, place))
    return QPoint(round(rect.left()) + 1, round(rect.center().y()))


def drag(driver: Driver, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    """With the mouse from one message, piece and place to another."""
    first, last = text_of(driver, start[0]), text_of(driver, end[0])
    QTest.mousePress(first, Qt.MouseButton.LeftButton, pos=at(first, *start[1:]))
    target = first.mapFromGlobal(last.mapToGlobal(at(last, *end[1:])))
    # QTest's own mouse move has no button.
    left = Qt.MouseButton.LeftButton
    place = QPointF(target)
    move = QMouseEvent(
        QEvent.Type.MouseMove, place, QPointF(first.mapToGlobal(target)), left, left, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(first, move)
    QTest.mouseRelease(first, left, pos=target)


def copied(driver: Driver) -> str:
    QGuiApplication.clipboard().clear()
    driver.window.pane.view.reading.copy()
    return QGuiApplication.clipboard().text()


def test_a_drag_over_several_messages_selects_what_lies_between(driver: Driver) -> None:
    drag(driver, (0, 0, 6), (2, 0, 6))
    assert copied(driver) == "**question**\n\nan answer with code\n\nsecond"
    driver.window.pane.view.reading.copy_markdown()
    assert QGuiApplication.clipboard().text() == "**question**\n\nan *answer* with `code`\n\nsecond"


def test_a_drag_upwards_selects_the_same(driver: Driver) -> None:
    drag(driver, (2, 0, 6), (0, 0, 6))
    assert copied(driver) == "**question**\n\nan answer with code\n\nsecond"


def test_everything_is_selected_and_copied_by_keys(driver: Driver) -> None:
    text_of(driver, 1).setFocus()
    driver.key(Qt.Key.Key_A, CTRL)
    driver.key(Qt.Key.Key_C, CTRL)
    seen = ("first **question**", "an answer with code", "second question", "• one\n• two words\n$x^2$ here")
    assert QGuiApplication.clipboard().text() == "\n\n".join(seen)


def test_what_is_selected_in_messages_without_widgets_is_copied_too(open_window: Open) -> None:
    driver = open_window()
    texts = [f"Message {number}" for number in range(300)]
    chat(driver, *texts)
    text = driver.window.pane.view.last_answer().text
    text.setFocus()
    driver.key(Qt.Key.Key_A, CTRL)
    assert copied(driver) == "\n\n".join(texts)
    assert len(driver.window.pane.view.widgets()) < 60


def test_shift_and_arrows_select_letters_words_and_lines_over_messages(driver: Driver) -> None:
    text_of(driver, 1).setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(2):
        driver.key(Qt.Key.Key_Right, SHIFT)
    assert copied(driver) == "an"
    driver.key(Qt.Key.Key_Right, SHIFT | CTRL)
    assert copied(driver) == "an "
    driver.key(Qt.Key.Key_End, SHIFT)
    assert copied(driver) == "an answer with code"
    driver.key(Qt.Key.Key_Right, SHIFT)
    driver.key(Qt.Key.Key_Right, SHIFT)
    assert copied(driver) == "an answer with code\n\ns"
    driver.key(Qt.Key.Key_Left, SHIFT)
    driver.key(Qt.Key.Key_Left, SHIFT)
    assert copied(driver) == "an answer with code"


def test_shift_and_down_goes_into_the_next_message(driver: Driver) -> None:
    text_of(driver, 1).setFocus(Qt.FocusReason.TabFocusReason)
    driver.key(Qt.Key.Key_Down, SHIFT)
    assert copied(driver) == "an answer with code"
    driver.key(Qt.Key.Key_Down, SHIFT)
    assert driver.window.pane.view.reading.selection.head.row == 2
    driver.key(Qt.Key.Key_Up, SHIFT)
    assert driver.window.pane.view.reading.selection.head.row == 1


def test_a_double_click_takes_a_word_and_a_triple_click_a_paragraph(driver: Driver) -> None:
    text = text_of(driver, 3)
    place = at(text, 0, 6)
    for words in ("", "two", "• two words"):
        QTest.mousePress(text, Qt.MouseButton.LeftButton, pos=place)
        QTest.mouseRelease(text, Qt.MouseButton.LeftButton, pos=place)
        assert copied(driver) == words


def test_a_selection_stays_while_the_answer_behind_it_grows(open_window: Open) -> None:
    driver = open_window("endless")
    driver.send("Go on")
    driver.wait_writing()
    drag(driver, (0, 0, 0), (0, 0, 2))
    length = len(driver.messages[-1].text)
    driver.qtbot.waitUntil(lambda: len(driver.messages[-1].text) > length + 20)
    assert copied(driver) == "Go"


def test_find_counts_marks_and_goes_around(driver: Driver) -> None:
    driver.edit.setFocus()
    driver.key(Qt.Key.Key_F, CTRL)
    reading = driver.window.pane.view.reading
    driver.qtbot.keyClicks(QApplication.focusWidget(), "QUESTION")
    driver.qtbot.waitUntil(lambda: reading.find.is_done)
    assert reading.bar.count.text() == "1 of 2"
    assert [len(text_of(driver, number).marks(0)) for number in range(4)] == [1, 0, 1, 0]
    driver.key(Qt.Key.Key_Return)
    assert reading.bar.count.text() == "2 of 2"
    driver.key(Qt.Key.Key_Return)
    assert reading.bar.count.text() == "1 of 2"
    driver.key(Qt.Key.Key_Return, SHIFT)
    assert reading.bar.count.text() == "2 of 2"
    driver.key(Qt.Key.Key_Escape)
    assert not reading.bar.isVisible()
    assert text_of(driver, 0).marks(0) == []


def test_find_sees_what_is_seen_and_not_how_it_is_written(driver: Driver) -> None:
    reading = driver.window.pane.view.reading
    for words, number in (("answer with code", 1), ("*answer*", 0), ("**question**", 1), ("nothing such", 0)):
        reading.open_find()
        reading.bar.edit.setText(words)
        driver.qtbot.waitUntil(lambda: reading.find.is_done)
        assert len(reading.find.hits) == number, words
    assert reading.bar.count.text() == "Nothing found"


def test_find_reaches_messages_that_have_no_widgets_and_brings_them_into_sight(open_window: Open) -> None:
    driver = open_window()
    texts = [f"Message {number}" + (" needle" if number in (3, 150) else "") for number in range(300)]
    chat(driver, *texts)
    view = driver.window.pane.view
    view.reading.open_find()
    view.reading.bar.edit.setText("needle")
    driver.qtbot.waitUntil(lambda: view.reading.find.is_done and len(view.reading.find.hits) == 2)
    for number in (3, 150, 3):
        (row,) = [hit.row for hit in view.reading.find.hits if hit.row == number]
        while view.reading.find.hits[view.reading.find.number].row != row:
            view.reading.find.go(1)
        driver.qtbot.waitUntil(lambda: not view._go_on.isActive())
        (shown,) = [widget for widget in view.widgets() if widget.message.text == texts[number]]
        assert view.viewport().rect().contains(shown.geometry().center())


def test_find_looks_again_in_an_answer_that_grows(open_window: Open) -> None:
    driver = open_window("endless")
    driver.send("word")
    driver.wait_writing()
    find = driver.window.pane.view.reading.find
    find.search("word")
    driver.qtbot.waitUntil(lambda: find.is_done)
    before = len(find.hits)
    driver.qtbot.waitUntil(lambda: len(find.hits) > before, timeout=10_000)


def test_a_link_is_opened_only_after_its_address_was_shown(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("ui.chat_reading.QDesktopServices.openUrl", lambda url: opened.append(url.toString()))
    text = text_of(driver, 3)
    for name, result in (("Cancel", []), ("Open", ["http://x"])):
        QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=at(text, 1, 3))
        question = driver.window.findChild(QMessageBox)
        assert question.informativeText() == "http://x" and opened == []
        (button,) = [button for button in question.buttons() if button.text() == name]
        button.click()
        assert opened == result
        driver.qtbot.waitUntil(lambda: driver.window.findChild(QMessageBox) is None)


def test_a_link_to_a_file_is_not_even_asked_about(driver: Driver) -> None:
    driver.window.pane.view.reading._ask_to_open("file:///etc/passwd")
    assert driver.window.findChild(QMessageBox) is None


def test_the_menu_shows_the_key_that_finding_has_now(driver: Driver) -> None:
    reading, commands = driver.window.pane.view.reading, driver.window.commands
    place = QPoint(1, 1)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, place)

    def words() -> list[str]:
        menu = reading.menu(event)
        found = [action.text() for action in menu.actions()]
        menu.deleteLater()
        return found

    assert "Find in this chat\tCtrl+F" in words()
    commands.keys.bind("message.find", QKeySequence("Ctrl+Alt+F"))
    assert "Find in this chat\tCtrl+Alt+F" in words()


def test_the_menu_offers_copying_both_ways_once_something_is_selected(driver: Driver) -> None:
    reading = driver.window.pane.view.reading
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())

    def enabled() -> dict[str, bool]:
        menu = reading.menu(event)
        found = {action.text(): action.isEnabled() for action in menu.actions()}
        menu.deleteLater()
        return found

    assert not enabled()["Copy"] and not enabled()["Copy as Markdown"] and enabled()["Select all"]
    reading.selection.select_all()
    assert enabled()["Copy"] and enabled()["Copy as Markdown"]
