"""What can go wrong in the app, as exceptions whose text is a sentence for the user.

    KvasirError                      anything below
    +-- StorageError                 conversations cannot be read or written
    |   +-- NewerSchemaError         ... because a newer Kvasir wrote them
    +-- AttachmentError              a file cannot go with a message (in app.attachments)
    +-- StarterModelError            the starter model could not be fetched
        +-- FetchCancelledError      ... because the user stopped it (in app.starter_model)

An exception of another kind that reaches the user is our own bug.
"""

from __future__ import annotations


class KvasirError(Exception):
    """Trouble that the user can understand and do something about.

    Attributes:
        sentence: What happened and what to do, in plain words.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class StorageError(KvasirError):
    """Conversations cannot be read or written: a full disk, missing permission, a failing drive."""


class NewerSchemaError(StorageError):
    """The database was written by a newer version; it is left as it is."""


class StarterModelError(KvasirError):
    """The starter model could not be fetched or verified; nothing that passes for it was left behind."""
