"""Outlier channels put into a model's keys without changing what it computes: what other models have by nature."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from benchmarks.peers.simulated import last_logits

_PAIR = 5  # any channel of a head; it turns together with the one half a head further on
_PAIR_FACTOR = 20.0
_OFFSET_CHANNELS = (7, 44)
_OFFSET_RMS = 15.0


@contextmanager
def scaled_pair(model: Any) -> Iterator[None]:
    """One rotary pair of all keys times 20 and of all queries divided by 20, in the weights: their products stay.

    For models that project to queries and keys without a bias or a norm behind, as Llama.
    """
    changed = []
    with torch.no_grad():
        for attention in _attentions(model):
            for projection, factor in ((attention.k_proj, _PAIR_FACTOR), (attention.q_proj, 1 / _PAIR_FACTOR)):
                weight = projection.weight
                changed.append((weight, weight.clone()))
                heads = weight.unflatten(0, (-1, attention.head_dim))
                heads[:, [_PAIR, _PAIR + attention.head_dim // 2]] *= factor
    try:
        yield
    finally:
        with torch.no_grad():
            for weight, before in changed:
                weight.copy_(before)


@contextmanager
def constant_offset(model: Any, token_ids: list[int]) -> Iterator[None]:
    """Two channels of all keys moved by 15 times the layer's root mean square on a text, behind the rotary embedding.

    The same at every token, it adds the same to all scores of a query, and softmax does not see it.
    """
    attentions = _attentions(model)
    code = sys.modules[type(attentions[0]).__module__]
    rotate = code.apply_rotary_pos_emb
    offsets: dict[int, float] = {}
    layer_index = 0

    def enter(module: Any, args: Any, kwargs: Any) -> None:
        nonlocal layer_index
        layer_index = module.layer_idx

    def rotate_and_move(*args: Any, **kwargs: Any) -> tuple[torch.Tensor, torch.Tensor]:
        query, key = rotate(*args, **kwargs)
        if layer_index not in offsets:
            offsets[layer_index] = _OFFSET_RMS * float(key.square().mean().sqrt())
        key = key.clone()
        key[..., list(_OFFSET_CHANNELS)] += offsets[layer_index]
        return query, key

    hooks = [attention.register_forward_pre_hook(enter, with_kwargs=True) for attention in attentions]
    code.apply_rotary_pos_emb = rotate_and_move
    try:
        with torch.inference_mode():
            last_logits(model, token_ids, 1)
        yield
    finally:
        code.apply_rotary_pos_emb = rotate
        for hook in hooks:
            hook.remove()


def _attentions(model: Any) -> list[Any]:
    return [module for module in model.modules() if hasattr(module, "k_proj")]
