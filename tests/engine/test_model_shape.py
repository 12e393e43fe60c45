"""What a model takes is known from its config, as it is measured once it is loaded."""

from __future__ import annotations

import pytest
from transformers import PreTrainedConfig

from engine.cache.block import root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, INT8, CachePolicy, KvFormat, block_sizes
from engine.memory_plan import cache_sizes
from engine.model_runner import ModelRunner
from engine.model_shape import model_shape
from engine.protocol.memory import conversation_bytes
from tests.engine.tiny_models import CONFIGS, PAGED, RECURRENT, make_model


@pytest.mark.parametrize("family", CONFIGS)
def test_the_config_tells_what_the_loaded_model_shows(family: str) -> None:
    model = make_model(family)
    shape, runner = model_shape(CONFIGS[family]()), ModelRunner(model)
    assert shape.layers == runner.layers
    assert shape.parameters == sum(parameter.numel() for parameter in model.parameters())
    assert bool(shape.state_bytes[2]) == runner.has_state == (family in RECURRENT)
    assert shape.working is not None
    assert shape.working.chunk_bytes > 0


def test_experts_that_a_token_does_not_visit_are_not_read_for_it() -> None:
    shape = model_shape(CONFIGS["gpt_oss"]())
    experts = 3 * 4 * (48 * 128 + 128 + 64 * 48 + 48)  # 3 layers, 4 experts: gate and up with bias, down with bias
    assert sum(shape.idle) == experts // 2 + 255 * 48  # two of them are visited, and one word is read
    dense = model_shape(CONFIGS["llama"]())
    assert sum(dense.idle) == 255 * 48


@pytest.mark.parametrize("family", PAGED)
@pytest.mark.parametrize("format_", [EXACT, INT8], ids=lambda format_: format_.name)
@pytest.mark.parametrize("num_tokens", [1, 64, 65, 130, 400])
def test_a_conversation_takes_the_bytes_that_were_predicted(family: str, format_: KvFormat, num_tokens: int) -> None:
    runner = _runner(family)
    sizes = block_sizes(model_shape(CONFIGS[family]()).groups, 4)
    predicted = conversation_bytes(cache_sizes(sizes), format_.name, num_tokens)
    store = runner.new_store()
    cache = CacheManager(2**30, sizes, CachePolicy(format_), root_hash("m", format_.name), store)
    token_ids = [place % 90 + 3 for place in range(num_tokens)]
    sequence = cache.begin("a", token_ids)
    cache.reserve(sequence, num_tokens)
    runner.forward(store, sequence.block_table, 0, token_ids)
    cache.commit(sequence, token_ids)
    cache.end(sequence)
    assert store.used_bytes() == cache.pool.used_bytes == predicted


_runners: dict[str, ModelRunner] = {}


def _runner(family: str) -> ModelRunner:
    if family not in _runners:
        _runners[family] = ModelRunner(make_model(family))
    return _runners[family]


def test_a_model_that_transformers_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be measured"):
        model_shape(PreTrainedConfig())
