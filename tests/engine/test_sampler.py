"""Which tokens may be drawn, how often, and what broken numbers lead to."""

from __future__ import annotations

from collections import Counter

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from transformers import LogitsProcessorList, MinPLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

from engine.protocol import SamplingParams
from engine.sampler import Sampler

CPU = torch.device("cpu")
DRAWS = 300
PROBABILITIES = [0.4, 0.3, 0.2, 0.1]
FOUR = torch.tensor(PROBABILITIES).log()

steady = settings(max_examples=60, deadline=None)
some_logits = st.lists(st.floats(-8, 8, width=32), min_size=2, max_size=30)


def plain(**changes: object) -> SamplingParams:
    """Sampling from the model's own distribution, but for the changes."""
    values: dict[str, object] = {"temperature": 1.0, "top_p": 1.0, "seed": 1}
    return SamplingParams(**(values | changes))  # type: ignore[arg-type] # the field's names are checked by msgspec


def drawn(params: SamplingParams, logits: torch.Tensor = FOUR, history: tuple[int, ...] = (0,)) -> Counter[int]:
    sampler = Sampler(params, CPU)
    return Counter(sampler.sample(logits, history) for _ in range(DRAWS))


@steady
@given(some_logits, st.integers(0, 5), st.floats(0.1, 1), st.floats(0, 1))
def test_greedy_takes_the_largest_logit_whatever_else_is_set(
    logits: list[float], top_k: int, top_p: float, min_p: float
) -> None:
    params = SamplingParams(temperature=0, top_k=top_k, top_p=top_p, min_p=min_p)
    assert logits[Sampler(params, CPU).sample(torch.tensor(logits), [0])] == max(logits)


@steady
@given(st.integers(-(2**63), 2**64))
def test_equal_seeds_draw_equal_tokens(seed: int) -> None:
    first, second = (Sampler(plain(seed=seed), CPU) for _ in range(2))
    logits = torch.zeros(1000)
    assert [first.sample(logits, [0]) for _ in range(8)] == [second.sample(logits, [0]) for _ in range(8)]


@pytest.mark.parametrize("seeds", [(1, 2), (None, None)])
def test_other_seeds_and_no_seed_draw_other_tokens(seeds: tuple[int | None, int | None]) -> None:
    first, second = (Sampler(plain(seed=seed), CPU) for seed in seeds)
    logits = torch.zeros(1000)
    assert [first.sample(logits, [0]) for _ in range(20)] != [second.sample(logits, [0]) for _ in range(20)]


def test_a_seeded_answer_does_not_depend_on_others_drawn_at_the_same_time() -> None:
    logits = torch.zeros(1000)
    alone, disturbed, other = (Sampler(plain(seed=seed), CPU) for seed in (5, 5, 6))
    expected = [alone.sample(logits, [0]) for _ in range(8)]
    found = []
    for _ in range(8):
        other.sample(logits, [0])
        torch.rand(3)
        found.append(disturbed.sample(logits, [0]))
    assert found == expected


def test_draws_follow_the_distribution() -> None:
    counts = drawn(plain())
    for token, probability in enumerate(PROBABILITIES):
        assert counts[token] / DRAWS == pytest.approx(probability, abs=0.08)


def test_a_low_temperature_sharpens_and_a_high_one_flattens() -> None:
    cold, warm, hot = (drawn(plain(temperature=temperature))[0] for temperature in (0.3, 1.0, 5.0))
    assert cold > warm > hot


@pytest.mark.parametrize(
    ("changes", "support"),
    [
        ({}, {0, 1, 2, 3}),
        ({"top_k": 1}, {0}),
        ({"top_k": 2}, {0, 1}),
        ({"top_k": 99}, {0, 1, 2, 3}),
        ({"top_p": 0.3}, {0}),
        ({"top_p": 0.6}, {0, 1}),
        ({"top_p": 0.0}, {0, 1, 2, 3}),
        ({"min_p": 0.6}, {0, 1}),
        ({"min_p": 0.3}, {0, 1, 2}),
        ({"min_p": 1.0}, {0}),
        ({"top_k": 3, "top_p": 0.99, "min_p": 0.6}, {0, 1}),
        # Temperature comes before top-p: at 0.5 the first token alone has 0.53 of the mass.
        ({"top_p": 0.5, "temperature": 0.5}, {0}),
        ({"top_p": 0.5, "temperature": 1.0}, {0, 1}),
    ],
    ids=str,
)
def test_exactly_the_allowed_tokens_are_drawn(changes: dict[str, object], support: set[int]) -> None:
    assert set(drawn(plain(**changes))) == support


@steady
@given(some_logits, st.integers(1, 6), st.integers(0, 2**32))
def test_top_k_draws_none_below_the_kth_logit(logits: list[float], top_k: int, seed: int) -> None:
    token = Sampler(plain(top_k=top_k, seed=seed), CPU).sample(torch.tensor(logits), [0])
    assert sum(other > logits[token] for other in logits) < top_k


@steady
@given(some_logits, st.floats(0.05, 0.95), st.integers(0, 2**32))
def test_top_p_draws_none_behind_the_smallest_set_with_that_mass(logits: list[float], top_p: float, seed: int) -> None:
    token = Sampler(plain(top_p=top_p, seed=seed), CPU).sample(torch.tensor(logits), [0])
    probabilities = torch.tensor(logits, dtype=torch.float64).softmax(-1)
    assert float(probabilities[probabilities > probabilities[token]].sum()) < top_p + 1e-5


