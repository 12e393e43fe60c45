"""Threads that call one another thousands of times: while they look, while they sleep, while they fall asleep."""

from __future__ import annotations

import random

import pytest
import torch

from engine.attention.numba_kernels import compile_kernels
from engine.weights import products
from engine.weights.packing import pack_matrix
from engine.weights.products import matrix_record, multiply

JOBS = 3000


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    compile_kernels()


@pytest.mark.parametrize("most", [2, 4])
def test_every_job_is_done_once_and_whole(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "WORK_PER_THREAD", 1)  # so that even these are shared out
    weights = pack_matrix(torch.randn(64, 32, generator=torch.Generator().manual_seed(1)), 4)
    record, inputs = matrix_record(weights), torch.ones(3, 32)
    alone = multiply(inputs, record, 1)
    chance = random.Random(1)
    for _ in range(JOBS):
        assert torch.equal(multiply(inputs, record, chance.randint(1, most)), alone)
        sum(range(chance.choice([0, 0, 0, 100, 2000, 8000])))  # a rest: helpers go on looking, or fall asleep
