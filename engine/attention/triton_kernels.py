"""Decode attention over a block table on a card, for blocks of any address and format in one launch.

One program attends with all query heads of one KV head over a span of blocks, so keys and values are read once per
group; a second kernel merges the spans by their log-sum-exp (split-K, after Flash-Decoding, Dao et al. 2023). Packed
numbers are never written anywhere: their codes become float16 in registers and go straight into the matrix units.

* Keys: a channel's scale is multiplied into the query and its minimum into one number per block.
* Values are summed as they lie, rotated; what exact blocks give is summed beside it, under the same softmax, and the
  merging kernel turns the rotated sum back once.

Grids, addresses and scratch depend only on the table's capacity, so that a step can be captured in a CUDA graph.
Importing raises ImportError where triton is not installed. With TRITON_INTERPRET=1 at import, all runs on the CPU.
"""
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators, allow-untyped-calls
# Triton compiles the kernels from their source; annotations mean something else to it than to mypy.
# ruff: noqa: N803 - arguments that are constants of the compiled code are upper case, as is the custom in Triton

from __future__ import annotations

import math
from functools import lru_cache

import torch
import triton
import triton.language as tl

from engine.attention.device_tables import ENCODINGS, DeviceLayer, DeviceTable, kernel_formats
from engine.attention.triton_codes import TRITON_DTYPES, launch_options, padded
from engine.attention.triton_split import attend_split, span_of
from engine.cache.rotation import hadamard

_LOG2E = tl.constexpr(math.log2(math.e))

_INTERPRETED_PROCESSORS = 2
_PROGRAMS_PER_PROCESSOR = 4  # several on one, so that some compute while others wait for memory
_MAX_SPLITS = 128
_COLUMNS = 64  # that one program rotates

# Triton's interpreter holds bfloat16 as 16-bit integers, and its dot would multiply those.
_DOT_DTYPES = TRITON_DTYPES | ({torch.bfloat16: tl.float32} if triton.knobs.runtime.interpret else {})


