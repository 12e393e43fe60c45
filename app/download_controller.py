"""Fetches models from the Hub, one after the other, and keeps the list of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.conversation import new_id
from app.hub.download_list import DownloadFile, DownloadRecord
from app.hub.fault_sentences import sentence
from app.hub.messages import AnyReply, Downloaded, Failed, Progress, RepositoryFacts
from app.hub.places import repository_folder
from app.hub.process import HubProcess
from app.hub.repository_files import Variant
from app.notices import Notices

_FILE = "downloads.json"
_PAUSED_BY = frozenset({"no_space", "connection", "server", "busy", "offline"})
"""What passes: the download is whole so far, and waits."""


class DownloadController(QObject):
    """The list, the newest first, and the child process that works on one of it at a time.

    To pause means to end that process: what it has written is where the next one goes on.
    """

    changed = Signal()
    completed = Signal(object)  # DownloadRecord

    def __init__(self, data_folder: Path, notices: Notices, argv: Sequence[str] = ()) -> None:
        super().__init__()
        self._file = DownloadFile(data_folder / _FILE)
        self._notices = notices
        self._records = self._file.load()
        self._process = HubProcess(argv)
        self._process.replied.connect(self._on_reply)
        self._running_id = ""

    def downloads(self) -> tuple[DownloadRecord, ...]:
        """All, the newest first."""
        return tuple(self._records)

    def download(self, download_id: str) -> DownloadRecord | None:
        """None for one that is not on the list."""
        return next((each for each in self._records if each.id == download_id), None)

    def start(self, facts: RepositoryFacts, variant: Variant) -> DownloadRecord:
        """Fetch a model, as soon as those before it are done; one that is on the list goes on."""
        wanted = DownloadRecord(
            id=new_id(),
            repository=facts.summary.name,
            commit=facts.commit,
            label=variant.label,
            files=list(variant.files),
            folder=facts.folder,
        )
        known = next((each for each in self._records if each.is_same(wanted)), None)
        if known is None:
            self._records.insert(0, wanted)
        else:
            wanted = known
            self._replace(wanted.id, state="waiting", failure=None)
        self._next()
        return wanted

    def pause(self, download_id: str) -> None:
        """Stop one that runs or waits; no effect on others."""
        record = self.download(download_id)
        if record is None or record.state not in ("running", "waiting"):
            return
        if record.state == "running":
            self._end_process()
        self._replace(download_id, state="paused", failure=None)
        self._next()

    def pause_all_of(self, repository: str) -> None:
        """Stop all that belong to a repository."""
        for record in self._records:
            if record.repository == repository:
                self.pause(record.id)

    def resume(self, download_id: str) -> None:
        """Go on with one that was paused or has failed; no effect on others."""
        record = self.download(download_id)
        if record is not None and record.state in ("paused", "failed"):
            self._replace(download_id, state="waiting", failure=None)
            self._next()

    def remove(self, download_id: str) -> None:
        """Take one off the list; of an unfinished one the half files are deleted, whole ones stay in the cache."""
        record = self.download(download_id)
        if record is None:
            return
        self.pause(download_id)
        if record.state != "done":
            _delete_halves(record)
        self._records = [each for each in self._records if each.id != download_id]
        self._tell()

    def close(self) -> None:
        """Pause what runs, and keep the list."""
        self._end_process()
        self._file.save(self._records)

    def _next(self) -> None:
        waiting = [each for each in self._records if each.state == "waiting"]
        if not self._running_id and waiting:
            record = waiting[-1]
            self._running_id = record.id
            self._replace(record.id, state="running", stage="receiving", name="")
            self._process.send(record.request())
        else:
            QTimer.singleShot(0, self, self._end_if_idle)  # not here: this may be called while the child is read
            self._tell()

    def _end_if_idle(self) -> None:
        if not self._running_id:
            self._process.end()

    def _on_reply(self, reply: AnyReply) -> None:
        running = self._running_id
        if isinstance(reply, Progress):
            self._change(running, received_bytes=reply.received_bytes, name=reply.name, stage=reply.stage)
            self.changed.emit()
            return
        self._running_id = ""
        if isinstance(reply, Downloaded):
            self._on_downloaded(running, reply)
        elif isinstance(reply, Failed):
            self._on_failed(running, reply)
        self._next()

    def _on_downloaded(self, download_id: str, reply: Downloaded) -> None:
        record = self.download(download_id)
        assert record is not None
        ggufs = [file.name for file in record.files if file.name.lower().endswith(".gguf")]
        path = Path(reply.path, *ggufs[0].split("/")) if ggufs else Path(reply.path)
        self._replace(download_id, state="done", received_bytes=record.total_bytes, path=str(path))
        done = self.download(download_id)
        assert done is not None
        self.completed.emit(done)

    def _on_failed(self, download_id: str, reply: Failed) -> None:
        state = "paused" if reply.code in _PAUSED_BY else "failed"
        self._replace(download_id, state=state, failure=reply)
        self._notices.post("warning", sentence(reply))

    def _end_process(self) -> None:
        self._process.end()
        self._running_id = ""

    def _replace(self, download_id: str, **changes: Any) -> None:
        self._change(download_id, **changes)
        self._tell()

    def _change(self, download_id: str, **changes: Any) -> None:
        self._records = [
            msgspec.structs.replace(each, **changes) if each.id == download_id else each for each in self._records
        ]

    def _tell(self) -> None:
        self._file.save(self._records)
        self.changed.emit()


def _delete_halves(record: DownloadRecord) -> None:
    blobs = repository_folder(Path(record.folder), record.repository) / "blobs"
    for file in record.files:
        if file.sha256:
            try:
                (blobs / f"{file.sha256}.incomplete").unlink(missing_ok=True)
            except OSError:
                pass  # another program may have it open; the manager of models shows it
