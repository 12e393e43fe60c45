"""What the loaded model's cache would take with other kinds of attention, from its own shapes. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.protocol import LayerCache, ModelExplained

AttentionKind: TypeAlias = Literal["mha", "gqa", "mqa", "mla", "window", "packed8", "packed4", "contiguous", "paged"]

_WINDOW_TOKENS = 1024
_ONE_FULL_LAYER_IN = 6
_GROUP_HEADS = 4
_LATENT_HEADS = 4.5
"""Numbers of a latent with its rotary part, in head sizes, as DeepSeek-V2 (2024) chose them: 4 and a half."""


@dataclass(frozen=True, slots=True)
class KindBytes:
    """What one conversation takes.

    Attributes:
        is_own: Whether this is how the model is.
        detail: What the figure depends on: heads for `mha`, `gqa` and `mqa`, tokens for `window` and `contiguous`.
    """

    kind: AttentionKind
    num_bytes: int
    is_own: bool
    detail: int = 0


def attention_kinds(model: ModelExplained, context_tokens: int) -> list[KindBytes]:
    """All kinds for a conversation of so many tokens, exact but for the packed ones; none without attention."""
    layers = [layer for layer in model.layers if layer.kind in ("full", "window", "latent")]
    if not layers:
        return []
    heads, kv_heads = max(layer.query_heads for layer in layers), max(layer.kv_heads for layer in layers)
    is_latent = any(layer.kind == "latent" for layer in layers)
    has_windows = any(layer.kind == "window" for layer in layers)
    is_grouped = not is_latent and 1 < kv_heads < heads
    groups = kv_heads if is_grouped else max(heads // _GROUP_HEADS, 1)
    own = _bytes_of(layers, context_tokens)
    found = []
    if heads:
        whole = not is_latent and kv_heads == heads
        alone = not is_latent and kv_heads == 1 < heads
        found += [
            KindBytes("mha", _with_heads(layers, heads, context_tokens), whole, heads),
            KindBytes("gqa", _with_heads(layers, groups, context_tokens), is_grouped, groups),
            KindBytes("mqa", _with_heads(layers, 1, context_tokens), alone, 1),
        ]
    found.append(KindBytes("mla", own if is_latent else _with_latents(layers, context_tokens), is_latent))
    window = max((layer.window for layer in layers), default=0) or _WINDOW_TOKENS
    with_windows = own if has_windows else _with_windows(layers, context_tokens)
    found.append(KindBytes("window", with_windows, has_windows, window))
    for kind, name in (("packed8", "int8"), ("packed4", "int4")):
        per_token = model.format_bytes.get(name, 0.0)  # type: ignore[call-overload]
        is_own = model.kv_format in (("int8", "fp8") if kind == "packed8" else ("int4",))
        found.append(KindBytes(kind, round(per_token * context_tokens), is_own))  # type: ignore[arg-type]
    per_token = sum(layer.k_bytes + layer.v_bytes for layer in layers)
    found.append(KindBytes("contiguous", per_token * model.context_tokens, False, model.context_tokens))
    found.append(KindBytes("paged", per_token * context_tokens, True, model.block_tokens))
    return found


def _bytes_of(layers: Iterable[LayerCache], tokens: int) -> int:
    return sum((layer.k_bytes + layer.v_bytes) * min(tokens, layer.window or tokens) for layer in layers)


def _number_bytes(layer: LayerCache) -> int:
    return layer.k_bytes // (layer.kv_heads * layer.k_dim)


def _with_heads(layers: Iterable[LayerCache], heads: int, tokens: int) -> int:
    return sum(
        heads * (layer.head_k_dim + layer.head_v_dim) * _number_bytes(layer) * min(tokens, layer.window or tokens)
        for layer in layers
    )


def _with_latents(layers: Iterable[LayerCache], tokens: int) -> int:
    return sum(
        round(_LATENT_HEADS * layer.head_k_dim) * _number_bytes(layer) * min(tokens, layer.window or tokens)
        for layer in layers
    )


def _with_windows(layers: Iterable[LayerCache], tokens: int) -> int:
    """Every sixth layer sees everything, the others the last 1,024 tokens, as Gemma 3 (2025) has it."""
    return sum(
        (layer.k_bytes + layer.v_bytes)
        * (tokens if number % _ONE_FULL_LAYER_IN == _ONE_FULL_LAYER_IN - 1 else min(tokens, _WINDOW_TOKENS))
        for number, layer in enumerate(layers)
    )
