"""What is told of each layer is what its blocks take."""

from __future__ import annotations

import pytest

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, INT4, INT8, KvFormat, block_sizes
from engine.layer_facts import format_bytes, layer_facts
from engine.model_runner import ModelRunner
from tests.engine.tiny_models import CONFIGS, make_model

_runners: dict[str, ModelRunner] = {}


def runner_of(family: str) -> ModelRunner:
    if family not in _runners:
        _runners[family] = ModelRunner(make_model(family))
    return _runners[family]


@pytest.mark.parametrize("family", ["llama", "gemma3", "deepseek_v3", "gemma3n", "qwen3_next"])
@pytest.mark.parametrize("format_", [EXACT, INT8, INT4], ids=lambda format_: format_.name)
def test_the_layers_add_up_to_a_block(family: str, format_: KvFormat) -> None:
    runner = runner_of(family)
    sizes = block_sizes(runner.new_store().groups, 4)
    facts = layer_facts(runner, format_)
    exact = sum(layer.k_bytes + layer.v_bytes for layer in facts)
    packed = sum(layer.packed_k_bytes + layer.packed_v_bytes for layer in facts)
    assert exact * BLOCK_TOKENS == sizes.open_bytes
    assert packed * BLOCK_TOKENS == sizes.by_format[format_] + sizes.window_bytes
    by_format = format_bytes(runner, list(FORMATS.values()))
    assert by_format[format_] == packed


@pytest.mark.parametrize(
    ("family", "kinds"),
    [
        ("llama", ["full", "full", "full"]),
        ("gemma3", ["window", "full", "window"]),
        ("deepseek_v3", ["latent", "latent", "latent"]),
        ("gemma3n", ["window", "window", "full", "none", "none", "none"]),
        ("qwen3_next", ["state", "full", "state"]),
        ("mamba", ["state", "state", "state"]),
    ],
)
def test_each_layer_says_what_it_keeps(family: str, kinds: list[str]) -> None:
    facts = layer_facts(runner_of(family), INT8)
    assert [layer.kind for layer in facts] == kinds
    assert [layer.layer for layer in facts] == list(range(CONFIGS[family]().num_hidden_layers))


def test_shapes_are_those_of_the_config() -> None:
    llama = layer_facts(runner_of("llama"), INT8)[0]
    assert (llama.query_heads, llama.kv_heads, llama.k_dim, llama.v_dim, llama.head_k_dim) == (4, 2, 16, 16, 16)
    latent = layer_facts(runner_of("deepseek_v3"), INT8)[0]
    assert (latent.kv_heads, latent.k_dim, latent.v_dim) == (1, 24, 8)
    assert (latent.head_k_dim, latent.head_v_dim) == (24, 12)
    window = layer_facts(runner_of("gemma3"), INT8)[0]
    assert (window.window, window.packed_k_bytes) == (40, window.k_bytes)
