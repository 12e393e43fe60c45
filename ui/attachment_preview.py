"""The dialog that shows the text of an attachment, as the model reads it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.attachments import kind_name
from app.conversation import Attachment
from app.translation import tr
from ui import formats
from ui.controls import ElidedLabel, button, label
from ui.theme import SPACING, Theme

_SIZE = (760, 600)
_MOST_CHARS = 300_000
"""More takes seconds to lay out, and nobody reads it here."""
_FIXED_FONT_KINDS = ("code", "table")


class AttachmentPreview(QDialog):
    """Deletes itself when it is closed; show it with `open`."""

    def __init__(self, theme: Theme, attachment: Attachment, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(attachment.name)
        self.resize(*_SIZE)
        name = ElidedLabel("heading")
        name.show_text(attachment.name)
        self.facts = label(_facts(attachment), "caption", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Text of {name}").format(name=attachment.name))
        self.text.setPlainText(attachment.text[:_MOST_CHARS])
        if attachment.kind in _FIXED_FONT_KINDS:
            self.text.setFont(theme.fixed_font())
            self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        frame = QFrame()
        frame.setProperty("kind", "card")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(SPACING.small, SPACING.small, SPACING.hair, SPACING.hair)
        inside.addWidget(self.text)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        close = button(tr("Close"), self.accept)
        close.setDefault(True)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        layout.setSpacing(SPACING.small)
        layout.addWidget(name)
        layout.addWidget(self.facts)
        layout.addWidget(frame, 1)
        layout.addLayout(buttons)


def _facts(attachment: Attachment) -> str:
    """Kind, size and length in one line, and below it what the model does not get of it."""
    num_chars = len(attachment.text)
    facts = [kind_name(attachment.kind), formats.size(attachment.num_bytes)]
    facts.append(tr("%n characters", num_chars))
    if num_chars > _MOST_CHARS:
        facts.append(tr("the first {count} are shown").format(count=formats.number(_MOST_CHARS)))
    return "\n".join(filter(None, (" · ".join(facts), attachment.note)))
