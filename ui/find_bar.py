"""The bar that looks for words in the chat: what, how many, the next and the previous one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from app.translation import tr
from ui import formats
from ui.chat_find import ChatFind
from ui.controls import IconButton, label
from ui.row_area import column_margin
from ui.theme import SPACING, Theme

_WIDTH_PIXELS = 360


class FindBar(QFrame):
    """Asks a `ChatFind`, and shows what it says. Enter goes on, Shift+Enter back, Escape closes."""

    closed = Signal()
    asked = Signal(str)

    def __init__(self, theme: Theme, find: ChatFind, parent: QWidget) -> None:
        super().__init__(parent)
        self._find = find
        self.setProperty("kind", "popup")
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(tr("Find in this chat"))
        self.edit.setAccessibleName(tr("Find in this chat"))
        self.edit.textChanged.connect(self.asked)
        self.count = label("", "caption")
        self._previous = IconButton(theme, "up", tr("Previous hit (Shift+Enter)"), lambda: find.go(-1))
        self._next = IconButton(theme, "down", tr("Next hit (Enter)"), lambda: find.go(1))
        close = IconButton(theme, "close", tr("Close (Escape)"), self.close_bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.tight, SPACING.tight, SPACING.tight)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.count)
        for control in (self._previous, self._next, close):
            layout.addWidget(control)
        find.changed.connect(self._show_count)
        self._show_count()
        self.hide()

    def open_bar(self, text: str) -> None:
        """Come up with a text to look for, if there is one; else with the last one."""
        self.show()
        self.raise_()
        if text:
            self.edit.setText(text)
        self.edit.setFocus()
        self.edit.selectAll()
        self.asked.emit(self.edit.text())

    @Slot()
    def close_bar(self) -> None:
        """Go, and let the marks go."""
        self.hide()
        self.closed.emit()

    def fit(self, width: int) -> None:
        """Lie at the top of something this wide, at the end of the column of messages."""
        margin = column_margin(width)
        self.resize(min(_WIDTH_PIXELS, width - 2 * margin), self.sizeHint().height())
        self.move(width - self.width() - margin, SPACING.tight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the hits, or close."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._find.go(-1 if is_back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _show_count(self) -> None:
        num_hits = len(self._find.hits)
        if not self.edit.text():
            words = ""
        elif num_hits:
            more = "" if self._find.is_done else "+"
            words = (
                tr("{number} of {count}").format(
                    number=formats.number(self._find.number + 1), count=formats.number(num_hits)
                )
                + more
            )
        else:
            words = tr("Nothing found") if self._find.is_done else tr("Searching …")
        self.count.setText(words)
        for control in (self._previous, self._next):
            control.setEnabled(num_hits > 0)
