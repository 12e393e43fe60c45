from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import Driver


def name(widget: QWidget) -> tuple[QAccessible.Role, str]:
    found = QAccessible.queryAccessibleInterface(widget)
    return found.role(), found.text(QAccessible.Text.Name)


def test_each_message_is_read_with_who_wrote_it(open_window: Callable[..., Driver]) -> None:
    driver = open_window()
    driver.application.chat.send(driver.window.conversation_id, "**Hello** there")
    driver.wait_answer()
    view = driver.window.pane.view
    driver.wait_shown("Hello")
    own, answer = view.last_user_message(), view.last_answer()
    assert name(own.text) == (QAccessible.Role.Paragraph, "Your message: **Hello** there")
    assert name(answer.text)[1].startswith("Answer: Hello there")
    assert name(answer)[0] == QAccessible.Role.ListItem
    assert name(answer)[1].startswith("Answer by ")
    assert name(view) == (QAccessible.Role.List, "Messages")


def test_a_faded_message_says_that_it_is_not_seen(open_window: Callable[..., Driver]) -> None:
    driver = open_window()
    driver.ask("Hello")
    own = driver.window.pane.view.last_user_message()
    own.set_seen(False)
    described = QAccessible.queryAccessibleInterface(own.text).text(QAccessible.Text.Description)
    assert "no longer sees" in described
