"""Figures of several answers are taken over the time that they have in common, and lines are fitted as they lie."""

from __future__ import annotations

import pytest

from benchmarks.answers import Written
from benchmarks.batch import speed_checks, total_speed
from benchmarks.long import slope
from benchmarks.peers.llama_cpp import in_turns, ratio


def test_the_speed_of_several_counts_only_while_all_are_written() -> None:
    early = Written(times=[0.0, 1.0, 2.0, 3.0, 4.0])
    late = Written(times=[2.0, 2.5, 3.0, 3.5, 9.0])
    assert total_speed([early, late]) == pytest.approx((2 + 3) / 2)
    assert total_speed([early]) == pytest.approx(1)


def test_ratios_are_taken_within_a_round_and_answers_compared_with_those_alone() -> None:
    speeds = {1: [1.0, 10.0], 4: [2.0, 40.0]}
    ids = {1: {"a": [1]}, 4: {"a": [1], "b": [3]}}
    ratio_check, same_check = speed_checks(speeds, ids, {"a": [1], "b": [2]})
    assert ratio_check.value == 3.0
    assert same_check.value == pytest.approx(2 / 3, abs=1e-3)
    assert not same_check.holds


def test_a_line_has_its_slope() -> None:
    assert slope([0, 10, 20], [5, 25, 45]) == pytest.approx(2)


def test_nobody_is_always_first() -> None:
    order: list[str] = []

    def work(name: str) -> float:
        order.append(name)
        return float(len(order))

    times = in_turns({name: lambda name=name: work(name) for name in "abc"}, 3)  # type: ignore[misc] # a default
    assert "".join(order) == "abcbcacab"
    assert ratio(times, "b", "a") == pytest.approx(9 / 8)
