"""The list of downloads as it is kept, so that it is there again after a restart."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from app.hub.messages import Download, Failed, Stage
from app.hub.repository_files import RepositoryFile

_log = logging.getLogger(__name__)

DownloadState: TypeAlias = Literal["waiting", "running", "paused", "failed", "done"]
"""`paused`: by the user, by the end of the program, or because the disk is full; it goes on where it was."""


class DownloadRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One model that was to be fetched.

    Attributes:
        label: The quantisation; empty for a repository's own weights.
        folder: The cache that it goes to.
        path: With `done`: what can be loaded.
        failure: Why it does not go on, where something has stopped it.
        name: The file that is being worked on; `stage` what is done with it.
    """

    id: str
    repository: str
    commit: str
    label: str
    files: list[RepositoryFile]
    folder: str
    state: DownloadState = "waiting"
    received_bytes: int = 0
    path: str = ""
    failure: Failed | None = None
    name: str = ""
    stage: Stage = "receiving"

    @property
    def total_bytes(self) -> int:
        """Of all files."""
        return sum(file.size_bytes for file in self.files)

    @property
    def title(self) -> str:
        """What the user knows it by."""
        return f"{self.repository} · {self.label}" if self.label else self.repository

    def request(self) -> Download:
        """What fetches it."""
        return Download(repository=self.repository, commit=self.commit, files=self.files, folder=self.folder)

    def is_same(self, other: DownloadRecord) -> bool:
        """Whether both want the same files."""
        return (self.repository, self.commit, self.folder, self.files) == (
            *(other.repository, other.commit, other.folder),
            other.files,
        )


class DownloadFile:
    """The file that keeps the list; a damaged one is set aside."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> list[DownloadRecord]:
        """What was written last; what ran then is paused now."""
        try:
            records = msgspec.json.decode(self._path.read_bytes(), type=list[DownloadRecord])
        except FileNotFoundError:
            return []
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            _log.warning("The list of downloads could not be read: %s", error)
            self._set_aside()
            return []
        return [
            msgspec.structs.replace(each, state="paused") if each.state in ("running", "waiting") else each
            for each in records
        ]

    def save(self, records: Iterable[DownloadRecord]) -> None:
        """Write the whole list; a failure is logged, since the files themselves are not touched by it."""
        temporary = self._path.with_name(self._path.name + ".new")
        try:
            with temporary.open("wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(list(records))))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self._path)
        except OSError as error:
            _log.warning("The list of downloads could not be saved: %s", error)

    def _set_aside(self) -> None:
        try:
            self._path.replace(self._path.with_name(self._path.name + ".damaged"))
        except OSError:
            pass  # the next save tells
