"""What is told of the loaded model so that people can see how its cache works."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

CachedKind: TypeAlias = Literal["full", "window", "latent", "state", "none"]
"""What a layer keeps. `full`: keys and values of every token. `window`: those of the last ones. `latent`: compressed
latents. `state`: one state, however long the text is. `none`: nothing of its own."""


class LayerCache(msgspec.Struct, frozen=True, kw_only=True):
    """What one layer keeps of one token.

    Attributes:
        layer: As the model counts, from 0.
        query_heads: Heads that ask; 0 where that is not known.
        kv_heads: Heads that answer; 1 where compressed latents are kept.
        k_dim: Numbers of a key per head; of the latent where attention is latent.
        v_dim: Numbers of a value per head; of the rotary part of the key where attention is latent.
        head_k_dim: Numbers of a key per head as attention computes it, and `head_v_dim` likewise: others than those
            above where attention is latent.
        window: In tokens; 0 where every token is seen.
        k_bytes: Exact, of all heads, and `v_bytes` likewise.
        packed_k_bytes: In the model's cache format with its share of the scales, and `packed_v_bytes` likewise.
    """

    layer: int
    kind: CachedKind
    query_heads: int = 0
    kv_heads: int = 0
    k_dim: int = 0
    v_dim: int = 0
    head_k_dim: int = 0
    head_v_dim: int = 0
    window: int = 0
    k_bytes: int = 0
    v_bytes: int = 0
    packed_k_bytes: float = 0.0
    packed_v_bytes: float = 0.0


class TrialSide(msgspec.Struct, frozen=True, kw_only=True):
    """What one token of an answer cost.

    Attributes:
        computed_tokens: How many tokens went through the model for it.
        weights_bytes: Read of the weights: of experts those that so many tokens are likely to visit.
        cache_bytes: Keys and values that were read and not computed.
        milliseconds: Measured.
    """

    computed_tokens: int
    weights_bytes: int
    cache_bytes: int
    milliseconds: float


class PromptMatch(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a prompt is in the cache.

    Attributes:
        cached_tokens: Would be found, on the device or in another tier, and not be computed.
        common_tokens: So many of its first tokens are those of the first prompt that was asked about.
    """

    prompt_tokens: int
    cached_tokens: int
    common_tokens: int
