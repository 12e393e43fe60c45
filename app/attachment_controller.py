"""What is attached to the draft of each conversation: files are read in the background, then kept in the store."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.attachments import (
    MAX_CHARS,
    AttachmentError,
    is_long_paste,
    paste_attachment,
    read_attachment,
)
from app.conversation import Attachment, new_id
from app.errors import KvasirError
from app.numbers import number
from app.store.conversation_store import ConversationStore
from app.tasks import Tasks
from app.translation import tr

MAX_ATTACHMENTS = 50
MAX_DRAFT_CHARS = 2 * MAX_CHARS
"""Of all attachments of a draft; what is sent to the engine has a largest size."""


@dataclass(frozen=True, slots=True)
class FileBeingRead:
    """A file that will be attached as soon as it is read."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class _Reading:
    file: FileBeingRead
    conversation_id: str
    path: Path
    stop: threading.Event


class AttachmentController(QObject):
    """Sending a draft sends what is attached to it, and not what is still being read.

    The files of a draft are read one after the other, so that they are attached in the order in which they were chosen.
    """

    changed = Signal(str)
    """conversation_id: another file is attached, or no longer, or being read, or no longer."""
    refused = Signal(str, str)
    """conversation_id, sentence: something could not be attached."""

    def __init__(self, store: ConversationStore, tasks: Tasks) -> None:
        super().__init__()
        self._store = store
        self._tasks = tasks
        self._readings: dict[str, _Reading] = {}  # by the file's id, in the order of the wishes
        self._begun: set[str] = set()

    def attached(self, conversation_id: str) -> tuple[Attachment, ...]:
        """What goes with the draft, first one first."""
        return self._store.draft_attachments(conversation_id)

    def being_read(self, conversation_id: str) -> tuple[FileBeingRead, ...]:
        """What is on its way to being attached."""
        return tuple(each.file for each in self._readings.values() if each.conversation_id == conversation_id)

    def attach_files(self, conversation_id: str, paths: Iterable[Path]) -> None:
        """Read files, whatever they are, and attach them; what cannot be attached is told with `refused`."""
        room = MAX_ATTACHMENTS - len(self.attached(conversation_id)) - len(self.being_read(conversation_id))
        paths = list(paths)
        for path in paths[: max(0, room)]:
            file = FileBeingRead(new_id(), path.name)
            self._readings[file.id] = _Reading(file, conversation_id, path, threading.Event())
        self._read_next(conversation_id)
        if len(paths) > room:
            self.refused.emit(
                conversation_id,
                tr("A message can have %n attachments; the others are left out.", MAX_ATTACHMENTS),
            )
        self.changed.emit(conversation_id)

    def take_paste(self, conversation_id: str, text: str) -> bool:
        """Attach a text from the clipboard if it is long; False for one that is better written into the draft."""
        if not is_long_paste(text):
            return False
        try:
            self._attach(conversation_id, paste_attachment(text))
        except AttachmentError as error:
            self.refused.emit(conversation_id, error.sentence)
        self.changed.emit(conversation_id)
        return True

    def remove(self, conversation_id: str, attachment_id: str) -> None:
        """Take something out of the draft, or stop reading it."""
        reading = self._readings.pop(attachment_id, None)
        if reading is not None:
            reading.stop.set()
            self._read_next(conversation_id)
        else:
            self._store.remove_attachment(attachment_id)
        self.changed.emit(conversation_id)

    def close(self) -> None:
        """Stop all reading."""
        for reading in self._readings.values():
            reading.stop.set()
        self._readings.clear()

    def _read_next(self, conversation_id: str) -> None:
        """Begin with the first file that waits, unless one is being read."""
        waiting = [each for each in self._readings.values() if each.conversation_id == conversation_id]
        if not waiting or waiting[0].file.id in self._begun:
            return
        reading = waiting[0]
        self._begun.add(reading.file.id)
        self._tasks.run(
            self,
            partial(read_attachment, reading.path, reading.stop.is_set),
            partial(self._on_read, reading),
            partial(self._on_error, reading),
        )

    def _ended(self, reading: _Reading) -> bool:
        """Whether somebody still wants the file that has been read; the next one's turn has come."""
        self._begun.discard(reading.file.id)
        is_wanted = self._readings.pop(reading.file.id, None) is not None
        self._read_next(reading.conversation_id)
        return is_wanted

    def _on_read(self, reading: _Reading, attachment: Attachment) -> None:
        if not self._ended(reading) or self._store.conversation(reading.conversation_id) is None:
            return  # taken out while its last bytes were read, or with its whole conversation
        try:
            self._attach(reading.conversation_id, attachment)
        except AttachmentError as error:
            self.refused.emit(reading.conversation_id, error.sentence)
        self.changed.emit(reading.conversation_id)

    def _on_error(self, reading: _Reading, error: KvasirError) -> None:
        if not self._ended(reading):
            return
        self.refused.emit(reading.conversation_id, error.sentence)
        self.changed.emit(reading.conversation_id)

    def _attach(self, conversation_id: str, attachment: Attachment) -> None:
        others = self.attached(conversation_id)
        if any((other.name, other.text) == (attachment.name, attachment.text) for other in others):
            raise AttachmentError(tr("“{name}” is attached already.").format(name=attachment.name))
        if sum(len(other.text) for other in others) + len(attachment.text) > MAX_DRAFT_CHARS:
            raise AttachmentError(
                tr(
                    "“{name}” is too long to go with the others: the attachments of a message may have {count} "
                    "characters together."
                ).format(name=attachment.name, count=number(MAX_DRAFT_CHARS))
            )
        self._store.add_draft_attachment(conversation_id, attachment)
