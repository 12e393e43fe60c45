"""Our cache at work for benchmarks: the engine's own runner, manager, store and kernels over a given text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch

from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import CachePolicy, KvFormat, block_sizes
from engine.cache.kv_store import KvStore
from engine.cache.layer_state import LayerState
from engine.model_runner import ModelRunner
from engine.scheduler import MAX_CHUNK_TOKENS
from engine.self_check import measure_balance

DECODED_TOKENS = 8


def read(
    runner: ModelRunner,
    format_: KvFormat,
    balance: Mapping[int, torch.Tensor],
    token_ids: Sequence[int],
    cuts: Sequence[int],
    num_logits: int = 1,
) -> list[torch.Tensor]:
    """Read a text into an empty cache, in chunks that end at the cuts.

    Args:
        num_logits: Wanted behind each chunk, at most; fewer where the chunk is shorter.

    Returns:
        Those of each chunk, `[num_logits, vocab]`.
    """
    cache, store = new_cache(runner, format_, balance)
    return list(read_on(runner, store, cache, token_ids, cuts, num_logits))


def new_cache(
    runner: ModelRunner, format_: KvFormat, balance: Mapping[int, torch.Tensor]
) -> tuple[CacheManager, KvStore]:
    """An empty cache without a limit."""
    store = runner.new_store(balance)
    sizes = block_sizes(store.groups, runner.model.dtype.itemsize)
    new_state = runner.new_state if runner.has_state else None
    return CacheManager(2**40, sizes, CachePolicy(format_), root_hash("", ""), store, new_state), store


def read_on(
    runner: ModelRunner,
    store: KvStore,
    cache: CacheManager,
    token_ids: Sequence[int],
    cuts: Sequence[int],
    num_logits: int = 1,
) -> Iterator[torch.Tensor]:
    """The same into a cache that is there, chunk by chunk."""
    sequence = cache.begin("", token_ids)
    for start, stop in pairwise([0, *cuts]):
        cache.reserve(sequence, stop)
        state = sequence.state
        assert state is None or isinstance(state, LayerState)
        wanted = min(num_logits, stop - start)
        logits = runner.forward(store, sequence.block_table, start, token_ids[start:stop], state, num_logits=wanted)
        cache.commit(sequence, token_ids[start:stop])
        yield logits


def score(
    model: Any, format_: KvFormat, balance_ids: Sequence[int], token_ids: Sequence[int], history_tokens: int
) -> torch.Tensor:
    """Logits `[num_scored, vocab]` behind each token after the history, teacher forced.

    The scored tokens are read block by block, which finds each block behind it in the format that it has when a token
    is generated in that place; the last few are read one by one, through the kernel that generates.

    Args:
        balance_ids: The text on which the factors of 4-bit keys are measured.
    """
    plain = model.config._attn_implementation
    try:
        runner = ModelRunner(model)
        balance = {}
        if format_.keys == "4bit":
            balance = {index: torch.tensor(rows) for index, rows in measure_balance(runner, balance_ids).items()}
        last = len(token_ids) - DECODED_TOKENS
        cuts = [
            *range(MAX_CHUNK_TOKENS, history_tokens, MAX_CHUNK_TOKENS),
            *range(history_tokens, last, BLOCK_TOKENS),
            *range(last, len(token_ids) + 1),
        ]
        chunks = read(runner, format_, balance, token_ids, cuts, BLOCK_TOKENS)
        return torch.cat(chunks)[-(len(token_ids) - history_tokens) :].float()
    finally:
        model.set_attn_implementation(plain)
