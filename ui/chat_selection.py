"""What is selected in a chat: a range over several messages, most of which may have no widget."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ui.chat_rows import Row, Rows
from ui.markdown.copying import as_markdown, as_text
from ui.message_widget import TEXT

_WORD = re.compile(r"\w+|\s+|[^\w\s]+")


class Spot(NamedTuple):
    """A place in a chat; a later one is greater."""

    row: int
    part: int
    piece: int
    place: int


class ChatSelection:
    """From `anchor`, where it began, to `head`, where it goes on.

    Attributes:
        anchor: None, like `head`, before anything was pointed at.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.anchor: Spot | None = None
        self.head: Spot | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to copy."""
        return self.anchor is None or self.anchor == self.head

    def range(self) -> tuple[Spot, Spot] | None:
        """First and last place; None if nothing is selected."""
        if self.anchor is None or self.head is None or self.anchor == self.head:
            return None
        return min(self.anchor, self.head), max(self.anchor, self.head)

    def clear(self) -> None:
        """Select nothing, and point nowhere."""
        self.anchor = self.head = None

    def start(self, spot: Spot) -> None:
        """Begin somewhere."""
        self.anchor = self.head = spot

    def extend(self, spot: Spot) -> None:
        """Go on to somewhere."""
        if self.anchor is None:
            self.anchor = spot
        self.head = spot

    def select_all(self) -> None:
        """Everything in the chat."""
        if len(self._rows):
            last = len(self._rows) - 1
            self.anchor = Spot(0, self._rows[0].parts()[0], 0, 0)
            self.head = Spot(last, TEXT, *self._end(self._rows[last], TEXT))

    def take_word(self, spot: Spot) -> None:
        """The word around a place."""
        text = self._rows[spot.row].flow(spot.part).content(spot.piece).text
        for word in _WORD.finditer(text):
            if word.start() <= spot.place < word.end():
                self.anchor = spot._replace(place=word.start())
                self.head = spot._replace(place=word.end())

    def take_block(self, spot: Spot) -> None:
        """The paragraph around a place."""
        for block in self._rows[spot.row].flow(spot.part).content(spot.piece).blocks:
            if block.start <= spot.place <= block.end:
                self.anchor = spot._replace(place=block.start)
                self.head = spot._replace(place=block.end)

    def within(self, row: int, part: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """What is selected of one text, as first and last piece and place."""
        chosen = self.range()
        if chosen is None or not (chosen[0][:2] <= (row, part) <= chosen[1][:2]):
            return None
        first = chosen[0][2:] if chosen[0][:2] == (row, part) else (0, 0)
        last = chosen[1][2:] if chosen[1][:2] == (row, part) else self._end(self._rows[row], part)
        return (first[0], first[1]), (last[0], last[1])

    def text(self, *, is_markdown: bool = False) -> str:
        """What is selected, messages apart by a blank line."""
        texts = (self._text_of(*each, is_markdown=is_markdown) for each in self._texts())
        return "\n\n".join(text for text in texts if text)

    def step(self, spot: Spot, letters: int) -> Spot:
        """The place one letter before or after another."""
        flow = self._rows[spot.row].flow(spot.part)
        place = spot.place + letters
        if flow.pieces and 0 <= place <= len(flow.content(spot.piece).text):
            return spot._replace(place=place)
        piece = spot.piece + letters
        if 0 <= piece < len(flow.pieces):
            return spot._replace(piece=piece, place=0 if letters > 0 else len(flow.content(piece).text))
        texts = [(row, part) for row in (spot.row - 1, spot.row, spot.row + 1) for part in self._parts(row)]
        number = texts.index((spot.row, spot.part)) + letters
        if not 0 <= number < len(texts):
            return spot
        row, part = texts[number]
        end = (0, 0) if letters > 0 else self._end(self._rows[row], part)
        return Spot(row, part, *end)

    def _parts(self, row: int) -> tuple[int, ...]:
        return self._rows[row].parts() if 0 <= row < len(self._rows) else ()

    def _texts(self) -> Iterator[tuple[int, int]]:
        chosen = self.range()
        if chosen is not None:
            for row in range(chosen[0].row, chosen[1].row + 1):
                for part in self._rows[row].parts():
                    if chosen[0][:2] <= (row, part) <= chosen[1][:2]:
                        yield row, part

    def _text_of(self, row: int, part: int, *, is_markdown: bool) -> str:
        chosen = self.within(row, part)
        if chosen is None:
            return ""
        flow = self._rows[row].flow(part)
        (first, start), (last, end) = chosen
        parts: list[str] = []
        for piece in range(first, min(last + 1, len(flow.pieces))):
            content = flow.content(piece)
            begin, stop = start if piece == first else 0, end if piece == last else len(content.text)
            if is_markdown:
                parts.append(as_markdown(flow.pieces[piece], content, begin, stop))
            elif content.blocks:
                parts.append(as_text(content, begin, stop) + "\n")
        return "".join(parts).strip("\n")

    @staticmethod
    def _end(row: Row, part: int) -> tuple[int, int]:
        flow = row.flow(part)
        last = len(flow.pieces) - 1
        return (last, len(flow.content(last).text)) if last >= 0 else (0, 0)
