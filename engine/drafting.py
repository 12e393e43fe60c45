"""Guesses what comes next from the text itself: where its newest tokens stood before, and what followed them there.

Prompt lookup (Saxena, 2023): no second model, and worth much where an answer repeats what was said, as quotations, code
that is changed a little, and tables do. A guess is only ever a guess: the model is asked about all of it at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

KEY_TOKENS = 3
"""So many of the newest tokens must have stood together before. With two, most finds are chance."""

_PLACES = 8  # remembered of each three tokens, the newest
_MOST_COMPARED = 32  # tokens before a place; a longer match says no more


@dataclass(frozen=True, slots=True)
class Draft:
    """What may come next.

    Attributes:
        token_ids: As many as were wanted; none where nothing was found.
        matched: How many of the newest tokens stood before these, too: the more, the likelier they are right.
    """

    token_ids: list[int]
    matched: int


NOTHING = Draft([], 0)


class Drafter:
    """Knows the places of one growing text. It is given the whole text each time and looks at what is new."""

    def __init__(self) -> None:
        self._places: dict[tuple[int, ...], deque[int]] = {}  # where each three tokens end
        self._known = KEY_TOKENS - 1

    def draft(self, token_ids: Sequence[int], count: int) -> Draft:
        """What followed the place before that has most in common with the end of the text; of several, the last."""
        # The end itself is no place: nothing follows it.
        for end in range(self._known + 1, len(token_ids)):
            key = tuple(token_ids[end - KEY_TOKENS : end])
            self._places.setdefault(key, deque(maxlen=_PLACES)).append(end)
            self._known = end
        best, matched = 0, 0
        for end in self._places.get(tuple(token_ids[-KEY_TOKENS:]), ()):
            length = _common(token_ids, end)
            if length >= matched:
                best, matched = end, length
        if not matched:
            return NOTHING
        found: list[int] = []
        for place in range(best, best + count):
            # A place near the end is followed by what is being guessed: a text that repeats itself goes on so.
            found.append(token_ids[place] if place < len(token_ids) else found[place - len(token_ids)])
        return Draft(found, matched)


def _common(token_ids: Sequence[int], end: int) -> int:
    """How many tokens before `end` are those at the end of the text, in the same order."""
    length, most = 0, min(end, _MOST_COMPARED)
    while length < most and token_ids[end - 1 - length] == token_ids[-1 - length]:
        length += 1
    return length
