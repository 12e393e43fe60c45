"""Our own bugs, told as they happen: in the log with all details, and to the user in a sentence.

PySide reports an exception in a slot to `sys.excepthook` and goes on; without a console nobody would ever see it.
"""

from __future__ import annotations

import logging
import sys
from types import TracebackType

from app.notices import Notices
from app.paths import Paths
from app.translation import tr

_log = logging.getLogger(__name__)


class FaultHook:
    """Takes the place of `sys.excepthook` until it is released."""

    def __init__(self, notices: Notices, paths: Paths) -> None:
        self._notices = notices
        self._paths = paths
        self._telling = False
        self._previous = sys.excepthook
        sys.excepthook = self._tell

    def release(self) -> None:
        """Give the hook back."""
        sys.excepthook = self._previous

    def _tell(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        _log.critical("A fault in Kvasir.", exc_info=(kind, error, trace))
        if self._telling:  # the fault lies in what shows notices; once more would not end
            return
        self._telling = True
        try:
            self._notices.post(
                "error",
                tr(
                    "Something went wrong in Kvasir ({name}: {error}). Your conversations are kept. Please report it "
                    "with the file {path}."
                ).format(name=kind.__name__, error=error, path=self._paths.program_log),
                topic="log",
            )
        finally:
            self._telling = False
