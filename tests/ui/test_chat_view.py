from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.conversation import Message, new_id
from tests.ui.conftest import Driver
from ui.answer_widget import AnswerWidget
from ui.text_view import TextView
from ui.user_message_widget import UserMessageWidget

Open = Callable[..., Driver]


def long_chat(driver: Driver, messages: int, text: str = "", reasoning: str = "") -> str:
    """A conversation in the store, its messages numbered or all alike; returns its id."""
    store = driver.application.store
    conversation = store.create()
    parent: str | None = None
    added: list[Message] = []
    for number in range(messages):
        role = "assistant" if number % 2 else "user"
        thoughts = reasoning if number % 2 else ""
        words = text or f"Message {number}"
        message = Message(new_id(), conversation.id, parent, role, words, float(number), reasoning=thoughts)
        added.append(message)
        parent = message.id
    store.add(*added)
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


def seen(driver: Driver) -> list[str]:
    """The messages of which something is in the window, oldest first."""
    view = driver.window.pane.view
    area = view.viewport().rect()
    return [w.message.text for w in view.widgets() if w.isVisible() and w.geometry().intersects(area)]


def at_end(driver: Driver) -> bool:
    bar = driver.window.pane.view.verticalScrollBar()
    return 0 < bar.maximum() == bar.value()


def test_a_long_chat_opens_at_its_end_with_few_widgets(open_window: Open) -> None:
    driver = open_window()
    driver.window.open(long_chat(driver, 400))
    driver.qtbot.waitUntil(lambda: at_end(driver) and seen(driver)[-1] == "Message 399")
    assert len(driver.window.pane.view.widgets()) < 60


def test_wherever_it_is_scrolled_to_there_are_messages_and_few_widgets(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 400))
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: at_end(driver))
    for share in (0.0, 0.5, 0.2, 0.9):
        bar.setValue(int(bar.maximum() * share))
        driver.qtbot.waitUntil(lambda: len(seen(driver)) > 3)
        numbers = [int(text.split()[1]) for text in seen(driver)]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert abs(numbers[0] - 400 * share) < 40
        assert len(view.widgets()) < 60


def test_what_is_read_stays_in_place_when_a_guess_above_it_was_wrong(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    conversation = long_chat(driver, 60, text="- list\n" * 20 + "\n\n# Heading\n\n" + "many words " * 80)
    driver.window.open(conversation)
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: at_end(driver))
    bar.setValue(bar.maximum() // 2)
    driver.qtbot.waitUntil(lambda: len(seen(driver)) > 0 and not view._go_on.isActive())
    for _ in range(40):
        before = {widget.message.id: widget.y() for widget in view.widgets() if widget.isVisible()}
        bar.setValue(bar.value() - 60)
        driver.qtbot.wait(1)
        moved = [widget.y() - before[widget.message.id] for widget in view.widgets() if widget.message.id in before]
        top = [distance for distance in moved if abs(distance - 60) <= 1]
        assert len(top) >= 1, moved


def test_a_message_of_many_screens_is_laid_out_in_part(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 2, text="A paragraph of a few words.\n\n" * 3_000))
    driver.qtbot.waitUntil(lambda: at_end(driver))
    answer = view.last_answer()
    assert answer.height() > 50_000
    assert answer.text.num_laid_out < 150
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    driver.qtbot.waitUntil(lambda: not view._go_on.isActive())
    assert 5 < answer.text.num_laid_out < 150


def test_the_newest_answer_can_be_reached_from_anywhere(open_window: Open) -> None:
    driver = open_window()
    driver.window.open(long_chat(driver, 400))
    driver.qtbot.waitUntil(lambda: at_end(driver))
    driver.window.pane.view.verticalScrollBar().setValue(0)
    driver.qtbot.waitUntil(lambda: seen(driver)[0] == "Message 0")
    assert driver.window.pane.view.last_answer().message.text == "Message 399"
    assert driver.window.pane.view.last_user_message().message.text == "Message 398"


def test_a_message_that_is_being_reworded_keeps_its_words_out_of_sight(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 400))
    driver.qtbot.waitUntil(lambda: at_end(driver))
    own = view.last_user_message()
    own.open_editor()
    driver.qtbot.keyClicks(QApplication.focusWidget(), " and more")
    driver.edit.setFocus()
    view.verticalScrollBar().setValue(0)
    driver.qtbot.waitUntil(lambda: seen(driver)[0] == "Message 0")
    view.go_to_end()
    assert own.isVisible() and not own.text.isVisible()


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


def test_tab_goes_through_the_messages_from_top_to_bottom(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 60))
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: at_end(driver))
    bar.setValue(bar.maximum() // 2)
    driver.qtbot.waitUntil(lambda: len(seen(driver)) > 3 and not view._go_on.isActive())
    view.widgets()[0].text.setFocus()
    order: list[int] = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        place = [number for number, widget in enumerate(view.widgets()) if widget.isAncestorOf(focus)]
        if place and isinstance(focus, TextView):
            order.append(int(view.widgets()[place[0]].message.text.split()[1]))
        driver.qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert len(order) > 5
    assert order == list(range(order[0], order[0] + len(order)))


def test_what_gets_the_focus_by_a_key_comes_into_sight(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 60))
    driver.qtbot.waitUntil(lambda: at_end(driver) and view.widgets()[0].y() < -100)
    hidden = view.widgets()[0]
    assert not hidden.geometry().intersects(view.viewport().rect())
    hidden.text.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.viewport().rect().contains(hidden.geometry().center())


def test_the_window_forgets_no_thoughts_that_were_opened(open_window: Open) -> None:
    driver = open_window()
    view = driver.window.pane.view
    driver.window.open(long_chat(driver, 200, reasoning="Let me see."))
    driver.qtbot.waitUntil(lambda: at_end(driver))
    view.last_answer().thinking.toggle()
    other = [widget for widget in view.widgets() if isinstance(widget, AnswerWidget)][-2]
    other.thinking.toggle()
    name = other.message.text
    view.verticalScrollBar().setValue(0)
    driver.qtbot.waitUntil(lambda: seen(driver)[0] == "Message 0")
    assert all(not widget.thinking.is_open for widget in view.widgets()[:6] if isinstance(widget, AnswerWidget))
    view.go_to_end()
    driver.qtbot.waitUntil(lambda: name in seen(driver))
    (again,) = [widget for widget in view.widgets() if widget.message.text == name]
    assert again.thinking.is_open and again.thinking.text.toPlainText() == "Let me see."
