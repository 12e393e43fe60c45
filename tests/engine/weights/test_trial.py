"""How small a model's weights become: what is tried, what is taken, what is said."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from engine.weights import trial
from engine.weights.packed_modules import PackedLinear, pack_model, packed_bytes, put_back
from engine.weights.trial import KnownTrials, pack_weights

TOKENIZER = SimpleNamespace(encode=lambda text: [ord(letter) % 128 for letter in text])


def small_model(*, tied: bool = True, hidden: int = 64) -> Any:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=128,
        hidden_size=hidden,
        intermediate_size=2 * hidden,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
        tie_word_embeddings=tied,
    )
    return LlamaForCausalLM(config).eval()


def packed(model: Any, wanted: Any, known: KnownTrials | None = None) -> tuple[Any, list[int]]:
    trials: list[int] = []
    found = pack_weights(model, wanted, TOKENIZER, known or KnownTrials(None), lambda: trials.append(1))
    return found, trials


@pytest.mark.parametrize(("wanted", "bits"), [("int8", 8), ("int4", 4)])
def test_a_model_gets_the_weights_that_were_asked_for(wanted: str, bits: int) -> None:
    model = small_model()
    before = model.get_memory_footprint()
    found, trials = packed(model, wanted)
    assert (found.kept, found.note, len(trials)) == (wanted, "", 1)
    assert 0 < found.divergence < trial.LIMIT
    assert model.model.layers[0].mlp.down_proj.matrix.bits == bits
    assert model.lm_head.matrix.bits == model.model.embed_tokens.matrix.bits == 8
    assert model.get_memory_footprint() + packed_bytes(model) < before / 2


def test_a_table_that_is_also_the_output_is_packed_once() -> None:
    tied, apart = small_model(), small_model(tied=False)
    for model in (tied, apart):
        pack_model(model, 8)
    assert tied.lm_head.matrix is tied.model.embed_tokens.matrix
    assert apart.lm_head.matrix is not apart.model.embed_tokens.matrix


def test_automatic_weights_are_as_small_as_nobody_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    found, trials = packed(small_model(), "auto", known_with(int4=0.02, int8=0.001))
    assert (found.kept, found.divergence, trials) == ("int8", 0.001, [])
    assert packed(small_model(), "auto", known_with(int4=0.002))[0].kept == "int4"
    neither = packed(small_model(), "auto", known_with(int4=0.2, int8=0.02))[0]
    assert (neither.kept, neither.note) == ("as_stored", "")


def test_a_model_that_does_not_bear_4_bits_gets_8_and_a_sentence() -> None:
    found, _ = packed(small_model(), "int4", known_with(int4=0.3, int8=0.01))
    assert found.kept == "int8"
    assert found.note.startswith("This model does not bear weights of 4 bits")
    worst, _ = packed(small_model(), "int4", known_with(int4=0.3, int8=0.3))
    assert worst.kept == "as_stored"
    assert "as they are stored" in worst.note


def test_a_packing_that_is_not_taken_leaves_the_model_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "_divergence", lambda expected, found: 1.0)
    model = small_model()
    layers = [module for module in model.modules() if isinstance(module, torch.nn.Linear)]
    found, trials = packed(model, "int4")
    assert (found.kept, len(trials)) == ("as_stored", 2)
    assert [module for module in model.modules() if isinstance(module, torch.nn.Linear)] == layers
    assert not any(isinstance(module, PackedLinear) for module in model.modules())


def test_what_was_found_out_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "checked" / "weights.json"
    first, trials = packed(small_model(), "int8", KnownTrials(file))
    assert len(trials) == 1
    again, trials = packed(small_model(), "int8", KnownTrials(file))
    assert (again.divergence, trials) == (first.divergence, [])
    file.write_text("damaged")
    assert len(packed(small_model(), "int8", KnownTrials(file))[1]) == 1


def test_matrices_that_do_not_fall_into_groups_stay_as_they_are() -> None:
    model = small_model(hidden=48)  # only the rows of 96 weights can be packed
    pack_model(model, 4)
    assert isinstance(model.model.layers[0].mlp.down_proj, PackedLinear)
    assert type(model.model.layers[0].mlp.up_proj) is torch.nn.Linear
    assert type(model.model.embed_tokens) is torch.nn.Embedding


@torch.inference_mode()
def test_what_was_packed_can_be_put_back() -> None:
    model = small_model()
    ids = torch.arange(40)[None]
    before = model(input_ids=ids).logits
    kept = pack_model(model, 4, keep=True)
    assert not torch.equal(model(input_ids=ids).logits, before)
    put_back(kept)
    assert torch.equal(model(input_ids=ids).logits, before)


def known_with(**divergence: float) -> KnownTrials:
    known = KnownTrials(None)
    known.divergence.update(divergence)
    return known
