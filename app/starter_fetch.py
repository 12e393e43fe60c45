"""Fetches the starter model in the background."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from app.errors import KvasirError
from app.starter_model import STARTER_MODEL, FetchCancelledError, fetch_starter_model
from app.tasks import Tasks

_PROGRESS_MS = 100


@dataclass(frozen=True, slots=True)
class FetchState:
    """How far the fetch is.

    Attributes:
        received_bytes: Of the download, which is a little smaller than the model.
        sentence: With `failed`: what happened and what to do.
    """

    kind: Literal["idle", "running", "failed", "done"]
    received_bytes: int = 0
    total_bytes: int = 0
    sentence: str = ""


class StarterFetch(QObject):
    """One fetch at a time; its thread only notes how far it is, a timer here tells it."""

    changed = Signal(object)  # FetchState

    def __init__(self, models_folder: Path, tasks: Tasks) -> None:
        super().__init__()
        self._models_folder = models_folder
        self._tasks = tasks
        self._state = FetchState("idle")
        self._progress = (0, STARTER_MODEL.download_bytes)
        self._cancelled = threading.Event()
        self._timer = QTimer(self, interval=_PROGRESS_MS)
        self._timer.timeout.connect(self._tell_progress)

    @property
    def state(self) -> FetchState:
        """How it is now."""
        return self._state

    def start(self) -> None:
        """Fetch and verify; no effect while that is going on."""
        if self._state.kind == "running":
            return
        self._cancelled.clear()
        self._note(0, STARTER_MODEL.download_bytes)
        self._set(FetchState("running", *self._progress))
        self._timer.start()
        self._tasks.run(
            self,
            lambda: fetch_starter_model(self._models_folder, self._note, self._cancelled.is_set),
            self._on_done,
            self._on_error,
        )

    def cancel(self) -> None:
        """Stop within a second; no effect if nothing is fetched."""
        self._cancelled.set()

    def _note(self, received_bytes: int, total_bytes: int) -> None:
        self._progress = (received_bytes, total_bytes)

    def _tell_progress(self) -> None:
        received_bytes, total_bytes = self._progress
        self._set(replace(self._state, received_bytes=received_bytes, total_bytes=total_bytes))

    def _on_done(self, _path: Path) -> None:
        self._timer.stop()
        self._set(FetchState("done", *self._progress))

    def _on_error(self, error: KvasirError) -> None:
        self._timer.stop()
        if isinstance(error, FetchCancelledError):
            self._set(FetchState("idle"))
        else:
            self._set(FetchState("failed", *self._progress, sentence=error.sentence))

    def _set(self, state: FetchState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
