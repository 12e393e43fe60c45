"""The two attention paths against transformers' own cache, and cached prefixes against cold runs."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from engine.model_runner import ModelRunner
from tests.engine.tiny_models import PAGED, VOCAB, Paged, make_model, reference_logits

CUTS = [1, 63, 64, 65, 127, 128, 129]
PROMPT = [(37 * place + place * place) % (VOCAB - 3) + 3 for place in range(180)]
NEW_TURN = [(53 * place) % (VOCAB - 3) + 3 for place in range(1, 13)]

TOLERANCE = {torch.float32: 2e-4, torch.bfloat16: 0.15}


def agree(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Equal up to rounding, measured against the spread of the logits."""
    scale = right.float().std().clamp(min=1e-6)
    return bool(((left.float() - right.float()).abs().max() / scale) < TOLERANCE[left.dtype])


@pytest.fixture(scope="module", params=PAGED)
def family(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def runner(family: str) -> ModelRunner:
    return ModelRunner(make_model(family))


def test_known_families_take_the_fast_path_and_the_others_say_why_not(family: str, runner: ModelRunner) -> None:
    if family in ("deepseek_v3", "gemma3n"):  # latent attention; layers that share keys and values
        assert runner.path == "gather"
        assert runner.note
    else:
        assert (runner.path, runner.note) == ("fast", "")


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("path", ["fast", "gather"])
def test_logits_agree_with_transformers_own_cache(family: str, path: Any, dtype: torch.dtype) -> None:
    model = make_model(family, dtype)
    tokens = PROMPT + NEW_TURN
    expected = reference_logits(model, tokens, len(PROMPT))
    runner = ModelRunner(model)
    if path == "gather":
        runner._use("gather")
    paged = Paged(runner)
    for chunk_tokens in (512, 50):
        logits, cached = paged.read(f"chunks of {chunk_tokens}", PROMPT, chunk_tokens)
        assert agree(logits, expected[0])
        paged.cache.drop(f"chunks of {chunk_tokens}")
        assert cached == 0
    logits, _ = paged.read("a", PROMPT)
    sequence = paged.cache.sequences["a"]
    for token, wanted in zip(NEW_TURN, expected[1:], strict=True):
        assert agree(paged._forward(sequence, [token]), wanted)


@pytest.mark.parametrize("cut", CUTS)
def test_a_reused_prefix_gives_the_greedy_ids_of_a_cold_run(runner: ModelRunner, cut: int) -> None:
    prompt = PROMPT[:cut] + NEW_TURN
    cold = Paged(runner)
    cold_logits, _ = cold.read("cold", prompt)
    cold_ids, _ = cold.decode("cold", cold_logits, 12)

    for conversation in ("another", "a"):  # a copy of another's block; one's own block, cut
        warm = Paged(runner)
        logits, _ = warm.read("a", PROMPT)
        warm.decode("a", logits, 5)
        warm_logits, cached = warm.read(conversation, prompt)
        assert cached == cut
        warm_ids, _ = warm.decode(conversation, warm_logits, 12)
        assert warm_ids == cold_ids
        assert agree(warm_logits, cold_logits)


def test_in_bfloat16_a_reused_prefix_gives_the_logits_up_to_rounding(family: str) -> None:
    runner = ModelRunner(make_model(family, torch.bfloat16))
    warm, cold = Paged(runner), Paged(runner)
    warm.read("a", PROMPT)
    warm.cache.end(warm.cache.sequences["a"])
    for cut in CUTS:
        prompt = PROMPT[:cut] + NEW_TURN
        expected, _ = cold.read(f"cold {cut}", prompt)
        cold.cache.drop(f"cold {cut}")
        found, cached = warm.read(f"warm {cut}", prompt)
        assert cached == cut
        assert agree(found, expected)
        warm.cache.drop(f"warm {cut}")


def test_a_table_in_scattered_blocks_gives_the_same_logits(runner: ModelRunner) -> None:
    straight = Paged(runner)
    expected, _ = straight.read("a", PROMPT)
    scattered = Paged(runner)
    logits = torch.empty(0)
    table = [7, 3, 11, 2]
    for start in range(0, len(PROMPT), 60):
        logits = runner.forward(scattered.store, table, start, PROMPT[start : start + 60])
    assert agree(logits, expected)


def test_a_model_with_recurrent_layers_keeps_its_own_cache_and_says_so() -> None:
    model = make_model("qwen3_next")
    runner = ModelRunner(model)
    assert runner.path == "plain"
    assert runner.layers == ()
    assert "anew" in runner.note
    cache = runner.new_plain_cache()
    expected = reference_logits(model, PROMPT, 100)
    logits = [runner.forward_plain(cache, 0, PROMPT[:100])]
    logits += [runner.forward_plain(cache, place, PROMPT[place : place + 1]) for place in range(100, len(PROMPT))]
    assert all(agree(found, wanted) for found, wanted in zip(logits, expected, strict=True))
