"""The box at the bottom of the chat: what the user writes and attaches, kept as a draft of each conversation."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.application import Application
from app.translation import mark, tr
from ui.controls import IconButton, set_style_property
from ui.draft_attachments import DraftAttachments
from ui.growing_edit import GrowingEdit
from ui.local_files import local_files
from ui.theme import SPACING, Theme

_NO_PICTURES = mark("A picture cannot be attached: the model reads text only.")
_HEIGHT_SHARE = 3
"""The box takes at most one part in this many of the window's height."""


class Composer(QFrame):
    """Writes one message; the library keeps every keystroke of it until it is sent."""

    send_requested = Signal(str)
    stop_requested = Signal()
    edit_last_requested = Signal()
    version_requested = Signal(object)
    """Carries how far to go: -1 for the version before, 1 for the one after."""

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = application.library
        self._attachments = application.attachments
        self._token_counts = application.token_counts
        self._conversation_id = ""
        self._is_running = False
        self.setProperty("kind", "composer")
        self.attached = DraftAttachments(theme, application, self)
        self.edit = GrowingEdit(tr("Message"), self)
        self.edit.setPlaceholderText(tr("Write a message"))
        self.edit.take_paste = self._take_paste
        self.attach = IconButton(theme, "paperclip", tr("Attach files"), self.choose_files, parent=self)
        self.button = IconButton(theme, "send", tr("Send"), self._press, on_accent=True, parent=self)
        self.button.setProperty("kind", "send")

        line = QHBoxLayout()
        line.setSpacing(SPACING.small)
        line.addWidget(self.attach, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.edit, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.attached)
        layout.addLayout(line)

        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.submitted.connect(self._send)
        self.edit.cancelled.connect(self.stop_requested)
        self.edit.recalled.connect(self.edit_last_requested)
        self.edit.stepped.connect(self.version_requested)
        self.edit.focus_changed.connect(self._show_focus)
        self.attached.emptied.connect(self.edit.setFocus)
        self._attachments.changed.connect(self._on_attachments)
        self._refresh_button()

    def open(self, conversation_id: str) -> None:
        """Take up the draft of a conversation."""
        self._conversation_id = conversation_id
        self.attached.open(conversation_id)
        self._set_text(self._library.draft(conversation_id))

    def clear(self) -> None:
        """Begin an empty message, after this one was sent; `chat.send` has taken its draft and what was attached."""
        self.attached.refresh_sent()
        self._set_text("")

    def choose_files(self) -> None:
        """Let the user choose files to attach."""
        dialog = QFileDialog(self.window(), tr("Attach files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda names: self.attach_files(map(Path, names)))
        dialog.open()

    def attach_files(self, paths: Iterable[Path]) -> None:
        """Attach files to the draft that is shown."""
        self._attachments.attach_files(self._conversation_id, paths)
        self.edit.setFocus()

    def set_running(self, is_running: bool) -> None:
        """While an answer is written, the button stops it."""
        self._is_running = is_running
        self._refresh_button()

    def set_temporary(self, is_temporary: bool) -> None:
        """Look like a place where nothing stays."""
        set_style_property(self, "temporary", is_temporary)
        self.edit.setPlaceholderText(tr("Write a message that is not kept") if is_temporary else tr("Write a message"))

    def fit(self, window_height: int) -> None:
        """Grow with the text up to a third of the window."""
        self.edit.set_height_limit(window_height // _HEIGHT_SHARE)

    def _set_text(self, text: str) -> None:
        self.edit.blockSignals(True)
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.edit.blockSignals(False)
        self._token_counts.open_draft(text)
        self._refresh_button()

    @Slot()
    def _on_text_changed(self) -> None:
        text = self.edit.text()
        self._library.set_draft(self._conversation_id, text)
        self._token_counts.set_draft(text)
        self._refresh_button()

    @Slot(str)
    def _on_attachments(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._refresh_button()

    def _take_paste(self, data: QMimeData) -> bool:
        """Files and long texts become attachments; the model has no eyes for pictures."""
        files = local_files(data)
        if files:
            self.attach_files(files)
        elif data.hasImage() and not data.hasText():
            self.attached.refuse(self._conversation_id, tr(_NO_PICTURES))
        else:
            return self._attachments.take_paste(self._conversation_id, data.text())
        return True

    @Slot()
    def _send(self) -> None:
        if not self._is_running and self._can_send():
            self.send_requested.emit(self.edit.text())

    def _can_send(self) -> bool:
        """There is something to say, and no file on its way that belongs to it."""
        if self._attachments.being_read(self._conversation_id):
            return False
        return bool(self.edit.text().strip()) or bool(self.attached.chips())

    def _press(self) -> None:
        if self._is_running:
            self.stop_requested.emit()
        else:
            self._send()
        self.edit.setFocus()

    def _refresh_button(self) -> None:
        self.button.set_icon("stop" if self._is_running else "send")
        self.button.set_name(tr("Stop (Esc)") if self._is_running else tr("Send (Enter)"))
        self.button.setEnabled(self._is_running or self._can_send())

    @Slot(object)
    def _show_focus(self, edit: QWidget) -> None:
        set_style_property(self, "active", edit.hasFocus())
