"""A real window over the real engine, used by keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.paths import Paths
from ui.main_window import MainWindow
from ui.theme import Theme

SECONDS = 240
"""For anything that loads a model on a slow machine, and compiles kernels for the first time."""


class Window:
    """Its parts, and waiting for what they do."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, paths: Paths) -> None:
        self.qtbot = qtbot
        self.application = Application(paths)
        self.theme = Theme(qapp, "light")
        self.window = MainWindow(self.theme, self.application)
        self.window.show()
        self.window.activateWindow()  # without a window manager nobody else makes it active, and keys need that
        qtbot.waitUntil(self.window.isActiveWindow)
        self.application.start(fetch_missing=False)  # as `window_app.run` does

    def send(self, text: str) -> None:
        edit = self.window.pane.composer.edit
        edit.setFocus()
        self.qtbot.keyClicks(edit, text)
        self.qtbot.keyClick(edit, Qt.Key.Key_Return)

    def branch(self, conversation_id: str = ""):
        return self.application.library.branch(conversation_id or self.window.conversation_id)

    def newest(self, conversation_id: str = ""):
        return self.application.chat.newest(self.branch(conversation_id)[-1])

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=SECONDS * 1000)

    def close(self) -> None:
        self.window.close()
        self.application.close()
        self.window.deleteLater()
        self.theme.deleteLater()
