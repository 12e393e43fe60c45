"""Token ids to text while they come: never half a character, and nothing that a stop string may still take back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Decode = Callable[[Sequence[int]], str]

REPLACEMENT = "\ufffd"
MOST_BYTES = 4  # of a character in UTF-8, and so the most tokens that it can lie in


class Detokenizer:
    """The text of tokens as they come.

    Tokens are decoded together with a few before them, since many tokenizers write a token differently at the start of
    a text, and only the difference is taken (the two-offset method of vLLM and TGI).

    Args:
        context: The tokens before, where the text does not begin with these.
    """

    def __init__(self, decode: Decode, context: Sequence[int] = ()) -> None:
        self._decode = decode
        self._ids = list(context)
        self._prefix_offset = 0
        self._read_offset = len(self._ids)

    @property
    def waiting(self) -> int:
        """How many of the newest tokens are not told yet."""
        return len(self._ids) - self._read_offset

    def add(self, token_id: int) -> str:
        """Take one more token; returns the text that can be shown now, often empty while a character is unfinished."""
        self._ids.append(token_id)
        text = self._behind_prefix(len(self._ids))
        # A character in several tokens shows as U+FFFD until it is whole. One that stays so is the model's own
        # doing; it comes out with `flush`, or as soon as a whole character follows it.
        if not text or text.endswith(REPLACEMENT):
            return ""
        self._prefix_offset, self._read_offset = self._read_offset, len(self._ids)
        return text

    def flush(self, *, cut: bool = False) -> str:
        """What was held back, when no more comes.

        Args:
            cut: The model had not come to its end. A character that it had only begun is left out; its tokens go on
                waiting.
        """
        end = len(self._ids)
        if cut:
            fewer = range(end - 1, max(self._read_offset, end - MOST_BYTES + 1) - 1, -1)
            if self._behind_prefix(end).endswith(REPLACEMENT):
                end = next((e for e in fewer if not self._behind_prefix(e).endswith(REPLACEMENT)), end)
        text = self._behind_prefix(end)
        self._prefix_offset = self._read_offset = end
        return text

    def _behind_prefix(self, end: int) -> str:
        prefix = self._decode(self._ids[self._prefix_offset : self._read_offset])
        return self._decode(self._ids[self._prefix_offset : end])[len(prefix) :]


class StopStrings:
    """Ends a text at the first of some strings, wherever the pieces that it comes in part.

    Attributes:
        stopped: One was found; the text ends before it, and what follows is ignored.
    """

    def __init__(self, stop: Sequence[str]) -> None:
        self._stop = tuple(s for s in stop if s)
        self._held = ""
        self.stopped = False

    def feed(self, new_text: str) -> str:
        """What can be shown now. An end that may become a stop string waits."""
        if self.stopped:
            return ""
        text = self._held + new_text
        # The first to be complete, not the first to begin: so the cut does not depend on where the pieces part.
        found = [(place + len(stop), place) for stop in self._stop if (place := text.find(stop)) >= 0]
        if found:
            self.stopped = True
            self._held = ""
            return text[: min(found)[1]]
        keep = max((overlap(text, stop) for stop in self._stop), default=0)
        self._held = text[len(text) - keep :]
        return text[: len(text) - keep]

    def flush(self) -> str:
        """What waited, when no more comes."""
        held, self._held = self._held, ""
        return held


def overlap(text: str, string: str) -> int:
    """Length of the longest end of `text` that is a start of `string`, but not all of it."""
    for length in range(min(len(string) - 1, len(text)), 0, -1):
        if text.endswith(string[:length]):
            return length
    return 0
