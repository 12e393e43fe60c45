"""What each layer of a loaded model keeps of a token, in shapes and bytes, for people who want to see it."""

from __future__ import annotations

from typing import Any

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, KvFormat, LayerGroup, group_layers, layer_layout, part_bytes
from engine.model_runner import ModelRunner
from engine.protocol import CachedKind, LayerCache


def layer_facts(runner: ModelRunner, kv_format: KvFormat) -> list[LayerCache]:
    """All layers, in order."""
    config = runner.model.config.get_text_config(decoder=True)
    number_bytes = runner.model.dtype.itemsize
    groups = {index: group for group in group_layers(runner.layers) for index in group.layer_indices}
    return [
        _cached(index, groups[index], config, kv_format, number_bytes)
        if index in groups
        else LayerCache(layer=index, kind="state" if index in runner.state_layers else "none")
        for index in range(runner.num_layers)
    ]


def format_bytes(runner: ModelRunner, formats: list[KvFormat]) -> dict[KvFormat, float]:
    """What one more token takes over all layers, for each format."""
    groups, number_bytes = group_layers(runner.layers), runner.model.dtype.itemsize
    return {
        format_: sum(part_bytes(group, format_, number_bytes) for group in groups) / BLOCK_TOKENS for format_ in formats
    }


def _cached(index: int, group: LayerGroup, config: Any, kv_format: KvFormat, number_bytes: int) -> LayerCache:
    packed = layer_layout(group, kv_format if group.is_packable else EXACT, number_bytes)
    kind: CachedKind = "latent" if group.latent else "full" if group.window is None else "window"
    query_heads = getattr(config, "num_attention_heads", 0)
    head_k_dim, head_v_dim = group.k_dim, group.v_dim
    if group.latent:
        head_k_dim = getattr(config, "qk_nope_head_dim", 0) + getattr(config, "qk_rope_head_dim", 0)
        head_v_dim = getattr(config, "v_head_dim", 0)
    return LayerCache(
        layer=index,
        kind=kind,
        query_heads=query_heads if isinstance(query_heads, int) else 0,
        kv_heads=group.num_kv_heads,
        k_dim=group.k_dim,
        v_dim=group.v_dim,
        head_k_dim=head_k_dim,
        head_v_dim=head_v_dim,
        window=group.window or 0,
        k_bytes=group.num_kv_heads * group.k_dim * number_bytes,
        v_bytes=group.num_kv_heads * group.v_dim * number_bytes,
        # The values of a layer begin where its keys, with their scales, end.
        packed_k_bytes=packed.v_codes / BLOCK_TOKENS,
        packed_v_bytes=(packed.num_bytes - packed.v_codes) / BLOCK_TOKENS,
    )
