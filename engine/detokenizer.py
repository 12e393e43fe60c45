"""Token ids to text while they come: never half a character, and nothing that a stop string may still take back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Decode = Callable[[Sequence[int]], str]

_REPLACEMENT = "\ufffd"


class Detokenizer:
    """The text of one answer.

    Tokens are decoded together with a few before them, since many tokenizers write a token differently at the start of
    a text, and only the difference is taken (the two-offset method of vLLM and TGI).

    Attributes:
        stopped: A stop string was found; the text ends before it and further tokens are ignored.
    """

    def __init__(self, decode: Decode, stop: Sequence[str] = ()) -> None:
        self._decode = decode
        self._stop = tuple(s for s in stop if s)
        self._ids: list[int] = []
        self._prefix_offset = 0
        self._read_offset = 0
        self._held = ""
        self.stopped = False

    def add(self, token_id: int) -> str:
        """Take one more token; returns the text that can be shown now, often empty while a character is unfinished."""
        if self.stopped:
            return ""
        self._ids.append(token_id)
        prefix = self._decode(self._ids[self._prefix_offset : self._read_offset])
        text = self._decode(self._ids[self._prefix_offset :])
        # A character in several tokens shows as U+FFFD until it is whole. One that stays so is the model's own
        # doing; it comes out with `flush`, or as soon as a whole character follows it.
        if len(text) <= len(prefix) or text.endswith(_REPLACEMENT):
            return ""
        self._prefix_offset, self._read_offset = self._read_offset, len(self._ids)
        return self._pass_on(text[len(prefix) :])

    def flush(self) -> str:
        """What was held back, at the end of the answer."""
        if self.stopped:
            return ""
        prefix = self._decode(self._ids[self._prefix_offset : self._read_offset])
        rest = self._pass_on(self._decode(self._ids[self._prefix_offset :])[len(prefix) :])
        self._prefix_offset = self._read_offset = len(self._ids)
        if self.stopped:
            return rest
        held, self._held = self._held, ""
        return rest + held

    def _pass_on(self, new_text: str) -> str:
        """Cut at the first stop string; hold back an end that may become one."""
        text = self._held + new_text
        # The first to be complete, not the first to begin: so the cut does not depend on where the tokens part.
        found = [(text.find(stop) + len(stop), text.find(stop)) for stop in self._stop if stop in text]
        if found:
            self.stopped = True
            self._held = ""
            return text[: min(found)[1]]
        keep = max((_overlap(text, stop) for stop in self._stop), default=0)
        self._held = text[len(text) - keep :]
        return text[: len(text) - keep]


def _overlap(text: str, stop: str) -> int:
    """Length of the longest end of `text` that is a start of `stop`, but not all of it."""
    for length in range(min(len(stop) - 1, len(text)), 0, -1):
        if text.endswith(stop[:length]):
            return length
    return 0
