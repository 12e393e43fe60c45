"""Guessing goes on while it pays by what was measured, ends where it does not, and begins again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.speculation import MAX_GUESSES, MAX_STEP_TOKENS, Chances, StepCosts, plan_guesses


def costs_of(per_token: float, num_answers: int = 1) -> StepCosts:
    """As they are learned from a machine on which each token more takes that share of a step."""
    costs = StepCosts()
    for _ in range(60):
        costs.observe(num_answers, 0, 0.1)
        costs.observe(num_answers, 4, 0.1 * (1 + 4 * per_token))
    return costs


def count_for(chance: float, costs: StepCosts) -> int:
    return plan_guesses([(chance, MAX_GUESSES)], costs)[0]


@pytest.mark.parametrize("per_token", [0.0, 0.05, 0.4])
def test_what_a_token_more_costs_is_learned(per_token: float) -> None:
    assert costs_of(per_token).ratio(10) == pytest.approx(1 + 10 * per_token, abs=0.01)


def test_sure_guesses_are_made_up_to_the_limit_and_hopeless_ones_never() -> None:
    costs = costs_of(0.05)
    assert count_for(0.99, costs) == MAX_GUESSES
    assert count_for(0.02, costs) == 0
    assert plan_guesses([(0.99, 3)], costs) == [3]


def test_where_each_token_takes_as_long_as_a_step_nothing_is_guessed() -> None:
    assert count_for(0.99, costs_of(1.0)) == 0


def test_a_step_that_was_held_up_once_changes_little() -> None:
    costs = costs_of(0.05)
    costs.observe(1, 4, 60.0)
    assert costs.ratio(1) < 1.3
    costs.observe(1, 0, 60.0)
    assert costs.ratio(1) < 1.3


def test_another_number_of_answers_is_measured_anew_before_it_teaches_anything() -> None:
    costs = costs_of(0.05)
    before = costs.per_token
    costs.observe(4, 4, 7.0)  # no step of four answers without guesses was seen yet
    assert costs.per_token == before


def test_in_company_a_guess_has_to_be_worth_the_time_of_all() -> None:
    costs = costs_of(0.2)
    assert count_for(0.4, costs) > 0
    assert plan_guesses([(0.4, MAX_GUESSES)] * 8, costs) == [0] * 8
    assert all(plan_guesses([(0.4, 1)] * 8, costs_of(0.0)))


def test_guesses_that_fail_end_guessing_and_those_that_would_have_been_right_begin_it_again() -> None:
    chances, costs = Chances(), costs_of(0.2)
    assert count_for(chances.of(20), costs) > 0
    for _ in range(30):
        chances.observe(20, 0, 1)
    assert count_for(chances.of(20), costs) == 0
    for _ in range(60):
        chances.observe(20, 1, 1)  # what was looked at without being computed
    assert count_for(chances.of(20), costs) > 0


def test_a_short_match_is_guessed_from_only_once_such_guesses_were_seen_to_be_right() -> None:
    chances, costs = Chances(), costs_of(0.2)
    assert count_for(chances.of(3), costs) == 0
    for _ in range(20):
        chances.observe(3, 1, 1)
    assert count_for(chances.of(3), costs) > 0


def test_long_matches_are_not_blamed_for_short_ones() -> None:
    chances = Chances()
    before = chances.of(20)
    for _ in range(30):
        chances.observe(3, 0, 1)
    assert chances.of(20) == before
    assert chances.of(3) < 0.1


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, MAX_GUESSES)), min_size=1, max_size=16),
    st.floats(0, 1),
)
def test_a_plan_is_never_expected_to_be_slower_than_none(wanted: list[tuple[float, int]], per_token: float) -> None:
    costs = StepCosts()
    costs.per_token = per_token
    counts = plan_guesses(wanted, costs)
    assert all(0 <= count <= most for count, (_, most) in zip(counts, wanted, strict=True))
    assert len(wanted) + sum(counts) <= MAX_STEP_TOKENS
    tokens = sum(
        1 + sum(chance**place for place in range(1, count + 1))
        for count, (chance, _) in zip(counts, wanted, strict=True)
    )
    assert tokens / costs.ratio(sum(counts)) >= len(wanted) - 1e-9


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 15), st.integers(0, 15)), max_size=50))
def test_a_chance_stays_between_none_and_certain(seen: list[tuple[int, int, int]]) -> None:
    chances = Chances()
    for matched, right, tried in seen:
        chances.observe(matched, min(right, tried), tried)
    assert all(0 <= chances.of(matched) <= 1 for matched in range(1, 40))
