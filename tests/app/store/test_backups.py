from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from app.errors import StorageError
from app.store import backups
from app.store.backups import back_up_daily
from app.store.conversation_store import ConversationStore
from app.store.database import Database


@pytest.fixture
def store(tmp_path: Path):
    store = ConversationStore(Database.open(tmp_path / "conversations.db", tmp_path / "backups"))
    yield store
    store.close()


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "backups").iterdir())


def test_there_is_one_copy_a_day_with_what_was_written_until_then(store: ConversationStore, tmp_path: Path) -> None:
    conversation = store.create()
    assert store.database.back_up_daily()
    store.create()
    assert not store.database.back_up_daily()
    (name,) = copies(tmp_path)
    copy = sqlite3.connect(tmp_path / "backups" / name)
    assert copy.execute("SELECT id FROM conversations").fetchall() == [(conversation.id,)]
    assert copy.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    copy.close()


def test_a_day_on_which_nothing_was_written_leaves_no_copy(store: ConversationStore, tmp_path: Path) -> None:
    path, folder = tmp_path / "conversations.db", tmp_path / "backups"
    store.create()
    assert back_up_daily(path, folder, "20300101")
    assert not back_up_daily(path, folder, "20300102")
    store.rename(store.create().id, "new")
    newest = folder / "conversations-daily-20300101.db"
    os.utime(newest, (1, 1))
    assert back_up_daily(path, folder, "20300103")


def test_a_week_of_copies_is_kept_and_those_from_before_changes_of_the_schema_too(
    store: ConversationStore, tmp_path: Path
) -> None:
    store.create()
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "conversations-schema-3-20290101T000000.db").touch()
    for day in range(1, 11):
        for file in folder.iterdir():
            os.utime(file, (1, 1))
        assert back_up_daily(tmp_path / "conversations.db", folder, f"203001{day:02}")
    assert copies(tmp_path) == [
        *(f"conversations-daily-203001{day:02}.db" for day in range(4, 11)),
        "conversations-schema-3-20290101T000000.db",
    ]


def test_of_a_big_library_fewer_copies_are_kept_but_two(
    store: ConversationStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_KEPT_BYTES", 1)
    store.create()
    for day in range(1, 5):
        for file in (tmp_path / "backups").glob("*"):
            os.utime(file, (1, 1))
        back_up_daily(tmp_path / "conversations.db", tmp_path / "backups", f"203001{day:02}")
    assert copies(tmp_path) == ["conversations-daily-20300103.db", "conversations-daily-20300104.db"]


def test_a_copy_can_be_made_by_another_thread_while_the_program_writes(
    store: ConversationStore, tmp_path: Path
) -> None:
    store.create()
    done: list[bool] = []
    thread = threading.Thread(target=lambda: done.append(store.database.back_up_daily()))
    thread.start()
    for _ in range(20):
        store.rename(store.create().id, "written meanwhile")
    thread.join()
    assert done == [True]
    assert len(store.conversations()) >= 20


def test_a_file_that_turns_out_to_be_damaged_replaces_no_copy_and_is_renewed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, folder = tmp_path / "conversations.db", tmp_path / "backups"
    store = ConversationStore(Database.open(path, folder))
    for number in range(200):
        store.rename(store.create().id, f"{number} " + "x" * 200)
    store.close()
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 9000] = b"\xaa" * 9000
    path.write_bytes(content)
    monkeypatch.setattr("app.store.files._ALWAYS_CHECKED_BYTES", 0)

    database = Database.open(path, folder)
    assert database.warning == "", "a big file is not read from end to end at each start"
    with pytest.raises(StorageError, match="Close Kvasir and start it again"):
        database.back_up_daily()
    assert copies(tmp_path) == []
    database.close()
    database = Database.open(path, folder)
    assert "were damaged" in database.warning
    database.close()
    database = Database.open(path, folder)
    assert database.warning == ""
    database.close()


def test_a_folder_that_cannot_be_written_is_a_sentence(store: ConversationStore, tmp_path: Path) -> None:
    store.create()
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(StorageError, match="Today's copy of your conversations cannot be made in"):
        store.database.back_up_daily()


def test_nothing_is_copied_of_what_is_in_memory_only() -> None:
    database = Database.in_memory()
    assert not database.back_up_daily()
    database.close()
