"""Slots and tensors: what is written for a token is read for that token, however its blocks lie."""

from __future__ import annotations

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, LayerSpec
from engine.cache.kv_store import KvStore, slot_runs

NUM_BLOCKS = 8
LAYERS = (
    LayerSpec(layer_index=0, num_kv_heads=2, k_dim=4, v_dim=4),
    LayerSpec(layer_index=1, num_kv_heads=1, k_dim=6, v_dim=2, window=70),
    LayerSpec(layer_index=3, num_kv_heads=3, k_dim=2, v_dim=5),
)

steady = settings(max_examples=120, deadline=None)
block_tables = st.permutations(range(NUM_BLOCKS)).flatmap(
    lambda order: st.integers(1, NUM_BLOCKS).map(lambda length: order[:length])
)


@st.composite
def tables_and_ranges(draw: st.DrawFn) -> tuple[list[int], int, int]:
    table = draw(block_tables)
    start = draw(st.integers(0, len(table) * BLOCK_TOKENS - 1))
    return table, start, draw(st.integers(start, len(table) * BLOCK_TOKENS))


def make_store() -> KvStore:
    return KvStore(LAYERS, NUM_BLOCKS, torch.float32, torch.device("cpu"))


def tokens_of(spec: LayerSpec, positions: range, salt: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Keys and values in which every number names its layer, head, token and place."""

    def numbers(dim: int, kind: int) -> torch.Tensor:
        base = torch.arange(spec.num_kv_heads)[:, None, None] * 31 + torch.arange(dim) * 7
        return (base + torch.tensor(list(positions))[:, None] * 1000 + spec.layer_index * 5 + kind + salt).float()

    return numbers(spec.k_dim, 0), numbers(spec.v_dim, 1)


@steady
@given(tables_and_ranges())
def test_runs_are_the_slots_of_the_tokens_with_neighbours_joined(case: tuple[list[int], int, int]) -> None:
    table, start, stop = case
    slots = [table[p // BLOCK_TOKENS] * BLOCK_TOKENS + p % BLOCK_TOKENS for p in range(start, stop)]
    runs = slot_runs(table, start, stop)
    assert [slot for first, end in runs for slot in range(first, end)] == slots
    assert all(left[1] != right[0] for left, right in itertools.pairwise(runs))
    assert all(first < end for first, end in runs)


def test_a_table_of_neighbours_is_one_run_and_is_read_in_place() -> None:
    store = make_store()
    runs = slot_runs([2, 3, 4], 10, 190)
    assert runs == [(2 * BLOCK_TOKENS + 10, 2 * BLOCK_TOKENS + 190)]
    keys, _ = store.read(0, runs)
    again, _ = store.read(0, runs)
    assert keys.data_ptr() == again.data_ptr()


@steady
@given(table=block_tables, data=st.data())
def test_what_was_written_in_any_chunks_is_read_in_any_part(table: list[int], data: st.DataObject) -> None:
    store = make_store()
    end = data.draw(st.integers(1, len(table) * BLOCK_TOKENS))
    cuts = sorted({0, end, *data.draw(st.lists(st.integers(0, end), max_size=3))})
    for spec in LAYERS:
        for start, stop in itertools.pairwise(cuts):
            store.write(spec.layer_index, slot_runs(table, start, stop), *tokens_of(spec, range(start, stop)))
    first = data.draw(st.integers(0, end - 1))
    for spec in LAYERS:
        found = store.read(spec.layer_index, slot_runs(table, first, end))
        for tensor, expected in zip(found, tokens_of(spec, range(first, end)), strict=True):
            assert torch.equal(tensor, expected)


@steady
@given(order=st.permutations(range(NUM_BLOCKS)), lengths=st.tuples(*[st.integers(1, 3 * BLOCK_TOKENS)] * 2))
def test_sequences_in_other_blocks_do_not_disturb_each_other(order: list[int], lengths: tuple[int, int]) -> None:
    store = make_store()
    tables = (order[:4], order[4:])
    for number, (table, length) in enumerate(zip(tables, lengths, strict=True)):
        for spec in LAYERS:
            store.write(spec.layer_index, slot_runs(table, 0, length), *tokens_of(spec, range(length), salt=number))
    for number, (table, length) in enumerate(zip(tables, lengths, strict=True)):
        for spec in LAYERS:
            found = store.read(spec.layer_index, slot_runs(table, 0, length))
            for tensor, expected in zip(found, tokens_of(spec, range(length), salt=number), strict=True):
                assert torch.equal(tensor, expected)


@steady
@given(
    blocks=st.permutations(range(NUM_BLOCKS)),
    num_tokens=st.integers(0, BLOCK_TOKENS),
)
def test_a_copy_takes_the_first_tokens_of_all_layers_and_changes_nothing_else(
    blocks: list[int], num_tokens: int
) -> None:
    store = make_store()
    everything = slot_runs(range(NUM_BLOCKS), 0, NUM_BLOCKS * BLOCK_TOKENS)
    for spec in LAYERS:
        store.write(spec.layer_index, everything, *tokens_of(spec, range(NUM_BLOCKS * BLOCK_TOKENS)))
    source, target = blocks[:2]
    store.copy_tokens(source, target, num_tokens)
    positions = list(range(NUM_BLOCKS * BLOCK_TOKENS))
    begin = target * BLOCK_TOKENS
    positions[begin : begin + num_tokens] = range(source * BLOCK_TOKENS, source * BLOCK_TOKENS + num_tokens)
    for spec in LAYERS:
        for tensor, original in zip(
            store.read(spec.layer_index, everything),
            tokens_of(spec, range(NUM_BLOCKS * BLOCK_TOKENS)),
            strict=True,
        ):
            assert torch.equal(tensor, original[:, positions])


@pytest.mark.parametrize("num_slots", [9, 11])
def test_tokens_and_slots_must_agree_in_number(num_slots: int) -> None:
    store = make_store()
    with pytest.raises((AssertionError, RuntimeError)):
        store.write(0, [(0, num_slots)], *tokens_of(LAYERS[0], range(10)))


def test_the_store_takes_what_the_format_says_a_block_takes() -> None:
    store = make_store()
    runs = [(0, NUM_BLOCKS * BLOCK_TOKENS)]
    taken = sum(tensor.nbytes for spec in LAYERS for tensor in store.read(spec.layer_index, runs))
    assert taken == NUM_BLOCKS * EXACT.bytes_per_block(LAYERS, torch.float32.itemsize)
    assert store.windows == {0: None, 1: 70, 3: None}
