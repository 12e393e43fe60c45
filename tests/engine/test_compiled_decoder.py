"""Steps in compiled code against the models' own code, for every kind of decoder that is known."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from transformers import (
    DynamicCache,
    Gemma3TextConfig,
    LlamaConfig,
    MistralConfig,
    PhiConfig,
    Qwen2Config,
    Qwen3Config,
)
from transformers.models.auto.modeling_auto import AutoModelForCausalLM

from engine import compiled_decoder
from engine.cache.formats import EXACT, INT8
from engine.compiled_decoder import CompiledDecoder
from engine.errors import Unwanted
from engine.model_runner import ModelRunner, Piece, open_blocks
from engine.model_shape import cache_argument
from engine.piece import MAX_ROWS
from engine.weights.packed_modules import pack_model

SMALL: dict[str, Any] = {
    "vocab_size": 256,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "max_position_embeddings": 1024,
    "eos_token_id": 2,
}
LLAMA3_ROPE = {
    "rope_type": "llama3",
    "rope_theta": 10000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
CONFIGS = {
    "llama": lambda: LlamaConfig(**SMALL, num_key_value_heads=2, head_dim=16, mlp_bias=True, attention_bias=True),
    "llama 3": lambda: LlamaConfig(**SMALL, num_key_value_heads=1, head_dim=16, rope_parameters=LLAMA3_ROPE),
    "mistral": lambda: MistralConfig(**SMALL, num_key_value_heads=2, sliding_window=70),
    "qwen2": lambda: Qwen2Config(**SMALL, num_key_value_heads=2),
    "qwen3": lambda: Qwen3Config(**SMALL, num_key_value_heads=4, head_dim=32),
    "gemma3": lambda: Gemma3TextConfig(
        **SMALL, num_key_value_heads=1, head_dim=32, sliding_window=40, sliding_window_pattern=2
    ),
}
every_kind = pytest.mark.parametrize("kind", CONFIGS)
LENGTH = 150


def made(kind: str, dtype: torch.dtype = torch.float32) -> Any:
    torch.manual_seed(3)
    model = AutoModelForCausalLM.from_config(CONFIGS[kind]()).eval()
    for parameter in model.parameters():  # norms, and biases, that do something
        if parameter.dim() == 1:
            parameter.data += 0.3 * torch.randn_like(parameter)
    return model.to(dtype)


@torch.inference_mode()
def its_own(model: Any, token_ids: list[int]) -> torch.Tensor:
    """Logits behind every token, by the model's own attention, in one piece."""
    plain = model.config._attn_implementation
    model.set_attn_implementation("sdpa")
    cache = {cache_argument(model): DynamicCache(config=model.config)}
    logits: torch.Tensor = model(input_ids=torch.tensor([token_ids]), use_cache=True, **cache).logits[0]
    model.set_attn_implementation(plain)
    return logits.float()


def ids(count: int, seed: int = 0) -> list[int]:
    return torch.randint(0, 256, (count,), generator=torch.Generator().manual_seed(seed)).tolist()


@every_kind
def test_steps_are_what_the_models_own_code_computes(kind: str) -> None:
    model = made(kind)
    runner = ModelRunner(model)
    assert runner.decoder is not None
    token_ids = ids(LENGTH)
    expected = its_own(model, token_ids)
    store = runner.new_store()
    table = open_blocks(store, LENGTH)
    runner.forward(store, table, 0, token_ids[:60])
    found = [
        runner.forward(store, table, start, token_ids[start : start + count], num_logits=count)
        for start, count in ((60, 1), (61, 7), (68, MAX_ROWS), *((n, 1) for n in range(68 + MAX_ROWS, LENGTH)))
    ]
    torch.testing.assert_close(torch.cat(found), expected[60:], rtol=2e-4, atol=2e-4)


