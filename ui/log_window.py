"""The log of the program and that of its engine, in a window beside the chat."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.log_tail import LogTail
from app.paths import Paths
from app.translation import tr
from ui.choices import choice
from ui.controls import CheckBox, button, hairline, label
from ui.local_files import open_folder
from ui.search_field import SearchField
from ui.theme import SPACING, Theme

MOST_LINES = 5_000
"""Older ones are in the file."""
LOOK_MS = 500
"""However fast lines come, so often they are shown, all at once."""
_SIZE = (860, 560)


class LogWindow(QDialog):
    """Follows the file while it is seen, and its end while that is seen. Deletes itself when it is closed."""

    def __init__(self, theme: Theme, paths: Paths, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlags(Qt.WindowType.Window)
        self.setWindowTitle(tr("Log"))
        self.resize(*_SIZE)
        self._theme = theme
        self._paths = paths
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        files = {"engine": tr("The engine"), "program": tr("The window")}
        self.which = choice(theme, tr("Whose log"), files, "engine")
        self.filter = SearchField(theme, tr("Only lines with …"))
        self.filter.setAccessibleName(tr("Only lines with these words"))
        self.follows = CheckBox(theme, tr("Follow the end"))
        self.follows.setChecked(True)
        self.text = QPlainTextEdit()
        self.text.setProperty("kind", "log")
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setMaximumBlockCount(MOST_LINES)
        self.text.setUndoRedoEnabled(False)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Lines of the log"))
        self.count = label("", "caption")
        self._lay_out()
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self.which.currentIndexChanged.connect(self._open)
        self.filter.textChanged.connect(self._refill)
        self.follows.toggled.connect(self._go_to_end)
        self.text.verticalScrollBar().valueChanged.connect(self._on_scroll)
        theme.changed.connect(self._take_font)
        self._take_font()
        self._open()

    @property
    def path(self) -> Path:
        """The file that is shown."""
        return self._paths.engine_log if self.which.currentData() == "engine" else self._paths.program_log

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the file, from the beginning of its lines: what was noted last may have been long."""
        super().showEvent(event)
        self._look()
        if not event.spontaneous():
            self.text.horizontalScrollBar().setValue(0)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody sees it: nothing is read."""
        super().hideEvent(event)
        self._timer.stop()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        top.setSpacing(SPACING.medium)
        top.addWidget(self.which)
        top.addWidget(self.filter, 1)
        top.addWidget(self.follows)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(SPACING.large, SPACING.small, SPACING.large, SPACING.medium)
        bottom.setSpacing(SPACING.small)
        bottom.addWidget(self.count, 1)
        bottom.addWidget(button(tr("Open folder"), lambda: open_folder(self.path.parent)))
        self.copy = button(tr("Copy"), self._copy, kind="primary")
        self.copy.setToolTip(tr("What is selected, or all lines that are shown."))
        bottom.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(hairline())
        layout.addWidget(self.text, 1)
        layout.addWidget(hairline())
        layout.addLayout(bottom)

    @Slot()
    def _open(self) -> None:
        self._tail = LogTail(self.path)
        self._lines.clear()
        self.text.clear()
        self._look()

    @Slot()
    def _look(self) -> None:
        news = self._tail.read()
        if news.is_fresh:
            self._lines.clear()
            self.text.clear()
        self._lines.extend(news.lines)
        self._show(news.lines)

    @Slot()
    def _refill(self) -> None:
        self.text.clear()
        self._show(self._lines)

    def _show(self, lines: Iterable[str]) -> None:
        words = self.filter.text().casefold().split()
        kept = [line for line in lines if all(word in line.casefold() for word in words)][-MOST_LINES:]
        if kept:
            place, aside = self.text.verticalScrollBar().value(), self.text.horizontalScrollBar().value()
            self.text.appendPlainText("\n".join(kept))
            self.text.horizontalScrollBar().setValue(aside)  # it goes to the end of the last line
            if self.follows.isChecked():
                self._go_to_end()
            else:
                self.text.verticalScrollBar().setValue(place)
        shown = 0 if self.text.document().isEmpty() else self.text.document().blockCount()
        self.count.setText(tr("%n lines", shown) if shown else self._why_empty())

    def _why_empty(self) -> str:
        return tr("No line has these words.") if self.filter.text() and self._lines else tr("Nothing was noted yet.")

    @Slot()
    def _go_to_end(self) -> None:
        if self.follows.isChecked():
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum())

    @Slot()
    def _on_scroll(self) -> None:
        """Whoever scrolls back wants to read there; at the end it is followed again."""
        bar = self.text.verticalScrollBar()
        if bar.isSliderDown() or self.text.underMouse() or self.text.hasFocus():
            self.follows.setChecked(bar.value() >= bar.maximum())

    @Slot()
    def _take_font(self) -> None:
        self.text.setFont(self._theme.fixed_font())

    def _copy(self) -> None:
        chosen = self.text.textCursor().selectedText().replace("\u2029", "\n")
        QGuiApplication.clipboard().setText(chosen or self.text.toPlainText())
