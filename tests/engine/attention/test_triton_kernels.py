"""Triton's kernels against attention in torch over the unpacked blocks: on a card if there is one, else interpreted."""

from __future__ import annotations

import importlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
if DEVICE.type == "cpu":
    # Read when triton is imported. Nothing else in this process or its children uses triton without a card.
    os.environ["TRITON_INTERPRET"] = "1"
pytest.importorskip("triton", reason="the card's kernels need triton")

from benchmarks.device_sequences import DeviceSequence, random_sequence  # noqa: E402 - after the environment is set
from engine.attention import triton_kernels, triton_unpack, triton_write  # noqa: E402 - likewise
from engine.attention.device_tables import DeviceLayer, DeviceTable  # noqa: E402 - likewise
from engine.cache.formats import (  # noqa: E402 - likewise
    EXACT,
    FORMATS,
    FP8,
    INT4,
    INT8,
    K8V4,
    KvFormat,
    LayerGroup,
    part_bytes,
)
from engine.cache.packing import split_exact  # noqa: E402 - likewise

ALL_FORMATS = list(FORMATS.values())
DTYPES = [torch.float32, torch.bfloat16, torch.float16]
HEAD_SIZES = [64, 80, 96, 128, 256]
# Largest error as a share of the largest number. What is rounded: packed blocks' queries and weights to float16, exact
# blocks' weights to the model's dtype, and the answer itself.
TOLERANCE = {torch.float32: 2e-3, torch.float16: 3e-3, torch.bfloat16: 1.2e-2}


