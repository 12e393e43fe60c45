"""What can go wrong with an attachment; the exceptions' text is a sentence for the user."""

from __future__ import annotations

from app.errors import KvasirError
from app.translation import tr


class AttachmentError(KvasirError):
    """A file cannot go with a message; the sentence names it, says why, and what to do where there is something."""


class ReadingStoppedError(AttachmentError):
    """The user no longer wants the file; there is nothing to tell."""

    def __init__(self) -> None:
        super().__init__(tr("Reading the file was stopped."))
