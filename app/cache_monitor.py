"""The latest cache ledger of the engine."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.engine_client import EngineClient, EngineState
from engine.protocol import CacheReport as CacheReport
from engine.protocol import ConversationCache as ConversationCache
from engine.protocol import Event, LoadProgress, ModelUnloaded


def room_tokens(report: CacheReport) -> int:
    """How many tokens still fit once they are packed; 0 too for a model whose tokens take no room."""
    if not report.packed_block_bytes:
        return 0
    free_bytes = report.budget_bytes - report.used_bytes
    return free_bytes // report.packed_block_bytes * report.block_tokens


class CacheMonitor(QObject):
    """Keeps the last `CacheReport`; None while no model is loaded."""

    changed = Signal(object)  # CacheReport | None

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._report: CacheReport | None = None
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def report(self) -> CacheReport | None:
        """The ledger as the engine last told it."""
        return self._report

    def _on_event(self, event: Event) -> None:
        if isinstance(event, CacheReport):
            self._set(event)
        elif isinstance(event, ModelUnloaded | LoadProgress):  # a load begins with dropping the model before
            self._set(None)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            self._set(None)

    def _set(self, report: CacheReport | None) -> None:
        if report != self._report:
            self._report = report
            self.changed.emit(report)
