from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QTextEdit,
    QWidget,
)

from app.notices import Notice
from tests.ui.conftest import Driver

Open = Callable[..., Driver]
CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QAbstractItemView, QProgressBar)


def controls(window: QWidget) -> list[QWidget]:
    """What can be used or read, but for the insides that Qt itself makes and names."""
    found = [widget for kind in CONTROLS for widget in window.findChildren(kind)]
    return [widget for widget in found if not widget.objectName().startswith("qt_") and not _is_inside(widget)]


def _is_inside(widget: QWidget) -> bool:
    # The cross in a line edit belongs to it.
    return isinstance(widget.parent(), QLineEdit)


def test_every_control_has_a_name(open_window: Open) -> None:
    driver = open_window("fail")
    driver.ask("Hello")
    driver.window.pane.banners.show_notice(Notice("error", "Something broke.", "Mend it", lambda: None))
    nameless = [widget for widget in controls(driver.window) if not widget.accessibleName()]
    assert not nameless
    assert len(controls(driver.window)) > 15


def test_every_visible_control_is_reached_with_tab(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.edit.setFocus()
    reached: list[QWidget] = []
    while QApplication.focusWidget() not in reached:
        reached.append(QApplication.focusWidget())
        driver.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    wanted = [
        widget
        for widget in controls(driver.window)
        if widget.isVisible() and widget.isEnabled() and not isinstance(widget, QProgressBar)
    ]
    assert not [widget.accessibleName() for widget in wanted if widget not in reached]


def test_the_hidden_actions_of_a_message_appear_when_they_have_the_focus(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    own = driver.window.pane.view.last_user_message()
    copy = own.action_row.findChild(QAbstractButton)
    quiet = copy.grab().toImage()
    copy.setFocus()
    driver.qtbot.waitUntil(copy.hasFocus)
    assert copy.grab().toImage() != quiet


def test_a_running_answer_is_said_of_its_row_in_the_list(open_window: Open) -> None:
    driver = open_window("endless")
    driver.send("Hello")
    driver.wait_writing()
    index = driver.window.list.model.index_of(driver.window.conversation_id)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Hello, answering"
