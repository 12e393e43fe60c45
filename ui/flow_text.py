"""The text of one message as pieces below each other, each with a height that is estimated until it is laid out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from ui.heights import Heights
from ui.markdown.content import Content
from ui.markdown.pieces import Piece, Splitter, split
from ui.markdown.reading import Definitions, definitions_of, read
from ui.theme import SPACING

_KEPT_TEXTS = 256
_ITEM_STARTS = ("-", "*", "+", *"0123456789")


@lru_cache(_KEPT_TEXTS)
def _split_once(text: str, is_literal: bool) -> Splitter:
    """Cut a text that is not going to grow; messages are met again and again while somebody scrolls or searches."""
    return split(text, is_literal=is_literal)


@dataclass(frozen=True, slots=True)
class Measures:
    """What heights are estimated with, in pixels."""

    width: float
    letter: float
    line: float
    code_line: float


class FlowText:
    """Pieces and their heights.

    Attributes:
        pieces: First one first.
    """

    def __init__(self, text: str = "", *, is_literal: bool = False) -> None:
        self.is_literal = is_literal
        self.pieces: list[Piece] = []
        self._heights = Heights()
        self._gaps: list[int] = []
        self._measures = Measures(600, 8, 22, 18)
        self._splitter = _split_once("", is_literal)
        self._is_own = False
        self._definitions: Definitions = {}
        self.set_text(text)

    @property
    def text(self) -> str:
        """The words it was made of."""
        return self._splitter.text

    @property
    def height(self) -> float:
        """Of all pieces."""
        return self._heights.total

    def set_text(self, text: str) -> int:
        """Take other words, at best the same with more behind them; returns the first piece that is not as before."""
        before = self.pieces
        grown = self.text
        if text == grown and self.pieces:
            return len(self.pieces)
        if grown and text.startswith(grown):
            if not self._is_own:
                self._splitter, self._is_own = split(grown, is_literal=self.is_literal), True
            self._splitter.feed(text[len(grown) :])
            first = self._splitter.stable
        else:
            self._splitter, self._is_own = _split_once(text, self.is_literal), False
            first = 0
        self.pieces = self._splitter.pieces
        while first < min(len(before), len(self.pieces)) and before[first] == self.pieces[first]:
            first += 1
        self._heights.cut(first)
        del self._gaps[first:]
        for piece in self.pieces[first:]:
            self._gaps.append(_gap(piece) if self._gaps else 0)
            self._heights.append(self._gaps[-1] + _estimate(piece, self._measures))
        return first if self._take_definitions() else 0

    def _take_definitions(self) -> bool:
        """Collect the link references of all pieces; says whether they are the same as before."""
        before, self._definitions = self._definitions, definitions_of(self.pieces)
        return self._definitions == before

    def set_measures(self, measures: Measures) -> bool:
        """Estimate all heights anew if this changes them; says whether it does."""
        if measures == self._measures:
            return False
        self._measures = measures
        both = zip(self._gaps, self.pieces, strict=True)
        self._heights = Heights(gap + _estimate(piece, measures) for gap, piece in both)
        return True

    def measured(self, number: int, height: float) -> None:
        """A piece was laid out."""
        height += self._gaps[number]
        if self._heights[number] != height:
            self._heights[number] = height

    def height_of(self, number: int) -> float:
        """Of one piece, without the gap above it."""
        return self._heights[number] - self._gaps[number]

    def content(self, number: int) -> Content:
        """What a piece shows."""
        return read(self.pieces[number], self._definitions)

    def top(self, number: int) -> float:
        """Where a piece begins, below the gap above it."""
        return self._heights.top(number) + self._gaps[number]

    def at(self, y: float) -> int:
        """The piece at a height; the last one below all; there must be one."""
        return self._heights.at(y)

    def code_of(self, block: int) -> str:
        """The whole of a code block, which may lie in several pieces."""
        return "\n".join(piece.code for piece in self.pieces if piece.block == block)

    def last_code(self) -> str:
        """The last code block, without its fences; empty where there is no code."""
        for number in reversed(range(len(self.pieces))):
            if self.pieces[number].kind == "code":
                return self.code_of(self.pieces[number].block)
            for block in reversed(self.content(number).blocks):
                if block.kind == "code":
                    return block.runs[0].text
        return ""

    def is_closed(self, block: int) -> bool:
        """Whether the line that ends a code block is there."""
        return any(piece.block == block and piece.is_last for piece in reversed(self.pieces))

    def first_line(self, number: int) -> int:
        """Which line of its code block a piece begins with."""
        block = self.pieces[number].block
        before = (piece for piece in self.pieces[:number] if piece.block == block)
        return sum(piece.code.count("\n") + 1 for piece in before)


def _gap(piece: Piece) -> int:
    if piece.kind == "literal" or (piece.kind == "code" and not piece.is_first):
        return 0
    if piece.is_continued or piece.first_number or (piece.kind == "markdown" and not piece.source.strip()):
        return SPACING.tight
    if piece.kind == "markdown" and piece.source.startswith("#"):
        return SPACING.wide
    return SPACING.medium


def _estimate(piece: Piece, measures: Measures) -> float:
    source = piece.source
    per_line = max(8, measures.width // measures.letter)
    if piece.kind == "code":
        return source.count("\n") * measures.code_line + 2 * measures.code_line * piece.is_first
    words = math.ceil(len(source) / per_line)
    if piece.kind == "literal" or source.startswith(("|", *_ITEM_STARTS)):
        words = max(words, source.count("\n"))
    return max(1, words) * measures.line
