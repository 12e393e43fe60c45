"""Budgets stay within what is free, blocks within the budget."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory_plan import GIB, MIB, default_kv_budget_bytes, human_bytes, num_blocks

steady = settings(max_examples=200, deadline=None)
sizes = st.integers(0, 2**42)


@steady
@given(st.sampled_from(["cpu", "cuda"]), sizes)
def test_the_budget_is_never_more_than_what_is_free(kind: str, free_bytes: int) -> None:
    assert 0 <= default_kv_budget_bytes(kind, free_bytes) <= free_bytes


@steady
@given(sizes)
def test_three_quarters_of_free_ram_stay_the_users(free_bytes: int) -> None:
    budget = default_kv_budget_bytes("cpu", free_bytes)
    assert 4 * budget <= free_bytes
    assert budget <= 4 * GIB


@steady
@given(st.integers(512 * MIB, 2**42))
def test_on_a_card_room_for_working_space_is_left(free_bytes: int) -> None:
    left = free_bytes - default_kv_budget_bytes("cuda", free_bytes)
    assert left >= 512 * MIB
    assert left >= free_bytes // 8


@steady
@given(st.sampled_from(["cpu", "cuda"]), sizes, sizes)
def test_more_free_memory_never_means_a_smaller_budget(kind: str, one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert default_kv_budget_bytes(kind, less) <= default_kv_budget_bytes(kind, more)


@steady
@given(sizes, st.integers(1, 2**30), st.integers(1, 2**20))
def test_blocks_fit_the_budget_and_none_is_left_out_that_a_context_could_use(
    budget_bytes: int, block_bytes: int, context_tokens: int
) -> None:
    blocks = num_blocks(budget_bytes, block_bytes, context_tokens, 64)
    assert blocks * block_bytes <= budget_bytes
    one_more_fits = (blocks + 1) * block_bytes <= budget_bytes
    assert not one_more_fits or blocks * 64 >= 16 * context_tokens


def test_no_more_blocks_than_sixteen_full_contexts_are_made() -> None:
    assert num_blocks(1000 * GIB, 1, 100, 64) == 16 * 2


@pytest.mark.parametrize(
    ("num_bytes", "text"),
    [(0, "0 MiB"), (-5, "0 MiB"), (512 * MIB, "512 MiB"), (GIB, "1.0 GiB"), (3 * GIB // 2, "1.5 GiB")],
)
def test_sizes_in_sentences(num_bytes: int, text: str) -> None:
    assert human_bytes(num_bytes) == text
