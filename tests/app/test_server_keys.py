"""Keys in the system's keyring, and where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.notices import Notice, Notices
from app.server_keys import ServerKeys
from app.tasks import Tasks
from tests.app.keyring_in_memory import InMemory, Nowhere, used

WAIT_MS = 10_000


@pytest.fixture
def tasks(qapp: QObject) -> Iterator[Tasks]:
    tasks = Tasks()
    yield tasks
    assert tasks.close(WAIT_MS)


def fetched(keys: ServerKeys, qtbot: QtBot) -> str | None:
    called: list[bool] = []
    keys.fetch("1", lambda: called.append(True))
    qtbot.waitUntil(lambda: bool(called), timeout=WAIT_MS)
    return keys.known("1")


def test_a_key_is_found_by_the_next_program(tasks: Tasks, qtbot: QtBot) -> None:
    with used(InMemory()) as backend:
        keys = ServerKeys(tasks, Notices())
        keys.keep("1", "secret", "Office")
        qtbot.waitUntil(lambda: backend.passwords == {("kvasir", "1"): "secret"}, timeout=WAIT_MS)
        assert fetched(ServerKeys(tasks, Notices()), qtbot) == "secret"


def test_a_server_without_a_key_has_an_empty_one(tasks: Tasks, qtbot: QtBot) -> None:
    with used(InMemory()):
        keys = ServerKeys(tasks, Notices())
        assert keys.known("1") is None
        assert fetched(keys, qtbot) == ""


def test_a_forgotten_key_is_in_no_keyring_any_more(tasks: Tasks, qtbot: QtBot) -> None:
    with used(InMemory()) as backend:
        keys = ServerKeys(tasks, Notices())
        keys.keep("1", "secret", "Office")
        keys.forget("1")
        qtbot.waitUntil(lambda: not backend.passwords, timeout=WAIT_MS)
        assert keys.known("1") is None


def test_without_a_keyring_a_key_holds_for_this_session_and_that_is_said(tasks: Tasks, qtbot: QtBot) -> None:
    notices = Notices()
    posted: list[Notice] = []
    notices.posted.connect(posted.append)
    with used(Nowhere()):
        keys = ServerKeys(tasks, notices)
        assert fetched(keys, qtbot) == ""
        keys.keep("1", "secret", "Office")
        qtbot.waitUntil(lambda: bool(posted), timeout=WAIT_MS)
    assert keys.known("1") == "secret"
    assert "The key of Office could not be put into the system's keyring" in posted[0].sentence
    assert "It holds until you close Kvasir." in posted[0].sentence
    assert "secret" not in posted[0].sentence


def test_a_key_that_is_kept_while_the_old_one_is_fetched_stays(tasks: Tasks, qtbot: QtBot) -> None:
    with used(InMemory()) as backend:
        backend.passwords["kvasir", "1"] = "old"
        keys = ServerKeys(tasks, Notices())
        called: list[bool] = []
        keys.fetch("1", lambda: called.append(True))
        keys.keep("1", "new", "Office")
        qtbot.waitUntil(lambda: bool(called), timeout=WAIT_MS)
        assert keys.known("1") == "new"
