"""What weights take, and sizes in sentences."""

from __future__ import annotations

import pytest

from engine.memory_plan import GIB, MIB, human_bytes, weights_bytes


def test_packed_matrices_take_their_bits_and_all_else_its_numbers() -> None:
    assert weights_bytes(100, 2) == 200
    assert weights_bytes(100, 2, (64, 5.0), (16, 8.5)) == 20 * 2 + 40 + 17


@pytest.mark.parametrize(
    ("num_bytes", "text"),
    [(0, "0 MiB"), (-5, "0 MiB"), (512 * MIB, "512 MiB"), (GIB, "1.0 GiB"), (3 * GIB // 2, "1.5 GiB")],
)
def test_sizes_in_sentences(num_bytes: int, text: str) -> None:
    assert human_bytes(num_bytes) == text
