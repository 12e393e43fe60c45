from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from engine.protocol import VERSION
from tests.ui.conftest import Driver
from ui.about_dialog import AboutDialog


def opened(open_window: Callable[..., Driver]) -> tuple[Driver, AboutDialog]:
    driver = open_window(with_model=False)
    driver.window.commands.run("program.about")
    dialog = driver.window.findChild(AboutDialog)
    driver.qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.list)
    return driver, dialog


def test_the_version_is_said_and_how_qt_is_used(open_window: Callable[..., Driver]) -> None:
    _driver, dialog = opened(open_window)
    words = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert f"Kvasir {VERSION}" in words
    assert "LGPL, version 3" in words


def test_the_keys_go_through_the_packages_and_each_shows_its_licence(open_window: Callable[..., Driver]) -> None:
    driver, dialog = opened(open_window)
    first = dialog.text.toPlainText()
    assert first.startswith(dialog.list.item(1).text().rpartition(" ")[0])
    driver.key(Qt.Key.Key_Down)
    assert dialog.text.toPlainText() != first
    texts = []
    for row in range(dialog.list.count()):
        if dialog.list.item(row).flags() & Qt.ItemFlag.ItemIsSelectable:
            dialog.list.setCurrentRow(row)
            texts.append(dialog.text.toPlainText())
    assert len(set(texts)) == len(texts) > 30
    assert sum("GNU LESSER GENERAL PUBLIC LICENSE" in text for text in texts) >= 2
