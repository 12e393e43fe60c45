"""An engine whose local API is on, with a tiny model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.protocol import ApiState, ConfigureApi, LoadModel, ModelInfo, ModelLoaded
from tests.engine.engine_child import EngineChild


class ApiChild(EngineChild):
    """An engine, the model it has, and where it listens."""

    port: int
    model: ModelInfo

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def listen(self, **wanted: object) -> ApiState:
        """Switch the API on; 0 lets the system choose a port."""
        self.send(ConfigureApi(**{"enabled": True, "port": 0, **wanted}))  # type: ignore[arg-type] # kwargs
        state = self.wait_for(ApiState, lambda event: event.state != "off" and not event.running_requests)
        self.port = state.port
        return state

    def load(self, path: Path) -> None:
        self.send(LoadModel(load_id="tiny", path=str(path), dtype="float32", kv_budget_bytes=40_000_000))
        self.model = self.wait_for(ModelLoaded).model


@pytest.fixture(scope="session")
def api(tiny: Path) -> Iterator[ApiChild]:
    """One for all tests."""
    engine = ApiChild()
    engine.listen()
    engine.load(tiny)
    yield engine
    assert engine.close() == 0, engine.stderr
