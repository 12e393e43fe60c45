"""The line below the composer: how many tokens the message has, and how full the context would be with it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QLabel, QWidget

from app.application import Application
from app.conversation import Message
from app.translation import tr
from ui.controls import set_style_property
from ui.theme import SPACING
from ui.token_text import token_text

_LEAST_SHARE = 0.005
"""Of the context: less would be written as 0%."""


class DraftMeter(QLabel):
    """Follows one conversation and its draft; it keeps its place while it is empty, so that nothing moves."""

    def __init__(self, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = application.library
        self._context = application.context
        self._models = application.models
        self._token_counts = application.token_counts
        self._conversation_id = ""
        self._fill = 0.0
        self.setProperty("kind", "caption")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._token_counts.draft_counted.connect(self._refresh)
        self._token_counts.attachment_counted.connect(self._refresh)
        application.attachments.changed.connect(self._refresh)
        application.chat.branch_changed.connect(self._on_branch)
        application.chat.message_changed.connect(self._on_message)
        application.models.state_changed.connect(self._take_fill)

    def sizeHint(self) -> QSize:
        """As high as a line, also while there is none."""
        return QSize(super().sizeHint().width(), self.fontMetrics().lineSpacing() + SPACING.hair)

    def minimumSizeHint(self) -> QSize:
        """As high as a line, also while there is none."""
        return QSize(0, self.sizeHint().height())

    def open(self, conversation_id: str) -> None:
        """Speak of this conversation."""
        self._conversation_id = conversation_id
        self._take_fill()

    @Slot(str)
    def _on_branch(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._take_fill()

    @Slot(object)
    def _on_message(self, message: Message) -> None:
        if message.conversation_id == self._conversation_id and message.state != "streaming":
            self._take_fill()

    @Slot()
    def _take_fill(self) -> None:
        self._fill = self._context.fill(self._library.branch(self._conversation_id))
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        total = self._token_counts.total()
        info = self._models.state.info
        words = token_text(total) if total.tokens else ""
        room = info.context_tokens if info is not None else 0  # a server may not say how much there is
        share = self._fill + total.tokens / room if room and total.tokens else 0.0
        tip = ""
        if share >= _LEAST_SHARE:
            percent = round(100 * share)
            words += " · " + tr("{percent}% of the context").format(percent=percent)
            tip = tr(
                "With this message the chat fills {percent}% of the model's context, which has room for %n tokens.",
                room,
            ).format(percent=percent)
        self.setText(words)
        self.setToolTip(tip)
        set_style_property(self, "is_over", share > 1)
