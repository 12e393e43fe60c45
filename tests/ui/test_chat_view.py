from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.conversation import Message, new_id
from tests.ui.conftest import Driver
from ui.user_message_widget import UserMessageWidget

Open = Callable[..., Driver]


def long_chat(driver: Driver, messages: int) -> str:
    """A conversation in the store; returns its id."""
    store = driver.application.store
    conversation = store.create()
    parent: str | None = None
    for number in range(messages):
        role = "assistant" if number % 2 else "user"
        message = Message(new_id(), conversation.id, parent, role, f"Message {number}", float(number))
        store.add(message)
        parent = message.id
    return conversation.id


def test_the_end_is_followed_while_it_is_in_sight(open_window: Open) -> None:
    driver = open_window("endless")
    bar = driver.window.pane.view.verticalScrollBar()
    driver.application.chat.send(driver.window.conversation_id, "word " * 600)
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0)
    before = bar.maximum()
    driver.qtbot.waitUntil(lambda: bar.maximum() > before, timeout=20_000)
    assert bar.value() == bar.maximum()


def test_the_view_stays_where_the_user_has_scrolled_to(open_window: Open) -> None:
    driver = open_window("endless")
    view = driver.window.pane.view
    bar = view.verticalScrollBar()
    driver.application.chat.send(driver.window.conversation_id, "word " * 600)
    driver.qtbot.waitUntil(lambda: bar.maximum() > 100)
    bar.setValue(20)
    before = bar.maximum()
    driver.qtbot.waitUntil(lambda: bar.maximum() > before, timeout=20_000)
    assert bar.value() == 20
    view.go_to_end()
    assert bar.value() == bar.maximum()


def test_a_long_chat_opens_with_its_newest_messages(open_window: Open) -> None:
    driver = open_window()
    driver.window.open(long_chat(driver, 120))
    shown = [widget.message.text for widget in driver.window.pane.view.widgets()]
    assert len(shown) == 50
    assert shown[-1] == "Message 119"


def test_earlier_messages_come_when_asked_for_and_the_view_stays(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 120))
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.setValue(0)
    before = bar.maximum()
    first = view.widgets()[0]
    y_before = first.mapTo(view, first.rect().topLeft()).y()
    view.show_earlier.click()
    assert len(view.widgets()) == 100
    driver.qtbot.waitUntil(lambda: bar.maximum() > before + 1000)
    driver.qtbot.waitUntil(lambda: abs(first.mapTo(view, first.rect().topLeft()).y() - y_before) < 60)
    view.show_earlier.click()
    assert len(view.widgets()) == 120
    assert not view.show_earlier.isVisible()


def test_widgets_of_unchanged_messages_are_kept_when_a_new_one_comes(open_window: Open) -> None:
    driver = open_window()
    driver.ask("one")
    before = driver.window.pane.view.widgets()
    driver.ask("two")
    assert driver.window.pane.view.widgets()[:2] == before


def test_an_unfinished_edit_can_be_left_with_escape(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    own = driver.window.pane.view.last_user_message()
    assert isinstance(own, UserMessageWidget)
    own.open_editor()
    driver.qtbot.keyClicks(QApplication.focusWidget(), " and more")
    driver.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert own.text.isVisible()
    assert driver.messages[0].text == "Hello"
    assert len(driver.messages) == 2


def test_a_users_message_is_shown_literally_in_the_chat(open_window: Open) -> None:
    driver = open_window()
    driver.application.chat.send(driver.window.conversation_id, "# a\n\n    <b>b</b>")
    driver.wait_answer()
    assert driver.window.pane.view.last_user_message().text.toPlainText() == "# a\n\n    <b>b</b>"


def test_the_way_to_the_newest_message_is_offered_only_away_from_it(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 60))
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    assert not view.to_end.isVisible()
    bar.setValue(0)
    assert view.to_end.isVisible()
    view.to_end.click()
    assert bar.value() == bar.maximum()
    assert not view.to_end.isVisible()


def test_a_chat_is_never_taller_on_the_way_than_in_the_end(open_window: Open) -> None:
    driver = open_window()
    bar = driver.window.pane.view.verticalScrollBar()
    seen: list[int] = []
    bar.rangeChanged.connect(lambda _least, most: seen.append(most))
    driver.application.chat.send(driver.window.conversation_id, "word " * 1500)
    driver.wait_answer()
    driver.qtbot.waitUntil(lambda: bool(seen) and bar.value() == bar.maximum())
    assert max(seen) == bar.maximum() > 0
