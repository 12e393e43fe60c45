"""A trial computes the same answer in both ways, and says truly what each cost."""

from __future__ import annotations

import pytest
import torch

from engine.cache_trial import CacheTrial
from engine.model_runner import ModelRunner
from tests.engine.tiny_models import Paged, make_model

PROMPT = [(37 * place) % 200 + 3 for place in range(70)]


@pytest.fixture(scope="module", params=["llama", "gemma3", "qwen3_next", "mamba"])
def runner(request: pytest.FixtureRequest) -> ModelRunner:
    return ModelRunner(make_model(request.param))


def test_with_a_cache_one_token_is_computed_and_without_one_all_of_them(runner: ModelRunner) -> None:
    trial = CacheTrial(runner, PROMPT, 5)
    steps = []
    while not trial.is_done:
        steps.append(trial.step())
    assert [cached.computed_tokens for cached, _ in steps] == [70, 1, 1, 1, 1]
    assert [uncached.computed_tokens for _, uncached in steps] == [70, 71, 72, 73, 74]
    assert all(uncached.cache_bytes == 0 for _, uncached in steps)
    assert all(side.milliseconds > 0 for step in steps for side in step)


def test_the_answer_is_the_models_own(runner: ModelRunner) -> None:
    trial = CacheTrial(runner, PROMPT, 4)
    while not trial.is_done:
        trial.step()
    paged = Paged(runner)
    logits, _ = paged.read("a", PROMPT)
    ids, _ = paged.decode("a", logits, 4)
    assert trial.token_ids[len(PROMPT) :] == ids


def test_what_is_read_of_the_cache_is_what_lies_in_it() -> None:
    runner = ModelRunner(make_model("gemma3"))  # two layers with windows of 40 tokens, one that sees all
    trial = CacheTrial(runner, PROMPT, 2)
    first, _ = trial.step()
    second, _ = trial.step()
    token_bytes = 2 * 16 * torch.float32.itemsize  # a key and a value of one head
    assert first.cache_bytes == 0
    assert second.cache_bytes == token_bytes * (2 * 40 + 70)
