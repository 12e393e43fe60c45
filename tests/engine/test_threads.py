"""How many threads a model gets: the fewest of those that are about as fast."""

from __future__ import annotations

import pytest

from engine.threads import candidates, measure


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ({1: 1.0, 2: 0.6, 4: 0.4}, 4),
        ({1: 1.0, 2: 1.9, 4: 3.0}, 1),
        ({1: 1.0, 2: 0.99, 4: 0.98}, 1),
        ({1: 1.0, 2: 0.5, 4: 0.49}, 2),
        ({3: 9.0}, 3),
    ],
)
def test_the_fewest_threads_are_taken_that_are_about_as_fast(seconds: dict[int, float], expected: int) -> None:
    now = [0.0]

    def work(count: int) -> None:
        now[0] += seconds[count]

    assert measure(work, list(seconds), clock=lambda: now[0]) == expected


def test_one_slow_moment_does_not_decide() -> None:
    now, calls = [0.0], [0]

    def work(count: int) -> None:
        calls[0] += 1
        now[0] += 0.01 / count + (0.2 if calls[0] == 4 else 0.0)  # the second count, at its first turn

    assert measure(work, [1, 2], clock=lambda: now[0]) == 2


def test_what_is_tried_begins_with_one_and_is_in_order() -> None:
    assert candidates()[0] == 1
    assert candidates() == sorted(set(candidates()))
