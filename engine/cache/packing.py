"""Packs and unpacks blocks, in torch: the only code that writes packed bytes, and the reference for every kernel.

Rows are layers of blocks as bytes, `[num_rows, num_bytes]` in the layout of `formats.layer_layout`: all layers of one
block, or one layer of many blocks.
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, VALUE_STEP, KvFormat, LayerGroup, LayerLayout, layer_layout, value_level
from engine.cache.rotation import hadamard

_E4M3_MAX = 448.0
_FLOAT16_MAX = 65504.0
_CELLS_PER_STEP = 64
"""Of the table that 4-bit values are looked up in. One closer than half a cell to the middle between two levels may get
either, which are then as good as each other."""


def split_exact(
    rows: torch.Tensor, group: LayerGroup, dtype: torch.dtype, tokens: int = BLOCK_TOKENS
) -> tuple[torch.Tensor, torch.Tensor]:
    """Views of rows in format `exact`.

    Args:
        tokens: What the rows have room for.

    Returns:
        Keys `[num_rows, num_kv_heads, tokens, k_dim]` and values `[num_rows, num_kv_heads, tokens, v_dim]` in `dtype`.
        What is written to them is in the rows.
    """
    layout = layer_layout(group, EXACT, dtype.itemsize, tokens)
    keys = _part(rows, layout.k_codes, dtype, group.num_kv_heads, tokens, group.k_dim)
    values = _part(rows, layout.v_codes, dtype, group.num_kv_heads, tokens, group.v_dim)
    return keys, values


def pack(
    keys: torch.Tensor, values: torch.Tensor, group: LayerGroup, format_: KvFormat, balance: torch.Tensor | None
) -> torch.Tensor:
    """Rows of a packed format.

    Args:
        keys: `[num_rows, num_kv_heads, 64, k_dim]`, after the rotary embedding, in any floating dtype.
        values: `[num_rows, num_kv_heads, 64, v_dim]`.
        balance: Factors of the keys, float32, `[num_kv_heads, k_dim]` or `[num_rows, num_kv_heads, k_dim]`. None where
            they could not be measured: then keys are not rotated at all, which without balance could harm.
    """
    layout = layer_layout(group, format_, 0)
    rows = keys.new_zeros(keys.shape[0], layout.num_bytes, dtype=torch.uint8)
    k_codes, k_scale, k_min = _pack_keys(_finite(keys), format_, balance)
    v_codes, v_scale = _pack_values(_finite(values) @ hadamard(group.v_dim, values.device), format_)
    for start, part in (
        (layout.k_codes, k_codes),
        (layout.k_scale, k_scale),
        (layout.k_min, k_min),
        (layout.v_codes, v_codes),
        (layout.v_scale, v_scale),
    ):
        flat = part.contiguous().view(torch.uint8).flatten(1)
        rows[:, start : start + flat.shape[1]] = flat
    return rows


def unpack(
    rows: torch.Tensor, group: LayerGroup, format_: KvFormat, balance: torch.Tensor | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Keys `[num_rows, num_kv_heads, 64, k_dim]` and values `[num_rows, num_kv_heads, 64, v_dim]`, float32.

    Args:
        balance: As they were packed with.
    """
    layout = layer_layout(group, format_, 0)
    return _unpack_keys(rows, layout, group, format_, balance), _unpack_values(rows, layout, group, format_)


