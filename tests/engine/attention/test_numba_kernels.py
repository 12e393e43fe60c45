"""The CPU kernels against torch: the same bytes unpacked by the cache's own reference, then attention in float64."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention.numba_kernels import compile_kernels, decode, unpack
from engine.attention.part_table import LayerView, PartTable, layer_view
from engine.attention.torch_kernels import attend
from engine.cache import packing
from engine.cache.formats import EXACT, FORMATS, FP8, INT4, INT8, K8V4, KvFormat, LayerGroup, layer_layout

every_format = pytest.mark.parametrize("format_", FORMATS.values(), ids=FORMATS)
mixed = (EXACT, INT4, INT4, K8V4, INT8, FP8, INT8, EXACT)
PLACE = 1  # of the layer that is read, in a group of two


@dataclass(frozen=True)
class History:
    """Blocks of one sequence, and what the reference reads from them."""

    parts: list[torch.Tensor]
    table: PartTable
    view: LayerView
    keys: torch.Tensor
    values: torch.Tensor


def history(
    formats: Sequence[KvFormat],
    *,
    heads: int = 2,
    k_dim: int = 64,
    v_dim: int = 64,
    start: int = 0,
    stop: int | None = None,
    dtype: torch.dtype = torch.float32,
    balanced: bool = True,
    seed: int = 0,
) -> History:
    generator = torch.Generator().manual_seed(seed)
    group = LayerGroup((3, 5), heads, k_dim, v_dim, None, False)
    stop = stop if stop is not None else 64 * len(formats)
    balance = torch.rand(heads, k_dim, generator=generator) + 0.5 if balanced else None
    parts, keys, values = [], [], []
    for format_ in formats:
        # Channels of unlike size and middle, as keys have them.
        offset = torch.randn(2, heads, 1, k_dim, generator=generator)
        k = (torch.randn(2, heads, 64, k_dim, generator=generator) * offset.exp() + offset).to(dtype)
        v = torch.randn(2, heads, 64, v_dim, generator=generator).to(dtype)
        if format_ is EXACT:
            # A block that fills holds anything at all beyond its last token.
            seen = min(64, stop - 64 * len(parts))
            k[:, :, seen:], v[:, :, seen:] = torch.nan, torch.nan
            rows = torch.empty(2, layer_layout(group, EXACT, dtype.itemsize).num_bytes, dtype=torch.uint8)
            for view, numbers in zip(packing.split_exact(rows, group, dtype), (k, v), strict=True):
                view.copy_(numbers)
        else:
            rows = packing.pack(k, v, group, format_, balance)
            k, v = packing.unpack(rows, group, format_, balance)
        parts.append(rows)
        keys.append(k[PLACE].float())
        values.append(v[PLACE].float())
    addresses = torch.tensor([part.data_ptr() for part in parts])
    codes = torch.tensor([format_.code for format_ in formats], dtype=torch.int32)
    return History(
        parts,
        PartTable(addresses, codes, start, stop),
        layer_view(group, PLACE, dtype, balance),
        torch.cat(keys, 1)[:, start:stop],
        torch.cat(values, 1)[:, start:stop],
    )


def check(
    past: History,
    groups: int = 3,
    *,
    dtype: torch.dtype = torch.float32,
    softcap: float | None = None,
    sinks: torch.Tensor | None = None,
    tolerance: float = 1e-5,
    seed: int = 0,
) -> None:
    generator = torch.Generator().manual_seed(seed)
    view = past.view
    query = torch.randn(view.num_kv_heads * groups, view.k_dim, generator=generator).to(dtype)
    scale = view.k_dim**-0.5
    out = decode(query, past.table, view, scale=scale, softcap=softcap, sinks=sinks)
    expected = attend(
        query.double()[:, None],
        past.keys.double(),
        past.values.double(),
        scale=scale,
        mask=None,
        is_causal=False,
        softcap=softcap,
        sinks=sinks,
    )[0]
    assert out.dtype == dtype
    torch.testing.assert_close(out.double(), expected, rtol=tolerance, atol=tolerance)


@pytest.fixture(params=[1, 2, 5])
def threads(request: pytest.FixtureRequest) -> Iterator[int]:
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield request.param
    torch.set_num_threads(before)


@every_format
@pytest.mark.parametrize("dims", [(64, 64), (80, 80), (96, 96), (128, 128), (256, 256), (64, 128), (96, 40), (6, 10)])
def test_decode_agrees_with_the_reference_for_every_head_size(format_: KvFormat, dims: tuple[int, int]) -> None:
    check(history([format_] * 3, k_dim=dims[0], v_dim=dims[1]))


@pytest.mark.parametrize("groups", range(1, 17))
def test_any_number_of_heads_may_share_keys_and_values(groups: int) -> None:
    check(history(mixed), groups)


@pytest.mark.parametrize("tail", range(1, 66))
def test_tokens_not_written_yet_are_never_read(tail: int) -> None:
    formats = [INT8, EXACT, EXACT][: 2 + tail // 65]
    past = history(formats, stop=64 + tail)
    check(past)
    check(history(formats, stop=64 + tail, dtype=torch.bfloat16))


@pytest.mark.parametrize("start", [0, 1, 7, 8, 33, 63])
@pytest.mark.parametrize("length", [1, 2, 64, 65, 127])
def test_a_window_hides_what_is_before_it(start: int, length: int) -> None:
    num_blocks = -(-(start + length) // 64)
    check(history([EXACT] * num_blocks, start=start, stop=start + length))


@every_format
@pytest.mark.parametrize("num_blocks", [1, 2, 3, 40])
def test_any_number_of_threads_gives_the_same(format_: KvFormat, num_blocks: int, threads: int) -> None:
    check(history([format_] * num_blocks, heads=3))


@every_format
def test_softcap_and_sinks_are_honoured(format_: KvFormat) -> None:
    past = history([EXACT, format_, EXACT], heads=2, stop=150)
    check(past, softcap=5.0)
    check(past, sinks=torch.linspace(-3, 12, 6))
    check(past, softcap=2.0, sinks=torch.linspace(-3, 12, 6).bfloat16())


@every_format
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_the_models_own_numbers_may_be_of_any_size(format_: KvFormat, dtype: torch.dtype) -> None:
    past = history([EXACT, format_, EXACT], dtype=dtype, stop=170)
    check(past)
    check(past, dtype=dtype, tolerance=1e-5 if dtype == torch.float32 else 2**-8)


def test_without_balance_four_bit_keys_are_not_rotated() -> None:
    past = history([EXACT, INT4, INT4], balanced=False)
    check(past)
    keys, values = torch.empty_like(past.keys), torch.empty_like(past.values)
    unpack(past.table, past.view, keys, values)
    torch.testing.assert_close(keys, past.keys, rtol=1e-5, atol=1e-5)


def test_a_query_may_lie_apart_in_memory() -> None:
    past = history(mixed)
    wide = torch.randn(6, 128)
    plain = decode(wide[:, :64].contiguous(), past.table, past.view, scale=0.1)
    assert torch.equal(decode(wide[:, :64], past.table, past.view, scale=0.1), plain)
    assert torch.equal(decode(wide[:, :64].T.contiguous().T, past.table, past.view, scale=0.1), plain)


@pytest.mark.parametrize("size", [0.0, 1e-30, 1e4, 1e15])
def test_no_finite_input_gives_other_numbers_than_finite_ones(size: float) -> None:
    past = history(mixed)
    out = decode(torch.full((6, 64), size), past.table, past.view, scale=1.0, sinks=torch.full((6,), -1e38))
    assert out.isfinite().all()


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_blocks_of_all_formats_make_one_softmax(data: st.DataObject) -> None:
    formats = data.draw(st.lists(st.sampled_from(list(FORMATS.values())), min_size=1, max_size=9))
    start = data.draw(st.integers(0, 63))
    stop = data.draw(st.integers(max(start + 1, 64 * len(formats) - 63), 64 * len(formats)))
    even = st.integers(1, 40).map(lambda half: 2 * half)
    past = history(
        formats,
        heads=data.draw(st.integers(1, 3)),
        k_dim=data.draw(even),
        v_dim=data.draw(even),
        start=start,
        stop=stop,
        dtype=data.draw(st.sampled_from([torch.float32, torch.bfloat16, torch.float16])),
        balanced=data.draw(st.booleans()),
        seed=data.draw(st.integers(0, 1000)),
    )
    check(past, data.draw(st.integers(1, 5)), softcap=data.draw(st.sampled_from([None, 20.0])))


@every_format
@pytest.mark.parametrize("dims", [(64, 64), (80, 96), (256, 128), (10, 6)])
def test_unpack_writes_what_the_reference_unpacks(format_: KvFormat, dims: tuple[int, int], threads: int) -> None:
    past = history([EXACT, format_, format_, EXACT], k_dim=dims[0], v_dim=dims[1], start=3, stop=201)
    keys, values = torch.empty_like(past.keys), torch.empty_like(past.values)
    unpack(past.table, past.view, keys, values)
    torch.testing.assert_close(keys, past.keys, rtol=1e-5, atol=2e-5)
    torch.testing.assert_close(values, past.values, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_unpacking_exact_blocks_copies_them(dtype: torch.dtype) -> None:
    past = history([EXACT] * 3, dtype=dtype, start=5, stop=130)
    keys, values = past.keys.to(dtype).zero_(), past.values.to(dtype).zero_()
    unpack(past.table, past.view, keys, values)
    assert torch.equal(keys.float(), history([EXACT] * 3, dtype=dtype, start=5, stop=130).keys)
    assert torch.equal(values.float(), history([EXACT] * 3, dtype=dtype, start=5, stop=130).values)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_unpacked_numbers_are_rounded_to_the_nearest(dtype: torch.dtype) -> None:
    past = history([EXACT] * 2)
    past.keys[0, :8] = torch.tensor([6e-5, -3e-7, 2e-8, 0.0, -0.0, 1.0009765625, 65504.0, -6.1e-5])[:, None]
    group = LayerGroup((3, 5), 2, 64, 64, None, False)
    for part, begin in zip(past.parts, (0, 64), strict=True):
        packing.split_exact(part, group, torch.float32)[0][PLACE] = past.keys[:, begin : begin + 64]
    keys, values = past.keys.to(dtype).zero_(), past.values.to(dtype).zero_()
    unpack(past.table, past.view, keys, values)
    assert torch.equal(keys, past.keys.to(dtype))
    assert torch.equal(values, past.values.to(dtype))


def test_unpack_writes_into_the_middle_of_scratch_and_nowhere_else() -> None:
    past = history([EXACT, INT8, EXACT], start=2, stop=140)
    scratch = torch.full((2, 300, 160), 7.0)
    keys, values = scratch[:, 20:158, :64], scratch[:, 20:158, 90:154]
    unpack(past.table, past.view, keys, values)
    torch.testing.assert_close(keys, past.keys, rtol=1e-5, atol=2e-5)
    torch.testing.assert_close(values, past.values, rtol=1e-5, atol=1e-5)
    keys.fill_(7.0)
    values.fill_(7.0)
    assert (scratch == 7.0).all()


def test_kernels_compiled_once_are_loaded_from_disk_and_importing_compiles_nothing() -> None:
    compile_kernels()  # into whatever cache this process has, so that the child finds them there
    run_child(
        "from numba.core import event\n"
        "compiled = event.RecordingListener()\n"
        "event.register('numba:compile', compiled)\n"
        "from engine.attention import numba_kernels\n"
        "assert not compiled.buffer\n"
        "numba_kernels.compile_kernels()\n"
        "assert not compiled.buffer, compiled.buffer\n"
    )


def test_no_memory_is_read_after_it_was_freed() -> None:
    compile_kernels()
    # The C library is told to overwrite what is freed. Numba frees an array whose address is still in use.
    run_child(
        "from tests.engine.attention.test_numba_kernels import check, history, mixed\n"
        "for _ in range(20):\n"
        "    check(history(mixed))\n",
        GLIBC_TUNABLES="glibc.malloc.perturb=165",
    )


def run_child(program: str, **environment: str) -> None:
    root = Path(__file__).parents[3]
    child = [sys.executable, "-c", program]
    subprocess.run(child, cwd=root, env={**os.environ, **environment}, check=True, timeout=200)
