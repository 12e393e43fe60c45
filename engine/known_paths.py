"""Remembers which attention path a model was found to work with, so that only its first load pays for the check."""

from __future__ import annotations

import json
import logging
from pathlib import Path

log = logging.getLogger(__name__)


class KnownPaths:
    """The result of one model's check, in a file of its own. Losing it costs one more check."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def find(self) -> tuple[str, str] | None:
        """Path and note of an earlier check, or None."""
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
            return str(known["path"]), str(known["note"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, path: str, note: str) -> None:
        """Remember a result; no effect where nothing can be written."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file.write_text(json.dumps({"path": path, "note": note}), encoding="utf-8")
        except OSError as error:
            log.warning("The result of the attention check is not kept: %s", error)
