"""Reads one answer as its tokens come: what to show of its reasoning and of its text, and which ids are whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.detokenizer import MOST_BYTES, REPLACEMENT, Decode, Detokenizer, StopStrings
from engine.reasoning import UNKNOWN, ChannelSplitter, IsEdge, Piece, ReasoningFormat, Splitter, TextMarkers

_CONTEXT_TOKENS = 8


class Told(NamedTuple):
    """What can be shown now.

    Attributes:
        moved: All text told before was reasoning, as it turns out; what is here comes behind it.
    """

    reasoning: str = ""
    text: str = ""
    moved: bool = False


class AnswerStart(NamedTuple):
    """Where an answer begins.

    Attributes:
        thinking: It begins within the reasoning.
        shown: The answer so far, where it is gone on with.
        context: The ids before it, where it is gone on with.
    """

    thinking: bool = False
    shown: str = ""
    context: Sequence[int] = ()


class AnswerReader:
    """Tokens in, what can be shown out. Stop strings end the answer, not the reasoning.

    Args:
        decode: As answers are shown, without control tokens.
        verbatim: With them: told ids give back the told text this way.
        marker_ids: Markers of the format that are one token each, by id; the others are looked for in the text.
    """

    def __init__(
        self,
        decode: Decode,
        verbatim: Decode,
        stop: Sequence[str] = (),
        format_: ReasoningFormat = UNKNOWN,
        marker_ids: Mapping[int, str] | None = None,
    ) -> None:
        self._decode = decode
        self._verbatim = verbatim
        self._format = format_
        self._marker_ids = marker_ids or {}
        by_id = set(self._marker_ids.values())
        self._markers = TextMarkers([m for m in format_.markers if m not in by_id])
        self._stop = StopStrings(stop)
        self._ids: list[int] = []
        self._position = 0  # in the stream: the text of all tokens, markers included
        self._edges = {0: 0}  # how many tokens have ended where the stream was this long
        self._ended = False
        self._reasoning, self._answer = _Part(), _Part()
        self.begin(AnswerStart())

    def begin(self, start: AnswerStart) -> None:
        """Say where the answer begins; before its first token."""
        self._context = self._whole_end(start.context)
        self._detokenizer = Detokenizer(self._decode, self._context)
        self._splitter = _splitter(self._format, self._is_edge, start)

    def _whole_end(self, token_ids: Sequence[int]) -> list[int]:
        """The last tokens, not beginning within a character: some decoders then make nothing of the bytes behind it."""
        for count in (*range(_CONTEXT_TOKENS, _CONTEXT_TOKENS + MOST_BYTES), *range(_CONTEXT_TOKENS - 1, 0, -1)):
            end = list(token_ids[-count:])
            if REPLACEMENT not in self._verbatim(end):
                return end
        return list(token_ids[-_CONTEXT_TOKENS:])

    @property
    def stopped(self) -> bool:
        """Whether a stop string has ended the answer."""
        return self._stop.stopped

    def add(self, token_id: int) -> Told:
        """Take one more token."""
        if self.stopped or self._ended:
            return Told()
        self._ids.append(token_id)
        marker = self._marker_ids.get(token_id)
        if marker is None:
            return self._tell(self._text(self._detokenizer.add(token_id)))
        pieces = self._text(self._detokenizer.flush(), len(self._ids) - 1)
        pieces += self._plain(self._markers.end())
        self._detokenizer = Detokenizer(self._decode)
        self._grow(len(marker), len(self._ids))
        return self._tell(pieces + self._splitter.marker(marker))

    def end(self, *, cut: bool) -> Told:
        """What was held back, when no more comes.

        Args:
            cut: The model had not come to its end.
        """
        if self.stopped or self._ended:
            return Told()
        self._ended = True
        text = self._detokenizer.flush(cut=cut)
        pieces = self._text(text, len(self._ids) - self._detokenizer.waiting)
        pieces += self._plain(self._markers.end()) + self._splitter.end()
        told = self._tell(pieces)
        held = "" if self.stopped else self._stop.flush()
        self._answer.told += len(held)
        return told._replace(text=told.text + held)

    @property
    def token_ids(self) -> list[int]:
        """The answer's ids; none where they would not decode to its text."""
        return self._ids_of(self._answer)

    @property
    def reasoning_ids(self) -> list[int]:
        """Those of the reasoning."""
        return self._ids_of(self._reasoning)

    def _is_edge(self, position: int) -> bool:
        return position in self._edges

    def _grow(self, length: int, num_tokens: int) -> None:
        self._position += length
        self._edges.setdefault(self._position, num_tokens)

    def _text(self, text: str, num_tokens: int | None = None) -> list[Piece]:
        if num_tokens is None:
            num_tokens = len(self._ids)
        if not text:
            return []
        self._grow(len(text), num_tokens)
        if not self._splitter.looks:
            return self._splitter.feed(self._markers.end() + text)
        pieces: list[Piece] = []
        for part, is_marker in self._markers.feed(text):
            pieces += self._splitter.marker(part) if is_marker else self._splitter.feed(part)
        return pieces

    def _plain(self, text: str) -> list[Piece]:
        return self._splitter.feed(text) if text else []

    def _tell(self, pieces: list[Piece]) -> Told:
        told = Told()
        for piece in pieces:
            if piece.part == "moved":
                # All of it was: also what waited because a stop string might have taken it.
                self._reasoning, self._answer = self._answer, _Part()
                self._reasoning.told = self._reasoning.end - self._reasoning.start
                told = Told(reasoning=told.reasoning + told.text + self._stop.flush(), moved=True)
            elif piece.part == "reasoning":
                self._reasoning.add(piece)
                self._reasoning.told += len(piece.text)
                told = told._replace(reasoning=told.reasoning + piece.text)
            else:
                self._answer.add(piece)
                shown = self._stop.feed(piece.text)
                self._answer.told += len(shown)
                told = told._replace(text=told.text + shown)
                if self.stopped:
                    break
        return told

    def _ids_of(self, part: _Part) -> list[int]:
        """Only what decodes to the told text by itself, or behind the context where the answer began before."""
        start, end = self._edges.get(part.start), self._edges.get(part.start + part.told)
        if not part.told or not part.is_whole or start is None or end is None:
            return []
        ids = self._ids[start:end]
        context = self._context if start == 0 else []
        text = "".join(part.texts)[: part.told]
        return ids if self._verbatim([*context, *ids]) == self._verbatim(context) + text else []


class _Part:
    """Where the reasoning or the answer stands in the stream, and how much of it was told."""

    def __init__(self) -> None:
        self.start = -1
        self.end = -1
        self.told = 0
        self.is_whole = True
        self.texts: list[str] = []

    def add(self, piece: Piece) -> None:
        if self.start < 0:
            self.start = self.end = piece.start
        self.is_whole = self.is_whole and piece.start == self.end
        self.end += len(piece.text)
        self.texts.append(piece.text)


def _splitter(format_: ReasoningFormat, is_edge: IsEdge, start: AnswerStart) -> Splitter | ChannelSplitter:
    if format_.channels:
        return ChannelSplitter(part="reasoning" if start.thinking else "text" if start.shown else None)
    return Splitter(format_, is_edge, inside=start.thinking, shown=start.shown)
