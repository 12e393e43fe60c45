"""What the server of the loaded model last told of its cache."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.engine_client import EngineClient, EngineState
from engine.protocol import Event, LoadProgress, ModelUnloaded
from engine.protocol import ServerReport as ServerReport


def hit_share(report: ServerReport) -> float:
    """How much of all prompts the server found cached since it was started, from 0 to 1; -1 where that is not told."""
    if report.queried_tokens <= 0 or report.hit_tokens < 0:
        return -1.0
    return report.hit_tokens / report.queried_tokens


class ServerMonitor(QObject):
    """Keeps the last `ServerReport`; None for a model of this machine, and while nobody looks."""

    changed = Signal(object)  # ServerReport | None

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._report: ServerReport | None = None
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def report(self) -> ServerReport | None:
        """As the engine last told it."""
        return self._report

    def _on_event(self, event: Event) -> None:
        if isinstance(event, ServerReport):
            self._set(event)
        elif isinstance(event, ModelUnloaded | LoadProgress):
            self._set(None)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            self._set(None)

    def _set(self, report: ServerReport | None) -> None:
        if report != self._report:
            self._report = report
            self.changed.emit(report)
