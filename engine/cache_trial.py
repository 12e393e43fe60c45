"""A short answer computed twice: with a cache, and without one by reading everything anew for each token."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from engine.cache.formats import group_layers
from engine.cache.layer_state import LayerState
from engine.device_memory import memory_errors
from engine.model_runner import ModelRunner, open_blocks

MAX_TRIAL_TOKENS = 256
"""Longest prompt: a trial's memory is its own, beside the cache's budget, and has to be small."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What one token cost in one of the two ways.

    Attributes:
        cache_bytes: Of keys and values that were read and had been computed before.
    """

    computed_tokens: int
    cache_bytes: int
    milliseconds: float


class CacheTrial:
    """Goes on by one token at each `step`. What it computes is exact, shared with nobody, and gone with it.

    Raises:
        MemoryError: There is no room for it.
    """

    def __init__(self, runner: ModelRunner, prompt: Sequence[int], max_tokens: int) -> None:
        self._runner = runner
        self.token_ids = list(prompt)
        self._end = len(prompt) + max_tokens
        self._kept = runner.new_store(), runner.new_store()
        with memory_errors():
            self._tables = [open_blocks(store, self._end) for store in self._kept]
        self._num_cached = 0
        self._state = runner.new_state()

    @property
    def is_done(self) -> bool:
        """Whether there is no step left."""
        return len(self.token_ids) >= self._end

    def step(self) -> tuple[Tried, Tried]:
        """Choose the next token, the likeliest one; what that cost with a cache, and without.

        Raises:
            MemoryError: There is no room for it.
        """
        cache_bytes = self._cache_bytes(self._num_cached)
        computed = len(self.token_ids) - self._num_cached
        began = time.perf_counter()
        logits = self._read(0, self._num_cached, self._state)
        self._num_cached = len(self.token_ids)
        then = time.perf_counter()
        self._read(1, 0, self._runner.new_state())
        now = time.perf_counter()
        cached = Tried(computed, cache_bytes, 1000 * (then - began))
        uncached = Tried(len(self.token_ids), 0, 1000 * (now - then))
        self.token_ids.append(int(logits.argmax()))
        return cached, uncached

    def _read(self, way: int, start: int, state: LayerState) -> torch.Tensor:
        """Compute all tokens behind the first `start`; the logits of the last."""
        logits = torch.empty(0)
        with memory_errors():
            while start < len(self.token_ids):
                end = self._runner.end_of_chunk(start, len(self.token_ids), len(self.token_ids))
                chunk = self.token_ids[start:end]
                logits = self._runner.forward(self._kept[way], self._tables[way], start, chunk, state)
                start = end
            if logits.device.type == "cuda":
                torch.cuda.synchronize(logits.device)  # or only the launch would be measured
        return logits[-1]

    def _cache_bytes(self, num_tokens: int) -> int:
        number_bytes = self._runner.model.dtype.itemsize
        return sum(
            min(num_tokens, group.window or num_tokens) * group.elements_per_token * number_bytes
            for group in group_layers(self._runner.layers)
        )
