"""Tries a cache format on a short text before a conversation relies on it: measures what it needs, and what it costs.

Some models answer nonsense with a cache that serves others well. Here that is found when the model is loaded, and such
a model gets the next better format, with a sentence that says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec
import torch

from engine.cache.block import BLOCK_TOKENS, Block
from engine.cache.formats import EXACT, FP8, INT4, INT8, K8V4, KvFormat, group_layers
from engine.cache.kv_store import KvStore
from engine.cache.layer_state import LayerState
from engine.cache.rotation import balance_factors
from engine.known_checks import ModelChecks
from engine.model_runner import ModelRunner, mean_divergence, open_blocks

LIMIT = 0.05
"""Mean KL divergence from the exact cache, in nats, above which a format is not used. Good ones stay below 0.01 in 4
bits and below 0.001 in 8; q4_0 without rotation, which people do notice, is at 0.09 on the starter model."""

HISTORY_TOKENS = 10 * BLOCK_TOKENS
SCORED_TOKENS = 120
_DECODED_TOKENS = 8  # read one by one, so that the kernel for it is tried too

_BETTER = {FP8: EXACT, INT8: EXACT, K8V4: INT8, INT4: K8V4}


@dataclass(frozen=True, slots=True)
class CheckedFormat:
    """What a model's cache is to be kept in.

    Attributes:
        balance: See `KvStore`; empty where it was not, or could not be, measured.
        divergence: Of the format, in nats; 0 for `exact`.
        note: Why it is another format than the one asked for, as a sentence.
    """

    format: KvFormat
    balance: Mapping[int, torch.Tensor]
    divergence: float = 0.0
    note: str = ""


def check_format(
    runner: ModelRunner,
    wanted: KvFormat,
    token_ids: Sequence[int],
    checks: ModelChecks,
    keep: Callable[[ModelChecks], None],
) -> CheckedFormat:
    """The wanted format, or the nearest better one that this model bears.

    Args:
        token_ids: A text of the model's own tokens, at least `HISTORY_TOKENS + SCORED_TOKENS` of them.
        checks: What is known already; `keep` is told what was found out beyond it.
    """
    if not any(group.is_packable for group in group_layers(runner.layers)):
        return CheckedFormat(EXACT, {})  # nothing is lost by it, so there is nothing to say
    if not checks.balance and runner.path == "fast":
        checks = msgspec.structs.replace(checks, balance=measure_balance(runner, token_ids))
        keep(checks)
    balance = {
        index: torch.tensor(factors, dtype=torch.float32, device=runner.device)
        for index, factors in checks.balance.items()
    }
    format_ = wanted
    while format_ is not EXACT:
        if format_.name not in checks.divergence:
            found = divergence(runner, format_, balance, token_ids)
            known = {**checks.divergence, format_.name: found if math.isfinite(found) else None}
            checks = msgspec.structs.replace(checks, divergence=known)
            keep(checks)
        known_divergence = checks.divergence[format_.name]
        if known_divergence is not None and known_divergence <= LIMIT:
            break
        format_ = _BETTER[format_]
    note = ""
    if format_ is not wanted:
        note = (
            f"This model does not bear a cache in {wanted.name}: on a test text its answers changed too much. "
            f"Its cache is kept in {format_.name}."
        )
    return CheckedFormat(format_, balance, checks.divergence.get(format_.name) or 0.0, note)


def divergence(
    runner: ModelRunner, format_: KvFormat, balance: Mapping[int, torch.Tensor], token_ids: Sequence[int]
) -> float:
    """Mean KL divergence, in nats, of answers over a packed history from answers over the exact one."""
    store, state = runner.new_store(balance), runner.new_state()
    table = open_blocks(store, HISTORY_TOKENS + SCORED_TOKENS)
    runner.forward(store, table, 0, token_ids[:HISTORY_TOKENS], state)
    exact = _score(runner, store, table, token_ids, state.copy())
    for block in table[1 : HISTORY_TOKENS // BLOCK_TOKENS - 1]:  # the first and the newest full one stay exact
        store.pack(block, format_)
        block.format = format_
    return max(mean_divergence(exact, _score(runner, store, table, token_ids, state)), 0.0)  # below 0 is rounding


def _score(
    runner: ModelRunner, store: KvStore, table: Sequence[Block], token_ids: Sequence[int], state: LayerState
) -> torch.Tensor:
    """Logits of the tokens behind the history, a chunk and then one by one."""
    stop = HISTORY_TOKENS + SCORED_TOKENS
    cuts = [HISTORY_TOKENS, *range(stop - _DECODED_TOKENS, stop + 1)]
    logits = [
        runner.forward(store, table, start, token_ids[start:end], state, num_logits=end - start)
        for start, end in pairwise(cuts)
    ]
    return torch.cat(logits)


def measure_balance(runner: ModelRunner, token_ids: Sequence[int]) -> dict[int, list[list[float]]]:
    """Balance factors of all layers that are packed."""
    store = runner.new_store()
    packed = {index for group in store.groups if group.is_packable for index in group.layer_indices}
    rotary_share = _rotary_share(runner.model.config.get_text_config(decoder=True))
    factors: dict[int, list[list[float]]] = {}

    def observe(layer_index: int, queries: torch.Tensor, keys: torch.Tensor) -> None:
        if layer_index not in packed:
            return
        heads, num_tokens, dim = keys.shape
        # The first block stays exact, and its first tokens are like no others. Within a block, since that is where
        # the range of a channel decides about its codes.
        blocks = keys[:, BLOCK_TOKENS : num_tokens // BLOCK_TOKENS * BLOCK_TOKENS].float()
        deviation = blocks.view(heads, -1, BLOCK_TOKENS, dim).var(2).mean(1).sqrt()
        groups = queries[:, BLOCK_TOKENS:].float().view(heads, -1, num_tokens - BLOCK_TOKENS, dim)
        rms = groups.square().mean((1, 2)).sqrt()
        factors[layer_index] = balance_factors(deviation, rms, int(dim * rotary_share) // 2 * 2).tolist()

    table = open_blocks(store, HISTORY_TOKENS)
    runner.forward(store, table, 0, token_ids[:HISTORY_TOKENS], runner.new_state(), observer=observe)
    return factors


def _rotary_share(config: Any) -> float:
    """Which part of a key turns with its position."""
    parameters = getattr(config, "rope_parameters", None) or {}
    share = getattr(config, "partial_rotary_factor", None) or parameters.get("partial_rotary_factor")
    return float(share or 1.0)
