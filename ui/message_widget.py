"""What all messages of the chat have in common: an id, a row of actions, and a height for a width."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

from app.conversation import Message
from ui.controls import set_style_property
from ui.message_actions import MessageActions
from ui.text_view import TextView
from ui.theme import Theme


class MessageWidget(QWidget):
    """Shows one `Message`; wishes leave as signals that carry the message's id first."""

    edited = Signal(str, str)
    editing_ended = Signal()
    regenerate_requested = Signal(str)
    version_requested = Signal(str, object)
    policy_chosen = Signal(str, object)
    pin_requested = Signal(str, bool)

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = message
        self.text = TextView(theme, "Your message" if message.role == "user" else "Answer")
        self.action_row = MessageActions(theme, is_user=message.role == "user")
        size = self.action_row.sizePolicy()
        size.setRetainSizeWhenHidden(True)  # nothing moves when it comes or goes
        self.action_row.setSizePolicy(size)
        self.action_row.copy_requested.connect(self.copy)
        self.action_row.regenerate_requested.connect(lambda: self.regenerate_requested.emit(self.message.id))
        self.action_row.version_requested.connect(lambda step: self.version_requested.emit(self.message.id, step))
        self.action_row.pin_requested.connect(lambda pinned: self.pin_requested.emit(self.message.id, pinned))
        theme.changed.connect(self._restyle)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_message(self, message: Message) -> None:
        """Take a newer state of the same message."""
        raise NotImplementedError

    def set_faded(self, is_faded: bool) -> None:
        """Step back, still readable."""
        set_style_property(self.text, "faded", is_faded)

    def set_seen(self, is_seen: bool) -> None:
        """Whether the model still sees it; if not, it is faded."""
        self.set_faded(not is_seen)
        self.setAccessibleDescription("" if is_seen else "The model no longer sees this message.")

    def fit(self, width: int) -> None:
        """Take the height that the text needs at this width, before the layout gives it: the chat never jumps."""
        raise NotImplementedError

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show what can be done."""
        super().enterEvent(event)
        self.action_row.set_hovered(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Be quiet again."""
        super().leaveEvent(event)
        self.action_row.set_hovered(False)

    @Slot()
    def copy(self) -> None:
        """Put the text on the clipboard exactly as it is stored."""
        QGuiApplication.clipboard().setText(self.message.text)

    @Slot()
    def _restyle(self) -> None:
        raise NotImplementedError
