"""Sequences of blocks in given formats, and what attention over them should give: for the kernels' tests and checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from engine.attention.device_tables import DeviceLayer, DeviceTable
from engine.attention.torch_kernels import attend
from engine.cache import packing
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, KvFormat, LayerGroup


@dataclass(frozen=True, slots=True)
class DeviceSequence:
    """One sequence's blocks of two layers, of which the second is looked at, and the same numbers unpacked.

    Attributes:
        parts: The blocks' parts as bytes, one allocation each.
        keys: What the blocks hold, `[num_kv_heads, num_tokens, k_dim]`, float32; tokens from `start` on.
    """

    layer: DeviceLayer
    parts: list[torch.Tensor]
    formats: list[KvFormat]
    start: int
    stop: int
    keys: torch.Tensor
    values: torch.Tensor

    def fill(self, table: DeviceTable) -> None:
        """List the blocks in a table."""
        table.update([part.data_ptr() for part in self.parts], self.formats, self.start, self.stop)

    def attend(
        self, query: torch.Tensor, scale: float, softcap: float | None = None, sinks: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The reference, `[num_heads, v_dim]` in float32."""
        query = query.float()[:, None]
        keys, values = self.keys, self.values
        return attend(query, keys, values, scale=scale, mask=None, is_causal=False, softcap=softcap, sinks=sinks)[0]


def random_sequence(
    formats: Sequence[KvFormat],
    stop: int,
    *,
    start: int = 0,
    num_kv_heads: int = 2,
    k_dim: int = 64,
    v_dim: int = 64,
    dtype: torch.dtype = torch.float32,
    device: torch.device | None = None,
    is_balanced: bool = True,
    size: float = 1.0,
) -> DeviceSequence:
    """A sequence whose blocks take turns in `formats`, the last one exact and, behind `stop`, not a number.

    Args:
        size: Factor of all keys and values.
    """
    device = device or torch.device("cpu")
    group = LayerGroup((0, 1), num_kv_heads, k_dim, v_dim, None, latent=False)
    balance = None
    if is_balanced:
        balance = torch.exp2(torch.randint(-8, 9, (num_kv_heads, k_dim), device=device) / 8)
    # Channels of different sizes that lie about different middles, as those of real keys do.
    spread = 0.3 + 2 * torch.rand(k_dim, device=device)
    middle = torch.randn(k_dim, device=device)
    num_blocks = -(-stop // BLOCK_TOKENS)
    parts, chosen, all_keys, all_values = [], [], [], []
    for index in range(num_blocks):
        is_last = index == num_blocks - 1
        format_ = EXACT if is_last else formats[index % len(formats)]
        keys = size * (torch.randn(2, num_kv_heads, BLOCK_TOKENS, k_dim, device=device) * spread + middle)
        values = size * torch.randn(2, num_kv_heads, BLOCK_TOKENS, v_dim, device=device)
        if format_ is EXACT:
            filled = stop - index * BLOCK_TOKENS if is_last else BLOCK_TOKENS
            rows = _exact_rows(group, dtype, keys, values, filled)
            keys, values = packing.split_exact(rows, group, dtype)
            held = keys[:, :, :filled], values[:, :, :filled]
        else:
            rows = packing.pack(keys, values, group, format_, balance)
            held = packing.unpack(rows, group, format_, balance)
        parts.append(rows)
        chosen.append(format_)
        all_keys.append(held[0][1].float())
        all_values.append(held[1][1].float())
    return DeviceSequence(
        layer=DeviceLayer(group, 1, dtype, balance),
        parts=parts,
        formats=chosen,
        start=start,
        stop=stop,
        keys=torch.cat(all_keys, 1)[:, start:],
        values=torch.cat(all_values, 1)[:, start:],
    )


def _exact_rows(
    group: LayerGroup, dtype: torch.dtype, keys: torch.Tensor, values: torch.Tensor, filled: int
) -> torch.Tensor:
    num_bytes = group.num_kv_heads * BLOCK_TOKENS * (group.k_dim + group.v_dim) * dtype.itemsize
    rows = torch.full((2, num_bytes), 255, dtype=torch.uint8, device=keys.device)  # all ones: not a number
    into_keys, into_values = packing.split_exact(rows, group, dtype)
    into_keys[:, :, :filled] = keys[:, :, :filled]
    into_values[:, :, :filled] = values[:, :, :filled]
    return rows
