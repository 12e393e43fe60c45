"""Memory of blocks: what is written for a token is read for that token, in every format, however its blocks lie."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import psutil
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache import kv_store
from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.formats import EXACT, FORMATS, FP8, INT4, INT8, K8V4, KvFormat, LayerSpec, block_sizes
from engine.cache.kv_store import KvStore
from engine.cache.rotation import balance_factors

NUM_BLOCKS = 5
LAYERS = (
    LayerSpec(layer_index=0, num_kv_heads=2, k_dim=16, v_dim=16),
    LayerSpec(layer_index=1, num_kv_heads=1, k_dim=6, v_dim=2, window=70),
    LayerSpec(layer_index=2, num_kv_heads=2, k_dim=16, v_dim=16),
    LayerSpec(layer_index=3, num_kv_heads=3, k_dim=2, v_dim=5),  # odd, so never packed
    LayerSpec(layer_index=5, num_kv_heads=1, k_dim=24, v_dim=8, latent=True),
    LayerSpec(layer_index=6, num_kv_heads=1, k_dim=20, v_dim=12),
)
PACKABLE = {0, 2, 6}

steady = settings(max_examples=40, deadline=None)
dtypes = st.sampled_from([torch.float32, torch.bfloat16])
orders = st.permutations(range(NUM_BLOCKS))
# How far a number of standard deviation 1 may be from what was written.
LARGEST_ERRORS = {EXACT: 0.0, FP8: 0.35, INT8: 0.05, K8V4: 1.5, INT4: 1.5}


def some_balance(seed: int = 3) -> dict[int, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    factors = {}
    for spec in (spec for spec in LAYERS if spec.layer_index in PACKABLE):
        std, rms = (torch.randn(spec.num_kv_heads, spec.k_dim, generator=generator).mul(0.3).exp() for _ in range(2))
        factors[spec.layer_index] = balance_factors(std, rms, spec.k_dim)
    return factors


def make_store(dtype: torch.dtype = torch.float32, balance: dict[int, torch.Tensor] | None = None) -> KvStore:
    return KvStore(LAYERS, dtype, torch.device("cpu"), balance)


def blocks_in(store: KvStore, order: Sequence[int] = range(NUM_BLOCKS)) -> list[Block]:
    """Open blocks that were allocated in another order than that of their table."""
    blocks = {index: Block(index, BlockHash(b""), EXACT) for index in sorted(order)}
    for block in blocks.values():
        store.allocate(block)
    return [blocks[index] for index in order]


def tokens_of(spec: LayerSpec, start: int, stop: int, dtype: torch.dtype, salt: int = 0) -> list[torch.Tensor]:
    """Keys and values of tokens; each depends on its position alone, and not on how the text was cut."""
    found = []
    for kind, dim in enumerate((spec.k_dim, spec.v_dim)):
        generator = torch.Generator().manual_seed(1000 * salt + 10 * spec.layer_index + kind)
        everything = torch.randn(NUM_BLOCKS * BLOCK_TOKENS, spec.num_kv_heads, dim, generator=generator)
        found.append(everything[start:stop].transpose(0, 1).to(dtype))
    return found


def write_all(store: KvStore, table: Sequence[Block], start: int, stop: int, salt: int = 0) -> None:
    for spec in LAYERS:
        store.write(spec.layer_index, table, start, *tokens_of(spec, start, stop, store.dtype, salt))


def read(store: KvStore, spec: LayerSpec, table: Sequence[Block], first: int, stop: int) -> list[torch.Tensor]:
    found = [
        torch.full((spec.num_kv_heads, stop - first, dim), torch.nan, dtype=store.dtype)
        for dim in (spec.k_dim, spec.v_dim)
    ]
    store.read(spec.layer_index, table, first, *found)
    return found


def seal(block: Block) -> None:
    block.hash = BlockHash(bytes([block.index]))


def pack(store: KvStore, block: Block, format_: KvFormat) -> None:
    if block.hash is None:
        seal(block)
    store.pack(block, format_)
    block.format = format_


def part_of(store: KvStore, block: Block, layer_index: int) -> list[torch.Tensor]:
    spec = next(spec for spec in LAYERS if spec.layer_index == layer_index)
    return read(store, spec, [block], 0, BLOCK_TOKENS)


@steady
@given(order=orders, dtype=dtypes, data=st.data())
def test_what_was_written_in_any_chunks_is_read_in_any_part(
    order: list[int], dtype: torch.dtype, data: st.DataObject
) -> None:
    store = make_store(dtype)
    table = blocks_in(store, order)
    end = data.draw(st.integers(1, NUM_BLOCKS * BLOCK_TOKENS))
    cuts = sorted({0, end, *data.draw(st.lists(st.integers(0, end), max_size=3))})
    for start, stop in itertools.pairwise(cuts):
        write_all(store, table, start, stop)
    first = data.draw(st.integers(0, end - 1))
    stop = data.draw(st.integers(first + 1, end))
    for spec in LAYERS:
        for found, expected in zip(
            read(store, spec, table, first, stop), tokens_of(spec, first, stop, dtype), strict=True
        ):
            assert torch.equal(found, expected)


@steady
@given(
    order=orders,
    dtype=dtypes,
    formats=st.lists(st.sampled_from(list(FORMATS.values())), min_size=NUM_BLOCKS, max_size=NUM_BLOCKS),
    balanced=st.booleans(),
    data=st.data(),
)
def test_blocks_of_different_formats_are_read_as_one_text(
    order: list[int], dtype: torch.dtype, formats: list[KvFormat], balanced: bool, data: st.DataObject
) -> None:
    store = make_store(dtype, some_balance() if balanced else None)
    table = blocks_in(store, order)
    write_all(store, table, 0, NUM_BLOCKS * BLOCK_TOKENS)
    for block, format_ in zip(table, formats, strict=True):
        if format_ is not EXACT:
            pack(store, block, format_)
    first = data.draw(st.integers(0, NUM_BLOCKS * BLOCK_TOKENS - 1))
    stop = data.draw(st.integers(first + 1, NUM_BLOCKS * BLOCK_TOKENS))
    for spec in LAYERS:
        allowed = torch.tensor([LARGEST_ERRORS[f] if spec.layer_index in PACKABLE else 0.0 for f in formats])
        allowed = allowed.repeat_interleave(BLOCK_TOKENS)[first:stop, None]
        for found, expected in zip(
            read(store, spec, table, first, stop), tokens_of(spec, first, stop, dtype), strict=True
        ):
            assert ((found.float() - expected.float()).abs() <= allowed).all()
            if stop - first > 8:
                together = torch.stack([found.float().flatten(), expected.float().flatten()])
                assert torch.corrcoef(together)[0, 1] > 0.97


@steady
@given(order=orders, cut=st.integers(1, NUM_BLOCKS - 1), lengths=st.tuples(*[st.integers(1, BLOCK_TOKENS)] * 2))
def test_sequences_in_other_blocks_do_not_disturb_each_other(
    order: list[int], cut: int, lengths: tuple[int, int]
) -> None:
    store = make_store()
    table = blocks_in(store, order)
    sequences = [(table[:cut], lengths[0]), (table[cut:], lengths[1])]
    for number, (blocks, length) in enumerate(sequences):
        write_all(store, blocks, 0, length, salt=number)
    for number, (blocks, length) in enumerate(sequences):
        for spec in LAYERS:
            expected = tokens_of(spec, 0, length, store.dtype, salt=number)
            for found, wanted in zip(read(store, spec, blocks, 0, length), expected, strict=True):
                assert torch.equal(found, wanted)


@steady
@given(
    num_tokens=st.integers(0, BLOCK_TOKENS),
    format_=st.sampled_from(list(FORMATS.values())),
    balanced=st.booleans(),
    dtype=dtypes,
)
def test_a_copy_takes_the_first_tokens_of_all_layers_and_changes_nothing_else(
    num_tokens: int, format_: KvFormat, balanced: bool, dtype: torch.dtype
) -> None:
    store = make_store(dtype, some_balance() if balanced else None)
    source, target, other = blocks_in(store, range(3))
    write_all(store, [source, target, other], 0, 3 * BLOCK_TOKENS)
    if format_ is not EXACT:
        pack(store, source, format_)
    before = {(b, s.layer_index): part_of(store, b, s.layer_index) for b in (source, target, other) for s in LAYERS}
    store.copy_tokens(source, target, num_tokens)
    for (block, layer_index), old in before.items():
        for kind, found in enumerate(part_of(store, block, layer_index)):
            if block is target:
                assert torch.equal(found[:, :num_tokens], before[source, layer_index][kind][:, :num_tokens])
                assert torch.equal(found[:, num_tokens:], old[kind][:, num_tokens:])
            else:
                assert torch.equal(found, old[kind])


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("format_", list(FORMATS.values()), ids=lambda format_: format_.name)
def test_the_store_takes_what_the_arithmetic_says_and_gives_it_back(format_: KvFormat, dtype: torch.dtype) -> None:
    store = make_store(dtype)
    sizes = block_sizes(store.groups, dtype.itemsize)
    block, other = blocks_in(store, range(2))
    write_all(store, [block, other], 0, 2 * BLOCK_TOKENS)
    assert store.used_bytes() == 2 * sizes.open_bytes
    if format_ is not EXACT:
        pack(store, block, format_)
    assert store.used_bytes() == sizes.by_format[format_] + sizes.window_bytes + sizes.open_bytes
    store.drop_windows(block)
    assert store.used_bytes() == sizes.by_format[format_] + sizes.open_bytes
    store.free(block)
    store.free(other)
    assert store.used_bytes() == 0


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("num_tokens", [1, 37, BLOCK_TOKENS])
def test_an_open_block_is_cut_to_its_tokens_and_made_whole_again(num_tokens: int, dtype: torch.dtype) -> None:
    store = make_store(dtype)
    sizes = block_sizes(store.groups, dtype.itemsize)
    block, copy = blocks_in(store, range(2))
    write_all(store, [block], 0, num_tokens)
    whole = store.used_bytes()
    store.resize(block, num_tokens)
    block.room = num_tokens
    assert whole - store.used_bytes() == sizes.open_bytes - sizes.by_room[num_tokens]
    store.copy_tokens(block, copy, num_tokens)
    parts = store.export(block, EXACT)
    assert store.accepts(parts, EXACT)
    store.resize(block, BLOCK_TOKENS)
    block.room = BLOCK_TOKENS
    assert store.used_bytes() == whole
    for spec in LAYERS:
        for kind, expected in enumerate(tokens_of(spec, 0, num_tokens, dtype)):
            for found in (block, copy):
                assert torch.equal(part_of(store, found, spec.layer_index)[kind][:, :num_tokens], expected)
    store.load(copy, parts)
    for spec in LAYERS:
        for kind, expected in enumerate(tokens_of(spec, 0, num_tokens, dtype)):
            assert torch.equal(part_of(store, copy, spec.layer_index)[kind][:, :num_tokens], expected)


@pytest.mark.parametrize("fine", [FP8, INT8, K8V4], ids=lambda format_: format_.name)
def test_a_packed_block_can_be_packed_further(fine: KvFormat) -> None:
    store = make_store(balance=some_balance())
    sizes = block_sizes(store.groups, 4)
    (block,) = blocks_in(store, [0])
    write_all(store, [block], 0, BLOCK_TOKENS)
    pack(store, block, fine)
    pack(store, block, INT4)
    assert store.used_bytes() == sizes.by_format[INT4] + sizes.window_bytes
    for spec in LAYERS:
        for found, expected in zip(
            part_of(store, block, spec.layer_index), tokens_of(spec, 0, BLOCK_TOKENS, store.dtype), strict=True
        ):
            assert (found - expected).abs().max() <= (1.6 if spec.layer_index in PACKABLE else 0)


def test_dropped_windows_are_read_as_zeros_and_all_other_layers_as_before() -> None:
    store = make_store()
    table = blocks_in(store)
    write_all(store, table, 0, NUM_BLOCKS * BLOCK_TOKENS)
    seal(table[1])
    store.drop_windows(table[1])
    for spec in LAYERS:
        expected = tokens_of(spec, 10, 200, store.dtype)
        if spec.window is not None:
            for tensor in expected:
                tensor[:, BLOCK_TOKENS - 10 : 2 * BLOCK_TOKENS - 10] = 0
        for found, wanted in zip(read(store, spec, table, 10, 200), expected, strict=True):
            assert torch.equal(found, wanted)


def test_windows_that_were_dropped_are_had_again_from_an_equal_block() -> None:
    store = make_store()
    old, new = blocks_in(store, range(2))
    for block in (old, new):
        write_all(store, [block], 0, BLOCK_TOKENS)
    pack(store, old, INT4)
    before = {spec.layer_index: part_of(store, old, spec.layer_index) for spec in LAYERS}
    store.drop_windows(old)
    used = store.used_bytes()
    store.move_windows(new, old)
    assert store.used_bytes() == used
    store.free(new)
    for layer_index, tensors in before.items():
        for found, expected in zip(part_of(store, old, layer_index), tensors, strict=True):
            assert torch.equal(found, expected)


def test_a_sealed_block_is_not_written_to_and_a_lost_window_not_copied() -> None:
    store = make_store()
    old, new = blocks_in(store, range(2))
    write_all(store, [old], 0, BLOCK_TOKENS)
    seal(old)
    with pytest.raises(AssertionError, match="not open"):
        write_all(store, [old], 0, 1)
    store.drop_windows(old)
    with pytest.raises(AssertionError, match="lost the window"):
        store.copy_tokens(old, new, 3)


def test_a_device_without_memory_is_told_in_pythons_own_way() -> None:
    huge = KvStore([LayerSpec(0, 2**20, 2**14, 2**14)], torch.float32, torch.device("cpu"))
    block = Block(0, BlockHash(b""), EXACT)
    with pytest.raises(MemoryError):
        huge.allocate(block)
    assert huge.used_bytes() == 0


def test_a_computer_without_memory_to_spare_gives_none(monkeypatch: pytest.MonkeyPatch) -> None:
    store = make_store()
    monkeypatch.setattr(kv_store, "SPARE_BYTES", psutil.virtual_memory().total + 1)
    with pytest.raises(MemoryError):
        blocks_in(store, [0])
    assert store.used_bytes() == 0


def test_a_block_that_cannot_be_packed_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    store = make_store()
    (block,) = blocks_in(store, [0])
    write_all(store, [block], 0, BLOCK_TOKENS)
    real, calls = kv_store.pack, []

    def second_fails(*arguments: object) -> torch.Tensor:
        calls.append(arguments)
        if len(calls) == 2:
            return torch.empty(2**60, dtype=torch.uint8)
        return real(*arguments)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr(kv_store, "pack", second_fails)
    seal(block)
    with pytest.raises(MemoryError):
        store.pack(block, INT8)
    assert len(calls) == 2
    for spec in LAYERS:
        for found, expected in zip(
            part_of(store, block, spec.layer_index), tokens_of(spec, 0, BLOCK_TOKENS, store.dtype), strict=True
        ):
            assert torch.equal(found, expected)


def test_an_error_of_ours_while_packing_is_not_taken_for_want_of_memory() -> None:
    store = make_store(balance={index: torch.ones(7, 7) for index in PACKABLE - {6}} | {6: torch.ones(1, 20)})
    (block,) = blocks_in(store, [0])
    seal(block)
    with pytest.raises(RuntimeError, match="size"):
        store.pack(block, INT4)


@pytest.mark.parametrize("format_", FORMATS.values(), ids=FORMATS)
def test_a_block_that_was_exported_and_loaded_is_read_as_before(format_: KvFormat) -> None:
    store = make_store(balance=some_balance())
    (block,) = blocks_in(store, [0])
    write_all(store, [block], 0, BLOCK_TOKENS)
    if format_ is not EXACT:
        pack(store, block, format_)
    before = [read(store, spec, [block], 0, BLOCK_TOKENS) for spec in LAYERS]
    used = store.used_bytes()
    parts = {name: part.copy() for name, part in store.export(block, format_).items()}
    assert store.accepts(parts, format_)
    store.free(block)
    store.load(block, parts)
    after = [read(store, spec, [block], 0, BLOCK_TOKENS) for spec in LAYERS]
    assert all(
        torch.equal(old, new)
        for olds, news in zip(before, after, strict=True)
        for old, new in zip(olds, news, strict=True)
    )
    assert store.used_bytes() == used == block_sizes(store.groups, 4).by_format[format_] + window_bytes(store)


def window_bytes(store: KvStore) -> int:
    return block_sizes(store.groups, 4).window_bytes


def test_a_block_is_packed_for_other_tiers_and_stays_as_it_is_here() -> None:
    store = make_store(balance=some_balance())
    (block,) = blocks_in(store, [0])
    write_all(store, [block], 0, BLOCK_TOKENS)
    seal(block)
    parts = store.export(block, INT4)
    assert store.accepts(parts, INT4)
    assert not store.accepts(parts, EXACT)
    assert store.used_bytes() == block_sizes(store.groups, 4).open_bytes
    store.pack(block, INT4)
    assert all((part == store.export(block, EXACT)[name]).all() for name, part in parts.items())


def test_windows_may_be_missing_and_come_later() -> None:
    store = make_store()
    (block,) = blocks_in(store, [0])
    write_all(store, [block], 0, BLOCK_TOKENS)
    seal(block)
    before = part_of(store, block, 1)
    parts = {name: part.copy() for name, part in store.export(block, EXACT).items()}
    bare = {name: part for name, part in parts.items() if name not in store.window_parts}
    assert len(store.window_parts) == 1
    assert store.accepts(bare, EXACT)
    store.load(block, bare)
    assert store.export(block, EXACT).keys() == bare.keys()
    store.load_windows(block, parts)
    assert all(torch.equal(old, new) for old, new in zip(before, part_of(store, block, 1), strict=True))


@pytest.mark.parametrize("fault", ["a part too many", "a part too few", "another shape"])
def test_parts_of_another_model_are_not_accepted(fault: str) -> None:
    store = make_store()
    (block,) = blocks_in(store, [0])
    parts = store.export(block, EXACT)
    if fault == "a part too many":
        parts["7"] = parts["0"]
    elif fault == "a part too few":
        del parts["0"]
    else:
        parts["0"] = parts["0"][:, :-1]
    assert not store.accepts(parts, EXACT)
