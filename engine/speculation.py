"""Whether guessing pays: what guesses of a request have been worth, against what a step with more tokens costs.

Both are measured while answers are written. A guess that is not made is looked at all the same, since what it would
have been worth is known as soon as the next token is. So guessing begins by itself where it pays, and ends as well.
"""

from __future__ import annotations

from collections.abc import Sequence

MAX_STEP_TOKENS = 16
"""Of all answers of a step with guesses."""

MAX_GUESSES = MAX_STEP_TOKENS - 1

_MARGIN = 1.03  # what a step must win by, so that an unlucky estimate does not lose
_CLASSES = (3, 5, 9, 17)  # guesses are told apart by how much of the text before them agreed
_FIRST_CHANCES = (0.1, 0.3, 0.6, 0.8)  # low, since a guess that is not made teaches as much and costs nothing
_FIRST_TRIES = 2.0
_KEPT = 0.95  # of what was learned before, with each new observation


class Chances:
    """How likely a guessed token of one request is right, by how much of the text before it agreed."""

    def __init__(self) -> None:
        self._right = [chance * _FIRST_TRIES for chance in _FIRST_CHANCES]
        self._tried = [_FIRST_TRIES] * len(_CLASSES)

    def of(self, matched: int) -> float:
        """That the next token is the guessed one; and then the one after it."""
        place = _class_of(matched)
        return self._right[place] / self._tried[place]

    def observe(self, matched: int, right: int, tried: int) -> None:
        """Take note that so many guessed tokens were right, one after the other, of those that were tried."""
        if tried == 0:
            return
        place = _class_of(matched)
        self._right[place] = self._right[place] * _KEPT + right
        self._tried[place] = self._tried[place] * _KEPT + min(right + 1, tried)


class StepCosts:
    """How much longer a step takes for each token more that it computes, as a share of one without guesses."""

    _WEIGHT = 0.2  # of a new measurement

    def __init__(self) -> None:
        self.per_token = 0.15
        self._plain_seconds = 0.0
        self._num_answers = 0

    def observe(self, num_answers: int, num_guesses: int, seconds: float) -> None:
        """Take note of a step in which answers were written and nothing was read."""
        if num_answers != self._num_answers:
            self._num_answers, self._plain_seconds = num_answers, 0.0
        if num_guesses == 0:
            before = self._plain_seconds or seconds
            # A step that was held up by something else says little.
            self._plain_seconds = before + self._WEIGHT * (min(seconds, 2 * before) - before)
        elif self._plain_seconds:
            found = (seconds / self._plain_seconds - 1) / num_guesses
            self.per_token += self._WEIGHT * (min(max(found, 0.0), 1.0) - self.per_token)

    def ratio(self, num_guesses: int) -> float:
        """Time of a step with so many guesses, against one without."""
        return 1 + self.per_token * num_guesses


def plan_guesses(wanted: Sequence[tuple[float, int]], costs: StepCosts) -> list[int]:
    """How many tokens to guess for each of the answers of a step, so that all together are written fastest.

    Args:
        wanted: For each answer, how likely each guessed token is right if those before it are, and how many there are.
    """
    counts = [0] * len(wanted)
    tokens, guesses = float(len(wanted)), 0  # that the step is expected to bring, and that it computes besides
    for place, (chance, most) in enumerate(wanted):
        best_speed = _MARGIN * tokens / costs.ratio(guesses)
        gained, best_gained, in_a_row = 0.0, 0.0, 1.0
        for count in range(1, min(most, MAX_STEP_TOKENS - len(wanted) - guesses) + 1):
            in_a_row *= chance
            gained += in_a_row
            speed = (tokens + gained) / costs.ratio(guesses + count)
            if speed > best_speed:
                counts[place], best_speed, best_gained = count, speed, gained
        tokens, guesses = tokens + best_gained, guesses + counts[place]
    return counts


def _class_of(matched: int) -> int:
    return max((place for place, least in enumerate(_CLASSES) if matched >= least), default=0)
