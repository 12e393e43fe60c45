"""Rotations keep every length and undo themselves; balance factors say only what does not depend on units."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.rotation import balance_factors, hadamard

CPU = torch.device("cpu")

steady = settings(max_examples=30, deadline=None)
seeds = st.integers(0, 2**32 - 1)


@steady
@given(st.integers(1, 320))
def test_a_rotation_of_any_size_is_symmetric_and_undoes_itself(dim: int) -> None:
    matrix = hadamard(dim, CPU)
    assert matrix.shape == (dim, dim)
    assert torch.equal(matrix, matrix.T)
    assert torch.allclose(matrix @ matrix, torch.eye(dim), atol=1e-5)


@pytest.mark.parametrize("dim", [64, 128, 256])
def test_one_channel_that_stands_out_is_spread_evenly_over_all(dim: int) -> None:
    assert torch.allclose(hadamard(dim, CPU).abs(), torch.full((dim, dim), dim**-0.5))


def test_a_size_that_is_no_power_of_two_is_rotated_in_pieces_the_largest_first() -> None:
    matrix = hadamard(80, CPU)
    assert torch.equal(matrix[:64, :64], hadamard(64, CPU))
    assert torch.equal(matrix[64:, 64:], hadamard(16, CPU))
    assert not matrix[:64, 64:].any()


@st.composite
def measured(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor, int]:
    heads, dim = draw(st.integers(1, 3)), 2 * draw(st.integers(1, 40))
    rotary_dim = 2 * draw(st.integers(0, dim // 2))
    generator = torch.Generator().manual_seed(draw(seeds))
    key_std, query_rms = (torch.randn(heads, dim, generator=generator).exp() for _ in range(2))
    return key_std, query_rms, rotary_dim


@steady
@given(measured())
def test_channels_that_turn_into_each_other_have_one_factor(case: tuple[torch.Tensor, torch.Tensor, int]) -> None:
    factors = balance_factors(*case)
    half = case[2] // 2
    assert factors.shape == case[0].shape
    assert torch.equal(factors[:, :half], factors[:, half : 2 * half])


@steady
@given(measured())
def test_factors_are_powers_of_an_eighth_of_an_octave_around_one(case: tuple[torch.Tensor, torch.Tensor, int]) -> None:
    eighths = balance_factors(*case).log2() * 8
    assert torch.allclose(eighths, eighths.round(), atol=1e-3)
    assert eighths.mean(-1).abs().max() <= 0.5  # by the rounding alone


@steady
@given(measured(), st.integers(-6, 6), st.integers(-6, 6))
def test_factors_do_not_depend_on_the_size_of_keys_or_queries_as_a_whole(
    case: tuple[torch.Tensor, torch.Tensor, int], key_octaves: int, query_octaves: int
) -> None:
    key_std, query_rms, rotary_dim = case
    found = balance_factors(key_std * 2.0**key_octaves, query_rms * 2.0**query_octaves, rotary_dim)
    # Within a rounding step, since a logarithm that lies between two steps may fall either way.
    assert (found.log2() - balance_factors(*case).log2()).abs().max() <= 0.126


@steady
@given(measured(), st.integers(-5, 5))
def test_a_channel_with_large_keys_and_small_queries_gets_the_factor_that_evens_both(
    case: tuple[torch.Tensor, torch.Tensor, int], octaves: int
) -> None:
    key_std, query_rms, rotary_dim = case
    half = rotary_dim // 2
    pair = [0, half] if half else [0]
    uneven_keys, uneven_queries = key_std.clone(), query_rms.clone()
    uneven_keys[:, pair] *= 2.0**octaves
    uneven_queries[:, pair] /= 2.0**octaves
    found = balance_factors(uneven_keys, uneven_queries, rotary_dim).log2()
    before = balance_factors(key_std, query_rms, rotary_dim).log2()
    # The mean of all logarithms has moved by the pair's share.
    moved = found - before + octaves * len(pair) / key_std.shape[-1]
    expected = torch.zeros_like(moved)
    expected[:, pair] = octaves
    assert (moved - expected).abs().max() <= 0.126


def test_channels_without_any_keys_or_queries_have_finite_factors() -> None:
    zeros, ones = torch.zeros(2, 8), torch.ones(2, 8)
    assert torch.equal(balance_factors(zeros, zeros, 8), ones)
    dead = ones.clone()
    dead[:, 3] = 0
    assert torch.isfinite(balance_factors(dead, ones, 0)).all()
    assert torch.isfinite(balance_factors(ones, dead, 0)).all()
