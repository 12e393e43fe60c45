"""A message of the model: Markdown that may still grow, with its status and receipt."""

from __future__ import annotations

import time
from collections.abc import Collection

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.answer_in_progress import Activity
from app.conversation import ContextPolicy, Message
from ui.answer_status import AnswerStatus
from ui.context_policies import ContextOffers
from ui.message_widget import TEXT, THINKING, MessageWidget
from ui.text_view import TextView
from ui.theme import SPACING, Theme
from ui.thinking_part import ThinkingPart

_RENDER_SHARE = 4
"""While an answer grows, drawing it may take at most one part in about this many of the time."""


class AnswerWidget(MessageWidget):
    """The model's words, as Markdown, with their status and receipt."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(theme, message, parent)
        self.status = AnswerStatus()
        self.status.try_again_requested.connect(lambda: self.regenerate_requested.emit(self.message.id))
        self.offers = ContextOffers()
        self.offers.chosen.connect(lambda policy: self.policy_chosen.emit(self.message.id, policy))
        self._offered: Collection[ContextPolicy] = ()
        self._activity: Activity | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._render)
        self.thinking = ThinkingPart(theme)
        self.thinking.text.resized.connect(self.resized)
        footer = QHBoxLayout()
        footer.setContentsMargins(SPACING.hair, 0, 0, 0)  # in line with the text, which has a focus ring around it
        footer.setSpacing(SPACING.small)
        footer.addWidget(self.status, 1, Qt.AlignmentFlag.AlignVCenter)
        footer.addWidget(self.action_row, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(self.thinking)
        layout.addWidget(self.text)
        layout.addLayout(footer)
        layout.addWidget(self.offers)
        self._render()

    def set_message(self, message: Message) -> None:
        """Draw a growing text only as often as drawing it is cheap; its end at once."""
        self.message = message
        self.action_row.set_pinned(message.pinned)
        if message.state != "streaming":
            self._pause.stop()
        if not self._pause.isActive():
            self._render()

    def become(self, message: Message) -> None:
        """Show another answer, of which nothing is known yet."""
        self._pause.stop()
        self._activity = None
        self._offered = ()
        self.thinking.reset()
        super().become(message)

    def fit(self, width: int) -> None:
        """The text is as wide as the column."""
        self.thinking.fit(width)
        self.text.fit(width)

    def texts(self) -> dict[int, TextView]:
        """The thoughts too, while they are open."""
        return {THINKING: self.thinking.text, TEXT: self.text} if self.thinking.is_open else {TEXT: self.text}

    def set_offers(self, policies: Collection[ContextPolicy]) -> None:
        """With what it may be given again, if it had no room; none for an answer that the chat has passed."""
        self._offered = policies
        self._show_status()

    def set_activity(self, activity: Activity | None) -> None:
        """What is being done for this answer; None once it is over."""
        self._activity = activity
        self._show_status()

    @Slot()
    def _render(self) -> None:
        message = self.message
        started = time.perf_counter()
        is_thinking = message.state == "streaming" and not message.text
        self.thinking.show_thoughts(message.reasoning, is_running=is_thinking)
        self.text.show_markdown(message.text)
        if message.state == "streaming":
            self._pause.start(round((time.perf_counter() - started) * 1000) * _RENDER_SHARE)
        self.text.setVisible(bool(message.text))
        self._show_status()

    @Slot()
    def _restyle(self) -> None:
        self.thinking.text.restyle()
        self.text.restyle()

    def _show_status(self) -> None:
        is_over = self._activity is None
        if self._activity is not None:
            self.status.show_activity(self._activity)
        else:
            self.status.show_ending(self.message)
        has_no_room = is_over and self.message.state == "context_full"
        self.offers.show_only(self._offered if has_no_room else ())
        self.action_row.setVisible(is_over and self.message.state != "streaming")
