"""The list of downloads, with a child process that only says what the real one would do."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.download_controller import DownloadController
from app.hub.download_list import DownloadRecord
from app.hub.messages import RepositoryFacts, RepositorySummary
from app.hub.repository_files import RepositoryFile, variants
from app.notices import Notice, Notices
from tests.fakes import hub_child
from tests.fakes.hub_server import COMMIT, git_sha1

WEIGHTS = os.urandom(9 << 20)
WAIT_MS = 30_000
FAKE = (sys.executable, hub_child.__file__)


class Downloads:
    def __init__(self, folder: Path, cache: Path, qtbot: QtBot, argv: Sequence[str]) -> None:
        self.folder, self.cache, self.qtbot, self.argv = folder, cache, qtbot, argv
        self.told: list[Notice] = []
        self.open()

    def open(self) -> None:
        notices = Notices()
        notices.posted.connect(self.told.append)
        self.controller = DownloadController(self.folder, notices, self.argv)
        self.completed: list[object] = []
        self.controller.completed.connect(self.completed.append)

    def reopen(self) -> None:
        self.controller.close()
        self.open()

    def start(self, name: str, files: dict[str, bytes] | None = None) -> str:
        listed = [_listed(each, content) for each, content in (files or {"small.Q4_0.gguf": WEIGHTS}).items()]
        facts = RepositoryFacts(
            summary=RepositorySummary(name=name), commit=COMMIT, files=listed, folder=str(self.cache)
        )
        return self.controller.start(facts, variants(listed)[0]).id

    def record(self, download_id: str) -> DownloadRecord:
        record = self.controller.download(download_id)
        assert record is not None
        return record

    def wait(self, download_id: str, is_there: Callable[[DownloadRecord], bool]) -> DownloadRecord:
        self.qtbot.waitUntil(lambda: is_there(self.record(download_id)), timeout=WAIT_MS)
        return self.record(download_id)

    def wait_state(self, download_id: str, state: str) -> DownloadRecord:
        return self.wait(download_id, lambda record: record.state == state)

    def wait_bytes(self, download_id: str) -> None:
        self.wait(download_id, lambda record: record.received_bytes > record.total_bytes // 4)


def _listed(name: str, content: bytes) -> RepositoryFile:
    if len(content) < 4096:
        return RepositoryFile(name=name, size_bytes=len(content), git_sha1=git_sha1(content))
    return RepositoryFile(name=name, size_bytes=len(content), sha256=hashlib.sha256(content).hexdigest())


@pytest.fixture
def downloads(qapp: QObject, qtbot: QtBot, tmp_path: Path) -> Iterator[Downloads]:
    made = Downloads(tmp_path, tmp_path / "hub", qtbot, FAKE)
    yield made
    made.controller.close()


def test_a_download_ends_in_a_path_that_can_be_loaded(downloads: Downloads) -> None:
    download_id = downloads.start("org/name")
    record = downloads.wait_state(download_id, "done")
    assert record.received_bytes == record.total_bytes
    assert record.path == str(downloads.cache / "snapshot" / "small.Q4_0.gguf")
    assert record.title == "org/name · Q4_0"
    assert downloads.completed == [record]


def test_the_list_is_there_after_a_restart_and_waits_for_the_user(downloads: Downloads) -> None:
    done, held, waiting = downloads.start("org/name"), downloads.start("hold/it"), downloads.start("org/other")
    downloads.wait_bytes(held)
    downloads.reopen()
    assert [each.id for each in downloads.controller.downloads()] == [waiting, held, done]
    assert [each.state for each in downloads.controller.downloads()] == ["paused", "paused", "done"]
    assert downloads.record(held).received_bytes > 0
    downloads.controller.resume(waiting)
    downloads.wait_state(waiting, "done")


def test_the_second_waits_for_the_first(downloads: Downloads) -> None:
    first, second = downloads.start("hold/it"), downloads.start("org/other")
    downloads.wait_bytes(first)
    assert downloads.record(second).state == "waiting"
    downloads.controller.pause(first)
    downloads.wait_state(second, "done")
    assert downloads.record(first).state == "paused"


def test_asking_twice_for_the_same_is_one_download(downloads: Downloads) -> None:
    assert downloads.start("hold/it") == downloads.start("hold/it")
    assert len(downloads.controller.downloads()) == 1


@pytest.mark.parametrize(
    ("code", "state"),
    [("forbidden", "failed"), ("gated", "failed"), ("damaged", "failed"), ("server", "paused"), ("no_space", "paused")],
)
def test_what_passes_pauses_and_the_rest_fails_and_the_next_one_runs(
    downloads: Downloads, code: str, state: str
) -> None:
    download_id, other = downloads.start(f"fails-{code}/it"), downloads.start("org/other")
    record = downloads.wait_state(download_id, state)
    downloads.wait_state(other, "done")
    assert record.failure is not None and record.failure.code == code
    assert len(downloads.told) == 1 and "the hub" in downloads.told[0].sentence
    downloads.reopen()
    assert downloads.record(download_id).failure == record.failure


def test_one_that_is_taken_off_the_list_leaves_no_halves(downloads: Downloads) -> None:
    download_id = downloads.start("hold/it")
    blobs = downloads.cache / "models--hold--it" / "blobs"
    blobs.mkdir(parents=True)
    half, other = blobs / f"{hashlib.sha256(WEIGHTS).hexdigest()}.incomplete", blobs / "other.incomplete"
    half.write_bytes(WEIGHTS[:100])
    other.write_bytes(b"of another program")
    downloads.wait_bytes(download_id)
    downloads.controller.remove(download_id)
    assert downloads.controller.downloads() == ()
    assert list(blobs.iterdir()) == [other]


def test_a_child_that_dies_is_a_failure_that_can_be_tried_again(downloads: Downloads) -> None:
    download_id = downloads.start("dies/it")
    record = downloads.wait_state(download_id, "failed")
    assert record.failure is not None
    assert (record.failure.code, record.failure.detail) == ("internal", "the last words")
    downloads.controller.resume(download_id)
    assert downloads.record(download_id).state == "running"


def test_a_child_that_cannot_be_started_is_a_failure(downloads: Downloads) -> None:
    downloads.argv = ["/no/such/program"]
    downloads.reopen()
    record = downloads.wait_state(downloads.start("org/name"), "failed")
    assert record.failure is not None and record.failure.code == "internal"


def test_a_damaged_list_is_set_aside(tmp_path: Path, qapp: QObject) -> None:
    (tmp_path / "downloads.json").write_text("[{")
    controller = DownloadController(tmp_path, Notices(), FAKE)
    assert controller.downloads() == ()
    assert (tmp_path / "downloads.json.damaged").exists()
    controller.close()
