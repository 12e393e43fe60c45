"""A model keeps the format that it bears, gets the next better one otherwise, and is told so in a sentence, once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
import torch

from engine import self_check
from engine.cache.formats import EXACT, FP8, INT4, INT8, K8V4, KvFormat, group_layers
from engine.known_checks import ModelChecks
from engine.model_runner import ModelRunner
from engine.self_check import HISTORY_TOKENS, SCORED_TOKENS, CheckedFormat, check_format, divergence
from tests.engine.tiny_models import VOCAB, make_model

TEXT = [(place * place * 31 + place * 17 + 5) % (VOCAB - 3) + 3 for place in range(HISTORY_TOKENS + SCORED_TOKENS)]
PACKED = [FP8, INT8, K8V4, INT4]


class Memory:
    """Stands for the file of what is known."""

    def __init__(self, checks: ModelChecks) -> None:
        self.checks = checks
        self.times_kept = 0

    def keep(self, checks: ModelChecks) -> None:
        self.checks = checks
        self.times_kept += 1


def check(runner: ModelRunner, wanted: KvFormat, memory: Memory | None = None) -> CheckedFormat:
    memory = memory or Memory(ModelChecks(runner.path))
    return check_format(runner, wanted, TEXT, memory.checks, memory.keep)


def without_measuring(monkeypatch: pytest.MonkeyPatch, found: Callable[[KvFormat], float]) -> list[KvFormat]:
    """Replace the measurement; returns the list of formats that are measured from now on."""
    measured: list[KvFormat] = []

    def divergence(
        _runner: ModelRunner, format_: KvFormat, _balance: Mapping[int, torch.Tensor], _text: Sequence[int]
    ) -> float:
        measured.append(format_)
        return found(format_)

    monkeypatch.setattr(self_check, "divergence", divergence)
    return measured


@pytest.fixture(scope="module")
def llama() -> ModelRunner:
    return ModelRunner(make_model("llama"))


@pytest.mark.parametrize("family", ["llama", "gemma3", "phi", "gemma3n", "qwen3_next"])
def test_a_format_that_the_model_bears_is_kept_and_its_divergence_told(family: str) -> None:
    runner = ModelRunner(make_model(family))
    memory = Memory(ModelChecks(runner.path))
    checked = check(runner, INT8, memory)
    assert (checked.format, checked.note) == (INT8, "")
    assert abs(checked.divergence) < 0.01
    assert memory.checks.divergence == {"int8": checked.divergence}


@pytest.mark.parametrize("format_", PACKED, ids=lambda format_: format_.name)
def test_what_is_told_is_the_divergence_of_the_answers(
    llama: ModelRunner, monkeypatch: pytest.MonkeyPatch, format_: KvFormat
) -> None:
    monkeypatch.setattr(self_check, "LIMIT", math.inf)
    checked = check(llama, format_)
    assert checked.format is format_
    assert checked.divergence == pytest.approx(divergence(llama, format_, checked.balance, TEXT), rel=1e-3, abs=1e-7)
    assert checked.divergence != 0


def test_coarser_formats_diverge_more(llama: ModelRunner) -> None:
    balance = check(llama, INT8).balance
    int8, k8v4, int4 = (divergence(llama, format_, balance, TEXT) for format_ in (INT8, K8V4, INT4))
    assert int8 < k8v4 < int4


def test_exact_is_not_tried_but_what_a_chat_in_another_format_will_need_is_measured(llama: ModelRunner) -> None:
    memory = Memory(ModelChecks("fast"))
    exact = check(llama, EXACT, memory)
    assert (exact.format, exact.divergence, memory.checks.divergence) == (EXACT, 0.0, {})
    assert exact.balance.keys() == check(llama, INT4).balance.keys() != set()


@pytest.mark.parametrize("family", ["mistral", "deepseek_v3", "mamba", "falcon_h1"])
def test_a_model_of_which_nothing_can_be_packed_stays_exact_and_nothing_is_said(family: str) -> None:
    runner = ModelRunner(make_model(family))
    memory = Memory(ModelChecks(runner.path))
    checked = check(runner, INT8, memory)
    assert (checked.format, checked.balance, checked.divergence) == (EXACT, {}, 0.0)
    assert checked.note == ""
    assert memory.times_kept == 0


@pytest.mark.parametrize(
    ("wanted", "borne", "chosen", "tried"),
    [
        (INT4, (), EXACT, [INT4, K8V4, INT8]),
        (INT4, (INT8,), INT8, [INT4, K8V4, INT8]),
        (INT4, (K8V4, INT8), K8V4, [INT4, K8V4]),
        (INT4, (INT4,), INT4, [INT4]),
        (K8V4, (), EXACT, [K8V4, INT8]),
        (INT8, (), EXACT, [INT8]),
        (FP8, (INT8,), EXACT, [FP8]),
    ],
)
def test_a_format_that_the_model_does_not_bear_is_replaced_step_by_step(
    llama: ModelRunner,
    monkeypatch: pytest.MonkeyPatch,
    wanted: KvFormat,
    borne: tuple[KvFormat, ...],
    chosen: KvFormat,
    tried: list[KvFormat],
) -> None:
    measured = without_measuring(monkeypatch, lambda format_: 0.01 if format_ in borne else 0.06)
    checked = check(llama, wanted)
    assert checked.format is chosen
    assert measured == tried
    assert checked.divergence == (0.0 if chosen is EXACT else 0.01)
    if chosen is wanted:
        assert checked.note == ""
    else:
        assert f"does not bear a cache in {wanted.name}" in checked.note
        assert f"kept in {chosen.name}." in checked.note


def test_the_limit_decides(llama: ModelRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(ModelChecks("fast"))
    found = check(llama, INT8, memory)
    monkeypatch.setattr(self_check, "LIMIT", found.divergence / 2)
    assert check(llama, INT8, memory).format is EXACT
    monkeypatch.setattr(self_check, "LIMIT", found.divergence)
    assert check(llama, INT8, memory).format is INT8


@pytest.mark.parametrize("found", [math.nan, math.inf])
def test_answers_that_are_no_numbers_are_not_borne(
    llama: ModelRunner, monkeypatch: pytest.MonkeyPatch, found: float
) -> None:
    measured = without_measuring(monkeypatch, lambda _: found)
    memory = Memory(ModelChecks("fast"))
    checked = check(llama, INT8, memory)
    assert checked.format is EXACT
    assert memory.checks.divergence == {"int8": None}
    assert check(llama, INT8, memory).format is EXACT
    assert measured == [INT8]  # a number that is none is remembered as well


def test_a_model_whose_keys_4_bits_destroy_falls_back() -> None:
    """Attention that reads the difference of two almost equal keys: its scores are far larger than they ever differ."""
    model = make_model("llama")
    with torch.no_grad():
        for layer in model.model.layers:
            layer.self_attn.q_proj.weight.mul_(12)
            layer.self_attn.k_proj.weight.mul_(12)
    runner = ModelRunner(model)
    checked = check(runner, INT4)
    assert checked.format is not INT4
    assert "does not bear a cache in int4" in checked.note


def test_what_was_found_is_not_measured_again(llama: ModelRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(ModelChecks("fast", "A note."))
    first = check(llama, INT8, memory)
    assert (memory.checks.path, memory.checks.note) == ("fast", "A note.")
    kept = memory.times_kept

    def fail(*_: Any, **__: Any) -> None:
        pytest.fail("The model was run.")

    monkeypatch.setattr(ModelRunner, "forward", fail)
    again = check(llama, INT8, memory)
    assert memory.times_kept == kept
    assert (again.format, again.divergence, again.note) == (first.format, first.divergence, first.note)
    assert again.balance.keys() == first.balance.keys()
    assert all(torch.equal(again.balance[index], factors) for index, factors in first.balance.items())


def test_another_format_is_measured_without_forgetting_the_first(llama: ModelRunner) -> None:
    memory = Memory(ModelChecks("fast"))
    check(llama, INT8, memory)
    first = memory.checks
    check(llama, FP8, memory)
    assert memory.checks.divergence.keys() == {"int8", "fp8"}
    assert memory.checks.divergence["int8"] == first.divergence["int8"]
    assert memory.checks.balance == first.balance


@pytest.mark.parametrize("family", ["llama", "gemma3", "phi", "qwen3_next", "gpt_oss"])
def test_balance_is_measured_for_every_packed_layer_and_the_same_each_time(family: str) -> None:
    runner = ModelRunner(make_model(family))
    assert runner.path == "fast"
    packed = {
        index: group for group in group_layers(runner.layers) if group.is_packable for index in group.layer_indices
    }
    first, second = check(runner, INT8).balance, check(runner, INT8).balance
    assert first.keys() == packed.keys()
    for index, group in packed.items():
        assert first[index].shape == (group.num_kv_heads, group.k_dim)
        assert first[index].dtype == torch.float32
        assert torch.equal(first[index], second[index])


def test_a_pair_of_large_keys_with_small_queries_is_balanced() -> None:
    """The model computes the same with it, and so does its packed cache, to within little."""
    model, uneven = make_model("llama"), make_model("llama")
    with torch.no_grad():
        for layer in uneven.model.layers:
            for channel in (3, 11):  # they turn into each other
                for head in range(2):
                    layer.self_attn.k_proj.weight[head * 16 + channel] *= 20
                for head in range(4):
                    layer.self_attn.q_proj.weight[head * 16 + channel] /= 20
    runners = ModelRunner(model), ModelRunner(uneven)
    balances = [check(runner, INT8).balance for runner in runners]
    for index, factors in balances[1].items():
        grown = factors[:, [3, 11]] / balances[0][index][:, [3, 11]]
        # By 20, over the mean of 16 channels, of which it is two.
        assert torch.allclose(grown.log2(), torch.tensor(math.log2(20) * 14 / 16), atol=0.2)
    even, balanced = (divergence(r, INT4, b, TEXT) for r, b in zip(runners, balances, strict=True))
    assert balanced < 1.5 * even


def test_a_model_without_the_fast_path_is_checked_without_balance() -> None:
    runner = ModelRunner(make_model("llama"))
    runner._use("gather")
    memory = Memory(ModelChecks("gather"))
    checked = check(runner, INT8, memory)
    assert (checked.format, checked.balance) == (INT8, {})
    assert memory.checks.balance == {}
