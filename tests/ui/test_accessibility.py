from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QKeySequenceEdit,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QProgressBar,
    QRadioButton,
    QTextEdit,
    QWidget,
)

from app.notices import Notice
from tests.ui.conftest import Driver
from ui.finder_list import FinderList
from ui.text_view import TextView

Open = Callable[..., Driver]
CONTROLS = (
    QAbstractButton,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QAbstractItemView,
    QProgressBar,
    QComboBox,
    QKeySequenceEdit,
    TextView,
)
ROLE_OF_NOTHING = (QAccessible.Role.NoRole, QAccessible.Role.Client)
MOST_TABS = 200
RING = 12
"""Pixels around a control in which its focus may show, as in the frame around the box for writing."""


def controls(window: QWidget) -> list[QWidget]:
    """What can be used or read in a window, but for the insides that Qt itself makes and names."""
    found = dict.fromkeys(widget for kind in CONTROLS for widget in window.findChildren(kind))
    return [widget for widget in found if widget.window() is window and not _is_inside(widget)]


def _is_inside(widget: QWidget) -> bool:
    """Belongs to another control: the cross in a line edit, the list of a choice, the corner of a table."""
    parent = widget.parentWidget()
    inner = widget.objectName().startswith("qt_") or isinstance(parent, (QLineEdit, QKeySequenceEdit, QComboBox))
    return inner or type(widget).__name__ in ("QHeaderView", "QTableCornerButton", "QComboBoxListView")


def usable(window: QWidget) -> list[QWidget]:
    """The controls that are in sight and can be used now."""
    wanted = [widget for widget in controls(window) if widget.isVisible() and widget.isEnabled()]
    return [widget for widget in wanted if not isinstance(widget, QProgressBar)]


def reached_by_tab() -> list[QWidget]:
    """Everything that Tab comes to, from what has the focus on."""
    reached: list[QWidget] = []
    focus = QApplication.focusWidget()
    while focus is not None and focus not in reached and len(reached) < MOST_TABS:
        reached.append(focus)
        focus.focusNextChild()
        focus = QApplication.focusWidget()
    return reached


def without_keys(window: QWidget) -> list[str]:
    """Controls to which no key leads."""
    reached = reached_by_tab()
    groups = [widget.group() for widget in reached if isinstance(widget, QRadioButton)]

    def has_way(widget: QWidget) -> bool:
        if isinstance(widget, QRadioButton) and widget.group() is not None and widget.group() in groups:
            return True  # the arrow keys go from one to the other
        return widget in reached or widget.focusProxy() in reached or isinstance(widget, FinderList)

    return [described(widget) for widget in usable(window) if not has_way(widget)]


def nameless(widgets: Iterable[QWidget]) -> list[str]:
    """Those of which a screen reader cannot say what they are called, or what they are."""
    found = []
    for widget in widgets:
        interface = QAccessible.queryAccessibleInterface(widget)
        if not interface.text(QAccessible.Text.Name).strip() or interface.role() in ROLE_OF_NOTHING:
            found.append(described(widget))
    return found


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName()!r} in {type(widget.parentWidget()).__name__}"


def dialogs(driver: Driver) -> Iterator[tuple[str, QDialog]]:
    """Every dialog that a command opens, one after the other, and what its command is called."""
    before = set(QApplication.topLevelWidgets())
    for command in driver.window.commands.possible():
        if command.name in UNUSABLE:
            continue
        driver.window.activateWindow()
        driver.edit.setFocus()
        driver.window.commands.run(command.name)
        for dialog in set(QApplication.topLevelWidgets()) - before:
            if isinstance(dialog, QDialog) and not isinstance(dialog, QFileDialog) and dialog.isVisible():
                dialog.activateWindow()
                driver.qtbot.waitUntil(lambda dialog=dialog: dialog.isAncestorOf(QApplication.focusWidget()))
                yield command.name, dialog
            if dialog.isVisible():
                dialog.close()
        QApplication.sendPostedEvents(None, 0)
        before |= set(QApplication.topLevelWidgets())
        if driver.window.command_palette.isVisible():
            driver.window.command_palette.leave()


UNUSABLE = {"program.quit", "chat.delete", "engine.restart", "model.unload", "model.fetch", "message.edit"}
"""What these do takes away what other commands need."""


def test_every_control_has_a_name_and_a_role(open_window: Open) -> None:
    driver = open_window("fail")
    driver.ask("Hello")
    driver.window.pane.banners.show_notice(Notice("error", "Something broke.", "Mend it", lambda: None))
    assert nameless(controls(driver.window)) == []
    assert len(controls(driver.window)) > 15


def test_every_visible_control_is_reached_with_tab(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.window.pane.banners.show_notice(Notice("error", "Something broke.", "Mend it", lambda: None))
    driver.edit.setFocus()
    assert without_keys(driver.window) == []


def test_the_first_start_is_reached_with_tab(open_window: Open) -> None:
    driver = open_window(with_model=False)
    assert driver.window.pane.first_start.isVisible()
    driver.edit.setFocus()
    assert without_keys(driver.window) == []
    assert nameless(controls(driver.window)) == []


def test_every_control_of_every_dialog_has_a_name_a_role_and_a_way_by_keys(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    seen: dict[str, str] = {}
    problems: dict[str, list[str]] = {}
    for name, dialog in dialogs(driver):
        seen[name] = type(dialog).__name__
        lists = [each for each in dialog.findChildren(QListView) if each.property("kind") == "pages"]
        for page in range(lists[0].model().rowCount() if lists else 1):
            if lists:
                lists[0].setCurrentIndex(lists[0].model().index(page, 0))
                lists[0].setFocus()
            faults = [*without_keys(dialog), *nameless(usable(dialog))]
            if not dialog.windowTitle():
                faults.append("no title")
            if faults:
                problems[f"{name} {page}"] = faults
    assert problems == {}
    assert {"SettingsDialog", "ChatSettingsDialog", "PromptDialog", "ExportDialog", "ImportDialog", "KeysDialog"} <= {
        *seen.values()
    }


def test_the_focus_is_seen_wherever_it_is(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.window.pane.banners.show_notice(Notice("error", "Something broke.", "Mend it", lambda: None))
    window = driver.window
    driver.edit.setFocus()
    reached = reached_by_tab()
    assert len(reached) > 15
    unseen = []
    for number, widget in enumerate(reached):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size()).adjusted(-RING, -RING, RING, RING)
        focused = window.grab(place).toImage()
        reached[number - 1 if number else 1].setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if window.grab(place).toImage() == focused:
            unseen.append(described(widget))
    assert unseen == []


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
