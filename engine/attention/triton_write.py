"""Puts a new token's keys and values into its open block on a card, wherever the block table says that lies.

torch would be told the place by the program, and a step that was captured in a CUDA graph would write there for ever.
"""
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators, allow-untyped-calls
# Triton compiles the kernels from their source; annotations mean something else to it than to mypy.
# ruff: noqa: N803 - arguments that are constants of the compiled code are upper case, as is the custom in Triton

from __future__ import annotations

import torch
import triton
import triton.language as tl

from engine.attention.device_tables import DeviceLayer, DeviceTable, kernel_formats
from engine.attention.triton_codes import TRITON_DTYPES, launch_options, layer_part, padded
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT

_BLOCK = tl.constexpr(BLOCK_TOKENS)


def write(table: DeviceTable, layer: DeviceLayer, keys: torch.Tensor, values: torch.Tensor) -> None:
    """Write the last token that a table lists, in one layer.

    Args:
        table: Its last block is exact.
        keys: `[num_kv_heads, k_dim]` in the layer's dtype, `values` likewise.
    """
    group = layer.group
    keys = keys if keys.stride(1) == 1 else keys.contiguous()
    values = values if values.stride(1) == 1 else values.contiguous()
    _write_token[group.num_kv_heads,](
        table.rows,
        keys,
        values,
        keys.stride(0),
        values.stride(0),
        layer.place,
        SPEC=kernel_formats(group, (EXACT,), layer.dtype.itemsize)[0],
        DTYPE=TRITON_DTYPES[layer.dtype],
        K_DIM=group.k_dim,
        K_PAD=padded(group.k_dim),
        V_DIM=group.v_dim,
        V_PAD=padded(group.v_dim),
        **launch_options(max(group.k_dim, group.v_dim)),
    )


@triton.jit(do_not_specialize=["place"])
def _write_token(
    table,
    keys,
    values,
    key_stride,
    value_stride,
    place,
    SPEC: tl.constexpr,
    DTYPE: tl.constexpr,
    K_DIM: tl.constexpr,
    K_PAD: tl.constexpr,
    V_DIM: tl.constexpr,
    V_PAD: tl.constexpr,
):
    head = tl.program_id(0)
    last = tl.load(table + 1).to(tl.int32) - 1
    address = tl.load(table + 2 * (last // _BLOCK) + 2)
    part = layer_part(address, place, SPEC)
    row = head * _BLOCK + last % _BLOCK
    channels = tl.arange(0, K_PAD)
    elements = tl.arange(0, V_PAD)
    key = tl.load(keys + head * key_stride + channels, mask=channels < K_DIM)
    tl.store(part.to(tl.pointer_type(DTYPE)) + row * K_DIM + channels, key, mask=channels < K_DIM)
    value = tl.load(values + head * value_stride + elements, mask=elements < V_DIM)
    value_at = (part + SPEC[5]).to(tl.pointer_type(DTYPE)) + row * V_DIM + elements
    tl.store(value_at, value, mask=elements < V_DIM)
