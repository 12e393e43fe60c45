"""A box for writing that grows with its text, sends with Enter and leaves input methods in peace."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from ui.local_files import local_files

_PARAGRAPH_SEPARATOR = "\u2029"
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_OF_INPUT_METHODS = (*_ENTER, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down, *_STEPS)
_CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class GrowingEdit(QPlainTextEdit):
    """Plain text as tall as its content, up to `set_height_limit`, then it scrolls.

    Enter emits `submitted`, Shift+Enter breaks the line, Escape emits `cancelled`, Up in an empty box emits
    `recalled`, Left and Right there `stepped`, Ctrl+Shift+V pastes as text whatever is pasted. While an input method
    composes a word, every key belongs to it.

    Attributes:
        take_paste: Asked first about all that is pasted or dropped; what it says True to does not go into the box.
    """

    submitted = Signal()
    cancelled = Signal()
    recalled = Signal()
    stepped = Signal(object)
    """Carries -1 for Left and 1 for Right."""
    focus_changed = Signal(object)

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        self._height_limit = 240
        self.take_paste: Callable[[QMimeData], bool] = lambda _data: False
        self.setAccessibleName(accessible_name)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)
        self._fit_height()

    def set_height_limit(self, pixels: int) -> None:
        """Grow no taller than this."""
        self._height_limit = pixels
        self._fit_height()

    def text(self) -> str:
        """The words as typed; `toPlainText` would turn no-break spaces into plain ones."""
        return self.document().toRawText().replace(_PARAGRAPH_SEPARATOR, "\n")

    def sizeHint(self) -> QSize:
        """The height of the text within the limit."""
        return QSize(super().sizeHint().width(), self._wanted_height())

    def event(self, event: QEvent) -> bool:
        """Claim Escape before any shortcut gets it."""
        is_claim = event.type() == QEvent.Type.ShortcutOverride
        if is_claim and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and not event.modifiers():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, break, cancel or recall; everything else is editing."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_bare = modifiers == Qt.KeyboardModifier.NoModifier
        if self._is_composing and event.key() in _OF_INPUT_METHODS:
            event.accept()  # it ends the word or chooses another; some input methods pass it on all the same
        elif event.key() in _ENTER and is_bare:
            self.submitted.emit()
        elif event.key() in _ENTER and modifiers == Qt.KeyboardModifier.ShiftModifier:
            # Qt's own Shift+Enter puts U+2028 into the text, which no model expects.
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        elif event.key() == Qt.Key.Key_Escape and is_bare:
            self.cancelled.emit()
        elif event.key() == Qt.Key.Key_Up and is_bare and self.document().isEmpty():
            self.recalled.emit()
        elif event.key() in _STEPS and is_bare and self.document().isEmpty():
            self.stepped.emit(_STEPS[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_V and modifiers == _CONTROL_SHIFT:
            self._insert(QGuiApplication.clipboard().mimeData())
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is half composed."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste words only, never fonts and colours."""
        if not self.take_paste(source):
            self._insert(source)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files and pictures can be pasted where somebody takes them."""
        return source.hasUrls() or source.hasImage() or super().canInsertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files are for whatever is around the box; it would only write down where they lie."""
        if local_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def _insert(self, source: QMimeData) -> None:
        if source.hasText():
            self.insertPlainText(source.text())
            self.ensureCursorVisible()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the frame around the box show the focus."""
        super().focusInEvent(event)
        self.focus_changed.emit(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let the frame around the box lose the focus; what was composed goes with it."""
        super().focusOutEvent(event)
        self._is_composing = False
        self.focus_changed.emit(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise."""
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        """Another font is another height."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_height()

    def _wanted_height(self) -> int:
        # This document measures its height in lines.
        lines = max(1, math.ceil(self.document().size().height()))
        frame = 2 * self.frameWidth()
        return min(self._height_limit, lines * self.fontMetrics().lineSpacing() + frame)

    @Slot()
    def _fit_height(self) -> None:
        height = self._wanted_height()
        fits = height < self._height_limit
        never, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(never if fits else needed)
        if height != self.height():
            self.setFixedHeight(height)
