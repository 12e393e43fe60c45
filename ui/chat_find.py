"""Finds words in what a chat shows, also in messages that have no widget, in steps that the window does not feel."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ui.chat_rows import Rows
from ui.chat_selection import Spot
from ui.flow_text import FlowText
from ui.message_widget import TEXT
from ui.rich_text import Mark
from ui.theme import Theme

_STEP_SECONDS = 0.012
_AGAIN_MS = 300
_MARKED_WORD = re.compile(r"\w[*_`~&\\<\[\]$]+\w|&\w+;")
"""Where what is seen may be other letters than what was written."""


class ChatFind(QObject):
    """Every place where a text occurs, in the order of the chat, and which of them is the present one.

    Attributes:
        hits: So far.
        number: Of the present hit; -1 for none.
        is_done: The whole chat was searched.
    """

    changed = Signal()
    """Hits came or went."""
    reached = Signal(object)
    """Spot: the present hit is another one, to be brought into sight."""

    def __init__(self, theme: Theme, rows: Rows) -> None:
        super().__init__()
        self._theme = theme
        self._rows = rows
        self._text = ""
        self._pattern: re.Pattern[str] | None = None
        self._words = ""
        self._search: Iterator[None] | None = None
        self._from_row = 0
        self._marks: dict[tuple[int, int], list[int]] = {}
        self.hits: list[Spot] = []
        self.number = -1
        self.is_done = True
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self.restart)

    def search(self, text: str, from_row: int = 0) -> None:
        """Look for a text, without regard to case; the first hit at or behind `from_row` becomes the present one."""
        self._text, self._from_row = text, from_row
        self._pattern = re.compile(re.escape(text), re.IGNORECASE) if text else None
        self._words = max(re.findall(r"\w+", text), key=len, default="").casefold()
        self.number = -1
        self.restart()

    @Slot()
    def restart(self) -> None:
        """Look again: the chat has changed."""
        self._again.stop()
        self.hits.clear()
        self._marks.clear()
        self.is_done = self._pattern is None
        self._search = None if self._pattern is None else self._all(self._pattern)
        if self._search is not None:
            self._timer.start(0)
            self._go_on()
        else:
            self._timer.stop()
        self.changed.emit()

    def message_changed(self) -> None:
        """A message grows: look again, but not at each of its words."""
        if self._pattern is not None and not self._again.isActive():
            self._again.start()

    def go(self, step: int) -> None:
        """Make the next or the previous hit the present one, around the ends."""
        if self.hits:
            self.number = (self.number + step) % len(self.hits)
            self.changed.emit()
            self.reached.emit(self.hits[self.number])

    def marks(self, row: int, piece: int) -> list[Mark]:
        """What is to be marked in a piece of a message."""
        colours = self._theme.colours
        size = len(self._text)
        result: list[Mark] = []
        for number in self._marks.get((row, piece), ()):
            place = self.hits[number].place
            is_present = number == self.number
            ground = colours.accent if is_present else colours.warning_soft
            result.append(Mark(place, place + size, ground, colours.on_accent if is_present else colours.text))
        return result

    @Slot()
    def _go_on(self) -> None:
        end = time.perf_counter() + _STEP_SECONDS
        while self._search is not None and time.perf_counter() < end:
            if next(self._search, _END) is _END:
                self._search = None
        if self._search is None:
            self._timer.stop()
            self.is_done = True
        self._choose_first()
        self.changed.emit()

    def _choose_first(self) -> None:
        if self.number >= len(self.hits) and self.is_done:
            self.number = len(self.hits) - 1
        if self.number >= 0 or not self.hits:
            return
        behind = next((number for number, hit in enumerate(self.hits) if hit.row >= self._from_row), None)
        if behind is not None or self.is_done:
            self.number = behind if behind is not None else 0
            self.reached.emit(self.hits[self.number])

    def _all(self, pattern: re.Pattern[str]) -> Iterator[None]:
        for row in range(len(self._rows)):
            message = self._rows[row].message
            if not self._may_have(message.text):
                yield
                continue
            flow = self._rows[row].flow(TEXT)
            for piece in range(len(flow.pieces)):
                self._take_piece(pattern, flow, row, piece)
                yield

    def _take_piece(self, pattern: re.Pattern[str], flow: FlowText, row: int, piece: int) -> None:
        if not self._may_have(flow.pieces[piece].source):
            return
        for match in pattern.finditer(flow.content(piece).text):
            self._marks.setdefault((row, piece), []).append(len(self.hits))
            self.hits.append(Spot(row, TEXT, piece, match.start()))

    def _may_have(self, source: str) -> bool:
        return self._words in source.casefold() or _MARKED_WORD.search(source) is not None


_END = object()
