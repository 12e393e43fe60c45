"""Where a token visits some experts only, no more is said to be read than those and what all tokens need."""

from __future__ import annotations

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from engine.experts import expert_modules, visited_share
from engine.weights.packed_modules import pack_model, packed_bytes
from engine.weights.reading import weights_read_bytes
from tests.engine.tiny_models import make_model


def all_bytes(model: torch.nn.Module) -> int:
    return int(model.get_memory_footprint()) + packed_bytes(model)


@pytest.mark.parametrize("family", ["gpt_oss", "deepseek_v3"])
def test_one_token_reads_half_of_four_experts_and_many_tokens_nearly_all(family: str) -> None:
    model = make_model(family)
    assert visited_share(model.config) == 0.5
    experts = sum(parameter.nbytes for module in expert_modules(model) for parameter in module.parameters())
    total, table = all_bytes(model), model.get_input_embeddings().weight
    assert experts > 0 and table is not model.get_output_embeddings().weight
    row = table.nbytes // len(table)
    assert weights_read_bytes(model, total, 1) == total - experts // 2 - (len(table) - 1) * row
    assert weights_read_bytes(model, total, 2) == total - experts // 4 - (len(table) - 2) * row
    assert weights_read_bytes(model, total, 10_000) == total


def test_a_table_that_is_the_output_too_is_read_whole() -> None:
    model = make_model("gemma3")
    assert model.get_input_embeddings().weight is model.get_output_embeddings().weight
    assert visited_share(model.config.get_text_config(decoder=True)) == 1
    assert weights_read_bytes(model, 12345, 1) == 12345


def test_packed_weights_count_with_what_they_take() -> None:
    config = LlamaConfig(vocab_size=100, hidden_size=64, intermediate_size=96, num_hidden_layers=1)
    model = LlamaForCausalLM(config)
    pack_model(model, 8)
    total, words = all_bytes(model), model.get_input_embeddings()
    read = weights_read_bytes(model, total, 1)
    assert total - read == words.matrix.num_bytes * (words.num_embeddings - 1) // words.num_embeddings > 0
