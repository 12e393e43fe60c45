"""What the CPU kernels are told: where the blocks of a sequence lie, and where a layer lies within them."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from engine.cache.formats import FORMATS, LayerGroup, layer_layout


@dataclass(frozen=True, slots=True)
class PartTable:
    """The blocks of one sequence, for one layer group; made once per step.

    Only the last block may be partly filled, and a block that is seen in part may be of any format.

    Attributes:
        addresses: Int64 `[num_blocks]`, where the block's part for the group begins in memory. Whoever makes the table
            keeps that memory alive.
        formats: Int32 `[num_blocks]`, codes of `KvFormat`.
        start: Tokens at the beginning of the first block that are not seen, below 64; they lie before the window.
        stop: Tokens from the beginning of the first block to the end of the sequence.
    """

    addresses: torch.Tensor
    formats: torch.Tensor
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class LayerView:
    """What does not change from step to step: the shape of a layer and its place in a part.

    Attributes:
        dtype: Of the model's own numbers: float32, bfloat16 or float16.
        offsets: Int64 `[num_formats, 5]`: bytes from the part's beginning to the layer's key codes, key scales, key
            minima, value codes and value scales, by the format's code.
        balance: Float32 `[num_kv_heads, k_dim]`, or None where 4-bit keys are neither balanced nor rotated.
    """

    num_kv_heads: int
    k_dim: int
    v_dim: int
    dtype: torch.dtype
    offsets: torch.Tensor
    balance: torch.Tensor | None


def layer_view(group: LayerGroup, place: int, dtype: torch.dtype, balance: torch.Tensor | None) -> LayerView:
    """The layer at `place` within its group."""
    offsets = torch.zeros(len(FORMATS), 5, dtype=torch.int64)
    for format_ in FORMATS.values():
        layout = layer_layout(group, format_, dtype.itemsize)
        begins = (layout.k_codes, layout.k_scale, layout.k_min, layout.v_codes, layout.v_scale)
        offsets[format_.code] = torch.tensor(begins) + place * layout.num_bytes
    if balance is not None:
        balance = balance.to(torch.float32).contiguous()
    return LayerView(group.num_kv_heads, group.k_dim, group.v_dim, dtype, offsets, balance)
