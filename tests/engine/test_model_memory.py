"""What a config alone tells of memory: the published figures, GGUF files, and what cannot be told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from transformers import DeepseekV3Config, Gemma3TextConfig, LlamaConfig, PreTrainedConfig

from engine.model_memory import MeasuredModel, config_key, measure
from engine.planning import weights_options
from engine.protocol import LayerKind
from engine.protocol.memory import cache_bytes, conversation_bytes
from tests.engine.tiny_models import CONFIGS, RECURRENT

GB = 10**9
_LLAMA_70B = {
    "hidden_size": 8192,
    "intermediate_size": 28672,
    "num_hidden_layers": 80,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
}


def measured(folder: Path, config: PreTrainedConfig) -> MeasuredModel:
    """From config.json alone, as for a model that is not here."""
    config.save_pretrained(folder)
    found = measure(folder / "config.json")
    assert not found.message
    return found


def test_llama_3_1_70b_takes_what_is_published(tmp_path: Path) -> None:
    config = LlamaConfig(**_LLAMA_70B, vocab_size=128256, max_position_embeddings=131072)
    model = measured(tmp_path, config)
    assert model.layers == [LayerKind(count=80, kv_heads=8, k_dim=128, v_dim=128)]
    assert model.sizes[2].bytes_per_token("exact") == 327_680
    assert conversation_bytes(model.sizes[2], "exact", 131_072) / GB == pytest.approx(43, abs=0.1)
    assert model.parameters / GB == pytest.approx(70.6, abs=0.05)
    assert model.context_tokens == 131_072
    bfloat16 = next(option for option in weights_options(model) if option.name == "bfloat16")
    assert bfloat16.num_bytes / GB == pytest.approx(141.1, abs=0.1)


def test_deepseek_v3_caches_latents_and_visits_8_of_256_experts(tmp_path: Path) -> None:
    model = measured(tmp_path, DeepseekV3Config())
    assert model.layers == [LayerKind(count=61, kv_heads=1, k_dim=512, v_dim=64, latent=True)]
    assert model.sizes[2].bytes_per_token("exact") == 61 * 576 * 2 == 70_272
    assert model.parameters / GB == pytest.approx(671, abs=0.1)
    assert (model.parameters - model.idle_parameters) / GB == pytest.approx(37, abs=1)


def test_llama_2_70b_at_32k_and_batch_8_takes_more_than_its_weights_in_4_bits(tmp_path: Path) -> None:
    model = measured(tmp_path, LlamaConfig(**_LLAMA_70B, vocab_size=32000))
    cache = cache_bytes(model.sizes[2], "exact", 32_768, 8)
    assert cache / GB == pytest.approx(85.9, abs=0.1)
    int4 = next(option for option in weights_options(model) if option.name == "int4")
    assert cache > int4.num_bytes


def test_windows_leave_gemma_3_a_sixth_of_the_cache_at_128k(tmp_path: Path) -> None:
    """Five layers with a window of 1,024 to one that sees everything."""
    config = Gemma3TextConfig(num_hidden_layers=48, sliding_window=1024, max_position_embeddings=131_072)
    model = measured(tmp_path, config)
    assert [(kind.count, kind.window) for kind in model.layers] == [(40, 1024), (8, 0)]
    with_windows = conversation_bytes(model.sizes[2], "exact", 131_072, has_room=False)
    without = conversation_bytes(model.sizes[2], "exact", 131_072)
    assert with_windows / without == pytest.approx(0.17, abs=0.01)


@pytest.mark.parametrize("family", RECURRENT)
def test_a_recurrent_state_is_known_for_both_sizes_of_numbers(tmp_path: Path, family: str) -> None:
    model = measured(tmp_path, CONFIGS[family]())
    assert model.state_layers > 0
    assert 0 < model.sizes[2].state_bytes <= model.sizes[4].state_bytes <= 2 * model.sizes[2].state_bytes


def test_a_gguf_file_is_understood_by_its_header(starter_model: Path) -> None:
    model = measure(starter_model)
    assert model.layers == [LayerKind(count=30, kv_heads=3, k_dim=64, v_dim=64)]
    assert (model.parameters, model.context_tokens) == (134_515_008, 8192)


@pytest.mark.parametrize("content", ["not json", "{}", '{"model_type": "nobody-knows-it"}'])
def test_what_cannot_be_told_is_a_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "config.json").write_text(content)
    assert "cannot be told" in measure(tmp_path).message


def test_another_config_has_another_key(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    file.write_text(json.dumps({"hidden_size": 1}))
    key = config_key(tmp_path)
    assert key == config_key(tmp_path)
    file.write_text(json.dumps({"hidden_size": 2}))
    assert key != config_key(tmp_path)
    with pytest.raises(OSError):
        config_key(tmp_path / "nowhere")


def test_the_words_of_a_tokenizer_take_memory_too(tmp_path: Path) -> None:
    small = measured(tmp_path / "small", LlamaConfig(vocab_size=32_000, hidden_size=64, intermediate_size=64))
    large = measured(tmp_path / "large", LlamaConfig(vocab_size=262_144, hidden_size=64, intermediate_size=64))
    assert 10**7 < small.tokenizer_bytes < 2 * 10**7 < 10**8 < large.tokenizer_bytes < 2 * 10**8
