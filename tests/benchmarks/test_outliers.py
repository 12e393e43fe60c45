"""Injected outliers change the keys a lot and the answers not at all, and are gone afterwards."""

from __future__ import annotations

from typing import Any

import torch
from transformers import DynamicCache

from benchmarks.outliers import constant_offset, scaled_pair
from benchmarks.peers.simulated import last_logits
from tests.benchmarks.tiny import llama, token_ids

IDS = token_ids(80)


def logits_and_keys(model: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits behind all tokens, and the first layer's keys `[heads, tokens, dim]`, read in two pieces."""
    cache = DynamicCache(config=model.config)
    with torch.inference_mode():
        pieces = [last_logits(model, piece, len(piece), use_cache=True, cache=cache) for piece in (IDS[:50], IDS[50:])]
    return torch.cat(pieces), cache.layers[0].keys[0]


def test_a_scaled_pair_is_twenty_times_larger_in_the_keys_and_cancels_in_the_scores() -> None:
    model = llama()
    logits, keys = logits_and_keys(model)
    with scaled_pair(model):
        found, found_keys = logits_and_keys(model)
    factors = (found_keys / keys).mean((0, 1))
    assert {channel for channel in range(64) if abs(float(factors[channel]) - 1) > 1e-3} == {5, 37}
    assert torch.allclose(factors[[5, 37]], torch.tensor(20.0), rtol=1e-3)
    assert torch.allclose(found, logits, atol=1e-4)


def test_a_constant_offset_is_in_two_channels_of_all_keys_and_cancels_in_the_softmax() -> None:
    model = llama()
    logits, keys = logits_and_keys(model)
    with constant_offset(model, IDS):
        found, found_keys = logits_and_keys(model)
    moved = found_keys - keys
    offset = 15 * keys.square().mean().sqrt()
    assert torch.allclose(moved[..., [7, 44]], offset.expand_as(moved[..., [7, 44]]), rtol=1e-3)
    assert moved[..., :7].abs().max() == 0
    assert torch.allclose(found, logits, atol=1e-4)


def test_afterwards_the_model_is_as_it_was() -> None:
    model = llama()
    logits, keys = logits_and_keys(model)
    with scaled_pair(model), constant_offset(model, IDS):
        pass
    after, after_keys = logits_and_keys(model)
    assert torch.equal(after, logits)
    assert torch.equal(after_keys, keys)
