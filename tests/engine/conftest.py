"""The engine's tests run with threads that sleep while they wait, as the engine itself does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.engine_child import EngineChild

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when torch is imported


@pytest.fixture(autouse=True, scope="session")
def one_thread_for_tiny_models() -> None:
    """Handing work of microseconds to a second thread takes longer than doing it."""
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny model, with a name that not every encoding has."""
    from tests.engine.test_loader import save_tiny_model

    return save_tiny_model(tmp_path_factory.mktemp("models") / "tiny ø")


@pytest.fixture(scope="module")
def child() -> Iterator[EngineChild]:
    """One engine for the tests of a module that leave it as they found it."""
    engine = EngineChild()
    yield engine
    assert engine.close() == 0, engine.stderr