@every_kind
def test_a_step_is_taken_in_compiled_code_and_a_chunk_is_not(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = ModelRunner(made(kind))
    store = runner.new_store()
    table = open_blocks(store, MAX_ROWS + 2)
    counts: list[int] = []
    monkeypatch.setattr(
        runner, "_call", lambda ids, wanted, arguments: counts.append(ids.shape[1]) or torch.zeros(1, 256)
    )
    runner.forward(store, table, 0, ids(MAX_ROWS + 1))
    runner.forward(store, table, MAX_ROWS + 1, ids(1))
    assert counts == [MAX_ROWS + 1]


@pytest.mark.parametrize("count", [40, MAX_ROWS + 20])
def test_a_forward_that_is_not_wanted_any_more_ends_between_two_layers(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_decoder, "_LAYERS_BETWEEN", 1)
    runner = ModelRunner(made("llama"))
    store = runner.new_store()
    table = open_blocks(store, count)
    whole = runner.forward(store, table, 0, ids(count), num_logits=1)
    answers = [False] * 3
    asked = runner.forward(store, table, 0, ids(count), num_logits=1, is_unwanted=lambda: answers.pop(0))
    assert torch.equal(asked, whole) and not answers
    answers = [False, True]
    with pytest.raises(Unwanted):
        runner.forward(store, table, 0, ids(count), is_unwanted=lambda: answers.pop(0))
    assert not answers


@pytest.mark.parametrize("bits", [None, 8, 4])
@pytest.mark.parametrize("kind", ["llama", "gemma3"])
def test_a_sequence_has_the_same_logits_alone_and_beside_others(kind: str, bits: int | None) -> None:
    model = made(kind)
    if bits:
        pack_model(model, bits)
    runner = ModelRunner(model)
    store = runner.new_store()
    lengths = (5, 64, 130)
    tables = [open_blocks(store, length + 4, first_index=10 * number) for number, length in enumerate(lengths)]
    for number, (table, length) in enumerate(zip(tables, lengths, strict=True)):
        runner.forward(store, table, 0, ids(length, seed=number))
    new = [ids(count, seed=9) for count in (1, 3, 2)]
    pieces = [Piece(table, length, some, len(some)) for table, length, some in zip(tables, lengths, new, strict=True)]
    together = runner.forward_several(store, pieces)
    for piece, found in zip(pieces, together, strict=True):
        alone = runner.forward(store, piece.block_table, piece.start, piece.token_ids, num_logits=piece.num_logits)
        assert torch.equal(alone, found)


@pytest.mark.parametrize("bits", [8, 4])
def test_packed_weights_give_the_same_answers_in_steps_as_in_chunks(bits: int) -> None:
    model = made("qwen3")
    pack_model(model, bits)
    runner = ModelRunner(model)
    assert runner.decoder is not None
    token_ids = ids(80)
    store = runner.new_store()
    table = open_blocks(store, 160)
    chunk = runner.forward(store, table, 0, token_ids, num_logits=20)
    runner.forward(store, table, 0, token_ids[:60])
    steps = torch.cat([runner.forward(store, table, start, token_ids[start : start + 1]) for start in range(60, 80)])
    torch.testing.assert_close(steps, chunk, rtol=1e-3, atol=1e-3)


def test_packed_blocks_are_read_and_the_open_one_is_written() -> None:
    model = made("llama")
    runner = ModelRunner(model)
    token_ids = ids(200)
    stores = []
    for decoder in (runner.decoder, None):
        runner.decoder = decoder
        store = runner.new_store()
        table = open_blocks(store, 200)
        runner.forward(store, table, 0, token_ids[:180])
        store.pack(table[1], INT8)
        table[1].format = INT8
        logits = torch.cat(
            [runner.forward(store, table, start, token_ids[start : start + 1]) for start in range(180, 200)]
        )
        keys, values = torch.empty(2, 200, 16), torch.empty(2, 200, 16)
        store.read(1, table, 0, keys, values)
        stores.append((logits, keys, values))
        assert table[2].format is EXACT
    for found, expected in zip(*stores, strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-3)


def test_a_model_in_16_bits_is_computed_in_32() -> None:
    model = made("llama", torch.bfloat16)
    runner = ModelRunner(model)
    assert runner.decoder is not None
    token_ids = ids(70)
    exact = its_own(made("llama", torch.bfloat16).float(), token_ids)
    store = runner.new_store()
    table = open_blocks(store, 70)
    for start in range(70):
        logits = runner.forward(store, table, start, token_ids[start : start + 1])
    assert (logits[-1] - exact[-1]).abs().max() < (its_own(model, token_ids)[-1] - exact[-1]).abs().max() + 0.02


def test_what_is_not_known_is_left_to_the_models_own_code() -> None:
    phi = AutoModelForCausalLM.from_config(PhiConfig(**SMALL, num_key_value_heads=4)).eval()
    with pytest.raises(ValueError, match="PhiDecoderLayer"):
        CompiledDecoder(phi)
    assert ModelRunner(phi).decoder is None
    narrow = AutoModelForCausalLM.from_config(LlamaConfig(**{**SMALL, "hidden_size": 48}, head_dim=16)).eval()
    assert ModelRunner(narrow).decoder is None