def mostly_slow(values: range, quick: set[int]) -> list[object]:
    """The interpreter needs tenths of seconds for each case, so only the quick ones run by default."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values]


@pytest.fixture(autouse=True)
def same_numbers_each_time() -> None:
    torch.manual_seed(7)


def decode(
    sequence: DeviceSequence,
    group_size: int = 2,
    softcap: float | None = None,
    with_sinks: bool = False,
    query_size: float = 1.0,
) -> tuple[torch.Tensor, torch.Tensor]:
    """What the kernels give, and what they should."""
    layer = sequence.layer
    num_heads = layer.group.num_kv_heads * group_size
    query = (query_size * torch.randn(num_heads, layer.group.k_dim, device=DEVICE)).to(layer.dtype)
    sinks = torch.randn(num_heads, device=DEVICE) * 3 if with_sinks else None
    table = DeviceTable(len(sequence.parts) + 3, DEVICE)
    sequence.fill(table)
    scale = layer.group.k_dim**-0.5
    out = triton_kernels.decode(query, table, layer, scale=scale, softcap=softcap, sinks=sinks)
    return out, sequence.attend(query, scale, softcap, sinks)


def error(out: torch.Tensor, expected: torch.Tensor) -> float:
    return ((out.float() - expected).abs().max() / expected.abs().max()).item()


def sequence_of(formats: list[KvFormat], stop: int, **options: object) -> DeviceSequence:
    return random_sequence(formats, stop, device=DEVICE, **options)  # type: ignore[arg-type] # passed through


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("format_", ALL_FORMATS, ids=lambda format_: format_.name)
def test_every_format_in_every_dtype_gives_what_torch_gives(format_: KvFormat, dtype: torch.dtype) -> None:
    out, expected = decode(sequence_of([format_], 150, dtype=dtype, num_kv_heads=1))
    assert out.dtype == dtype
    assert error(out, expected) < TOLERANCE[dtype]


def test_exact_blocks_of_float32_lose_nothing() -> None:
    assert error(*decode(sequence_of([EXACT], 300, num_kv_heads=1))) < 1e-5


@pytest.mark.parametrize("size", HEAD_SIZES)
def test_every_head_size_with_all_formats_in_one_sequence(size: int) -> None:
    assert error(*decode(sequence_of(ALL_FORMATS, 330, k_dim=size, v_dim=size, num_kv_heads=1))) < 2e-3


@pytest.mark.parametrize("group_size", mostly_slow(range(1, 17), {1, 3, 7, 16}))
def test_every_group_size_reads_its_own_kv_head(group_size: int) -> None:
    sequence = sequence_of([K8V4], 70, k_dim=16, v_dim=16)
    assert error(*decode(sequence, group_size)) < 2e-3


@pytest.mark.parametrize("dims", [(32, 64), (96, 64), (64, 80), (24, 16)], ids=str)
def test_keys_and_values_may_differ_in_size(dims: tuple[int, int]) -> None:
    sequence = sequence_of([INT4, FP8], 150, k_dim=dims[0], v_dim=dims[1])
    assert error(*decode(sequence, group_size=1)) < 2e-3


@pytest.mark.parametrize("tail", mostly_slow(range(1, 66), {1, 2, 31, 32, 33, 63, 64, 65}))
def test_every_length_of_the_open_block_ends_where_it_should(tail: int) -> None:
    sequence = sequence_of([INT8], 64 + tail, k_dim=16, v_dim=16, num_kv_heads=1)
    assert error(*decode(sequence, group_size=1)) < 2e-3


@pytest.mark.parametrize("stop", [1, *(64 * blocks + offset for blocks in (1, 2, 9) for offset in (-1, 0, 1))])
def test_every_way_of_sharing_blocks_among_spans_gives_the_same(stop: int) -> None:
    sequence = sequence_of([EXACT, INT4, K8V4], stop, k_dim=16, v_dim=16, num_kv_heads=1)
    assert error(*decode(sequence, group_size=1)) < 2e-3


@pytest.mark.parametrize("start", [1, 32, 63, 64, 100])
def test_tokens_before_the_window_are_not_seen(start: int) -> None:
    sequence = sequence_of([EXACT, INT8, INT4], 200, start=start, k_dim=32, v_dim=32, num_kv_heads=1)
    assert error(*decode(sequence)) < 2e-3


@pytest.mark.parametrize("softcap", [None, 2.0])
@pytest.mark.parametrize("with_sinks", [False, True])
def test_softcap_and_sinks_change_the_weights_as_in_torch(softcap: float | None, with_sinks: bool) -> None:
    sequence = sequence_of([INT8, INT4], 150, k_dim=32, v_dim=32)
    assert error(*decode(sequence, softcap=softcap, with_sinks=with_sinks)) < 2e-3


def test_keys_that_are_not_balanced_are_not_rotated() -> None:
    assert error(*decode(sequence_of([INT4], 150, is_balanced=False, num_kv_heads=1))) < 2e-3


@pytest.mark.parametrize("size", [0.0, 3000.0])
@pytest.mark.parametrize("query_size", [0.0, 10000.0])
def test_the_answer_is_finite_whatever_the_sizes(size: float, query_size: float) -> None:
    sequence = sequence_of(ALL_FORMATS, 330, size=size, k_dim=16, v_dim=16, dtype=torch.float16, num_kv_heads=1)
    out, _ = decode(sequence, group_size=1, query_size=query_size)
    capped, _ = decode(sequence, group_size=1, softcap=30.0, query_size=query_size)
    assert torch.isfinite(out).all()
    assert torch.isfinite(capped).all()


def test_a_query_whose_heads_lie_apart_is_read_where_it_lies() -> None:
    sequence = sequence_of([INT4, INT8], 150)
    table = DeviceTable(3, DEVICE)
    sequence.fill(table)
    query = torch.randn(4, 3, 64, device=DEVICE)[:, 1]
    out = triton_kernels.decode(query, table, sequence.layer, scale=0.125)
    assert error(out, sequence.attend(query, 0.125)) < 2e-3


def test_a_table_that_grows_between_steps_needs_no_other_tensors() -> None:
    sequence = sequence_of([INT8, INT4], 500, k_dim=16, v_dim=16, num_kv_heads=1)
    table = DeviceTable(20, DEVICE, [INT8, INT4])
    before = table.rows.data_ptr()
    query = torch.randn(2, 16, device=DEVICE)
    for num_blocks in (3, 7, 5):
        stop = 64 * num_blocks
        addresses = [part.data_ptr() for part in sequence.parts[:num_blocks]]
        table.update(addresses, sequence.formats[:num_blocks], 0, stop)
        out = triton_kernels.decode(query, table, sequence.layer, scale=0.2)
        keys, values = sequence.keys[:, :stop], sequence.values[:, :stop]
        shorter = DeviceSequence(sequence.layer, [], [], 0, stop, keys, values)
        assert error(out, shorter.attend(query, 0.2)) < 2e-3
    assert table.rows.data_ptr() == before


@pytest.mark.parametrize(
    ("dims", "dtype"), [((64, 64), DTYPES[0]), ((80, 96), DTYPES[1]), ((128, 32), DTYPES[2])], ids=str
)
def test_unpacking_writes_every_token_that_is_seen_and_nothing_else(dims: tuple[int, int], dtype: torch.dtype) -> None:
    sequence = sequence_of([INT4, FP8, K8V4, EXACT, INT8], 340, start=13, k_dim=dims[0], v_dim=dims[1], dtype=dtype)
    table = DeviceTable(8, DEVICE)
    sequence.fill(table)
    keys = torch.full((2, 400, dims[0]), 99.0, dtype=dtype, device=DEVICE)
    values = torch.full((2, 400, dims[1]), 99.0, dtype=dtype, device=DEVICE)
    triton_unpack.unpack(table, sequence.layer, keys, values)
    assert error(keys[:, :327], sequence.keys) < TOLERANCE[dtype]
    assert error(values[:, :327], sequence.values) < TOLERANCE[dtype]
    assert (keys[:, 327:] == 99).all()
    assert (values[:, 327:] == 99).all()


def test_unpacking_leaves_keys_unrotated_that_are_not_balanced() -> None:
    sequence = sequence_of([INT4], 200, is_balanced=False)
    table = DeviceTable(4, DEVICE)
    sequence.fill(table)
    keys, values = (torch.empty(2, 200, 64, device=DEVICE) for _ in range(2))
    triton_unpack.unpack(table, sequence.layer, keys, values)
    assert error(keys, sequence.keys) < 1e-5
    assert error(values, sequence.values) < 2e-3


@pytest.mark.parametrize(("capability", "is_supported"), [((7, 5), False), ((8, 0), True), ((12, 0), True)])
def test_cards_before_ampere_are_left_to_torch(
    monkeypatch: pytest.MonkeyPatch, capability: tuple[int, int], is_supported: bool
) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    assert triton_kernels.is_supported(torch.device("cuda")) == is_supported


def test_without_triton_the_import_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "triton", None)
    monkeypatch.delitem(sys.modules, "engine.attention.triton_kernels")
    with pytest.raises(ImportError):
        importlib.import_module("engine.attention.triton_kernels")


@pytest.mark.skipif(sys.platform != "linux", reason="triton's wheels carry the compiler there")
def test_the_kernels_compile_for_a_card_and_read_blocks_in_wide_loads(tmp_path: Path) -> None:
    # Whether loads are wide hangs on hints that the interpreter ignores: without them all is right, and slow.
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    report = subprocess.run(
        [sys.executable, "-m", "tests.engine.attention.compiled_kernels", "80"],
        env=environment | {"TRITON_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        check=True,
        timeout=250,
    )
    loads = json.loads(report.stdout)
    assert loads["_rotate_query"] and loads["_merge_splits"]
    assert "ld.global.v4.b32" in loads["attend_split"]
    assert "ld.global.b8" not in loads["attend_split"]


@pytest.mark.slow
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("size", HEAD_SIZES)
@pytest.mark.parametrize("format_", ALL_FORMATS, ids=lambda format_: format_.name)
def test_the_cross_product_of_formats_sizes_groups_and_lengths(
    format_: KvFormat, size: int, dtype: torch.dtype
) -> None:
    for group_size, stop in itertools.product((1, 2, 3, 4, 7, 8, 16), (1, 63, 64, 65, 127, 128, 129, 330)):
        sequence = sequence_of([format_], stop, k_dim=size, v_dim=size, num_kv_heads=1, dtype=dtype)
        out, expected = decode(sequence, group_size)
        assert error(out, expected) < TOLERANCE[dtype], (group_size, stop)


@pytest.mark.gpu
@pytest.mark.skipif(DEVICE.type != "cuda", reason="needs a CUDA card")
@pytest.mark.parametrize("format_", ALL_FORMATS, ids=lambda format_: format_.name)
def test_a_captured_step_follows_a_growing_table_as_an_eager_one(format_: KvFormat) -> None:
    sequence = sequence_of([format_], 900, dtype=torch.bfloat16, k_dim=128, v_dim=128)
    query = torch.randn(8, 128, device=DEVICE, dtype=torch.bfloat16)
    table = DeviceTable(64, DEVICE)
    sequence.fill(table)
    triton_kernels.decode(query, table, sequence.layer, scale=0.1)  # compiles
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        captured = triton_kernels.decode(query, table, sequence.layer, scale=0.1)
    for num_blocks in (1, 2, 9, 14):
        addresses = [part.data_ptr() for part in sequence.parts[:num_blocks]]
        table.update(addresses, sequence.formats[:num_blocks], 0, min(900, 64 * num_blocks))
        graph.replay()
        assert torch.equal(captured, triton_kernels.decode(query, table, sequence.layer, scale=0.1))


@pytest.mark.parametrize("dims", [(64, 64), (16, 24), (80, 40)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_a_token_is_written_where_its_table_ends(dims: tuple[int, int], dtype: torch.dtype) -> None:
    k_dim, v_dim = dims
    group = LayerGroup((0, 1), 3, k_dim, v_dim, None, latent=False)
    parts = [
        torch.zeros(2, part_bytes(group, EXACT, dtype.itemsize) // 2, dtype=torch.uint8, device=DEVICE)
        for _ in range(2)
    ]
    expected = [part.clone() for part in parts]
    layer = DeviceLayer(group, 1, dtype, None)
    table = DeviceTable(4, DEVICE)
    for last in (0, 17, 63, 64, 100):
        keys = torch.randn(3, k_dim, device=DEVICE).to(dtype)
        values = torch.randn(3, v_dim, device=DEVICE).to(dtype)
        table.update([part.data_ptr() for part in parts], [EXACT, EXACT], 0, last + 1)
        triton_write.write(table, layer, keys, values)
        open_keys, open_values = split_exact(expected[last // 64], group, dtype)
        open_keys[1, :, last % 64], open_values[1, :, last % 64] = keys, values
    assert all(torch.equal(part, wanted) for part, wanted in zip(parts, expected, strict=True))
