"""Models with random weights, small enough for any test: one that sees all tokens, one with sliding windows."""

from __future__ import annotations

from typing import Any

import torch
from transformers import Gemma3ForCausalLM, Gemma3TextConfig, LlamaConfig, LlamaForCausalLM

_SHAPE = {
    "vocab_size": 128,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 64,
}


def llama() -> Any:
    torch.manual_seed(0)
    return LlamaForCausalLM(LlamaConfig(**_SHAPE, initializer_range=0.2)).eval()


def gemma(window: int) -> Any:
    torch.manual_seed(0)
    layer_types = ["sliding_attention", "full_attention"]
    config = Gemma3TextConfig(**_SHAPE, sliding_window=window, layer_types=layer_types, initializer_range=0.2)
    return Gemma3ForCausalLM(config).eval()


def token_ids(count: int) -> list[int]:
    return [(37 * place * place + 11 * place) % 128 for place in range(count)]
