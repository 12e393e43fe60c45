from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.errors import KvasirError
from app.tasks import Tasks


@pytest.fixture
def tasks(qapp: QObject) -> Iterator[Tasks]:
    tasks = Tasks()
    yield tasks
    assert tasks.close(5_000)


class Owner(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.results: list[object] = []
        self.errors: list[str] = []
        self.threads: set[int] = set()

    def done(self, result: object) -> None:
        self.results.append(result)
        self.threads.add(threading.get_ident())

    def failed(self, error: KvasirError) -> None:
        self.errors.append(error.sentence)


def test_work_runs_elsewhere_and_its_result_arrives_here(tasks: Tasks, qtbot: QtBot) -> None:
    owner = Owner()
    tasks.run(owner, threading.get_ident, owner.done, owner.failed)
    qtbot.waitUntil(lambda: bool(owner.results))
    assert owner.results != [threading.get_ident()]
    assert owner.threads == {threading.get_ident()}


def test_trouble_arrives_as_its_sentence(tasks: Tasks, qtbot: QtBot) -> None:
    def work() -> None:
        raise KvasirError("The disk is full.")

    owner = Owner()
    tasks.run(owner, work, owner.done, owner.failed)
    qtbot.waitUntil(lambda: bool(owner.errors))
    assert owner.errors == ["The disk is full."]
    assert owner.results == []


def test_our_own_bug_is_loud_and_becomes_a_sentence(
    tasks: Tasks, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    owner = Owner()
    tasks.run(owner, lambda: 1 // 0, owner.done, owner.failed)
    qtbot.waitUntil(lambda: bool(owner.errors))
    assert "went wrong" in owner.errors[0]
    assert "ZeroDivisionError" in caplog.text


def test_nothing_is_delivered_after_the_owner_is_gone(tasks: Tasks, qtbot: QtBot) -> None:
    release = threading.Event()
    results: list[object] = []
    gone, living = Owner(), Owner()
    tasks.run(gone, release.wait, results.append, gone.failed)
    shiboken6.delete(gone)
    release.set()
    # Deliveries keep their order, so that this one comes after the other would have.
    tasks.run(living, lambda: release.wait() and "living", results.append, living.failed)
    qtbot.waitUntil(lambda: "living" in results)
    assert tasks.close(5_000)
    qtbot.wait(1)
    assert results == ["living"]


def test_nothing_is_delivered_after_closing(qapp: QObject, qtbot: QtBot) -> None:
    tasks = Tasks()
    owner = Owner()
    release = threading.Event()
    tasks.run(owner, release.wait, owner.done, owner.failed)
    assert not tasks.close(1), "the work is still running"
    release.set()
    assert tasks.close(5_000)
    qtbot.wait(0)
    assert owner.results == []
