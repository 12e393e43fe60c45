"""Who looks at the cache: the engine tells its ledger and its memory for those only."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.engine_client import EngineClient, EngineState
from engine.protocol import WatchCache


class CacheWatch(QObject):
    """Tells each engine what is looked at. A view says so when it is shown, and takes it back when it is hidden."""

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._engine = engine
        self._lookers: dict[str, WatchCache] = {}
        self._told = WatchCache()
        engine.state_changed.connect(self._on_engine_state)

    def look(self, name: str, *, memory: bool = False) -> None:
        """A view of that name shows the ledger from now on.

        Args:
            memory: And the readings of memory with it.
        """
        self._lookers[name] = WatchCache(ledger=True, memory=memory)
        self._tell()

    def look_away(self, name: str) -> None:
        """A view is hidden; no effect if it was."""
        self._lookers.pop(name, None)
        self._tell()

    def _tell(self) -> None:
        lookers = self._lookers.values()
        wanted = WatchCache(ledger=bool(lookers), memory=any(looker.memory for looker in lookers))
        if wanted != self._told:
            self._told = wanted
            self._engine.send(wanted)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind == "starting":
            self._told = WatchCache()  # what a new engine takes for granted
            self._tell()
