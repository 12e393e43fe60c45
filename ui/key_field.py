"""A field that takes the next key which is pressed in it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleInterface, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAccessibleWidget, QKeySequenceEdit

_made: dict[int, QAccessibleInterface] = {}
"""Qt keeps no reference that Python knows of."""


class KeyField(QKeySequenceEdit):
    """Shows a key until another one is pressed; Escape leaves it as it is."""

    pressed = Signal(object)
    """Carries a `QKeySequence`."""
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        _install()
        self.setMaximumSequenceLength(1)
        self.editingFinished.connect(self._on_pressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape alone is no key to take."""
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_pressed(self) -> None:
        if not self.keySequence().isEmpty():
            self.pressed.emit(self.keySequence())


class _Accessible(QAccessibleWidget):
    """Which key it shows; Qt itself tells screen readers nothing of it."""

    def __init__(self, field: KeyField) -> None:
        super().__init__(field, QAccessible.Role.HotkeyField, field.accessibleName())
        self._field = field

    def text(self, t: QAccessible.Text) -> str:
        """Whose key it is, and the key."""
        if t == QAccessible.Text.Name:
            return self._field.accessibleName()
        if t == QAccessible.Text.Value:
            return self._field.keySequence().toString(QKeySequence.SequenceFormat.NativeText)
        return super().text(t)


@lru_cache(1)
def _install() -> None:
    QAccessible.installFactory(_make)


def _make(_class_name: str, thing: QObject) -> QAccessibleInterface | None:
    if not isinstance(thing, KeyField):
        return None
    key = id(thing)
    _made[key] = _Accessible(thing)
    thing.destroyed.connect(lambda _thing=None: _made.pop(key, None))
    return _made[key]
