"""How well what was typed fits a title: parts of words, beginnings of words, or just some of the letters in order."""

from __future__ import annotations

import math
from functools import lru_cache

from app.store.folding import fold

_AT_START, _AT_WORD, _WITHIN, _LETTERS = 0.0, 1.0, 3.0, 6.0
_RUN_AT_START, _RUN_WITHIN = 1.0, 2.0
_MOST_LETTERS = 24
"""What is longer is no hasty shortening."""
_MOST_TITLE = 60
_PER_CHARACTER = 0.001
"""Of two titles that fit equally well, the shorter one comes first."""


def rank(typed: str, title: str) -> float | None:
    """How far a title is from what was typed, without regard to case and accents; None if it does not fit.

    Every word that was typed has to fit. Letters in order fit too, as `nwc` does `New chat`; the fewer runs they make,
    and the more of these begin a word, the better.
    """
    folded = fold(title)
    total = len(folded) * _PER_CHARACTER
    for word in _words(typed):
        distance = _distance(word, folded)
        if distance is None:
            return None
        total += distance
    return total


@lru_cache(8)
def _words(typed: str) -> list[str]:
    """What was typed is compared with a thousand titles."""
    return fold(typed).split()


def _distance(word: str, title: str) -> float | None:
    if title.startswith(word):
        return _AT_START
    place = title.find(word)
    if place >= 0:
        starts = (at for at in range(place, len(title)) if title.startswith(word, at) and _is_start(title, at))
        return _AT_WORD if next(starts, None) is not None else _WITHIN
    title = title[:_MOST_TITLE]
    if len(word) > _MOST_LETTERS or not _is_in_order(word, title):
        return None
    runs = _runs(word, title)
    return None if runs is None else _LETTERS + runs


def _is_in_order(letters: str, title: str) -> bool:
    """Whether the letters stand in the title one behind the other: a thousand titles are mostly told apart by that."""
    rest = iter(title)
    return all(letter in rest for letter in letters)


def _runs(letters: str, title: str) -> float | None:
    """In how few runs the letters stand in the title; None if they do not, or if the first one begins no word."""
    never = math.inf
    runs = [0.0] + [never] * len(title)  # by the place behind the letter before
    for number, letter in enumerate(letters):
        further = [never] * (len(title) + 1)
        fewest = never
        for at, character in enumerate(title):
            fewest = min(fewest, runs[at])
            is_start = _is_start(title, at)
            if character == letter and (number or is_start):
                goes_on = runs[at] if number else never
                further[at + 1] = min(goes_on, fewest + (_RUN_AT_START if is_start else _RUN_WITHIN))
        runs = further
    found = min(runs)
    return None if found == never else found


def _is_start(title: str, place: int) -> bool:
    return title[place].isalnum() and (place == 0 or not title[place - 1].isalnum())