def decode(
    query: torch.Tensor,
    table: DeviceTable,
    layer: DeviceLayer,
    *,
    scale: float,
    softcap: float | None = None,
    sinks: torch.Tensor | None = None,
) -> torch.Tensor:
    """Attention of one new token of one sequence in one layer, whose keys and values are in the table's last block.

    Args:
        query: `[num_heads, k_dim]`.
        scale: Factor of the scores.
        softcap: Scores are squeezed into (-softcap, softcap) by tanh.
        sinks: `[num_heads]`, a score that takes part in the softmax and has no value.

    Returns:
        `[num_heads, v_dim]` in the query's dtype.
    """
    group, device = layer.group, query.device
    num_heads = query.shape[0]
    specs = kernel_formats(group, table.formats, layer.dtype.itemsize)
    query = query if query.stride(1) == 1 else query.contiguous()
    rotated = query
    if layer.balance is not None and any(spec[1] == ENCODINGS["4bit"] for spec in specs):
        rotated = _rotate(query, layer)
    splits = _num_splits(group.num_kv_heads, table.max_blocks, device)
    v_half = padded(group.v_dim // 2)
    packed = len(specs) > 1
    width = padded(group.v_dim) + 2 * v_half
    partials = torch.empty(num_heads, splits, width, dtype=torch.float32, device=device)
    logs = torch.empty(num_heads, splits, dtype=torch.float32, device=device)
    out = torch.empty(num_heads, group.v_dim, dtype=query.dtype, device=device)
    group_size = num_heads // group.num_kv_heads
    attend_split[group.num_kv_heads, splits](
        table.rows,
        query,
        rotated,
        partials,
        logs,
        query.stride(0),
        rotated.stride(0),
        layer.place,
        scale * math.log2(math.e) if softcap is None else scale / softcap,
        0.0 if softcap is None else softcap * math.log2(math.e),
        SPECS=specs,
        DTYPE=TRITON_DTYPES[layer.dtype],
        DOT_DTYPE=_DOT_DTYPES[layer.dtype],
        GROUP=group_size,
        ROWS=padded(group_size),
        K_DIM=group.k_dim,
        K_PAD=padded(group.k_dim),
        V_DIM=group.v_dim,
        V_PAD=padded(group.v_dim),
        V_HALF=v_half,
        SPLITS=splits,
        CAPPED=softcap is not None,
        **_split_options(max(group.k_dim, group.v_dim)),
    )
    _merge_splits[num_heads, -(-group.v_dim // _COLUMNS)](
        table.rows,
        partials,
        logs,
        logs if sinks is None else sinks,
        hadamard(group.v_dim, device) if packed else partials,
        out,
        V_DIM=group.v_dim,
        V_PAD=padded(group.v_dim),
        V_HALF=v_half,
        SPLITS=splits,
        COLUMNS=_COLUMNS,
        SINKS=sinks is not None,
        PACKED=packed,
        **launch_options(group.v_dim),
    )
    return out


def is_supported(device: torch.device) -> bool:
    """Whether kernels are worth compiling for a card: before Ampere, Triton has no matrix units to compile them for."""
    return torch.cuda.get_device_capability(device) >= (8, 0)


def _split_options(dim: int) -> dict[str, object]:
    """The same for the programs that read blocks, of which two should fit on a processor, to wait in turn."""
    if dim <= 64:
        return launch_options(dim)
    return {"num_warps": 8, "enable_fp_fusion": True, "maxnreg": 128 if dim <= 128 else None}


def _rotate(query: torch.Tensor, layer: DeviceLayer) -> torch.Tensor:
    """The query as rotated keys need it, float32."""
    num_heads, k_dim = query.shape
    rotated = torch.empty(num_heads, k_dim, dtype=torch.float32, device=query.device)
    _rotate_query[num_heads, -(-k_dim // _COLUMNS)](
        query,
        layer.balance,
        hadamard(k_dim, query.device),
        rotated,
        query.stride(0),
        GROUP=num_heads // layer.group.num_kv_heads,
        K_DIM=k_dim,
        K_PAD=padded(k_dim),
        COLUMNS=_COLUMNS,
        **launch_options(k_dim),
    )
    return rotated


@lru_cache(maxsize=64)
def _num_splits(num_kv_heads: int, max_blocks: int, device: torch.device) -> int:
    """Spans that a sequence is cut into: enough to occupy the card, a power of two."""
    processors = _INTERPRETED_PROCESSORS
    if device.type == "cuda":
        processors = torch.cuda.get_device_properties(device).multi_processor_count
    wanted = min(processors * _PROGRAMS_PER_PROCESSOR // num_kv_heads, max_blocks, _MAX_SPLITS)
    return 1 << (max(1, wanted).bit_length() - 1)


@triton.jit
def _merge_splits(
    table,
    partials,
    logs,
    sinks,
    hadamard_at,
    out,
    V_DIM: tl.constexpr,
    V_PAD: tl.constexpr,
    V_HALF: tl.constexpr,
    SPLITS: tl.constexpr,
    COLUMNS: tl.constexpr,
    SINKS: tl.constexpr,
    PACKED: tl.constexpr,
):
    """Each program merges one head, and turns some columns of its rotated sum back."""
    head = tl.program_id(0)
    columns = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    halves = tl.arange(0, V_HALF)
    _, _, _, _, used = span_of(table, 0, SPLITS)
    splits = tl.arange(0, SPLITS)
    all_logs = tl.load(logs + head * SPLITS + splits, mask=splits < used, other=float("-inf"))
    top = tl.max(all_logs, 0)
    if SINKS:
        sink = tl.load(sinks + head).to(tl.float32) * _LOG2E
        top = tl.maximum(top, sink)
    total = tl.sum(tl.exp2(all_logs - top), 0)
    if SINKS:
        total += tl.exp2(sink - top)
    merged = tl.zeros([COLUMNS], tl.float32)
    low = tl.zeros([V_HALF], tl.float32)
    high = tl.zeros([V_HALF], tl.float32)
    for first in range(0, used, 16):
        some = first + tl.arange(0, 16)
        real = some < used
        log = tl.load(logs + head * SPLITS + some, mask=real, other=float("-inf"))
        weights = (tl.exp2(log - top) / total)[:, None]
        at = partials + (head * SPLITS + some)[:, None] * (V_PAD + 2 * V_HALF)
        inside = real[:, None] & (columns < V_DIM)[None, :]
        merged += tl.sum(weights * tl.load(at + columns[None, :], mask=inside, other=0.0), 0)
        if PACKED:
            low += tl.sum(weights * tl.load(at + V_PAD + halves[None, :], mask=real[:, None], other=0.0), 0)
            high += tl.sum(weights * tl.load(at + V_PAD + V_HALF + halves[None, :], mask=real[:, None], other=0.0), 0)
    if PACKED:
        inside = (halves < V_DIM // 2)[:, None] & (columns < V_DIM)[None, :]
        rotation_at = hadamard_at + halves[:, None] * V_DIM + columns[None, :]
        merged += tl.sum(low[:, None] * tl.load(rotation_at, mask=inside, other=0.0), 0)
        rotation_at += V_DIM // 2 * V_DIM
        merged += tl.sum(high[:, None] * tl.load(rotation_at, mask=inside, other=0.0), 0)
    tl.store(out + head * V_DIM + columns, merged.to(out.dtype.element_ty), mask=columns < V_DIM)


@triton.jit
def _rotate_query(
    query_at,
    balance_at,
    hadamard_at,
    rotated,
    query_stride,
    GROUP: tl.constexpr,
    K_DIM: tl.constexpr,
    K_PAD: tl.constexpr,
    COLUMNS: tl.constexpr,
):
    head = tl.program_id(0)
    channels = tl.arange(0, K_PAD)
    columns = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    real = channels < K_DIM
    query = tl.load(query_at + head * query_stride + channels, mask=real, other=0.0).to(tl.float32)
    balance = tl.load(balance_at + (head // GROUP) * K_DIM + channels, mask=real, other=0.0)
    inside = real[:, None] & (columns < K_DIM)[None, :]
    rotation = tl.load(hadamard_at + channels[:, None] * K_DIM + columns[None, :], mask=inside, other=0.0)
    turned = tl.sum((query * balance)[:, None] * rotation, 0)
    tl.store(rotated + head * K_DIM + columns, turned, mask=columns < K_DIM)
