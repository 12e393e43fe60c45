"""The one way to run work in the background."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject, QThreadPool, Signal

from app.errors import KvasirError
from app.translation import tr

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Outcome:
    owner: QObject
    deliver: Callable[[], None]


class Tasks(QObject):
    """A pool of threads whose results arrive in the thread of this object.

    Whoever makes it calls `close` before letting it go: a thread that ends later would find nobody to report to.
    """

    _finished = Signal(object)  # _Outcome

    def __init__(self) -> None:
        super().__init__()
        self._pool = QThreadPool()
        self._closed = False
        self._finished.connect(self._deliver)

    def run(
        self,
        owner: QObject,
        work: Callable[[], _T],
        on_done: Callable[[_T], None],
        on_error: Callable[[KvasirError], None],
    ) -> None:
        """Call `work` in a thread, then `on_done` with its result or `on_error` with what it raised.

        Neither is called once `owner` is deleted or `close` was called. `work` must not touch Qt objects. An exception
        that is not a `KvasirError` is our own bug: it is logged and reported as one.
        """

        def call() -> None:
            try:
                result = work()
            except KvasirError as error:
                self._report(owner, on_error, error)
            except Exception as error:
                _log.exception("A background task failed")
                self._report(
                    owner,
                    on_error,
                    KvasirError(tr("Something in Kvasir went wrong: {error}. See the log.").format(error=repr(error))),
                )
            else:
                self._report(owner, on_done, result)

        self._pool.start(call)

    def close(self, timeout_ms: int) -> bool:
        """Deliver nothing more and wait for running work; says whether all of it ended in time."""
        self._closed = True
        self._pool.clear()
        return self._pool.waitForDone(timeout_ms)

    def _report(self, owner: QObject, callback: Callable[[Any], None], value: object) -> None:
        self._finished.emit(_Outcome(owner, lambda: callback(value)))

    def _deliver(self, outcome: _Outcome) -> None:
        if not self._closed and shiboken6.isValid(outcome.owner):
            outcome.deliver()
