"""Attention in torch against a softmax written out in float64."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.attention.torch_kernels import attend

steady = settings(max_examples=60, deadline=None)
head_counts = st.sampled_from([(1, 1), (4, 4), (4, 2), (6, 1), (9, 3)])
dims = st.sampled_from([(8, 8), (16, 4), (4, 16)])


def naive(
    query: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
    scale: float,
    seen: torch.Tensor,
    softcap: float | None = None,
    sinks: torch.Tensor | None = None,
) -> torch.Tensor:
    """One head, one new token at a time."""
    num_heads, num_new, _ = query.shape
    group = num_heads // keys.shape[0]
    out = torch.zeros(num_new, num_heads, values.shape[-1], dtype=torch.float64)
    for head in range(num_heads):
        for row in range(num_new):
            scores = keys[head // group].double() @ query[head, row].double() * scale
            if softcap is not None:
                scores = softcap * torch.tanh(scores / softcap)
            weights = torch.exp(scores) * seen[row]
            total = weights.sum() + (0 if sinks is None else torch.exp(sinks[head].double()))
            out[row, head] = (weights / total) @ values[head // group].double()
    return out


def tensors(
    seed: int, heads: tuple[int, int], num_new: int, num_tokens: int, dim: tuple[int, int]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """As the model lays them out: the query's heads lie behind each other within a token."""
    generator = torch.Generator().manual_seed(seed)
    query = torch.randn(1, num_new, heads[0], dim[0], generator=generator).transpose(1, 2)[0]
    keys = torch.randn(heads[1], num_tokens, dim[0], generator=generator)
    values = torch.randn(heads[1], num_tokens, dim[1], generator=generator)
    return query, keys, values


def seen_by(num_new: int, num_tokens: int, window: int | None = None) -> torch.Tensor:
    """What new tokens at the end of a sequence see: themselves and what is before, as far as the window goes."""
    rows = torch.arange(num_tokens - num_new, num_tokens)[:, None]
    columns = torch.arange(num_tokens)[None, :]
    seen = columns <= rows
    return seen if window is None else seen & (columns > rows - window)


def assert_close(found: torch.Tensor, expected: torch.Tensor, tolerance: float = 2e-5) -> None:
    assert found.shape == expected.shape
    assert torch.allclose(found.double(), expected, atol=tolerance, rtol=tolerance)


specials = st.fixed_dictionaries(
    {"softcap": st.sampled_from([None, 0.5, 30.0]), "sinks": st.booleans(), "scale": st.sampled_from([0.1, 0.35, 1.0])}
)


@steady
@given(
    st.integers(0, 2**32),
    head_counts,
    dims,
    st.integers(1, 9),
    st.integers(0, 40),
    st.none() | st.integers(1, 20),
    specials,
)
@example(0, (6, 1), (8, 8), 1, 0, None, {"softcap": None, "sinks": False, "scale": 0.35})  # the very first token
@example(0, (4, 2), (8, 8), 1, 30, 1, {"softcap": None, "sinks": True, "scale": 0.35})  # sees only itself
def test_masked_attention_is_the_softmax_over_what_is_seen(
    seed: int,
    heads: tuple[int, int],
    dim: tuple[int, int],
    num_new: int,
    start: int,
    window: int | None,
    special: dict[str, object],
) -> None:
    query, keys, values = tensors(seed, heads, num_new, start + num_new, dim)
    seen = seen_by(num_new, start + num_new, window)
    softcap, scale = special["softcap"], special["scale"]
    assert softcap is None or isinstance(softcap, float)
    assert isinstance(scale, float)
    sinks = torch.randn(heads[0], generator=torch.Generator().manual_seed(seed)) if special["sinks"] else None
    found = attend(query, keys, values, scale=scale, mask=seen, is_causal=False, softcap=softcap, sinks=sinks)
    assert_close(found, naive(query, keys, values, scale, seen, softcap, sinks))


