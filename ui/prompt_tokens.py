"""Which characters of a prompt belong to which of its tokens."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

_MOST_AHEAD = 64
"""How far behind its place a piece is looked for: what lies between was said by a token that is other text alone."""


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """One token, or several that are text only together.

    Attributes:
        first: Number of the first token.
        count: How many they are.
        start: Where their characters begin.
        end: Where they end.
    """

    first: int
    count: int
    start: int
    end: int


class TokenSpans:
    """Every character of a text belongs to one span, and every token to one, in order.

    Args:
        text: Of the whole prompt.
        pieces: The text of each token by itself; where that is no text, whatever stands for it.
    """

    def __init__(self, text: str, pieces: Sequence[str]) -> None:
        self.spans = _spans(text, pieces)
        self._starts = [span.start for span in self.spans]

    def at(self, place: int) -> TokenSpan | None:
        """The tokens of the character at a place; None behind the end."""
        number = bisect_right(self._starts, place) - 1
        if number < 0 or place >= self.spans[number].end:
            return None
        return self.spans[number]

    def between(self, start: int, end: int) -> list[tuple[int, TokenSpan]]:
        """Spans with a character between two places, each with its number."""
        first = max(0, bisect_right(self._starts, start) - 1)
        last = bisect_right(self._starts, end)
        return [(number, self.spans[number]) for number in range(first, last)]


def _spans(text: str, pieces: Sequence[str]) -> list[TokenSpan]:
    spans: list[TokenSpan] = []
    place, waiting = 0, 0  # characters that have their tokens; tokens that have no characters yet
    for number, piece in enumerate(pieces):
        found = text.find(piece, place, place + len(piece) + _MOST_AHEAD) if piece else -1
        if found < 0:
            waiting += 1
            continue
        spans.append(TokenSpan(number - waiting, 1 + waiting, place, found + len(piece)))
        place, waiting = found + len(piece), 0
    if place < len(text) or waiting:
        spans.append(TokenSpan(len(pieces) - waiting, waiting, place, len(text)))
    return spans
