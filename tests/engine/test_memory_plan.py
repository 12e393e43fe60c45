"""Budgets stay within what is free, and what they are said to hold does fit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, INT4, BlockSizes, CachePolicy
from engine.memory_plan import (
    GIB,
    MIB,
    OPEN_BLOCKS,
    default_kv_budget_bytes,
    human_bytes,
    tokens_that_fit,
    wanted_kv_bytes,
)
from engine.scheduler import MAX_CHUNK_TOKENS, MIN_CHUNK_TOKENS
from tests.engine.cache.token_store import compute, make

steady = settings(max_examples=80, deadline=None)
sizes = st.integers(0, 2**42)
block_and_packed_bytes = st.integers(1, 2**26).flatmap(lambda block: st.tuples(st.just(block), st.integers(1, block)))


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
@given(block_and_packed_bytes, st.integers(1, 2**20))
def test_what_is_wanted_holds_a_full_context_and_no_more_than_sixteen_exact_ones(
    bytes_: tuple[int, int], context_tokens: int
) -> None:
    block_bytes, packed_bytes = bytes_
    wanted = wanted_kv_bytes(block_bytes, packed_bytes, context_tokens, BLOCK_TOKENS)
    assert tokens_that_fit(wanted, block_bytes, packed_bytes, BLOCK_TOKENS) >= context_tokens
    num_blocks = -(-context_tokens // BLOCK_TOKENS)
    assert wanted <= 16 * max(num_blocks, OPEN_BLOCKS) * block_bytes


@steady
@given(sizes, block_and_packed_bytes)
def test_tokens_that_fit_are_at_least_as_many_as_exact_and_at_most_as_many_as_packed_blocks_hold(
    budget_bytes: int, bytes_: tuple[int, int]
) -> None:
    block_bytes, packed_bytes = bytes_
    fitting = tokens_that_fit(budget_bytes, block_bytes, packed_bytes, BLOCK_TOKENS)
    assert fitting % BLOCK_TOKENS == 0
    assert budget_bytes // block_bytes <= fitting // BLOCK_TOKENS <= budget_bytes // packed_bytes


@settings(max_examples=30, deadline=None)
@given(
    num_exact=st.integers(2, 24),
    spare_bytes=st.integers(0, 159),
    packed_bytes=st.integers(40, 160),
    first_chunk=st.integers(1, MAX_CHUNK_TOKENS),
    chunk_blocks=st.integers(1, MAX_CHUNK_TOKENS // MIN_CHUNK_TOKENS),
)
def test_a_conversation_of_as_many_tokens_as_fit_can_be_read_in_any_chunks(
    num_exact: int, spare_bytes: int, packed_bytes: int, first_chunk: int, chunk_blocks: int
) -> None:
    """In the manager itself: a chunk may begin inside a block, and all that it fills is exact at first."""
    by_format = dict.fromkeys(FORMATS.values(), packed_bytes) | {EXACT: 160}
    manager, store = make(num_exact, BlockSizes(by_format), CachePolicy(INT4), spare_bytes=spare_bytes)
    num_tokens = tokens_that_fit(manager.pool.budget_bytes, 160, packed_bytes, BLOCK_TOKENS)
    text = list(range(num_tokens))
    sequence = manager.begin("a", [*text, 0])
    compute(manager, store, sequence, text[:first_chunk])
    while sequence.num_tokens < num_tokens:
        start = sequence.num_tokens
        compute(manager, store, sequence, text[start : start + chunk_blocks * MIN_CHUNK_TOKENS])


@pytest.mark.parametrize(
    ("num_bytes", "text"),
    [(0, "0 MiB"), (-5, "0 MiB"), (512 * MIB, "512 MiB"), (GIB, "1.0 GiB"), (3 * GIB // 2, "1.5 GiB")],
)
def test_sizes_in_sentences(num_bytes: int, text: str) -> None:
    assert human_bytes(num_bytes) == text
