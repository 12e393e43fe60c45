"""How much an attachment may be, and the checks that go with it while one is read."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.attachments.errors import AttachmentError, ReadingStoppedError
from app.numbers import number
from app.translation import tr

MAX_FILE_BYTES = 100 * 1024**2
MAX_CHARS = 2_000_000
"""Of the text of one attachment: half a million tokens, more than the models at home have room for."""
MAX_UNPACKED_BYTES = 400 * 1024**2
"""Of all that a Word document holds, pictures included."""
MAX_XML_BYTES = 60 * 1024**2
"""Of its text before it is read; in memory it takes some ten times as much."""
MAX_SECONDS = 120.0


class Reading:
    """One file on its way to becoming an attachment; long loops call `check` at each step.

    Args:
        name: Of the file, as sentences show it.
        is_stopped: Whether the user no longer wants it; asked from the thread that reads.
        max_seconds: A damaged or hostile file ends after that.
    """

    def __init__(self, name: str, is_stopped: Callable[[], bool], max_seconds: float = MAX_SECONDS) -> None:
        self.name = name
        self._is_stopped = is_stopped
        self._deadline = time.monotonic() + max_seconds

    def check(self) -> None:
        """Go on, or raise `AttachmentError`: nobody waits for it any more, or it takes too long."""
        if self._is_stopped():
            raise ReadingStoppedError
        if time.monotonic() > self._deadline:
            raise AttachmentError(
                tr("“{name}” takes too long to read. It may be damaged; try a copy of it as text.").format(
                    name=self.name
                )
            )

    def check_length(self, num_chars: int) -> None:
        """Raise `AttachmentError` if that is more text than one attachment may have."""
        if num_chars > MAX_CHARS:
            raise AttachmentError(
                tr(
                    "“{name}” is too long: an attachment may have {count} characters of text. Attach the part of it "
                    "that matters."
                ).format(name=self.name, count=number(MAX_CHARS))
            )
