"""Where texts whose ids are known stand in a rendered prompt.

They are found by rendering once more with a mark in the place of each. What a template does to a text, the mark does
not show: so the text must stand there as it is, or but for blank space at its ends that the template writes too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Known(NamedTuple):
    """A text and the ids that it came out as."""

    text: str
    token_ids: list[int]


def cut_at_known(prompt: str, marked: str, known: Mapping[str, Known]) -> list[tuple[str, list[int]]]:
    """The prompt cut into texts to tokenise and texts whose ids are known; joined, the texts are the prompt.

    From where the two renderings disagree on, nothing is known: the cache ends there in any case. A text that is
    written twice is tokenised.

    Args:
        prompt: The rendering with the texts.
        marked: The rendering with marks in their places.
        known: What each mark stands for.
    """
    if not known:
        return [(prompt, [])]
    first, *rest = re.split("(" + "|".join(map(re.escape, known)) + ")", marked)
    if not prompt.startswith(first):
        return [(prompt, [])]
    written = Counter(rest[::2])
    segments: list[tuple[str, list[int]]] = []
    done, place = 0, len(first)
    for mark, after in zip(rest[::2], rest[1::2], strict=True):
        text, token_ids = known[mark]
        shown = next((shown for shown in _as_written(text) if prompt.startswith(shown + after, place)), None)
        if shown is None:
            break
        begin = place - text.index(shown)
        if written[mark] == 1 and begin >= done and prompt.startswith(text, begin):
            segments += [(prompt[done:begin], []), (text, token_ids)]
            done = begin + len(text)
        place += len(shown) + len(after)
    return [*segments, (prompt[done:], [])]


def _as_written(text: str) -> Iterator[str]:
    """What templates make of a text."""
    yield text
    for characters in ("\n", None):
        yield text.strip(characters)
        yield text.lstrip(characters)
        yield text.rstrip(characters)
