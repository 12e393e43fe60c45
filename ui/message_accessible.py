"""Messages for screen readers: a list of messages, each with its text, read one by one with the Tab key."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from app.translation import tr
from ui.message_widget import MessageWidget
from ui.row_area import RowArea
from ui.text_view import TextView

_MOST_LETTERS = 20_000
"""A screen reader takes the whole of a name at once."""

_made: dict[int, QAccessibleInterface] = {}
"""Qt keeps no reference that Python knows of."""


@lru_cache(1)
def install() -> None:
    """Let Qt ask here about what messages are made of."""
    QAccessible.installFactory(_make)


def _make(_class_name: str, thing: QObject) -> QAccessibleInterface | None:
    known: dict[type[QWidget], type[QAccessibleWidget]] = {TextView: _Text, MessageWidget: _Message, RowArea: _Messages}
    for kind, interface in known.items():
        if isinstance(thing, kind):
            made = interface(thing)
            _made[id(thing)] = made
            key = id(thing)
            thing.destroyed.connect(lambda _thing=None, key=key: _made.pop(key, None))
            return made
    return None


class _Text(QAccessibleWidget):
    """Whose words it is, and the words."""

    def __init__(self, text: TextView) -> None:
        super().__init__(text, QAccessible.Role.Paragraph, text.accessibleName())
        self._text = text

    def text(self, t: QAccessible.Text) -> str:
        """The words are the name, for that is what every screen reader says."""
        if t == QAccessible.Text.Name:
            words = self._text.toPlainText()
            shown = words if len(words) <= _MOST_LETTERS else f"{words[:_MOST_LETTERS]} …"
            return f"{self._text.accessibleName()}: {shown}"
        if t == QAccessible.Text.Description:
            parent = self._text.parentWidget()
            while parent is not None and not isinstance(parent, MessageWidget):
                parent = parent.parentWidget()
            return parent.accessibleDescription() if parent is not None else ""
        return super().text(t)


class _Message(QAccessibleWidget):
    """One message with its actions."""

    def __init__(self, message: MessageWidget) -> None:
        super().__init__(message, QAccessible.Role.ListItem, "")
        self._message = message

    def text(self, t: QAccessible.Text) -> str:
        """Whose it is."""
        if t == QAccessible.Text.Name:
            model = self._message.message.model_name
            name = self._message.text.accessibleName()
            return tr("{name} by {model}").format(name=name, model=model) if model else name
        return super().text(t)


class _Messages(QAccessibleWidget):
    """All messages of the chat that are in sight."""

    def __init__(self, area: RowArea) -> None:
        super().__init__(area, QAccessible.Role.List, area.accessibleName())
