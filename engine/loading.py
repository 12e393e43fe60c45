"""A load in a thread of its own, so that Stop and other commands are answered while it runs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.errors import LoadAborted, LoadError
from engine.load_progress import LoadProgress
from engine.protocol import LoadModel
from engine.protocol import LoadProgress as ProgressEvent

if TYPE_CHECKING:
    from engine.loader import LoadedModel

log = logging.getLogger(__name__)


class Loading:
    """One load from its start to its outcome.

    Some of what a load does cannot be interrupted. An aborted one is therefore given up, not waited for: it ends at its
    next step and what it made is dropped. The next load starts when its thread is gone, so that two models are never
    in memory at once.

    Args:
        finished: Called from the thread when the load is over.
        after: A thread to wait for: the one that imports torch, or the load that was given up before.
    """

    def __init__(
        self,
        command: LoadModel,
        report: Callable[[ProgressEvent], None],
        finished: Callable[[Loading], None],
        after: threading.Thread | None,
    ) -> None:
        self.command = command
        self.outcome: LoadedModel | LoadError | LoadAborted | None = None
        self._progress = LoadProgress(lambda stage, fraction: report(self._event(stage, fraction)))
        self._finished = finished
        self._after = after
        self.thread = threading.Thread(target=self._run, name="load", daemon=True)
        self.thread.start()

    def abort(self) -> None:
        """Give the load up."""
        self._progress.abort()

    def _run(self) -> None:
        if self._after is not None:
            self._after.join()
            self._after = None
        try:
            from engine.loader import load_model

            self.outcome = load_model(self.command, self._progress)
        except (LoadError, LoadAborted) as outcome:
            self.outcome = outcome
        except Exception as error:  # a fault of ours must not leave the user waiting for ever
            log.exception("Loading %s failed.", self.command.path)
            self.outcome = LoadError(
                "internal",
                f"{self.command.path} could not be loaded ({type(error).__name__}: {error}). The log has the details.",
            )
        self._finished(self)

    def _event(self, stage: str, fraction: float) -> ProgressEvent:
        return ProgressEvent(load_id=self.command.load_id, stage=stage, fraction=fraction)
