"""A message of the user: literal words in a bubble, with what was attached; they can be written anew in their place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.attachments import kind_name
from app.conversation import Attachment, Message
from app.translation import tr
from ui.attachment_chip import AttachmentChip, ChipRow
from ui.attachment_preview import AttachmentPreview
from ui.controls import button, set_style_property
from ui.growing_edit import GrowingEdit
from ui.message_widget import MessageWidget
from ui.theme import SPACING, Theme

_BUBBLE_SHARE = 0.85
_BUBBLE_LEAST_PIXELS = 120
_BUBBLE_PADDING = SPACING.medium


class UserMessageWidget(MessageWidget):
    """The user's words, literally, in a bubble on the right; editing them happens in the same place."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(theme, message, parent)
        self._theme = theme
        self._editor: _Editor | None = None
        self._widest = _BUBBLE_LEAST_PIXELS
        self._bubble = QFrame()
        self._bubble.setProperty("kind", "bubble")
        self._bubble_layout = QVBoxLayout(self._bubble)
        # Less below words: their last line brings the distance to a next one with it.
        below = SPACING.hair if self._has_words() else SPACING.small
        self._bubble_layout.setContentsMargins(_BUBBLE_PADDING, SPACING.small, _BUBBLE_PADDING, below)
        self.attached = ChipRow()
        self.attached.show_chips([self._chip(attachment) for attachment in message.attachments])
        self._bubble_layout.addWidget(self.attached)
        self.attached.setVisible(bool(message.attachments))
        self._bubble_layout.addWidget(self.text)
        self.text.setVisible(self._has_words())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACING.wide, 0, SPACING.tight)  # below, the row of actions is distance enough
        layout.setSpacing(0)
        layout.addWidget(self._bubble, 0, Qt.AlignmentFlag.AlignRight)
        layout.addWidget(self.action_row, 0, Qt.AlignmentFlag.AlignRight)
        self.action_row.edit_requested.connect(self.open_editor)
        self.text.show_literal(message.text)

    def set_message(self, message: Message) -> None:
        """Its words never change; a reworded message is another one."""
        self.message = message
        self.action_row.set_pinned(message.pinned)

    def set_faded(self, is_faded: bool) -> None:
        """The bubble becomes an outline."""
        super().set_faded(is_faded)
        set_style_property(self._bubble, "faded", is_faded)

    @Slot()
    def open_editor(self) -> None:
        """Write the message anew in its own place."""
        if self._editor is None:
            self._editor = _Editor(self.message.text, may_be_blank=bool(self.message.attachments))
            self._editor.saved.connect(self._save)
            self._editor.cancelled.connect(self._close_editor)
            self._bubble_layout.addWidget(self._editor)
            self._editor.setFixedWidth(self._widest)
        self.text.hide()
        self.action_row.hide()
        self._editor.take_focus()

    def fit(self, width: int) -> None:
        """The bubble is as wide as its words, within a share of the column."""
        self._widest = max(_BUBBLE_LEAST_PIXELS, int(width * _BUBBLE_SHARE) - 2 * _BUBBLE_PADDING)
        self.attached.fit(self._widest)
        self.text.shrink_to(self._widest)
        if self._editor is not None:
            self._editor.setFixedWidth(self._widest)

    @Slot()
    def _restyle(self) -> None:
        self.text.show_literal(self.message.text)
        self.text.shrink_to(self._widest)

    @Slot(str)
    def _save(self, text: str) -> None:
        self._close_editor()
        self.edited.emit(self.message.id, text)

    @Slot()
    def _close_editor(self) -> None:
        if self._editor is not None:
            self._bubble_layout.removeWidget(self._editor)
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
        self.text.setVisible(self._has_words())
        self.action_row.show()
        self.editing_ended.emit()

    def _has_words(self) -> bool:
        return bool(self.message.text.strip()) or not self.message.attachments

    def _chip(self, attachment: Attachment) -> AttachmentChip:
        chip = AttachmentChip(self._theme, attachment.name, attachment.kind, is_removable=False)
        chip.set_caption(kind_name(attachment.kind))
        chip.clicked.connect(lambda: AttachmentPreview(self._theme, attachment, self.window()).open())
        return chip


class _Editor(QWidget):
    """A box with the old words, Ask again and Cancel.

    Args:
        may_be_blank: Whether there is something to ask without words.
    """

    saved = Signal(str)
    cancelled = Signal()

    def __init__(self, text: str, *, may_be_blank: bool) -> None:
        super().__init__()
        self._may_be_blank = may_be_blank
        self._edit = GrowingEdit(tr("Edit message"))
        self._edit.setPlainText(text)
        self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)
        self._edit.submitted.connect(self._save)
        self._edit.cancelled.connect(self.cancelled)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(button(tr("Cancel"), self.cancelled.emit, kind="quiet"))
        buttons.addWidget(button(tr("Ask again"), self._save, kind="primary"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, SPACING.tight)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self._edit)
        layout.addLayout(buttons)

    def take_focus(self) -> None:
        """Let the keys go to the words."""
        self.show()
        self._edit.setFocus()

    @Slot()
    def _save(self) -> None:
        if self._may_be_blank or self._edit.text().strip():
            self.saved.emit(self._edit.text())