@steady
@given(
    st.integers(0, 2**32),
    head_counts,
    dims,
    st.integers(1, 30),
    st.integers(0, 40),
    st.sampled_from([None, 2.0]),
    st.booleans(),
)
@example(0, (9, 3), (8, 8), 20, 0, None, False)  # the start of a prompt
@example(0, (9, 3), (8, 8), 20, 40, None, False)  # a later chunk, in two parts
@example(0, (4, 4), (8, 8), 2, 1, None, False)
@example(0, (9, 3), (16, 4), 20, 40, None, False)  # a later chunk that needs a mask after all
def test_causal_attention_needs_no_mask(
    seed: int,
    heads: tuple[int, int],
    dim: tuple[int, int],
    num_new: int,
    start: int,
    softcap: float | None,
    with_sinks: bool,
) -> None:
    query, keys, values = tensors(seed, heads, num_new, start + num_new, dim)
    sinks = torch.linspace(-2, 2, heads[0]) if with_sinks else None
    found = attend(query, keys, values, scale=0.3, mask=None, is_causal=True, softcap=softcap, sinks=sinks)
    assert_close(found, naive(query, keys, values, 0.3, seen_by(num_new, start + num_new), softcap, sinks))


@steady
@given(st.integers(0, 2**32), head_counts, dims, st.integers(1, 70), st.sampled_from([None, 2.0]), st.booleans())
def test_one_new_token_without_a_mask_sees_everything(
    seed: int,
    heads: tuple[int, int],
    dim: tuple[int, int],
    num_tokens: int,
    softcap: float | None,
    with_sinks: bool,
) -> None:
    query, keys, values = tensors(seed, heads, 1, num_tokens, dim)
    sinks = torch.linspace(-2, 2, heads[0]) if with_sinks else None
    found = attend(query, keys, values, scale=0.3, mask=None, is_causal=False, softcap=softcap, sinks=sinks)
    assert_close(found, naive(query, keys, values, 0.3, torch.ones(1, num_tokens, dtype=torch.bool), softcap, sinks))


@pytest.mark.parametrize("num_new", [1, 5])
def test_numbers_that_are_not_seen_do_not_matter_however_wild(num_new: int) -> None:
    query, keys, values = tensors(1, (4, 2), num_new, 20, (8, 8))
    seen = seen_by(num_new, 20, window=6)
    wild_keys, wild_values = keys.clone(), values.clone()
    unseen = ~seen.any(dim=0)
    wild_keys[:, unseen], wild_values[:, unseen] = 1e4, -1e4
    for sinks in (None, torch.zeros(4)):
        expected = attend(query, keys, values, scale=0.3, mask=seen, is_causal=False, sinks=sinks)
        found = attend(query, wild_keys, wild_values, scale=0.3, mask=seen, is_causal=False, sinks=sinks)
        assert torch.allclose(found, expected, atol=1e-6)


def test_a_strong_sink_takes_the_attention_away_and_a_weak_one_takes_none() -> None:
    query, keys, values = tensors(1, (4, 2), 3, 10, (8, 8))
    seen = seen_by(3, 10)
    plain = attend(query, keys, values, scale=0.3, mask=seen, is_causal=False)
    weak, strong = (
        attend(query, keys, values, scale=0.3, mask=seen, is_causal=False, sinks=torch.full((4,), score))
        for score in (-1e4, 1e4)
    )
    assert torch.allclose(weak, plain, atol=1e-6)
    assert torch.equal(strong, torch.zeros_like(strong))


@pytest.mark.parametrize("large", [1e3, 1e4])
def test_large_scores_stay_finite(large: float) -> None:
    query, keys, values = tensors(1, (4, 2), 3, 10, (8, 8))
    for sinks in (None, torch.zeros(4)):
        found = attend(query * large, keys, values, scale=1.0, mask=seen_by(3, 10), is_causal=False, sinks=sinks)
        assert torch.isfinite(found).all()


@pytest.mark.parametrize("num_new", [1, 7])
@pytest.mark.parametrize("softcap", [None, 30.0])
def test_bfloat16_agrees_up_to_its_rounding(num_new: int, softcap: float | None) -> None:
    query, keys, values = (tensor.bfloat16() for tensor in tensors(1, (4, 2), num_new, 50, (16, 16)))
    seen = seen_by(num_new, 50)
    found = attend(query, keys, values, scale=1 / math.sqrt(16), mask=seen, is_causal=False, softcap=softcap)
    assert found.dtype == torch.bfloat16
    assert_close(found, naive(query, keys, values, 1 / math.sqrt(16), seen, softcap), tolerance=2e-2)
