"""How other programs quantise their caches: each scheme as a round trip of numbers, and attention over the result.

Simulated in float32: what is measured is what a scheme's rounding costs, not what its kernels do besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AttentionInterface

from engine.cache.block import BLOCK_TOKENS
from engine.cache.rotation import hadamard

SIMULATED_ATTENTION = "simulated"
_QUERIES_AT_ONCE = 256  # bounds the scores to [heads, 256, tokens]

RoundTrip = Callable[[torch.Tensor], torch.Tensor]
"""Numbers `[num_kv_heads, num_tokens, dim]` as they come back from the cache."""

Exact = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
"""From the positions of queries `[n, 1]` and of keys `[1, m]`: whether the query sees that token exact, `[n, m]`."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to keep keys and values.

    Attributes:
        bits: Per element for a head size, scales and zero points counted, the exact tokens not.
        round_trip: From keys, values, the layer's index and its window to the numbers that attention reads.
        exact: Which tokens are still exact when a query reads them.
    """

    name: str
    bits: Callable[[int], float]
    round_trip: Callable[[torch.Tensor, torch.Tensor, int, int | None], tuple[torch.Tensor, torch.Tensor]]
    exact: Exact


def nothing_exact(queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """All tokens are quantised when they are written, the query's own included."""
    return torch.zeros(len(queries), keys.shape[1], dtype=torch.bool)


def newest_exact(num_tokens: int) -> Exact:
    """The newest tokens, the query's own among them, are exact."""
    return lambda queries, keys: keys > queries - num_tokens


def newest_exact_when_written(num_tokens: int, history_tokens: int) -> Exact:
    """The history is read exactly, and quantised when it is kept; what is generated sees the newest tokens exact."""
    newest = newest_exact(num_tokens)
    return lambda queries, keys: (queries < history_tokens) | newest(queries, keys)


