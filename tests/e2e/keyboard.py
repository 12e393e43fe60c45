"""Somebody who uses the window by keyboard alone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.conversation import Message
from app.paths import Paths
from tests.e2e.window import Window

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
MOST_TABS = 60


class Keyboard:
    """Somebody who has a keyboard only: every key goes to whatever has the focus."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, paths: Paths) -> None:
        self.qtbot = qtbot
        self.program = Window(qtbot, qapp, paths)
        self.window = self.program.window

    @property
    def focus(self) -> QWidget:
        return QApplication.focusWidget() or QApplication.activeWindow() or self.window

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        self.qtbot.keyClick(self.focus, key, modifiers)

    def type(self, text: str) -> None:
        self.qtbot.keyClicks(self.focus, text)

    def tab_to(self, name: str) -> None:
        """Press Tab until what has this name has the focus."""
        for _ in range(MOST_TABS):
            if self.focus.accessibleName() == name:
                return
            self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not come to {name!r}")

    def do(self, words: str) -> None:
        """Find a command, a chat or a model in the palette, and take the first."""
        self.press(Qt.Key.Key_K, CTRL)
        self.qtbot.waitUntil(self.window.command_palette.edit.hasFocus)
        self.type(words)
        self.press(Qt.Key.Key_Return)

    def ask(self, text: str) -> Message:
        """Write a message and wait for the end of its answer."""
        self.qtbot.waitUntil(self.window.pane.composer.edit.hasFocus)
        self.type(text)
        self.press(Qt.Key.Key_Return)
        return self.answer(text)

    def answer(self, text: str) -> Message:
        """The answer to a message, when it has ended."""
        program = self.program

        def has_ended() -> bool:
            branch = program.branch()
            is_there = len(branch) > 1 and branch[-2].text == text and program.newest().role == "assistant"
            return is_there and not program.application.chat.is_running(self.window.conversation_id)

        program.wait(has_ended)
        return program.newest()

    def shown(self) -> str:
        """The newest answer as it is seen."""
        answer = self.window.pane.view.last_answer()
        return "" if answer is None else answer.text.toPlainText()
