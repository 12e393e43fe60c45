"""The keys and values themselves: one tensor each per layer, cut into blocks by index. No thinking happens here."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import LayerSpec

Run = tuple[int, int]
"""Slots `start` to `stop` that lie one behind the other. Slot = block index x 64 + place in the block."""


def slot_runs(block_table: Sequence[int], start: int, stop: int) -> list[Run]:
    """The slots of tokens `start` to `stop` of a sequence, neighbours joined.

    A sequence that grew alone is one run, and then its keys and values can be read where they lie.
    """
    runs: list[Run] = []
    position = start
    while position < stop:
        place = position % BLOCK_TOKENS
        slot = block_table[position // BLOCK_TOKENS] * BLOCK_TOKENS + place
        count = min(BLOCK_TOKENS - place, stop - position)
        if runs and runs[-1][1] == slot:
            runs[-1] = (runs[-1][0], slot + count)
        else:
            runs.append((slot, slot + count))
        position += count
    return runs


class KvStore:
    """Storage in format `exact` on one device.

    Tensors are `[num_kv_heads, num_slots, k_dim or v_dim]`: all tokens of a head lie together, which is what attention
    reads. The memory is taken once; on a CPU the system hands out a page when it is first written.
    """

    def __init__(self, layers: Sequence[LayerSpec], num_blocks: int, dtype: torch.dtype, device: torch.device) -> None:
        slots = num_blocks * BLOCK_TOKENS
        self.layers = tuple(layers)
        self.windows = {spec.layer_index: spec.window for spec in layers}
        self._keys = {
            s.layer_index: torch.empty(s.num_kv_heads, slots, s.k_dim, dtype=dtype, device=device) for s in layers
        }
        self._values = {
            s.layer_index: torch.empty(s.num_kv_heads, slots, s.v_dim, dtype=dtype, device=device) for s in layers
        }

    def write(self, layer_index: int, runs: Sequence[Run], keys: torch.Tensor, values: torch.Tensor) -> None:
        """Put new tokens into their slots. `keys` and `values` are `[num_kv_heads, num_tokens, dim]`."""
        done = 0
        for start, stop in runs:
            count = stop - start
            self._keys[layer_index][:, start:stop] = keys[:, done : done + count]
            self._values[layer_index][:, start:stop] = values[:, done : done + count]
            done += count
        if done != keys.shape[1]:
            raise AssertionError(f"{keys.shape[1]} tokens were written to {done} slots.")

    def read(self, layer_index: int, runs: Sequence[Run]) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values `[num_kv_heads, num_tokens, dim]`: views for one run, copies for several."""
        return _joined(self._keys[layer_index], runs), _joined(self._values[layer_index], runs)

    def copy_tokens(self, source: int, target: int, num_tokens: int) -> None:
        """Copy the first `num_tokens` tokens of block `source` to block `target`, in all layers."""
        a, b = source * BLOCK_TOKENS, target * BLOCK_TOKENS
        for tensors in (self._keys, self._values):
            for tensor in tensors.values():
                tensor[:, b : b + num_tokens] = tensor[:, a : a + num_tokens]


def _joined(tensor: torch.Tensor, runs: Sequence[Run]) -> torch.Tensor:
    if len(runs) == 1:
        return tensor[:, runs[0][0] : runs[0][1]]
    return torch.cat([tensor[:, start:stop] for start, stop in runs], dim=1)