def blocks_exact(history_tokens: int, chunk_tokens: int) -> Exact:
    """Our own rule: the first block, the newest full one and the open one are exact.

    The history is read in chunks; what a chunk finds packed was decided at its beginning.
    """

    def exact(queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
        read_at = torch.where(queries < history_tokens, queries // chunk_tokens * chunk_tokens, queries)
        newest_full = read_at // BLOCK_TOKENS - 1
        return (keys < BLOCK_TOKENS) | (keys // BLOCK_TOKENS >= newest_full)

    return exact


def q8_0(numbers: torch.Tensor) -> torch.Tensor:
    """llama.cpp's: blocks of 32 along a token, a float16 scale for the largest magnitude, halves away from zero."""
    blocks = numbers.unflatten(-1, (-1, 32))
    scale = blocks.abs().amax(-1, keepdim=True) / 127
    scaled = _divided(blocks, scale)
    codes = scaled.sign() * (scaled.abs() + 0.5).floor()
    return (codes * scale.half().float()).flatten(-2)


def q4_0(numbers: torch.Tensor) -> torch.Tensor:
    """llama.cpp's: blocks of 32 along a token; the number of largest magnitude becomes -8, so one end has no +8."""
    blocks = numbers.unflatten(-1, (-1, 32))
    largest = blocks.gather(-1, blocks.abs().argmax(-1, keepdim=True))
    scale = largest / -8
    codes = (_divided(blocks, scale) + 8.5).floor().clamp(0, 15) - 8
    return (codes * scale.half().float()).flatten(-2)


def rotated_64(round_trip: RoundTrip) -> RoundTrip:
    """Between two Hadamard rotations of size 64, as llama.cpp since April 2026; queries are rotated with the keys."""

    def rotated(numbers: torch.Tensor) -> torch.Tensor:
        pieces = numbers.unflatten(-1, (-1, 64)) @ hadamard(64, numbers.device)
        return (round_trip(pieces.flatten(-2)).unflatten(-1, (-1, 64)) @ hadamard(64, numbers.device)).flatten(-2)

    return rotated


def asymmetric(numbers: torch.Tensor, group: int) -> torch.Tensor:
    """Four bits between the smallest and the largest of each group along the last axis, both kept in float16."""
    groups = numbers.unflatten(-1, (-1, group))
    low = groups.amin(-1, keepdim=True)
    scale = (groups.amax(-1, keepdim=True) - low) / 15
    codes = _divided(groups - low, scale).round().clamp(0, 15)
    return (codes * scale.half().float() + low.half().float()).flatten(-2)


def kivi_keys(keys: torch.Tensor) -> torch.Tensor:
    """KIVI's: each channel over groups of 32 tokens. An unfinished group is exact."""
    whole = keys.shape[-2] // 32 * 32
    packed = asymmetric(keys[..., :whole, :].transpose(-1, -2), 32).transpose(-1, -2)
    return torch.cat([packed, keys[..., whole:, :]], -2)


def _each(keys_trip: RoundTrip, values_trip: RoundTrip) -> Callable[..., tuple[torch.Tensor, torch.Tensor]]:
    return lambda keys, values, layer_index, window: (keys_trip(keys), values_trip(values))


def schemes(history_tokens: int, chunk_tokens: int) -> list[Scheme]:
    """The peers that are simulated; the last two are given the tokens that ours keeps exact."""
    exact_as_ours = blocks_exact(history_tokens, chunk_tokens)
    exact_as_kivi = newest_exact_when_written(128, history_tokens)
    q8, q4 = _each(q8_0, q8_0), _each(q4_0, q4_0)
    q8_rotated = _each(rotated_64(q8_0), rotated_64(q8_0))
    q4_rotated = _each(rotated_64(q4_0), rotated_64(q4_0))

    def per_token(numbers: torch.Tensor) -> torch.Tensor:
        return asymmetric(numbers, numbers.shape[-1])

    return [
        Scheme("q8_0", lambda dim: 8.5, q8, nothing_exact),
        Scheme("q8_0+Hadamard", lambda dim: 8.5, q8_rotated, nothing_exact),
        Scheme("q4_0", lambda dim: 4.5, q4, nothing_exact),
        Scheme("q4_0+Hadamard", lambda dim: 4.5, q4_rotated, nothing_exact),
        Scheme("per-token int4", lambda dim: 4 + 32 / dim, _each(per_token, per_token), nothing_exact),
        Scheme("KIVI-4", lambda dim: 5.0, _each(kivi_keys, lambda values: asymmetric(values, 32)), exact_as_kivi),
        Scheme("q8_0+Hadamard, our exact tokens", lambda dim: 8.5, q8_rotated, exact_as_ours),
        Scheme("q4_0+Hadamard, our exact tokens", lambda dim: 4.5, q4_rotated, exact_as_ours),
    ]


def simulated_attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float | None = None,
    scheme: Scheme | None = None,
    softcap: float | None = None,
    **kwargs: Any,
) -> tuple[torch.Tensor, None]:
    """Attention of one whole text, `[1, heads, tokens, dim]`: each query sees what the scheme left of the tokens.

    transformers makes no mask for a name that it has none registered for, so this builds its own.
    """
    if scheme is None or attention_mask is not None or softcap is not None or kwargs.get("s_aux") is not None:
        raise NotImplementedError(f"{type(module).__name__} attends in a way that is not simulated.")
    window = getattr(module, "sliding_window", None)
    keys, values = key[0].float(), value[0].float()
    read_keys, read_values = scheme.round_trip(keys, values, int(module.layer_idx), window)
    queries = query[0].unflatten(0, (keys.shape[0], -1)) * (scaling or query.shape[-1] ** -0.5)
    out = torch.empty(*queries.shape[:3], values.shape[-1])
    for start in range(0, query.shape[2], _QUERIES_AT_ONCE):
        stop = min(start + _QUERIES_AT_ONCE, query.shape[2])
        first = 0 if window is None else max(0, start - window + 1)
        at, of = torch.arange(start, stop)[:, None], torch.arange(first, stop)[None]
        seen = of <= at if window is None else (of <= at) & (of > at - window)
        exact = scheme.exact(at, of) & seen
        some = exact.any(0).nonzero()[:, 0]  # few tokens are exact to any query, so only those are worked out twice
        exact = exact[:, some]
        chunk = queries[:, :, start:stop]
        scores = chunk @ read_keys[:, None, first:stop].transpose(-1, -2)
        exact_scores = chunk @ keys[:, None, first + some].transpose(-1, -2)
        scores[..., some] = torch.where(exact, exact_scores, scores[..., some])
        weights = scores.masked_fill(~seen, -torch.inf).softmax(-1)
        difference = values[:, None, first + some] - read_values[:, None, first + some]
        exact_part = weights[..., some].masked_fill(~exact, 0) @ difference
        out[:, :, start:stop] = weights @ read_values[:, None, first:stop] + exact_part
    return out.flatten(0, 1).transpose(0, 1)[None].to(query.dtype), None


AttentionInterface.register(SIMULATED_ATTENTION, simulated_attention)


def score_simulated(model: Any, scheme: Scheme, token_ids: list[int], history_tokens: int) -> torch.Tensor:
    """Logits `[num_scored, vocab]` behind each token after the history, in one forward over the whole text."""
    plain = model.config._attn_implementation
    model.set_attn_implementation(SIMULATED_ATTENTION)
    try:
        with torch.inference_mode():
            return last_logits(model, token_ids, len(token_ids) - history_tokens, scheme=scheme)
    finally:
        model.set_attn_implementation(plain)


def last_logits(model: Any, token_ids: list[int], count: int, **extra: Any) -> torch.Tensor:
    """Float32 logits `[count, vocab]` behind the last tokens, without a cache unless `extra` brings one."""
    ids = torch.tensor([token_ids])
    output = model(input_ids=ids, logits_to_keep=count, return_dict=True, **{"use_cache": False, **extra})
    logits: torch.Tensor = output.logits[0].float()
    return logits


def _divided(numbers: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return torch.where(scale != 0, numbers / scale, 0)
