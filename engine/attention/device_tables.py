"""What kernels on a card read besides the blocks, at addresses that never change: block tables, and layers in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import torch

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, KvFormat, LayerGroup, layer_layout


class DeviceTable:
    """The block table of one sequence and one layer group.

    Kernels find everything about the sequence in `rows`, so a step that was captured in a CUDA graph stays right while
    the sequence grows; only a table that outgrows `max_blocks` needs a new capture.

    Attributes:
        rows: int64 `[1 + max_blocks, 2]`. Row 0 holds `start` and `stop` as `update` has them, and row `1 + i` the
            address and the format code of the block's part.
        formats: The formats that blocks may have here. Kernels are compiled for these, and each costs registers.
        num_blocks: Blocks listed now.
        num_tokens: Tokens seen now.
    """

    def __init__(
        self, max_blocks: int, device: torch.device, formats: Sequence[KvFormat] = tuple(FORMATS.values())
    ) -> None:
        self.rows = torch.zeros(1 + max_blocks, 2, dtype=torch.int64, device=device)
        self.formats = tuple(sorted({EXACT, *formats}, key=lambda format_: format_.code))
        self.num_tokens = 0
        self._addresses: list[int] = []
        self._formats: list[KvFormat] = []

    @property
    def max_blocks(self) -> int:
        """Blocks that can be listed."""
        return self.rows.shape[0] - 1

    @property
    def num_blocks(self) -> int:
        """Blocks listed now."""
        return len(self._addresses)

    def update(self, addresses: Sequence[int], formats: Sequence[KvFormat], start: int, stop: int) -> None:
        """List the blocks that a step sees. Copies only what changed, in stream order.

        Args:
            addresses: Of the blocks' parts for this group, on the device, multiples of 16.
            start: Tokens of the first listed block that are not seen; more than none where a window begins in it.
            stop: Tokens from the beginning of the first listed block to the end of the sequence.

        Raises:
            ValueError: The blocks are more than `max_blocks`, are not what `start` and `stop` need, or one has a
                format that is not of this table.
        """
        if len(addresses) > self.max_blocks or len(addresses) != len(formats):
            raise ValueError(f"{len(addresses)} blocks in {len(formats)} formats for {self.max_blocks} rows.")
        if not 0 <= start < stop <= len(addresses) * BLOCK_TOKENS:
            raise ValueError(f"Tokens {start} to {stop} of {len(addresses)} blocks.")
        if not set(formats) <= set(self.formats):
            raise ValueError(f"A table of {[format_.name for format_ in self.formats]} was given another format.")
        new_addresses, new_formats = list(addresses), list(formats)
        if new_addresses != self._addresses or new_formats != self._formats:
            known = list(zip(self._addresses, self._formats, strict=True))
            listed = list(zip(new_addresses, new_formats, strict=True))
            same = next((i for i, (old, new) in enumerate(zip(known, listed, strict=False)) if old != new), len(known))
            changed = [(address, format_.code) for address, format_ in listed[same:]]
            if changed:
                self.rows[1 + same : 1 + len(listed)].copy_(torch.tensor(changed))
            self._addresses, self._formats = new_addresses, new_formats
        self.rows[0].copy_(torch.tensor([start, stop]))
        self.num_tokens = stop - start


@dataclass(frozen=True, slots=True, eq=False)
class DeviceLayer:
    """One layer of a group, as kernels are told of it.

    Attributes:
        place: The layer's place in the group's parts.
        dtype: Of exact blocks.
        balance: float32 `[num_kv_heads, k_dim]` on the device, as 4-bit keys were packed with; None where they are not
            rotated.
    """

    group: LayerGroup
    place: int
    dtype: torch.dtype
    balance: torch.Tensor | None


ENCODINGS = {"exact": 0, "8bit": 1, "e4m3": 2, "4bit": 3}
"""Encodings as kernels are told of them: Triton before 3.9 takes no strings within tuples."""


@lru_cache(maxsize=256)
def kernel_formats(
    group: LayerGroup, formats: tuple[KvFormat, ...], dtype_bytes: int
) -> tuple[tuple[int, int, int, int, int, int, int, int], ...]:
    """What kernels are compiled with, for each format.

    Returns:
        Code, encoding of keys, encoding of values, the offsets `k_scale`, `k_min`, `v_codes`, `v_scale`, and
        `num_bytes`; plain tuples, since they become constants of compiled code.
    """
    found = []
    for format_ in formats if group.is_packable else (EXACT,):
        at = layer_layout(group, format_, dtype_bytes)
        offsets = at.k_scale, at.k_min, at.v_codes, at.v_scale, at.num_bytes
        found.append((format_.code, ENCODINGS[format_.keys], ENCODINGS[format_.values], *offsets))
    return tuple(found)
