"""What all messages of the chat have in common: an id, texts, a row of actions, and a height for a width."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLayout, QWidget

from app.conversation import Message
from app.translation import tr
from ui.growing_edit import GrowingEdit
from ui.message_actions import MessageActions
from ui.text_view import TextView
from ui.theme import Theme

THINKING, TEXT = 0, 1
"""Parts of a message that have texts."""


def height_at(layout: QLayout | None, width: int) -> int:
    """How tall what a layout holds is at a width."""
    if layout is None:
        return 0
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()


class MessageWidget(QWidget):
    """Shows one `Message`; wishes leave as signals that carry the message's id first."""

    edited = Signal(str, str)
    editing_ended = Signal()
    regenerate_requested = Signal(str)
    version_requested = Signal(str, object)
    policy_chosen = Signal(str, object)
    pin_requested = Signal(str, bool)
    resized = Signal()
    """It needs another height than it has."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = message
        self.text = TextView(theme, tr("Your message") if message.role == "user" else tr("Answer"))
        self.action_row = MessageActions(theme, is_user=message.role == "user")
        size = self.action_row.sizePolicy()
        size.setRetainSizeWhenHidden(True)  # nothing moves when it comes or goes
        self.action_row.setSizePolicy(size)
        self.text.resized.connect(self.resized)
        self.action_row.copy_requested.connect(self.copy)
        self.action_row.regenerate_requested.connect(lambda: self.regenerate_requested.emit(self.message.id))
        self.action_row.version_requested.connect(lambda step: self.version_requested.emit(self.message.id, step))
        self.action_row.pin_requested.connect(lambda pinned: self.pin_requested.emit(self.message.id, pinned))
        theme.changed.connect(self._restyle)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_message(self, message: Message) -> None:
        """Take a newer state of the same message."""
        raise NotImplementedError

    def texts(self) -> dict[int, TextView]:
        """The texts that are shown, by the number of their part, in the order in which they are read."""
        return {TEXT: self.text}

    def set_window(self, top: float, bottom: float, deadline: float = math.inf) -> bool:
        """Lay out what lies between two heights of this widget; says whether nothing is left to be laid out."""
        is_done = True
        for text in self.texts().values():
            y = text.mapTo(self, QPoint()).y()
            is_done = text.set_window(top - y, bottom - y, deadline) and is_done
        return is_done

    def needed_height(self, width: int) -> int:
        """How tall it has to be at this width, by what its parts say now."""
        if (layout := self.layout()) is not None:
            layout.invalidate()  # heights of parts inside of parts are kept otherwise
            layout.activate()
        return self._laid_out_height(width)

    def is_in_use(self) -> bool:
        """Whether something of the user is in it, so that it has to stay even out of sight."""
        focus = QApplication.focusWidget()
        return (focus is not None and self.isAncestorOf(focus)) or self.findChild(GrowingEdit) is not None

    def event(self, event: QEvent) -> bool:
        """Say so when a part has come, gone or grown."""
        result = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._laid_out_height(self.width()) != self.height():
            self.resized.emit()
        return result

    def may_become(self, message: Message) -> bool:
        """Whether it can show another message: a message without attachments of the same side, and nothing is open."""
        return self.message.role == message.role and not (self.message.attachments or message.attachments)

    def become(self, message: Message) -> None:
        """Show another message; making a new widget takes several times as long."""
        self.message = message
        self.action_row.set_hovered(False)
        self.text.forget()
        if message.role == "user":
            self.text.show_literal(message.text)
        self.set_message(message)

    def set_faded(self, is_faded: bool) -> None:
        """Step back, still readable."""
        self.text.set_faded(is_faded)

    def set_seen(self, is_seen: bool) -> None:
        """Whether the model still sees it; if not, it is faded."""
        self.set_faded(not is_seen)
        self.setAccessibleDescription("" if is_seen else tr("The model no longer sees this message."))

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

    def _laid_out_height(self, width: int) -> int:
        return height_at(self.layout(), width)

    @Slot()
    def _restyle(self) -> None:
        raise NotImplementedError
