"""Compiled products with packed weights against torch's over the same weights unpacked."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention.numba_kernels import compile_kernels
from engine.piece import MAX_ROWS
from engine.weights.packed_modules import PackedEmbedding, PackedLinear, StoredLinear
from engine.weights.packing import pack_matrix, unpack_matrix
from engine.weights.products import matrix_record, multiply, unpack_rows


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    compile_kernels()


def random(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("kind", ["4", "8", "float32", "bfloat16", "float16"])
@given(rows=st.integers(1, 130), groups=st.integers(1, 5), inputs=st.integers(1, 9), threads=st.sampled_from([1, 2, 5]))
@settings(max_examples=20, deadline=None)
def test_products_are_those_of_torch(kind: str, rows: int, groups: int, inputs: int, threads: int) -> None:
    weights, given_inputs = random(rows, 32 * groups), random(inputs, 32 * groups, seed=1)
    matrix = pack_matrix(weights, int(kind)) if kind in "48" else weights.to(getattr(torch, kind))
    plain = unpack_matrix(matrix, torch.float64) if kind in "48" else matrix.double()  # type: ignore[union-attr, arg-type] # by kind
    found = multiply(given_inputs, matrix_record(matrix), threads)
    torch.testing.assert_close(found.double(), given_inputs.double() @ plain.T, rtol=1e-5, atol=1e-4)


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
    torch.testing.assert_close(PackedLinear(matrix, bias)(inputs), expected, rtol=1e-5, atol=1e-4)


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
