"""A copy of recurrent state is a state of its own, and is counted with all that it holds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import torch

from engine.cache.layer_state import LayerState
from engine.model_runner import ModelRunner, open_blocks
from tests.engine.tiny_models import RECURRENT, VOCAB, make_model

TOKENS = [(31 * place + 7) % VOCAB for place in range(80)]


@pytest.fixture(scope="module", params=RECURRENT)
def runner(request: pytest.FixtureRequest) -> ModelRunner:
    return ModelRunner(make_model(request.param))


def tensors_of(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [tensor for item in value.values() for tensor in tensors_of(item)]
    if isinstance(value, list | tuple):
        return [tensor for item in value for tensor in tensors_of(item)]
    return tensors_of(vars(value)) if hasattr(value, "__dict__") else []


def read(runner: ModelRunner, state: LayerState, cuts: list[int]) -> tuple[torch.Tensor, Any, Any]:
    store = runner.new_store()
    table = open_blocks(store, len(TOKENS) + 1)
    logits = torch.empty(0)
    for start, stop in pairwise(cuts):
        logits = runner.forward(store, table, start, TOKENS[start:stop], state)
    return logits[-1], store, table


def test_a_new_state_holds_nothing(runner: ModelRunner) -> None:
    assert runner.new_state().num_bytes == 0


def test_a_copy_stays_as_it_was_while_the_original_goes_on(runner: ModelRunner) -> None:
    state = runner.new_state()
    _, store, table = read(runner, state, [0, 69])
    kept = state.copy()
    before = [tensor.clone() for tensor in tensors_of(kept.layers)]
    first = runner.forward(store, table, 69, TOKENS[69:70], state)
    assert all(torch.equal(old, new) for old, new in zip(before, tensors_of(kept.layers), strict=True))
    assert any(not torch.equal(old, new) for old, new in zip(before, tensors_of(state.layers), strict=True))
    again = runner.forward(store, table, 69, TOKENS[69:70], kept)
    assert torch.equal(first, again)


def test_the_bytes_are_those_that_the_memory_really_takes(runner: ModelRunner) -> None:
    state = runner.new_state()
    read(runner, state, [0, 69])
    for one in (state, state.copy()):
        storages = {tensor.untyped_storage().data_ptr(): tensor.untyped_storage() for tensor in tensors_of(one.layers)}
        assert one.num_bytes == sum(storage.nbytes() for storage in storages.values()) > 0


def test_a_state_that_was_kept_as_bytes_goes_on_as_the_original(runner: ModelRunner) -> None:
    state = runner.new_state()
    _, store, table = read(runner, state, [0, 69])
    kept = runner.new_state().load(state.to_bytes(), runner.device)
    assert kept.num_bytes == state.num_bytes
    first = runner.forward(store, table, 69, TOKENS[69:70], state)
    assert torch.equal(first, runner.forward(store, table, 69, TOKENS[69:70], kept))


def test_a_state_of_another_model_is_refused(runner: ModelRunner) -> None:
    state = runner.new_state()
    read(runner, state, [0, 69])
    with pytest.raises(ValueError, match="is not one of layers"):
        LayerState({99: None}).load(state.to_bytes(), runner.device)
