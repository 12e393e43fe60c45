"""Compiled products with packed weights against torch's over the same weights unpacked."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention.numba_kernels import compile_kernels
from engine.piece import MAX_ROWS
from engine.weights import products
from engine.weights.packed_modules import PackedEmbedding, PackedLinear, StoredLinear
from engine.weights.packing import PackedMatrix, pack_matrix, unpack_matrix
from engine.weights.products import matrix_record, multiply, unpack_rows


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    compile_kernels()


def random(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def rounding(inputs: torch.Tensor, matrix: PackedMatrix) -> torch.Tensor:
    """The most that rounding inputs to 16 bits can change in products: `[num_inputs, num_rows]`."""
    half_steps = inputs.double().unflatten(1, (-1, 32)).abs().amax(2) / 32767 / 2
    weights = unpack_matrix(matrix, torch.float64).unflatten(1, (-1, 32))
    multiplied = weights - matrix.minima.double()[..., None] if matrix.bits == 4 else weights
    return half_steps @ multiplied.abs().sum(2).T


@pytest.mark.parametrize("kind", ["4", "8", "float32", "bfloat16", "float16"])
@given(rows=st.integers(1, 130), groups=st.integers(1, 5), inputs=st.integers(1, 9), threads=st.sampled_from([1, 2, 5]))
@settings(max_examples=20, deadline=None)
def test_products_are_those_of_torch(kind: str, rows: int, groups: int, inputs: int, threads: int) -> None:
    weights, given_inputs = random(rows, 32 * groups), random(inputs, 32 * groups, seed=1)
    if kind in "48":
        packed = pack_matrix(weights, int(kind))
        record, plain, allowed = (
            matrix_record(packed),
            unpack_matrix(packed, torch.float64),
            rounding(given_inputs, packed),
        )
    else:
        stored = weights.to(getattr(torch, kind))
        record, plain, allowed = matrix_record(stored), stored.double(), torch.zeros(inputs, rows)
    difference = multiply(given_inputs, record, threads).double() - given_inputs.double() @ plain.T
    assert (difference.abs() <= allowed + 1e-5 * groups).all()


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("factor", [0.0, 1e-38, 1e-20, 1e30])
def test_inputs_of_any_size_are_rounded_to_a_part_of_their_own(bits: int, factor: float) -> None:
    inputs, matrix = factor * random(3, 96, seed=1), pack_matrix(random(40, 96), bits)
    difference = (
        multiply(inputs, matrix_record(matrix), 1).double() - inputs.double() @ unpack_matrix(matrix, torch.float64).T
    )
    assert (difference.abs() <= rounding(inputs, matrix) + 1e-5 * factor + 1e-30).all()


@pytest.mark.parametrize("bits", [4, 8])
def test_a_number_that_is_not_finite_is_not_lost(bits: int) -> None:
    inputs, matrix = random(2, 64, seed=1), pack_matrix(random(40, 64), bits)
    inputs[1, 40] = float("nan")
    found = multiply(inputs, matrix_record(matrix), 1)
    assert found[0].isfinite().all() and found[1].isnan().all()


@pytest.mark.parametrize("rows", [62, 124])
@pytest.mark.parametrize("groups", [4, 9, 18])
def test_a_number_that_is_not_finite_stays_in_its_row_of_inputs(
    rows: int, groups: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(products, "WORK_PER_THREAD", 1)  # tasks of 15 and 16 rows, which share their working space
    inputs, matrix = random(4, 32 * groups, seed=1), pack_matrix(random(rows, 32 * groups), 4)
    inputs[0] = float("nan")
    for threads in (1, 2):
        assert multiply(inputs, matrix_record(matrix), threads)[1:].isfinite().all()


@pytest.mark.parametrize("bits", [4, 8])
def test_a_row_of_inputs_gives_the_same_numbers_alone_and_beside_others(bits: int) -> None:
    record = matrix_record(matrix := pack_matrix(random(700, 576), bits))
    inputs = random(7, 576, seed=1)
    together = multiply(inputs, record, 2)
    for number in range(7):
        assert torch.equal(multiply(inputs[number : number + 1], record, 1)[0], together[number])
    assert matrix.num_rows == 700


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_rows_are_unpacked_as_the_reference_does(bits: int, dtype: torch.dtype) -> None:
    matrix = pack_matrix(random(300, 96), bits)
    out = torch.empty(40, 96, dtype=dtype)
    unpack_rows(matrix_record(matrix), 110, out, 2)
    expected = unpack_matrix(matrix, dtype)[110:150]
    torch.testing.assert_close(out, expected, rtol=1e-6 if dtype is torch.float32 else 1e-2, atol=1e-6)


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("num_tokens", [1, 17, MAX_ROWS, MAX_ROWS + 1])
def test_a_packed_layer_does_what_a_linear_layer_does(bits: int, num_tokens: int) -> None:
    matrix, bias = pack_matrix(random(50, 64), bits), random(50, seed=2)
    inputs = random(1, num_tokens, 64, seed=1)
    expected = torch.nn.functional.linear(inputs, unpack_matrix(matrix, torch.float32), bias)
    assert ((PackedLinear(matrix, bias)(inputs) - expected).abs() <= rounding(inputs[0], matrix) + 1e-4).all()


def test_a_layer_that_computes_in_another_dtype_keeps_its_weights() -> None:
    linear = torch.nn.Linear(32, 8, dtype=torch.bfloat16)
    kept = StoredLinear(linear)
    inputs = random(2, 32)
    expected = torch.nn.functional.linear(inputs, linear.weight.float(), linear.bias.float())
    torch.testing.assert_close(kept.to(torch.float32)(inputs), expected)
    assert kept.stored.dtype == torch.bfloat16


def test_a_packed_table_of_embeddings_gives_the_rows_that_are_asked_for() -> None:
    matrix = pack_matrix(random(20, 64), 8)
    ids = torch.tensor([[3, 3], [0, 19]])
    found = PackedEmbedding(matrix, torch.float32, 2.0)(ids)
    assert torch.equal(found, 2 * unpack_matrix(matrix, torch.float32)[ids])
