"""Packed matrices: what is lost, what is not, and how much they take."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.weights.packing import GROUP_WEIGHTS, bits_per_weight, pack_matrix, unpack_matrix


@pytest.mark.parametrize("bits", [4, 8])
@given(
    seed=st.integers(0, 1000), rows=st.integers(1, 5), groups=st.integers(1, 4), size=st.sampled_from([1e-3, 1, 100])
)
@settings(max_examples=25, deadline=None)
def test_no_weight_is_off_by_more_than_half_a_step(bits: int, seed: int, rows: int, groups: int, size: float) -> None:
    generator = torch.Generator().manual_seed(seed)
    weights = torch.randn(rows, groups * GROUP_WEIGHTS, generator=generator) * size
    found = unpack_matrix(pack_matrix(weights, bits), torch.float32)
    parts = weights.view(rows, groups, GROUP_WEIGHTS)
    step = parts.abs().amax(2) / 127 if bits == 8 else (parts.amax(2) - parts.amin(2)) / 15
    off = (found - weights).abs().view(parts.shape).amax(2)
    assert (off <= 0.5 * step + 0.002 * parts.abs().amax(2)).all()  # scales themselves are float16


def test_weights_that_lie_on_a_grid_of_16_levels_lose_nothing_in_4_bits() -> None:
    codes = torch.arange(GROUP_WEIGHTS).remainder(16).float().repeat(3, 2)
    weights = codes * 0.0625 - 0.25
    assert torch.equal(unpack_matrix(pack_matrix(weights, 4), torch.float32), weights)


@pytest.mark.parametrize("bits", [4, 8])
def test_equal_weights_stay_what_they_are(bits: int) -> None:
    for value in (0.0, 1.0):
        weights = torch.full((2, GROUP_WEIGHTS), value)
        assert torch.allclose(unpack_matrix(pack_matrix(weights, bits), torch.float32), weights, atol=1e-3)


@pytest.mark.parametrize("bits", [4, 8])
def test_a_matrix_takes_as_many_bits_as_is_said(bits: int) -> None:
    matrix = pack_matrix(torch.randn(5000, 64), bits)  # more rows than are packed at once
    assert matrix.num_bytes * 8 == 5000 * 64 * bits_per_weight(bits)
    assert torch.equal(
        unpack_matrix(matrix.rows(4990, 5000), torch.float32), unpack_matrix(matrix, torch.float32)[4990:]
    )
