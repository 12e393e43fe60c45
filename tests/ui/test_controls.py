"""Controls that are used all over the window."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.controls import UpDownScroll


def test_what_scrolls_up_and_down_only_is_as_wide_as_what_it_comes_to_hold(qtbot: QtBot) -> None:
    held, window = QWidget(), QWidget()
    qtbot.addWidget(window)
    words = QLabel("short")
    QVBoxLayout(held).addWidget(words)
    scroll = UpDownScroll("Page", held)
    QVBoxLayout(window).addWidget(scroll)
    scroll.setMinimumWidth(100)
    window.show()
    window.resize(100, 300)
    words.setText("words that are much longer than those that were there before")
    for _ in range(5):
        QApplication.processEvents()
    assert scroll.viewport().width() >= held.minimumSizeHint().width() > 300
