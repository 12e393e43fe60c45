"""One sequence of a real model at a chosen length, for benchmarks: in our blocks, and in transformers' own caches."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
from transformers import DynamicCache, QuantizedCache

from app.starter_model import STARTER_MODEL
from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.formats import EXACT, KvFormat
from engine.cache.kv_store import KvStore
from engine.load_progress import LoadProgress
from engine.loader import LoadedModel, load_model
from engine.model_runner import ModelRunner, open_blocks
from engine.model_shape import cache_argument
from engine.protocol import Dtype, LoadModel, Weights
from tests.models import CONVERTED, fetch

Step = Callable[[], object]


def load_starter(dtype: Dtype, weights: Weights = "as_stored") -> LoadedModel:
    """The starter model as the program loads it, with the factors that packing needs."""
    command = LoadModel(
        load_id="1",
        path=str(fetch(STARTER_MODEL)),
        dtype=dtype,
        weights=weights,
        kv_format="int4",
        cache_folder=str(CONVERTED),
    )
    return load_model(command, LoadProgress(lambda stage, fraction: None))


def packed_sequence(loaded: LoadedModel, format_: KvFormat, num_tokens: int) -> tuple[KvStore, list[Block]]:
    """Random keys and values of a length, packed as a conversation's are, with one open place behind them."""
    runner = loaded.runner
    store = runner.new_store(loaded.store.balance)
    table = open_blocks(store, num_tokens + 1)
    for spec in runner.layers:
        shape = (spec.num_kv_heads, num_tokens)
        keys = torch.randn(*shape, spec.k_dim, dtype=runner.model.dtype)
        store.write(spec.layer_index, table, 0, keys, torch.randn(*shape, spec.v_dim, dtype=runner.model.dtype))
    if format_ is not EXACT:
        for block in table[1 : num_tokens // BLOCK_TOKENS - 1]:
            store.pack(block, format_)
            block.format = format_
            block.hash = BlockHash(b"")
    return store, table


def our_step(runner: ModelRunner, store: KvStore, table: list[Block], num_tokens: int) -> Step:
    """One decode step at that length, which can be taken again and again."""
    state = runner.new_state()
    return lambda: runner.forward(store, table, num_tokens, [7], state)


def their_step(model: Any, cache: DynamicCache, num_tokens: int) -> Step:
    """One decode step with transformers' own cache and attention; each makes the cache one token longer.

    Args:
        model: Set to that attention already, since setting it takes longer than the difference to be measured.
    """
    argument = cache_argument(model)
    config = model.config
    for layer_index in range(config.num_hidden_layers):
        shape = (1, config.num_key_value_heads, num_tokens, config.head_dim)
        keys, values = torch.randn(2, *shape, dtype=model.dtype)
        cache.update(keys, values, layer_index)

    @torch.inference_mode()
    def step() -> object:
        return model(input_ids=torch.tensor([[7]]), use_cache=True, logits_to_keep=1, **{argument: cache})

    return step


def quantized_cache(backend: str, model: Any) -> QuantizedCache:
    """Transformers' QuantizedCache with 4 bits; ImportError where its backend is not installed."""
    return QuantizedCache(backend, model.config, nbits=4, q_group_size=64, residual_length=128)


@torch.inference_mode()
def their_prefill(model: Any, token_ids: list[int]) -> torch.Tensor:
    """Read a prompt in one forward into transformers' own cache; the model is set to its attention already."""
    argument = cache_argument(model)
    cache = DynamicCache(config=model.config)
    output = model(input_ids=torch.tensor([token_ids]), use_cache=True, logits_to_keep=1, **{argument: cache})
    logits: torch.Tensor = output.logits
    return logits


def with_its_own_attention(model: Any) -> Any:
    """A copy of a model that computes attention as transformers does by default."""
    copied = copy.deepcopy(model)
    copied.set_attn_implementation("sdpa")
    return copied
