from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.ui.conftest import Driver
from ui.import_dialog import ImportDialog

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def opened(driver: Driver) -> ImportDialog:
    """The dialog, called with its key."""
    driver.key(Qt.Key.Key_O, CTRL)
    return next(each for each in driver.window.findChildren(ImportDialog) if each.isVisible())


def foreign(folder: Path, count: int = 3) -> Path:
    """A file of another program."""
    chats = [{"title": f"Chat {n}", "messages": [{"role": "user", "content": f"Question {n}"}]} for n in range(count)]
    path = folder / "chats.json"
    path.write_bytes(msgspec.json.encode(chats))
    return path


def finish(driver: Driver) -> None:
    driver.qtbot.waitUntil(lambda: driver.application.exchange.state.kind not in ("idle", "running"))


def test_conversations_come_in_and_are_listed(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    dialog.take([foreign(tmp_path)])
    finish(driver)
    assert dialog.progress.text() == "3 conversations came in."
    assert not dialog.progress.problems.isVisible() and not dialog.files.isVisible()
    assert dialog.close_button.text() == "Close" and dialog.close_button.hasFocus()
    driver.key(Qt.Key.Key_Return)
    assert not dialog.isVisible()
    model = driver.window.list.model
    assert {"Chat 0", "Chat 1", "Chat 2"} <= {model.index(row).data() for row in range(model.rowCount())}


def test_what_is_known_already_and_what_cannot_be_read_is_told(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    path = foreign(tmp_path)
    dialog = opened(driver)
    dialog.take([path])
    finish(driver)
    dialog.reject()
    broken = tmp_path / "notes.txt"
    broken.write_text("no conversation", encoding="utf-8")
    driver.window.activateWindow()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)
    dialog = opened(driver)
    dialog.take([path, broken])
    finish(driver)
    assert "3 were known already" in dialog.progress.text()
    assert dialog.progress.problems.isVisible()
    assert "notes.txt" in dialog.progress.problems.toPlainText()


def test_an_import_shows_how_far_it_is_and_escape_stops_it(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    seen: list[float] = []
    driver.application.exchange.changed.connect(lambda state: seen.append(state.fraction))
    dialog.take([foreign(tmp_path, 1500)])
    driver.qtbot.waitUntil(lambda: driver.application.exchange.state.count > 0)
    assert dialog.close_button.text() == "Cancel"
    assert "came in" in dialog.progress.text()
    driver.key(Qt.Key.Key_Escape)
    finish(driver)
    assert dialog.isVisible()
    assert dialog.progress.text().startswith("The import was cancelled.")
    assert 0 < driver.application.exchange.state.count < 1500
    assert seen == sorted(seen)


def test_files_are_dropped_onto_the_dialog(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(foreign(tmp_path)))])
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, buttons, modifiers)
    QApplication.sendEvent(dialog, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPoint(9, 9).toPointF(), Qt.DropAction.CopyAction, data, buttons, modifiers)
    QApplication.sendEvent(dialog, drop)
    finish(driver)
    assert driver.application.exchange.state.count == 3


def test_every_button_has_a_name_and_the_first_one_has_the_keys(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    assert all(each.accessibleName() for each in dialog.findChildren(QAbstractButton))
    driver.qtbot.waitUntil(dialog.files.hasFocus)
