"""Log files, put aside when they have grown large."""

from __future__ import annotations

import contextlib
import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

MAX_LOG_BYTES = 2 * 1024 * 1024
_OLDER_FILES = 2

_log = logging.getLogger(__name__)


class _LogFile(RotatingFileHandler):
    """Loses lines, and does nothing worse, while the disk is full."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        pass

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what could not be written before is tried once more
            super().close()


def log_handler(path: Path, line_format: str = "%(message)s") -> logging.Handler:
    """Writes to the file; to nowhere where files cannot be written."""
    try:
        handler = _LogFile(path, maxBytes=MAX_LOG_BYTES, backupCount=_OLDER_FILES, encoding="utf-8")
    except OSError as error:
        _log.warning("This log cannot be written: %s", error)
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter(line_format))
    return handler
