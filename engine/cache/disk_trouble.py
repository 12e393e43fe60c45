"""What the disk tier does when the system refuses something: it says so once, and leaves the disk alone for a while."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

PAUSE_SECONDS = 30.0
"""Nothing is written for so long: each try may take long, and most would fail again."""


class DiskTrouble:
    """Told of every error; tells the user of each kind once.

    Args:
        folder: Of the tier, for the sentences.
        on_trouble: Is given a sentence that says what happened, what follows from it and what to do.
        clock: In seconds.
    """

    def __init__(self, folder: Path, on_trouble: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._folder = folder
        self._on_trouble = on_trouble
        self._clock = clock
        self._reported: set[str] = set()
        self._until = clock()

    @property
    def may_write(self) -> bool:
        """Whether the last trouble is long enough ago."""
        return self._clock() >= self._until

    def report(self, error: OSError) -> None:
        """The system has refused something."""
        self._until = self._clock() + PAUSE_SECONDS
        happened, remedy = _explain(error, self._folder)
        if happened not in self._reported:
            self._reported.add(happened)
            self._on_trouble(
                f"{happened} You can go on chatting, but after a restart, conversations may have to be read anew. "
                f"{remedy}"
            )


def _explain(error: OSError, folder: Path) -> tuple[str, str]:
    """What has happened, and what to do."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return (
                f"There is no space left on the disk for the cache of conversations, in {folder}.",
                "Free some space, or choose a smaller disk budget in the settings.",
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return (
                f"The cache of conversations cannot be kept in {folder}: the program may not write there.",
                "Make the folder writable for yourself, or switch off the cache on disk in the settings.",
            )
        case _:
            reason = os.strerror(error.errno) if error.errno else str(error)
            return (
                f"The cache of conversations in {folder} could not be used: {reason}.",
                "If it happens again, check the disk, or switch off the cache on disk in the settings.",
            )
