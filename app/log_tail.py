"""The end of a log file, followed as it grows: never more of it in memory than is shown. No Qt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

FIRST_BYTES = 512 * 1024
"""So much of what was there before is read at first; a log has two megabytes at most."""
STEP_BYTES = 256 * 1024
"""So much is read at once of what has come since; a program that writes faster than that is followed by jumps."""


@dataclass(frozen=True, slots=True)
class News:
    """What a look has brought.

    Attributes:
        lines: Whole ones, without their ends.
        is_fresh: Forget the lines before: this is another file, or there was too much in between.
    """

    lines: tuple[str, ...]
    is_fresh: bool = False


class LogTail:
    """Reads what is new each time it is asked. A file that was put aside, as logs are when they grow, is begun anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity: tuple[int, int] | None = None
        self._offset = 0
        self._rest = b""

    def read(self) -> News:
        """What has come since the last call; nothing of a file that is not there or cannot be read."""
        try:
            with self._path.open("rb") as file:
                status = os.fstat(file.fileno())
                is_fresh = self._identity != (status.st_dev, status.st_ino) or status.st_size < self._offset
                start, most = (0, FIRST_BYTES) if is_fresh else (self._offset, STEP_BYTES)
                skipped = max(0, status.st_size - start - most)
                file.seek(start + skipped)
                data = file.read(most)
        except OSError:
            return News(())
        if is_fresh or skipped:
            self._rest = b""
        self._identity = (status.st_dev, status.st_ino)
        self._offset = start + skipped + len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        if skipped:
            lines = lines[1:]  # its beginning was left out
        is_fresh = is_fresh or skipped > 0
        return News(tuple(line.decode("utf-8", "replace").rstrip("\r") for line in lines), is_fresh)
