"""What a block costs: the shape of each layer's cache, and how many bytes a format makes of it. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cache.block import BLOCK_TOKENS

LAYOUT_VERSION = 1
"""Part of every fingerprint: raise it when the meaning of stored bytes changes, and old blocks are misses."""


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """The cache of one layer, as measured on the model itself.

    Attributes:
        layer_index: As the model counts; layers without keys and values of their own have no spec.
        num_kv_heads: 1 for latent attention, where the compressed latent is what is cached.
        k_dim: Elements of one key per head; of the latent where attention is latent.
        v_dim: Elements of one value per head; of the rotary part of the key where attention is latent.
        window: Sliding window in tokens, the token itself counted; None where every token is seen.
    """

    layer_index: int
    num_kv_heads: int
    k_dim: int
    v_dim: int
    window: int | None = None

    @property
    def elements_per_token(self) -> int:
        """Numbers cached per token."""
        return self.num_kv_heads * (self.k_dim + self.v_dim)


@dataclass(frozen=True, slots=True)
class KvFormat:
    """How sealed blocks are kept. `exact` keeps the model's own numbers; packed formats join it here."""

    name: str
    version: int

    def bytes_per_token(self, layers: Sequence[LayerSpec], dtype_bytes: int) -> int:
        """Bytes of one token over all layers, scales included."""
        return sum(layer.elements_per_token for layer in layers) * dtype_bytes

    def bytes_per_block(self, layers: Sequence[LayerSpec], dtype_bytes: int) -> int:
        """Bytes of one block over all layers."""
        return self.bytes_per_token(layers, dtype_bytes) * BLOCK_TOKENS


EXACT = KvFormat(name="exact", version=1)
FORMATS = {EXACT.name: EXACT}
