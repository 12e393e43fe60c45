"""What the model thought before it answered: one line that opens to the whole of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.translation import tr
from ui.controls import IconButton
from ui.text_view import TextView
from ui.theme import SPACING, Theme

_TICK_MS = 1_000


class ThinkingPart(QWidget):
    """Open while the model thinks, closed once it answers; after that it is as the user leaves it."""

    toggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._now = now
        self._started_at: float | None = None
        self._seconds: int | None = None
        self._is_running = False
        self._choice: bool | None = None
        self._button = IconButton(theme, "next", "", self.toggle)
        self._button.setProperty("kind", "small")
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.text = TextView(theme, tr("Thinking"))
        self.text.set_faded(True)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, SPACING.tight)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.text)
        self.hide()
        self._show_state()

    @property
    def is_open(self) -> bool:
        """Whether the thoughts are shown."""
        return self._is_running if self._choice is None else self._choice

    def set_open(self, is_open: bool | None) -> None:
        """What the user chose; None for nothing yet."""
        self._choice = is_open
        self._show_state()

    def reset(self) -> None:
        """Nothing was thought, and nothing chosen."""
        self._tick.stop()
        self._started_at = self._seconds = self._choice = None
        self._is_running = False
        self.text.forget()

    def show_thoughts(self, thoughts: str, *, is_running: bool) -> None:
        """Take the thoughts so far; without any there is nothing to be seen."""
        if is_running and thoughts and self._started_at is None:
            self._started_at = self._now()
            self._tick.start()
        if self._is_running and not is_running and self._started_at is not None:
            self._seconds = round(self._now() - self._started_at)
        if not is_running:
            self._tick.stop()
            self._started_at = None
        self._is_running = is_running
        self.text.show_markdown(thoughts)
        self.setVisible(bool(thoughts))
        self._show_state()

    def fit(self, width: int) -> None:
        """The thoughts are as wide as the column."""
        self.text.fit(width)

    @Slot()
    def toggle(self) -> None:
        """Open it, or close it."""
        self.set_open(not self.is_open)
        self.toggled.emit(self.is_open)

    def words(self) -> str:
        """What the line says."""
        return self._button.text()

    def _show_state(self) -> None:
        self.text.setVisible(self.is_open)
        self._button.set_icon("down" if self.is_open else "next")
        self._show_words()

    @Slot()
    def _show_words(self) -> None:
        if self._is_running:
            seconds = 0 if self._started_at is None else int(self._now() - self._started_at)
            words = tr("Thinking … {seconds} s").format(seconds=seconds) if seconds else tr("Thinking …")
        else:
            words = tr("Thought") if not self._seconds else tr("Thought for {seconds} s").format(seconds=self._seconds)
        self._button.setText(words)
        act = tr("Hide what the model thought") if self.is_open else tr("Show what the model thought")
        self._button.setToolTip(act)
        self._button.setAccessibleName(f"{words}. {act}")
