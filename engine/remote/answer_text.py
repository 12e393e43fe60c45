"""What to show of an answer that a server sends: its text up to a stop string, and what was thought before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.detokenizer import StopStrings
from engine.reasoning import UNKNOWN, Piece, Splitter, TextMarkers


class Told(NamedTuple):
    """What can be shown now."""

    text: str = ""
    reasoning: str = ""


class AnswerText:
    """Pieces in, what can be shown out.

    Most servers send the reasoning apart. Others leave it in the text as the model wrote it, between `<think>` and
    `</think>` at its beginning. Stop strings are looked for here too, since some servers do not know them.

    Args:
        shown: The answer so far, where one is gone on with.

    Attributes:
        stopped: A stop string was found.
    """

    def __init__(self, stop: Sequence[str], shown: str = "") -> None:
        self._markers = TextMarkers(UNKNOWN.markers)
        self._splitter = Splitter(UNKNOWN, lambda _place: True, shown=shown)
        self._stop = StopStrings(stop)

    @property
    def stopped(self) -> bool:
        """Whether a stop string was found."""
        return self._stop.stopped

    def add(self, content: str, reasoning: str) -> Told:
        """A piece as it came."""
        pieces = []
        for text, is_marker in self._markers.feed(content) if content else ():
            pieces += self._splitter.marker(text) if is_marker else self._splitter.feed(text)
        return self._told(pieces, reasoning)

    def end(self) -> Told:
        """What was held back, when no more comes."""
        told = self._told([*self._splitter.feed(self._markers.end()), *self._splitter.end()], "")
        return Told(told.text + self._stop.flush(), told.reasoning)

    def _told(self, pieces: Sequence[Piece], reasoning: str) -> Told:
        text = "".join(self._stop.feed(piece.text) for piece in pieces if piece.part == "text")
        return Told(text, reasoning + "".join(piece.text for piece in pieces if piece.part == "reasoning"))
