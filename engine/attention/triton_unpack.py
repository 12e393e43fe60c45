"""Unpacks the history of one layer on a card, for prefill, whose many queries read it more than once."""
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators, allow-untyped-calls
# Triton compiles the kernels from their source; annotations mean something else to it than to mypy.
# ruff: noqa: N803 - arguments that are constants of the compiled code are upper case, as is the custom in Triton

from __future__ import annotations

import torch
import triton
import triton.language as tl

from engine.attention.device_tables import DeviceLayer, DeviceTable, kernel_formats
from engine.attention.triton_codes import (
    E4M3,
    EIGHT_BITS,
    EXACT,
    FOUR_BITS,
    TRITON_DTYPES,
    channel_scales,
    curved,
    launch_options,
    layer_part,
    padded,
    unpacked,
)
from engine.cache.block import BLOCK_TOKENS
from engine.cache.rotation import hadamard

_BLOCK = tl.constexpr(BLOCK_TOKENS)
_COLUMNS = 64  # that are rotated at once; more would not fit into a small card's shared memory


def unpack(table: DeviceTable, layer: DeviceLayer, keys: torch.Tensor, values: torch.Tensor) -> None:
    """Write the keys and values of all tokens that a table sees.

    Args:
        keys: Scratch `[num_kv_heads, at least num_tokens, k_dim]` in the layer's dtype, contiguous within a head.
        values: `[num_kv_heads, at least num_tokens, v_dim]` likewise.
    """
    group, device = layer.group, keys.device
    specs = kernel_formats(group, table.formats, layer.dtype.itemsize)
    grid = (group.num_kv_heads, table.num_blocks)
    _unpack_keys[grid](
        table.rows,
        keys if layer.balance is None else layer.balance,
        hadamard(group.k_dim, device),
        keys,
        keys.stride(0),
        layer.place,
        SPECS=specs,
        DTYPE=TRITON_DTYPES[layer.dtype],
        DIM=group.k_dim,
        PAD=padded(group.k_dim),
        COLUMNS=_COLUMNS,
        ROTATED=layer.balance is not None,
        **launch_options(group.k_dim),
    )
    _unpack_values[grid](
        table.rows,
        hadamard(group.v_dim, device),
        values,
        values.stride(0),
        layer.place,
        SPECS=specs,
        DTYPE=TRITON_DTYPES[layer.dtype],
        DIM=group.v_dim,
        PAD=padded(group.v_dim),
        HALF=padded(group.v_dim // 2),
        COLUMNS=_COLUMNS,
        **launch_options(group.v_dim),
    )


@triton.jit
def _copy_exact(part_at, head, out, seen, DIM: tl.constexpr, PAD: tl.constexpr):
    tokens = tl.arange(0, _BLOCK)
    elements = tl.arange(0, PAD)
    inside = seen[:, None] & (elements < DIM)[None, :]
    numbers = tl.load(part_at + (head * _BLOCK + tokens[:, None]) * DIM + elements[None, :], mask=inside, other=0.0)
    tl.store(out + tokens[:, None] * DIM + elements[None, :], numbers, mask=inside)


@triton.jit(do_not_specialize=["place"])
def _unpack_keys(
    table,
    balance_at,
    hadamard_at,
    out,
    out_stride,
    place,
    SPECS: tl.constexpr,
    DTYPE: tl.constexpr,
    DIM: tl.constexpr,
    PAD: tl.constexpr,
    COLUMNS: tl.constexpr,
    ROTATED: tl.constexpr,
):
    head = tl.program_id(0)
    index = tl.program_id(1)
    start = tl.load(table).to(tl.int32)
    stop = tl.load(table + 1).to(tl.int32)
    address = tl.load(table + 2 * index + 2)
    code = tl.load(table + 2 * index + 3).to(tl.int32)
    first = index * _BLOCK
    out += head.to(tl.int64) * out_stride + (first - start).to(tl.int64) * DIM
    channels = tl.arange(0, PAD)
    for which in tl.static_range(len(SPECS)):
        if code == SPECS[which][0]:
            spec: tl.constexpr = SPECS[which]
            part = layer_part(address, place, spec)
            if spec[1] == EXACT:
                positions = first + tl.arange(0, _BLOCK)
                seen = (positions >= start) & (positions < stop)
                _copy_exact(part.to(tl.pointer_type(DTYPE)), head, out, seen, DIM, PAD)
            else:
                # The tokens in the low halves of the bytes and those in the high halves, or all at once.
                halves: tl.constexpr = 2 if spec[1] == FOUR_BITS else 1
                count: tl.constexpr = _BLOCK // halves
                factor, offset = channel_scales(part, head, DIM, PAD, spec)
                codes = tl.load(
                    part + (head * DIM + channels[None, :]) * count + tl.arange(0, count)[:, None],
                    mask=(channels < DIM)[None, :],
                    other=0,
                )
                for half in tl.static_range(halves):
                    tokens = half * count + tl.arange(0, count)
                    seen = (first + tokens >= start) & (first + tokens < stop)
                    numbers = unpacked((codes >> (4 * half)) & 15 if halves == 2 else codes, spec[1])
                    at = out + tokens[:, None] * DIM
                    if ROTATED and halves == 2:
                        largest = tl.maximum(tl.max(factor, 0), 1e-30)
                        for begin in tl.static_range(0, PAD, COLUMNS):
                            columns = begin + tl.arange(0, COLUMNS)
                            rotation = tl.load(
                                hadamard_at + channels[:, None] * DIM + columns[None, :],
                                mask=(channels < DIM)[:, None] & (columns < DIM)[None, :],
                                other=0.0,
                            )
                            scaled = (rotation * (factor / largest)[:, None]).to(tl.float16)
                            turned = tl.dot(numbers, scaled) * largest
                            turned += tl.sum(rotation * offset[:, None], 0)[None, :]
                            balance = tl.load(balance_at + head * DIM + columns, mask=columns < DIM, other=0.0)
                            inside = seen[:, None] & (columns < DIM)[None, :]
                            tl.store(at + columns[None, :], (turned * balance[None, :]).to(DTYPE), mask=inside)
                    else:
                        keys = numbers.to(tl.float32) * factor[None, :] + offset[None, :]
                        inside = seen[:, None] & (channels < DIM)[None, :]
                        tl.store(at + channels[None, :], keys.to(DTYPE), mask=inside)


@triton.jit(do_not_specialize=["place"])
def _unpack_values(
    table,
    hadamard_at,
    out,
    out_stride,
    place,
    SPECS: tl.constexpr,
    DTYPE: tl.constexpr,
    DIM: tl.constexpr,
    PAD: tl.constexpr,
    HALF: tl.constexpr,
    COLUMNS: tl.constexpr,
):
    head = tl.program_id(0)
    index = tl.program_id(1)
    start = tl.load(table).to(tl.int32)
    stop = tl.load(table + 1).to(tl.int32)
    address = tl.load(table + 2 * index + 2)
    code = tl.load(table + 2 * index + 3).to(tl.int32)
    first = index * _BLOCK
    tokens = tl.arange(0, _BLOCK)
    seen = (first + tokens >= start) & (first + tokens < stop)
    out += head.to(tl.int64) * out_stride + (first - start).to(tl.int64) * DIM
    elements = tl.arange(0, HALF)
    real = elements < DIM // 2
    for which in tl.static_range(len(SPECS)):
        if code == SPECS[which][0]:
            spec: tl.constexpr = SPECS[which]
            part = layer_part(address, place, spec)
            if spec[1] == EXACT:
                _copy_exact((part + spec[5]).to(tl.pointer_type(DTYPE)), head, out, seen, DIM, PAD)
            else:
                four: tl.constexpr = spec[2] == FOUR_BITS
                row_bytes: tl.constexpr = DIM // 2 if four else DIM
                at = part + spec[5] + (head * _BLOCK + tokens[:, None]) * row_bytes + elements[None, :]
                codes = tl.load(at, mask=real[None, :], other=0)
                if four:
                    low = curved(unpacked(codes & 15, FOUR_BITS))
                    high = curved(unpacked(codes >> 4, FOUR_BITS))
                else:
                    flip: tl.constexpr = 0x80 if spec[2] == EIGHT_BITS else 0
                    low = unpacked(codes ^ flip, spec[2])
                    high = unpacked(tl.load(at + DIM // 2, mask=real[None, :], other=0) ^ flip, spec[2])
                scale = tl.load((part + spec[6]).to(tl.pointer_type(tl.float16)) + head * _BLOCK + tokens)
                scale = scale.to(tl.float32) * (256.0 if spec[2] == E4M3 else 1.0)
                for begin in tl.static_range(0, PAD, COLUMNS):
                    columns = begin + tl.arange(0, COLUMNS)
                    rotation_at = hadamard_at + elements[:, None] * DIM + columns[None, :]
                    inside = real[:, None] & (columns < DIM)[None, :]
                    turned = tl.dot(low, tl.load(rotation_at, mask=inside, other=0.0).to(tl.float16))
                    rotation_at += DIM // 2 * DIM
                    turned += tl.dot(high, tl.load(rotation_at, mask=inside, other=0.0).to(tl.float16))
                    turned = (turned * scale[:, None]).to(DTYPE)
                    inside = seen[:, None] & (columns < DIM)[None, :]
                    tl.store(out + tokens[:, None] * DIM + columns[None, :], turned, mask=inside)
