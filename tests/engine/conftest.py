"""The engine's tests run with threads that sleep while they wait, as the engine itself does."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when torch is imported


@pytest.fixture(autouse=True, scope="session")
def one_thread_for_tiny_models() -> None:
    """Handing work of microseconds to a second thread takes longer than doing it."""
    import torch

    torch.set_num_threads(1)
