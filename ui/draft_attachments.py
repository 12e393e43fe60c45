"""What is attached to the draft, as chips above its text, and why something could not be attached."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.application import Application
from app.conversation import Attachment
from app.token_counts import TokenCount
from app.translation import tr
from ui.announcer import announce
from ui.attachment_chip import AttachmentChip, ChipRow
from ui.attachment_preview import AttachmentPreview
from ui.controls import IconButton, label
from ui.theme import SPACING, Theme
from ui.token_text import token_text

_MOST_HEIGHT = 120
"""Pixels; more chips are scrolled to."""
_MOST_SENTENCES = 3


class DraftAttachments(QWidget):
    """Follows one conversation; takes no room while there is nothing to show."""

    emptied = Signal()
    """The last chip was taken away; the focus needs another place."""

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._attachments = application.attachments
        self._token_counts = application.token_counts
        self._conversation_id = ""
        self._chips: dict[str, AttachmentChip] = {}
        self._sentences: dict[str, list[str]] = {}
        self.refusal = _Refusal(theme)
        self.refusal.dismissed.connect(self._dismiss)
        self._row = ChipRow()
        self._scroll = QScrollArea()
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(tr("Attachments"))
        self._scroll.setWidget(self._row)
        self._row.setAutoFillBackground(False)  # QScrollArea has just made it paint its own ground
        self._scroll.viewport().setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(self.refusal)
        layout.addWidget(self._scroll)
        self._attachments.changed.connect(self._on_changed)
        self._attachments.refused.connect(self.refuse)
        self._token_counts.attachment_counted.connect(self._on_counted)
        self._refresh()

    def open(self, conversation_id: str) -> None:
        """Show what is attached to the draft of this conversation."""
        self._conversation_id = conversation_id
        self._refresh()

    def refresh_sent(self) -> None:
        """The draft was sent, and took its attachments with it."""
        self._sentences.pop(self._conversation_id, None)
        self._refresh()

    @Slot(str, str)
    def refuse(self, conversation_id: str, sentence: str) -> None:
        """Say why something cannot be attached, as soon as the conversation is shown."""
        sentences = self._sentences.setdefault(conversation_id, [])
        if sentence not in sentences:
            sentences.append(sentence)
            del sentences[:-_MOST_SENTENCES]
        if conversation_id == self._conversation_id:
            announce(self, sentence)
            self._refresh()

    def chips(self) -> tuple[AttachmentChip, ...]:
        """What is shown, first one first."""
        return self._row.chips()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another number of chips side by side."""
        super().resizeEvent(event)
        self._fit()

    def _refresh(self) -> None:
        attached = self._attachments.attached(self._conversation_id) if self._conversation_id else ()
        reading = self._attachments.being_read(self._conversation_id)
        self._token_counts.set_attachments(attached)
        chips: dict[str, AttachmentChip] = {}
        for attachment in attached:
            chips[attachment.id] = self._chips.get(attachment.id) or self._attached_chip(attachment)
            chips[attachment.id].set_caption(token_text(self._token_counts.attachment(attachment.id)))
        for file in reading:
            chips[file.id] = self._chips.get(file.id) or self._chip(file.id, file.name, "")
            chips[file.id].set_caption(tr("being read …"))
        self._chips = chips
        self._row.show_chips(tuple(chips.values()))
        self.refusal.show_sentences(self._sentences.get(self._conversation_id, []))
        self._scroll.setVisible(bool(chips))
        self.setVisible(bool(chips) or not self.refusal.isHidden())
        self._fit()

    def _fit(self) -> None:
        self._row.fit(self.width())
        if self._row.height() > _MOST_HEIGHT:
            self._row.fit(self.width() - self._scroll.verticalScrollBar().sizeHint().width())
        self._scroll.setFixedHeight(min(_MOST_HEIGHT, self._row.height()))

    def _attached_chip(self, attachment: Attachment) -> AttachmentChip:
        chip = self._chip(attachment.id, attachment.name, attachment.kind)
        chip.clicked.connect(lambda: AttachmentPreview(self._theme, attachment, self.window()).open())
        return chip

    def _chip(self, attachment_id: str, name: str, kind: str) -> AttachmentChip:
        chip = AttachmentChip(self._theme, name, kind, is_removable=True, parent=self._row)
        chip.remove_requested.connect(partial(self._remove, attachment_id))
        return chip

    def _remove(self, attachment_id: str) -> None:
        place = list(self._chips).index(attachment_id)
        self._attachments.remove(self._conversation_id, attachment_id)
        if self._chips:
            self.chips()[min(place, len(self._chips) - 1)].setFocus()
        else:
            self.emptied.emit()

    def _dismiss(self) -> None:
        self._sentences.pop(self._conversation_id, None)
        self._refresh()

    @Slot(str)
    def _on_changed(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._refresh()

    @Slot(str, object)
    def _on_counted(self, attachment_id: str, count: TokenCount) -> None:
        if attachment_id in self._chips:
            self._chips[attachment_id].set_caption(token_text(count))


class _Refusal(QFrame):
    """Sentences about what could not be attached, until they are dismissed."""

    dismissed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setProperty("severity", "warning")
        self.sentences = label("", "small", wrap=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.tight, SPACING.tight, SPACING.tight)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.sentences, 1)
        close = IconButton(theme, "close", tr("Dismiss"), self.dismissed.emit)
        close.setProperty("kind", "small")
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)

    def show_sentences(self, sentences: list[str]) -> None:
        """Show these; none hides it."""
        self.sentences.setText("\n".join(sentences))
        self.setVisible(bool(sentences))