@steady
@given(some_logits, st.floats(0.05, 1), st.integers(0, 2**32))
def test_min_p_draws_none_below_that_share_of_the_likeliest(logits: list[float], min_p: float, seed: int) -> None:
    token = Sampler(plain(min_p=min_p, seed=seed), CPU).sample(torch.tensor(logits), [0])
    probabilities = torch.tensor(logits, dtype=torch.float64).softmax(-1)
    assert float(probabilities[token]) >= min_p * float(probabilities.max()) * (1 - 1e-5)


@pytest.mark.parametrize(
    ("logits", "history", "penalty", "expected"),
    [
        ([2.0, 1.5], [0], 1.0, 0),
        ([2.0, 1.5], [0], 2.0, 1),  # a positive logit is divided
        ([-1.0, -1.5], [0], 2.0, 1),  # a negative one is multiplied
        ([2.0, 1.5], [1], 2.0, 0),
        ([2.0, 1.5], [0, 0, 0], 1.2, 0),  # how often a token stood there does not matter
        ([2.0, 1.5], [0], 0.0, 0),
        ([2.0, 1.5], [0], -1.0, 0),  # no penalty that makes sense
    ],
)
def test_the_repetition_penalty_lowers_tokens_that_stood_before(
    logits: list[float], history: list[int], penalty: float, expected: int
) -> None:
    params = SamplingParams(temperature=0, repetition_penalty=penalty)
    assert Sampler(params, CPU).sample(torch.tensor(logits), history) == expected


def test_logits_are_left_as_they_were() -> None:
    logits = FOUR.clone()
    Sampler(plain(top_k=2, top_p=0.5, min_p=0.1, repetition_penalty=1.3), CPU).sample(logits, [0, 1])
    assert torch.equal(logits, FOUR)


@pytest.mark.parametrize("repeated", [0, 1])
def test_logits_of_half_precision_are_weighed_in_full_precision(repeated: int) -> None:
    logits = torch.full((2,), 1.984375, dtype=torch.bfloat16)
    logits[repeated] = 2.0
    params = SamplingParams(temperature=0, repetition_penalty=1.009)  # 2 / 1.009 = 1.9822, in bfloat16 1.984375
    assert Sampler(params, CPU).sample(logits, [repeated]) == 1 - repeated


@pytest.mark.parametrize("temperature", [0.0, 0.7])
def test_a_masked_token_is_never_drawn(temperature: float) -> None:
    logits = torch.tensor([float("-inf"), 0.0, float("-inf")])
    assert set(drawn(plain(temperature=temperature), logits)) == {1}


@pytest.mark.parametrize("temperature", [0.0, 0.7])
@pytest.mark.parametrize(
    "broken",
    [[float("nan")] * 3, [float("-inf")] * 3, [0.0, float("nan"), 1.0], [0.0, float("inf"), 1.0]],
    ids=["all NaN", "all -inf", "one NaN", "one inf"],
)
def test_broken_logits_raise_rather_than_choose(broken: list[float], temperature: float) -> None:
    params = SamplingParams(temperature=temperature, top_k=2, top_p=0.9, min_p=0.1, repetition_penalty=1.1)
    with pytest.raises(FloatingPointError):
        Sampler(params, CPU).sample(torch.tensor(broken), [0])


def test_a_temperature_that_overflows_the_logits_raises_rather_than_draw_from_nothing() -> None:
    with pytest.raises(FloatingPointError):
        Sampler(plain(temperature=1e-44), CPU).sample(torch.tensor([1.0, 2.0]), [0])


@steady
@given(
    st.integers(2, 6000),
    st.floats(0.01, 4),
    st.sampled_from([0, 1, 40, 300, 5000]),
    st.sampled_from([1.0, 0.3, 0.95, 0.9999]),
    st.sampled_from([0.0, 0.001, 0.05, 1.0]),
    st.integers(0, 2**32),
)
def test_the_candidates_are_those_of_transformers_processors(
    vocab_size: int, spread: float, top_k: int, top_p: float, min_p: float, seed: int
) -> None:
    assume(top_k or top_p < 1 or min_p)
    scores = torch.randn(vocab_size, generator=torch.Generator().manual_seed(seed)) * spread
    processors = LogitsProcessorList()
    if top_k:
        processors.append(TopKLogitsWarper(top_k))
    if top_p < 1:
        processors.append(TopPLogitsWarper(top_p))
    if min_p:
        processors.append(MinPLogitsWarper(min_p))
    expected = torch.isfinite(processors(torch.tensor([[0]]), scores[None])[0]).nonzero().flatten()
    found, ids = Sampler(plain(top_k=top_k, top_p=top_p, min_p=min_p), CPU)._candidates(scores)
    differing = {*ids[found.isfinite()].tolist()} ^ {*expected.tolist()}
    # Where the sum just reaches top-p, rounding decides, and they add up from the other end.
    assert len(differing) <= 1 + vocab_size // 1000
    probabilities = scores.softmax(0)
    assert all(probabilities[token] < 2e-3 for token in differing)
