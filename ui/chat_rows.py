"""The messages of a chat as rows below each other, most of them without a widget and with a height that is a guess."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from app.conversation import Message
from ui.flow_text import FlowText
from ui.heights import Heights
from ui.message_widget import TEXT, THINKING, MessageWidget
from ui.theme import SPACING

_GUESSED_LINE_PIXELS = 22
_GUESSED_LETTER_PIXELS = 7.5
_GUESSED_REST_PIXELS = 70
"""Around the text of a message: its distance to others, and its actions."""


@dataclass(slots=True)
class Row:
    """One message.

    Attributes:
        height: As its widget needed it when it last had one, else a guess.
        is_thinking_open: As the user left it; None for never touched.
    """

    message: Message
    height: float = 0
    is_measured: bool = False
    widget: MessageWidget | None = None
    is_thinking_open: bool | None = None
    extra: float = 0
    """Room below it, for the line that says what the model no longer sees."""

    def flow(self, part: int) -> FlowText:
        """The text of a part, whether or not the row has a widget."""
        if self.widget is not None and part in self.widget.texts():
            return self.widget.texts()[part].flow
        text = self.message.reasoning if part == THINKING else self.message.text
        return FlowText(text, is_literal=self.message.role == "user")

    def parts(self) -> tuple[int, ...]:
        """The parts whose texts can be read now."""
        if self.widget is not None:
            return tuple(self.widget.texts())
        return (THINKING, TEXT) if self.is_thinking_open and self.message.reasoning else (TEXT,)


class Rows:
    """Rows by their places, and where each begins."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._by_id: dict[str, int] = {}
        self._heights = Heights()

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> Row:
        return self._rows[index]

    def live(self) -> list[Row]:
        """Those with a widget, oldest first."""
        return [row for row in self._rows if row.widget is not None]

    def index(self, message_id: str) -> int | None:
        """Where a message stands."""
        return self._by_id.get(message_id)

    def last(self, role: str) -> Row | None:
        """The newest row of a role."""
        return next((row for row in reversed(self._rows) if row.message.role == role), None)

    def replace(self, messages: Iterable[Message], width: int) -> list[Row]:
        """Take another branch; rows of messages that stay are kept. Returns the rows that are gone."""
        before = {row.message.id: row for row in self._rows}
        self._rows = []
        for message in messages:
            row = before.pop(message.id, None) or Row(message, guess(message, width))
            row.message = message
            self._rows.append(row)
        self._by_id = {row.message.id: index for index, row in enumerate(self._rows)}
        self._heights = Heights(row.height + row.extra for row in self._rows)
        return list(before.values())

    def measured(self, row: Row, height: float) -> bool:
        """Its widget needs this height; says whether that is news."""
        is_news = row.height != height
        if is_news:
            row.height = height
            self._heights[self._by_id[row.message.id]] = height + row.extra
        row.is_measured = True
        return is_news

    def guess_all(self, width: int) -> None:
        """Another width: what was measured no longer holds."""
        for row in self._rows:
            row.height, row.is_measured = guess(row.message, width), False
        self._heights = Heights(row.height + row.extra for row in self._rows)

    def set_extra(self, index: int | None, height: float) -> None:
        """Give one row, and no other, room below it."""
        for number, row in enumerate(self._rows):
            extra = height if number == index else 0
            if row.extra != extra:
                row.extra = extra
                self._heights[number] = row.height + extra

    @property
    def height(self) -> float:
        """Of all rows."""
        return self._heights.total

    def top(self, index: int) -> float:
        """Where a row begins."""
        return self._heights.top(index)

    def at(self, y: float) -> int:
        """The row at a height; the nearest one outside; there must be one."""
        return self._heights.at(y)


def guess(message: Message, width: int) -> float:
    """About how tall a message is."""
    per_line = max(20, width / _GUESSED_LETTER_PIXELS)
    lines = max(message.text.count("\n") + 1, math.ceil(len(message.text) / per_line))
    return lines * _GUESSED_LINE_PIXELS + _GUESSED_REST_PIXELS + SPACING.wide
