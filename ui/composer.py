"""The box at the bottom of the chat: what the user writes, kept as a draft of each conversation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.library_controller import LibraryController
from ui.controls import IconButton
from ui.growing_edit import GrowingEdit
from ui.theme import SPACING, Theme

_HEIGHT_SHARE = 3
"""The box takes at most one part in this many of the window's height."""


class Composer(QFrame):
    """Writes one message; the library keeps every keystroke of it until it is sent."""

    send_requested = Signal(str)
    stop_requested = Signal()
    edit_last_requested = Signal()

    def __init__(self, theme: Theme, library: LibraryController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._conversation_id = ""
        self._is_running = False
        self.setProperty("kind", "composer")
        self.edit = GrowingEdit("Message", self)
        self.edit.setPlaceholderText("Write a message")
        self.button = IconButton(theme, "send", "Send", self._press, on_accent=True, parent=self)
        self.button.setProperty("kind", "send")

        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)

        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.submitted.connect(self._send)
        self.edit.cancelled.connect(self.stop_requested)
        self.edit.recalled.connect(self.edit_last_requested)
        self.edit.focus_changed.connect(self._show_focus)
        self._refresh_button()

    def open(self, conversation_id: str) -> None:
        """Take up the draft of a conversation."""
        self._conversation_id = conversation_id
        self._set_text(self._library.draft(conversation_id))

    def clear(self) -> None:
        """Begin an empty message, after the text was sent; `chat.send` has forgotten its draft."""
        self._set_text("")

    def set_running(self, is_running: bool) -> None:
        """While an answer is written, the button stops it."""
        self._is_running = is_running
        self._refresh_button()

    def fit(self, window_height: int) -> None:
        """Grow with the text up to a third of the window."""
        self.edit.set_height_limit(window_height // _HEIGHT_SHARE)

    def _set_text(self, text: str) -> None:
        self.edit.blockSignals(True)
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.edit.blockSignals(False)
        self._refresh_button()

    @Slot()
    def _on_text_changed(self) -> None:
        self._library.set_draft(self._conversation_id, self.edit.text())
        self._refresh_button()

    @Slot()
    def _send(self) -> None:
        text = self.edit.text()
        if self._is_running or not text.strip():
            return
        self.send_requested.emit(text)

    def _press(self) -> None:
        if self._is_running:
            self.stop_requested.emit()
        else:
            self._send()
        self.edit.setFocus()

    def _refresh_button(self) -> None:
        self.button.set_icon("stop" if self._is_running else "send")
        self.button.set_name("Stop (Esc)" if self._is_running else "Send (Enter)")
        self.button.setEnabled(self._is_running or bool(self.edit.text().strip()))

    @Slot(object)
    def _show_focus(self, edit: QWidget) -> None:
        self.setProperty("active", edit.hasFocus())
        self.style().unpolish(self)
        self.style().polish(self)
