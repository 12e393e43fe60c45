"""Budgets stay within what is free, what they are said to hold does fit, and a plan says what comes of a wish."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, INT4, BlockSizes, CachePolicy
from engine.memory_plan import cache_sizes
from engine.protocol import CacheSizes, KvFormat, ModelMemory, Room, WeightsOption, Wish, plan_memory
from engine.protocol.memory import (
    GIB,
    MIB,
    OPEN_BLOCKS,
    SNAPSHOT_SHARE,
    cache_bytes,
    conversation_bytes,
    default_kv_budget_bytes,
    running_bytes,
    tokens_that_fit,
    wanted_kv_bytes,
    working_bytes,
)
from engine.scheduler import MAX_CHUNK_TOKENS, MIN_CHUNK_TOKENS
from tests.engine.cache.token_store import compute, make

steady = settings(max_examples=80, deadline=None)
byte_counts = st.integers(0, 2**42)


def sizes_of(exact: int, packed: int, window: int = 0, window_tokens: int = 0, state: int = 0) -> CacheSizes:
    return CacheSizes(
        block_tokens=BLOCK_TOKENS,
        by_format={"exact": exact, "fp8": packed, "int8": packed, "k8v4": packed, "int4": packed},
        window_bytes=window,
        window_tokens=window_tokens,
        by_room=tuple((exact + window) * tokens // BLOCK_TOKENS for tokens in range(BLOCK_TOKENS + 1)),
        state_bytes=state,
    )


@st.composite
def any_sizes(draw: st.DrawFn, state: int = 0) -> CacheSizes:
    exact = draw(st.integers(1, 2**26))
    has_windows = draw(st.booleans())
    window, window_tokens = (draw(st.integers(1, 2**26)), draw(st.integers(1, 2000))) if has_windows else (0, 0)
    return sizes_of(exact, draw(st.integers(1, exact)), window, window_tokens, state)


@steady
@given(st.sampled_from(["cpu", "cuda"]), byte_counts)
def test_the_budget_is_never_more_than_what_is_free(kind: str, free_bytes: int) -> None:
    assert 0 <= default_kv_budget_bytes(kind, free_bytes) <= free_bytes


@steady
@given(byte_counts)
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
@given(st.sampled_from(["cpu", "cuda"]), byte_counts, byte_counts)
def test_more_free_memory_never_means_a_smaller_budget(kind: str, one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert default_kv_budget_bytes(kind, less) <= default_kv_budget_bytes(kind, more)


@steady
@given(any_sizes(), st.sampled_from(sorted(FORMATS)), st.integers(1, 2**20))
def test_what_one_conversation_needs_holds_it_and_what_is_wanted_holds_sixteen(
    sizes: CacheSizes, kv_format: KvFormat, context_tokens: int
) -> None:
    needed = running_bytes(sizes, kv_format, context_tokens)
    assert tokens_that_fit(needed, sizes, kv_format) >= context_tokens
    assert needed <= -(-context_tokens // BLOCK_TOKENS) * sizes.open_bytes
    assert wanted_kv_bytes(sizes, kv_format, context_tokens) == 16 * needed


@steady
@given(byte_counts, byte_counts, any_sizes())
def test_a_larger_budget_never_holds_less(one: int, other: int, sizes: CacheSizes) -> None:
    less, more = sorted((one, other))
    fitting = tokens_that_fit(less, sizes, "int8")
    assert fitting % BLOCK_TOKENS == 0
    assert less // sizes.open_bytes <= fitting // BLOCK_TOKENS <= tokens_that_fit(more, sizes, "int8") // BLOCK_TOKENS


@settings(max_examples=30, deadline=None)
@given(
    num_exact=st.integers(2, 24),
    spare_bytes=st.integers(0, 159),
    packed_bytes=st.integers(40, 160),
    window=st.sampled_from([(0, 0), (30, 70), (200, 130)]),
    first_chunk=st.integers(1, MAX_CHUNK_TOKENS),
    chunk_blocks=st.integers(1, MAX_CHUNK_TOKENS // MIN_CHUNK_TOKENS),
)
def test_a_conversation_of_as_many_tokens_as_fit_can_be_read_in_any_chunks(
    num_exact: int, spare_bytes: int, packed_bytes: int, window: tuple[int, int], first_chunk: int, chunk_blocks: int
) -> None:
    """In the manager itself: a chunk may begin inside a block, and all that it fills is exact at first."""
    by_format = dict.fromkeys(FORMATS.values(), packed_bytes) | {EXACT: 160}
    block_sizes = BlockSizes(by_format, *window)
    manager, store = make(num_exact, block_sizes, CachePolicy(INT4), spare_bytes=spare_bytes)
    num_tokens = tokens_that_fit(manager.pool.budget_bytes, cache_sizes(block_sizes), "int4")
    text = list(range(num_tokens))
    sequence = manager.begin("a", [*text, 0])
    compute(manager, store, sequence, text[:first_chunk])
    while sequence.num_tokens < num_tokens:
        start = sequence.num_tokens
        compute(manager, store, sequence, text[start : start + chunk_blocks * MIN_CHUNK_TOKENS])


@steady
@given(any_sizes(state=1000), st.integers(1, 50_000), st.integers(1, 20))
def test_a_budget_for_several_conversations_has_room_for_blocks_and_for_states(
    sizes: CacheSizes, num_tokens: int, conversations: int
) -> None:
    budget = cache_bytes(sizes, "int8", num_tokens, conversations)
    states = conversations * -(-num_tokens // 1024) * sizes.state_bytes
    assert budget // SNAPSHOT_SHARE >= states
    without = msgspec.structs.replace(sizes, state_bytes=0)
    assert budget - budget // SNAPSHOT_SHARE >= cache_bytes(without, "int8", num_tokens, conversations) - 1


def test_windows_that_nobody_sees_are_not_counted_where_room_is_short() -> None:
    sizes = sizes_of(exact=0, packed=0, window=1000, window_tokens=128)
    assert conversation_bytes(sizes, "int8", 640) == 10_000
    assert conversation_bytes(sizes, "int8", 640, has_room=False) == 2000
    assert tokens_that_fit(OPEN_BLOCKS * 1000 + 2000, sizes, "int8") > 1_000_000


MODEL = ModelMemory(
    name="m",
    architecture="M",
    parameters=10**9,
    context_tokens=32_768,
    weights=[WeightsOption(name="bfloat16", num_bytes=2 * GIB, read_bytes=GIB, number_bytes=2)],
    sizes={2: sizes_of(exact=8 * MIB, packed=4 * MIB)},
    chunk_bytes={2: 100 * MIB},
    history_bytes={2: 1024},
)
ROOM = Room(kind="cpu", name="CPU", total_bytes=16 * GIB, free_bytes=8 * GIB, bytes_per_second=10.0 * GIB)
WISH = Wish(MODEL.weights[0], "int8", 8192)


def test_a_plan_adds_up_and_names_the_longest_context() -> None:
    plan = plan_memory(MODEL, [ROOM], WISH)
    assert plan.cache_bytes == running_bytes(MODEL.sizes[2], "int8", 8192)
    assert plan.needed_bytes == 2 * GIB + plan.cache_bytes + 100 * MIB + 8192 * 1024
    assert (plan.verdict, plan.largest_context_tokens) == ("fits", 32_768)
    assert plan.token_seconds == pytest.approx((GIB + plan.cache_read_bytes) / (10 * GIB))


@pytest.mark.parametrize(
    ("free_bytes", "verdict", "reason"),
    [
        (8 * GIB, "fits", ""),
        (2816 * MIB, "tight", ""),
        (2 * GIB, "too_large", ""),
    ],
)
def test_the_verdict_follows_what_is_free(free_bytes: int, verdict: str, reason: str) -> None:
    plan = plan_memory(MODEL, [msgspec.structs.replace(ROOM, free_bytes=free_bytes)], WISH)
    assert (plan.verdict, plan.reason) == (verdict, reason)


def test_more_conversations_than_fit_at_a_time_are_slow_and_not_refused() -> None:
    plan = plan_memory(MODEL, [ROOM], replace(WISH, conversations=20))
    assert (plan.verdict, plan.reason) == ("slow", "parked")
    assert 1 < plan.conversations_that_fit < 20


def test_what_a_card_has_no_room_for_may_lie_beside_it() -> None:
    card = Room(kind="cuda", name="card", total_bytes=4 * GIB, free_bytes=2 * GIB)
    plan = plan_memory(MODEL, [card, ROOM], WISH)
    assert (plan.verdict, plan.reason) == ("slow", "offloaded")
    assert plan.free_bytes == 2 * GIB


def test_a_machine_that_reads_slowly_is_told_so() -> None:
    plan = plan_memory(MODEL, [msgspec.structs.replace(ROOM, bytes_per_second=float(GIB))], WISH)
    assert (plan.verdict, plan.reason) == ("slow", "bandwidth")


@steady
@given(st.integers(1, 8), st.sampled_from(sorted(FORMATS)), st.integers(GIB, 40 * GIB))
def test_the_longest_context_that_is_named_fits_and_the_next_one_does_not(
    conversations: int, kv_format: KvFormat, free_bytes: int
) -> None:
    room = msgspec.structs.replace(ROOM, free_bytes=free_bytes, bytes_per_second=0.0)
    wish = replace(WISH, kv_format=kv_format, conversations=conversations)
    largest = plan_memory(MODEL, [room], wish).largest_context_tokens
    if largest:
        assert plan_memory(MODEL, [room], replace(wish, context_tokens=largest)).verdict == "fits"
    if largest < MODEL.context_tokens:
        beyond = replace(wish, context_tokens=largest + BLOCK_TOKENS)
        assert plan_memory(MODEL, [room], beyond).verdict != "fits"


@steady
@given(st.integers(1, 8), st.sampled_from(sorted(FORMATS)))
def test_caches_are_read_longer_than_weights_from_the_crossing_on(conversations: int, kv_format: KvFormat) -> None:
    wish = replace(WISH, kv_format=kv_format, conversations=conversations)
    crossing = plan_memory(MODEL, [ROOM], wish).crossing_tokens
    for tokens, is_longer in ((crossing, True), (crossing - BLOCK_TOKENS, False)):
        plan = plan_memory(MODEL, [ROOM], replace(wish, context_tokens=tokens))
        assert (plan.cache_read_bytes > plan.weights_read_bytes) == is_longer


def test_working_space_grows_with_the_context() -> None:
    assert working_bytes(MODEL, 2, 1000) - working_bytes(MODEL, 2, 0) == 1000 * 1024


def test_the_tokenizer_lies_in_the_computers_memory_and_never_on_a_card() -> None:
    with_words = msgspec.structs.replace(MODEL, tokenizer_bytes=77 * MIB)
    card = msgspec.structs.replace(ROOM, kind="cuda", name="Card")
    for rooms, num_bytes in (([ROOM], 77 * MIB), ([card, ROOM], 0)):
        more = plan_memory(with_words, rooms, WISH).needed_bytes - plan_memory(MODEL, rooms, WISH).needed_bytes
        assert more == num_bytes
