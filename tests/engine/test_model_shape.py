"""What a model takes is known from its config: by published figures, and as it is measured once it is loaded."""

from __future__ import annotations

import pytest
from transformers import DeepseekV3Config, Gemma3TextConfig, LlamaConfig, PreTrainedConfig

from engine.cache.block import root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, INT8, CachePolicy, KvFormat, block_sizes
from engine.memory_plan import conversation_bytes, weights_bytes
from engine.model_runner import ModelRunner
from engine.model_shape import ModelShape, model_shape
from tests.engine.tiny_models import CONFIGS, PAGED, RECURRENT, make_model

GB = 10**9
LLAMA_3_1_70B = LlamaConfig(
    hidden_size=8192,
    intermediate_size=28672,
    num_hidden_layers=80,
    num_attention_heads=64,
    num_key_value_heads=8,
    vocab_size=128256,
    max_position_embeddings=131072,
)
LLAMA_2_70B = LlamaConfig(
    hidden_size=8192,
    intermediate_size=28672,
    num_hidden_layers=80,
    num_attention_heads=64,
    num_key_value_heads=8,
    vocab_size=32000,
)


def bytes_per_token(shape: ModelShape) -> int:
    return 2 * sum(group.elements_per_token for group in shape.groups)


def test_llama_3_1_70b_takes_what_is_published() -> None:
    shape = model_shape(LLAMA_3_1_70B)
    assert bytes_per_token(shape) == 327_680
    assert bytes_per_token(shape) * 131_072 / GB == pytest.approx(43, abs=0.1)
    assert shape.parameters / GB == pytest.approx(70.6, abs=0.05)
    assert shape.context_tokens == 131_072


def test_deepseek_v3_caches_latents() -> None:
    shape = model_shape(DeepseekV3Config())
    assert bytes_per_token(shape) == 61 * 576 * 2 == 70_272
    assert shape.parameters / GB == pytest.approx(671, abs=0.1)


def test_llama_2_70b_at_32k_and_batch_8_takes_more_than_its_weights_in_4_bits() -> None:
    shape = model_shape(LLAMA_2_70B)
    cache = 8 * 32_768 * bytes_per_token(shape)
    assert cache / GB == pytest.approx(85.9, abs=0.1)
    assert cache > weights_bytes(shape.parameters, shape.matrix_parameters, 2, 4.5)


def test_windows_leave_gemma_3_a_sixth_of_the_cache_at_128k() -> None:
    """Five layers with a window of 1,024 to one that sees everything."""
    config = Gemma3TextConfig(num_hidden_layers=48, sliding_window=1024, max_position_embeddings=131_072)
    groups = model_shape(config).groups
    tokens = 131_072
    with_windows = sum(group.elements_per_token * min(tokens, group.window or tokens) for group in groups)
    without = sum(group.elements_per_token * tokens for group in groups)
    assert with_windows / without == pytest.approx(0.17, abs=0.01)


@pytest.mark.parametrize("family", CONFIGS)
def test_the_config_tells_what_the_loaded_model_shows(family: str) -> None:
    model = make_model(family)
    shape, runner = model_shape(CONFIGS[family]()), ModelRunner(model)
    assert shape.layers == runner.layers
    assert shape.parameters == sum(parameter.numel() for parameter in model.parameters())
    assert bool(shape.state_bytes) == runner.has_state == (family in RECURRENT)


@pytest.mark.parametrize("family", PAGED)
@pytest.mark.parametrize("format_", [EXACT, INT8], ids=lambda format_: format_.name)
@pytest.mark.parametrize("num_tokens", [1, 64, 65, 130, 400])
def test_a_conversation_takes_the_bytes_that_were_predicted(family: str, format_: KvFormat, num_tokens: int) -> None:
    runner = _runner(family)
    sizes = block_sizes(model_shape(CONFIGS[family]()).groups, 4)
    store = runner.new_store()
    cache = CacheManager(2**30, sizes, CachePolicy(format_), root_hash("m", format_.name), store)
    token_ids = [place % 90 + 3 for place in range(num_tokens)]
    sequence = cache.begin("a", token_ids)
    cache.reserve(sequence, num_tokens)
    runner.forward(store, sequence.block_table, 0, token_ids)
    cache.commit(sequence, token_ids)
    cache.end(sequence)
    assert store.used_bytes() == cache.pool.used_bytes == conversation_bytes(sizes, format_, num_tokens)


_runners: dict[str, ModelRunner] = {}


def _runner(family: str) -> ModelRunner:
    if family not in _runners:
        _runners[family] = ModelRunner(make_model(family))
    return _runners[family]


def test_a_model_that_transformers_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be measured"):
        model_shape(PreTrainedConfig())
