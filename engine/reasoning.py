"""What a model thinks apart from what it answers: the documented formats, and a splitter for text that streams.

The splitter sees text and markers in turn. Where a marker is a token of its own the reader knows it by its id;
elsewhere `TextMarkers` finds it in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from engine.code_spans import CodeSpans
from engine.detokenizer import overlap

Part: TypeAlias = Literal["reasoning", "text"]
IsEdge: TypeAlias = Callable[[int], bool]
"""Whether tokens part at this place of the stream, so that ids can be told for what is before it and behind it."""


class Piece(NamedTuple):
    """Some text and what it is; `moved` says that all text before it was reasoning.

    Attributes:
        start: Its place in the stream; -1 for what does not stand there.
    """

    part: Literal["reasoning", "text", "moved"]
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class ReasoningFormat:
    """How a model marks what it thinks.

    Attributes:
        opener: Begins the reasoning; many templates write it themselves.
        closer: Ends it.
        gaps: What models write behind the opener, before the closer and behind it.
        answer_opener: Begins the answer, in formats that mark it too.
        ignored: Markers that say nothing to the reader.
        channels: The harmony format, where each part names its channel; `opener` is the head of the thinking one.
        sure: The template speaks of it. Otherwise only an answer that begins with the opener is taken for reasoning.
    """

    opener: str
    closer: str
    gaps: tuple[str, str, str] = ("", "", "")
    answer_opener: str = ""
    ignored: tuple[str, ...] = ()
    channels: bool = False
    sure: bool = True

    @property
    def markers(self) -> tuple[str, ...]:
        """All texts that are looked for."""
        return _CHANNEL_MARKERS if self.channels else (self.opener, self.closer, *self.ignored)

    def before_answer(self, prompt_end: str, reasoning: str, content: str) -> tuple[str, str]:
        """What stands before the reasoning and before the content of an answer that is to be gone on with.

        Args:
            prompt_end: The end of the prompt, as it was before the answer.
            reasoning: Empty for none; then only the second text counts.
        """
        opened = prompt_end.rstrip().endswith(self.opener)
        after_opener, before_closer, after_closer = self.gaps
        head = "" if opened else self.opener
        if not prompt_end.endswith(after_opener) or not opened:
            head += after_opener
        if reasoning.startswith(after_opener):
            head = head.removesuffix(after_opener)
        closing = ("" if reasoning.endswith(before_closer) else before_closer) + self.closer
        if not reasoning and not opened:
            return "", self.answer_opener
        newlines = len(content) - len(content.lstrip("\n"))
        return head, closing + after_closer[newlines:] + self.answer_opener


_CHANNEL_MARKERS = ("<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|return|>", "<|call|>", "<|constrain|>")

HARMONY = ReasoningFormat(
    opener="<|channel|>analysis<|message|>",
    closer="<|end|><|start|>assistant",
    answer_opener="<|channel|>final<|message|>",
    channels=True,
)
_THINK = ReasoningFormat("<think>", "</think>", ("\n", "\n", "\n\n"))
UNKNOWN = replace(_THINK, sure=False)
_TAGS = (
    ReasoningFormat("[THINK]", "[/THINK]"),
    ReasoningFormat(
        "<|START_THINKING|>",
        "<|END_THINKING|>",
        answer_opener="<|START_RESPONSE|>",
        ignored=("<|START_RESPONSE|>", "<|END_RESPONSE|>"),
    ),
    ReasoningFormat("<seed:think>", "</seed:think>", ("\n", "\n", "\n")),
    _THINK,
)


def find_format(template_source: str, control: Collection[str]) -> ReasoningFormat:
    """The format that a template speaks of; where it speaks of none, `<think>` at the start of an answer is believed.

    Args:
        control: The texts of the tokenizer's control tokens.
    """
    if "<|channel|>" in control and "<|message|>" in control and "<|channel|>" in template_source:
        return HARMONY
    for tags in _TAGS:
        if tags.opener in template_source or tags.closer in template_source:
            known = tuple(marker for marker in tags.ignored if marker in control)
            opener = tags.answer_opener if tags.answer_opener in template_source else ""
            return replace(tags, ignored=known, answer_opener=opener)
    return UNKNOWN


class TextMarkers:
    """Finds markers in text that streams."""

    def __init__(self, markers: Collection[str]) -> None:
        self._markers = tuple(markers)
        self._held = ""

    def feed(self, text: str) -> list[tuple[str, bool]]:
        """Texts and markers in turn; the flag says which. An end that may become a marker waits."""
        found: list[tuple[str, bool]] = []
        text = self._held + text
        while True:
            places = [(place, -len(m), m) for m in self._markers if (place := text.find(m)) >= 0]
            if not places:
                break
            place, _, marker = min(places)
            found += [(text[:place], False)] if place else []
            found.append((marker, True))
            text = text[place + len(marker) :]
        keep = max((overlap(text, marker) for marker in self._markers), default=0)
        self._held = text[len(text) - keep :]
        shown = text[: len(text) - keep]
        return [*found, (shown, False)] if shown else found

    def end(self) -> str:
        """What waited, and is text."""
        held, self._held = self._held, ""
        return held


class Splitter:
    """Splits one answer in a format with an opener and a closer.

    Broken forms: a second opener at the start is dropped. Without a closer all is reasoning. A closer without an opener
    makes all before it reasoning. Markers within code of the answer are text, and so are closers between backticks.

    Args:
        inside: The stream begins within the reasoning: the prompt has opened it.
        shown: The answer so far, where one is gone on with; then there is no reasoning to come.
    """

    def __init__(self, format_: ReasoningFormat, is_edge: IsEdge, *, inside: bool = False, shown: str = "") -> None:
        self._format = format_
        self._is_edge = is_edge
        self._position = 0
        self._state: Literal["start", "reasoning", "answer"] = "reasoning" if inside else "start"
        self._thought = inside
        self._said = False  # something was told of the present part
        self._trims = inside
        self._blank = ""  # newlines, or what may precede an opener: told or dropped with what follows
        self._after_tick = False
        self._doubtful: tuple[str, int] | None = None
        self._code = CodeSpans()
        if shown:
            self._state, self._thought = "answer", True
            self._code.feed(shown)

    @property
    def looks(self) -> bool:
        """Whether a marker could still mean something."""
        return self._format.sure or self._state != "answer"

    def feed(self, text: str) -> list[Piece]:
        """More text; returns what can be told now."""
        return self._settled(text) + self._text(text)

    def marker(self, marker: str) -> list[Piece]:
        """A marker of the format."""
        pieces = self._settled("")
        start = self._position
        self._position += len(marker)
        if marker in self._format.ignored:
            if self._state != "reasoning":
                self._enter("answer")
            return pieces
        if self._state == "reasoning":
            if marker == self._format.opener:
                return pieces if not self._said else pieces + self._say(marker, start)
            if self._after_tick:
                self._doubtful = (marker, start)
                return pieces
            return pieces + self._close()
        if marker == self._format.opener:
            again = self._format.sure and self._code.at_line_start and not self._code.inside
            if self._state == "start" or again:
                between = [Piece("reasoning", "\n\n", -1)] if self._thought else []
                self._enter("reasoning")
                return pieces + between
        elif self._state == "start" and self._format.sure:
            self._enter("answer")
            self._thought = True
            return pieces
        elif not self._thought and not self._code.inside and self._format.sure:
            self._enter("answer")
            self._thought = True
            return [*pieces, Piece("moved", "", start)]
        self._position = start
        return pieces + self._text(marker)

    def end(self) -> list[Piece]:
        """What was held back, when no more comes."""
        pieces = self._settled("")
        if self._blank and (self._state == "start" or self._said):
            part: Part = "reasoning" if self._state == "reasoning" else "text"
            pieces.append(Piece(part, self._blank, self._position - len(self._blank)))
        self._blank = ""
        return pieces

    def _enter(self, state: Literal["reasoning", "answer"]) -> None:
        self._state, self._said, self._trims, self._blank, self._after_tick = state, False, True, "", False
        self._thought = self._thought or state == "reasoning"

    def _settled(self, following: str) -> list[Piece]:
        """Decide on a closer behind a backtick: it is quoted if another one follows."""
        if self._doubtful is None:
            return []
        (marker, start), self._doubtful = self._doubtful, None
        if following.startswith("`"):
            return self._say(marker, start)
        return self._close()

    def _close(self) -> list[Piece]:
        """End the reasoning; newlines before the closer are left out as far as tokens part there."""
        pieces = []
        end = self._position - len(self._format.closer)
        start = end - len(self._blank)
        if self._blank and self._said:
            kept = next((place for place in range(start, end + 1) if self._is_edge(place)), start)
            if kept > start:
                pieces = [Piece("reasoning", self._blank[: kept - start], start)]
        self._enter("answer")
        return pieces

    def _begin_answer(self, end: int) -> list[Piece]:
        """What came before anything was told is part of an answer without reasoning."""
        if self._state != "start":
            return []
        blank, self._blank, self._state = self._blank, "", "answer"
        return [Piece("text", blank, end - len(blank))] if blank else []

    def _text(self, text: str) -> list[Piece]:
        start = self._position
        self._position += len(text)
        if self._state == "start":
            if not text.strip():
                self._blank += text
                return []
            return self._begin_answer(start) + self._say(text, start)
        if self._trims:
            kept = text.lstrip("\n")
            if not kept:
                self._blank += text
                return []
            begin = start - len(self._blank)
            first = self._position - len(kept)
            text = self._blank + text
            edge = next((place for place in range(first, begin - 1, -1) if self._is_edge(place)), first)
            text, start = text[edge - begin :], edge
            self._trims, self._blank = False, ""
        return self._say(text, start)

    def _say(self, text: str, start: int) -> list[Piece]:
        self._trims = False
        if self._state == "answer":
            self._said = True
            self._code.feed(text)
            return [Piece("text", text, start)] if text else []
        text, start = self._blank + text, start - len(self._blank)
        kept = text.rstrip("\n")
        self._blank = text[len(kept) :]
        self._said = self._said or bool(kept)
        self._after_tick = not self._blank and kept.endswith("`")
        return [Piece("reasoning", kept, start)] if kept else []


class ChannelSplitter:
    """Splits one answer in the harmony format of gpt-oss: of its channels, `final` is the answer.

    Text that comes where a header is due, with no marker before it, is the answer too.

    Args:
        part: What the stream begins within, where an answer is gone on with.

    Attributes:
        looks: As that of `Splitter`.
    """

    looks = True

    def __init__(self, *, part: Part | None = None) -> None:
        self._position = 0
        self._part: Part | None = part  # None outside of any message
        self._header: str | None = None
        self._thought = False

    def feed(self, text: str) -> list[Piece]:
        """More text; returns what can be told now."""
        start = self._position
        self._position += len(text)
        if self._header is not None:
            self._header += text
            return []
        if self._part is None:
            if not text.strip():
                return []
            self._part = "text"
        return [Piece(self._part, text, start)]

    def marker(self, marker: str) -> list[Piece]:
        """A marker of the format."""
        self._position += len(marker)
        pieces: list[Piece] = []
        if marker == "<|message|>":
            header = (self._header or "final").split()
            self._part = "text" if header[:1] in ([], ["final"], ["assistant"]) else "reasoning"
            self._header = None
            if self._part == "reasoning" and self._thought:
                pieces = [Piece("reasoning", "\n\n", -1)]
            self._thought = self._thought or self._part == "reasoning"
        elif marker in ("<|start|>", "<|channel|>"):
            self._part, self._header = None, ""
        elif marker != "<|constrain|>":
            self._part, self._header = None, None
        return pieces

    def end(self) -> list[Piece]:
        """Nothing is ever held back."""
        return []
