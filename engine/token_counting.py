"""Counts the tokens of texts a piece at a time, so that no answer waits for a long one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.protocol import CountTokens, Event, TokensCounted

PIECE_CHARS = 16_384


@dataclass(slots=True)
class _Count:
    command: CountTokens
    count: Callable[[str], int]
    pieces: deque[tuple[int, str]] = field(default_factory=deque)  # which text, and a part of it
    counts: list[int] = field(default_factory=list)


class TokenCounting:
    """The counts that are asked for, in the order in which they came."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._waiting: deque[_Count] = deque()

    def add(self, command: CountTokens, count: Callable[[str], int] | None) -> None:
        """Take a command.

        Args:
            count: Of the loaded model; what it raises ends the count without a result. None if none is loaded.
        """
        if count is None:
            self._emit(TokensCounted(count_id=command.count_id))
            return
        pieces = deque((place, piece) for place, text in enumerate(command.texts) for piece in pieces_of(text))
        self._waiting.append(_Count(command, count, pieces, [0] * len(command.texts)))

    def forget(self) -> None:
        """The model goes: what was asked of it has no result."""
        while self._waiting:
            self._emit(TokensCounted(count_id=self._waiting.popleft().command.count_id))

    def step(self) -> bool:
        """Count one piece; False if there is none."""
        if not self._waiting:
            return False
        first = self._waiting[0]
        counts = first.counts
        if first.pieces:
            place, piece = first.pieces.popleft()
            try:
                counts[place] += first.count(piece)
            except Exception:  # a tokenizer from elsewhere
                first.pieces.clear()
                counts = []
        if not first.pieces:
            self._waiting.popleft()
            self._emit(TokensCounted(count_id=first.command.count_id, counts=counts))
        return True


def pieces_of(text: str) -> Iterator[str]:
    """A text in pieces of at most `PIECE_CHARS`, cut before a line or a word where there is one.

    A token that would have reached across a cut counts as two.
    """
    start = 0
    while len(text) - start > PIECE_CHARS:
        end = start + PIECE_CHARS
        cut = max(text.rfind("\n", start + 1, end), text.rfind(" ", end - PIECE_CHARS // 8, end))
        end = cut if cut > start else end
        yield text[start:end]
        start = end
    yield text[start:]