def _pack_keys(
    keys: torch.Tensor, format_: KvFormat, balance: torch.Tensor | None
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    if format_.keys == "4bit" and balance is not None:
        keys = (keys / balance.unsqueeze(-2)) @ hadamard(keys.shape[-1], keys.device)
    channels = keys.transpose(-1, -2)
    low, high = channels.amin(-1, keepdim=True), channels.amax(-1, keepdim=True)
    if format_.keys == "e4m3":
        middle = _float16((low + high) / 2)
        scale = _float16((high - low) / (2 * _E4M3_MAX))
        codes = _divided(channels - middle.float(), scale).clamp(-_E4M3_MAX, _E4M3_MAX).to(torch.float8_e4m3fn)
        return codes, scale, middle
    levels = 255 if format_.keys == "8bit" else 15
    # Clipping the range would lower the squared error and raise the divergence of the answers (KVarN's authors and
    # our own trials agree), so the range is the whole one.
    minimum = _float16_below(low)
    scale = _float16((high - minimum.float()) / levels)
    codes = _divided(channels - minimum.float(), scale).round().clamp(0, levels).to(torch.uint8)
    if format_.keys == "4bit":
        codes = _two_to_a_byte(codes)
    return codes, scale, minimum


def _pack_values(rotated: torch.Tensor, format_: KvFormat) -> tuple[torch.Tensor, torch.Tensor]:
    if format_.values == "4bit":
        scale = rotated.square().mean(-1, keepdim=True).sqrt() * VALUE_STEP
        codes = _nearest_levels(_divided(rotated, scale))
        chosen = _value_levels(rotated.device).take(codes.long())
        # The scale that fits the chosen levels best, in the sense of least squares.
        scale = torch.linalg.vecdot(rotated, chosen).unsqueeze(-1) / torch.linalg.vecdot(chosen, chosen).unsqueeze(-1)
        return _two_to_a_byte(codes), _float16(scale)
    top = _E4M3_MAX if format_.values == "e4m3" else 127
    scale = _float16(rotated.abs().amax(-1, keepdim=True) / top)
    scaled = _divided(rotated, scale)
    if format_.values == "e4m3":
        return scaled.clamp(-top, top).to(torch.float8_e4m3fn), scale
    return scaled.round().clamp(-top, top).to(torch.int8), scale


def _unpack_keys(
    rows: torch.Tensor, layout: LayerLayout, group: LayerGroup, format_: KvFormat, balance: torch.Tensor | None
) -> torch.Tensor:
    heads, dim = group.num_kv_heads, group.k_dim
    scale = _part(rows, layout.k_scale, torch.float16, heads, dim, 1).float()
    minimum = _part(rows, layout.k_min, torch.float16, heads, dim, 1).float()
    match format_.keys:
        case "4bit":
            codes = _from_two_to_a_byte(_part(rows, layout.k_codes, torch.uint8, heads, dim, BLOCK_TOKENS // 2))
        case "8bit":
            codes = _part(rows, layout.k_codes, torch.uint8, heads, dim, BLOCK_TOKENS)
        case _:
            codes = _part(rows, layout.k_codes, torch.float8_e4m3fn, heads, dim, BLOCK_TOKENS)
    keys = torch.addcmul(minimum, codes.float(), scale).transpose(-1, -2)
    if format_.keys == "4bit" and balance is not None:
        keys = (keys @ hadamard(dim, rows.device)) * balance.unsqueeze(-2)
    return keys


def _unpack_values(rows: torch.Tensor, layout: LayerLayout, group: LayerGroup, format_: KvFormat) -> torch.Tensor:
    heads, dim = group.num_kv_heads, group.v_dim
    scale = _part(rows, layout.v_scale, torch.float16, heads, BLOCK_TOKENS, 1).float()
    match format_.values:
        case "4bit":
            codes = _from_two_to_a_byte(_part(rows, layout.v_codes, torch.uint8, heads, BLOCK_TOKENS, dim // 2))
            values = _value_levels(rows.device)[codes.int()]
        case "8bit":
            values = _part(rows, layout.v_codes, torch.int8, heads, BLOCK_TOKENS, dim).float()
        case _:
            values = _part(rows, layout.v_codes, torch.float8_e4m3fn, heads, BLOCK_TOKENS, dim).float()
    return (values * scale) @ hadamard(dim, rows.device)


@lru_cache(maxsize=8)
def _value_levels(device: torch.device) -> torch.Tensor:
    return torch.tensor([value_level(code) for code in range(16)], device=device)


def _nearest_levels(scaled: torch.Tensor) -> torch.Tensor:
    """Codes of the levels nearest to numbers, to within half a cell: looking cells up takes a fifth of searching."""
    table = _codes_of_cells(scaled.device)
    cells = scaled.mul(_CELLS_PER_STEP).add_(len(table) / 2).clamp_(0, len(table) - 1)
    return table.take(cells.long())


@lru_cache(maxsize=8)
def _codes_of_cells(device: torch.device) -> torch.Tensor:
    levels = _value_levels(device)
    reach = math.ceil(value_level(15)) * _CELLS_PER_STEP
    middles = (torch.arange(-reach, reach, device=device) + 0.5) / _CELLS_PER_STEP
    return torch.bucketize(middles, (levels[1:] + levels[:-1]) / 2).to(torch.uint8)


def _part(rows: torch.Tensor, start: int, dtype: torch.dtype, *shape: int) -> torch.Tensor:
    count = dtype.itemsize
    for size in shape:
        count *= size
    return rows[:, start : start + count].view(dtype).view(-1, *shape)


def _two_to_a_byte(codes: torch.Tensor) -> torch.Tensor:
    """Codes below 16 `[..., n]` as bytes `[..., n / 2]`: byte `j` holds code `j` low and code `j + n / 2` high."""
    half = codes.shape[-1] // 2
    return codes[..., :half] | (codes[..., half:] << 4)


def _from_two_to_a_byte(packed: torch.Tensor) -> torch.Tensor:
    return torch.cat([packed & 15, packed >> 4], -1)


def _divided(numbers: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """Zero where the scale is zero: all numbers of such a channel or token are equal."""
    scale = scale.float()
    return torch.where(scale > 0, numbers / scale, 0)


def _float16(numbers: torch.Tensor) -> torch.Tensor:
    return numbers.clamp(-_FLOAT16_MAX, _FLOAT16_MAX).to(torch.float16)


def _float16_below(numbers: torch.Tensor) -> torch.Tensor:
    """Rounded down, so that the smallest number of a range far from zero still has a code."""
    rounded = _float16(numbers)
    return torch.where(rounded > numbers, torch.nextafter(rounded, rounded.new_tensor(-_FLOAT16_MAX)), rounded)


def _finite(numbers: torch.Tensor) -> torch.Tensor:
    """A model that overflows writes infinities; packed, they would make their whole channel worthless."""
    return numbers.float().nan_to_num(nan=0.0).clamp(-_FLOAT16_MAX, _FLOAT16_MAX)
