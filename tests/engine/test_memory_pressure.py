"""The cache gives way while the computer runs short, never more than it has to, and has its room back later."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory_pressure import RECOVERY_SECONDS, PressureValve

GIB = 1024**3
byte_counts = st.integers(0, 64 * GIB)


def valve() -> PressureValve:
    return PressureValve(20 * GIB)


@settings(max_examples=80, deadline=None)
@given(byte_counts, byte_counts, byte_counts, byte_counts, byte_counts)
def test_the_budget_stays_between_what_answers_need_and_what_is_wanted(
    wanted: int, present: int, used: int, least: int, free: int
) -> None:
    budget = valve().budget(wanted, present, used, least, free, 0.0)
    assert budget <= wanted
    assert budget >= min(least, present, wanted)


def test_with_enough_free_memory_nothing_changes() -> None:
    assert valve().budget(4 * GIB, 4 * GIB, 3 * GIB, 0, 10 * GIB, 0.0) == 4 * GIB


def test_what_is_missing_is_given_up_at_once_and_in_whole_steps() -> None:
    free = GIB - 100 * 1024**2  # a twentieth of 20 GiB is too little
    assert valve().budget(4 * GIB, 4 * GIB, 3 * GIB, 0, free, 0.0) == 3 * GIB - GIB // 2
    assert valve().budget(4 * GIB, 4 * GIB, 3 * GIB, 0, 0, 0.0) == 2 * GIB


def test_answers_that_are_being_written_keep_what_they_need() -> None:
    assert valve().budget(4 * GIB, 4 * GIB, 3 * GIB, 2 * GIB + 7, 0, 0.0) == 2 * GIB + 7


def test_room_comes_back_in_steps_and_only_when_there_is_plenty() -> None:
    own = valve()
    budget = own.budget(4 * GIB, 4 * GIB, 4 * GIB, 0, 0, 100.0)
    assert budget == 3 * GIB
    soon, later = 100.0 + RECOVERY_SECONDS / 2, 100.0 + RECOVERY_SECONDS
    assert own.budget(4 * GIB, budget, GIB, 0, 10 * GIB, soon) == budget
    assert own.budget(4 * GIB, budget, GIB, 0, 3 * GIB // 2, later) == budget
    assert own.budget(4 * GIB, budget, GIB, 0, 10 * GIB, later) == budget + GIB // 2
    assert own.budget(4 * GIB, budget + GIB // 2, GIB, 0, 10 * GIB, later + 1) == budget + GIB // 2
    assert own.budget(4 * GIB, budget + GIB // 2, GIB, 0, 10 * GIB, later + RECOVERY_SECONDS) == 4 * GIB
