from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.errors import NewerSchemaError, StorageError
from app.store.database import Database
from app.store.migrations import MIGRATIONS


def opened(folder: Path, steps: int = len(MIGRATIONS)) -> Database:
    return Database.open(folder / "conversations.db", folder / "backups", MIGRATIONS[:steps])


def add_title(database: Database, title: str) -> None:
    database.write(
        lambda db: db.execute(
            "INSERT INTO conversations (id, title, title_is_default, created_at, updated_at, model_path) "
            "VALUES (?, ?, 0, 0, 0, '')",
            [title, title],
        )
    )


def titles(database: Database) -> list[str]:
    return [row["title"] for row in database.rows("SELECT title FROM conversations ORDER BY seq")]


def test_an_old_schema_opens_with_its_content_and_leaves_a_backup_of_each_step(tmp_path: Path) -> None:
    old = opened(tmp_path, steps=1)
    add_title(old, "Travel plans")
    old.close()

    database = opened(tmp_path)

    assert titles(database) == ["Travel plans"]
    found = database.rows("SELECT rowid FROM conversations_fts WHERE title MATCH 'ravel'")
    assert len(found) == 1, "what was there before the index is in the index"
    database.close()
    backups = sorted((tmp_path / "backups").iterdir())
    assert len(backups) == len(MIGRATIONS) - 1
    copy = sqlite3.connect(backups[0])
    assert copy.execute("SELECT title FROM conversations").fetchall() == [("Travel plans",)]
    assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    copy.close()


def test_opening_again_takes_no_step_twice(tmp_path: Path) -> None:
    opened(tmp_path).close()
    opened(tmp_path).close()
    assert not (tmp_path / "backups").exists()


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    old = opened(tmp_path, steps=1)
    add_title(old, "kept")
    old.close()

    def broken(db: object) -> None:
        MIGRATIONS[1](db)
        raise sqlite3.OperationalError("the lights went out")

    with pytest.raises(StorageError, match=r"conversations\.db"):
        Database.open(tmp_path / "conversations.db", tmp_path / "backups", [MIGRATIONS[0], broken])
    database = opened(tmp_path)
    assert titles(database) == ["kept"]
    database.close()


def test_a_newer_schema_is_refused_with_a_sentence_and_left_alone(tmp_path: Path) -> None:
    newer = opened(tmp_path)
    newer.write(lambda db: db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}"))
    newer.close()
    before = (tmp_path / "conversations.db").read_bytes()
    with pytest.raises(NewerSchemaError, match="newer version of Kvasir"):
        opened(tmp_path)
    assert (tmp_path / "conversations.db").read_bytes() == before


@pytest.mark.parametrize("content", [b"\x00" * 64_560, b"this is no database" * 1000])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "conversations.db").write_bytes(content)
    database = opened(tmp_path)
    assert titles(database) == []
    assert "damaged" in database.warning
    database.close()
    (damaged,) = tmp_path.glob("conversations.db.damaged-*")
    assert damaged.read_bytes() == content


def test_a_file_with_a_torn_page_is_noticed_at_the_start(tmp_path: Path) -> None:
    database = opened(tmp_path)
    for number in range(500):
        add_title(database, f"title {number}")
    database.close()
    path = tmp_path / "conversations.db"
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 8192] = b"\xaa" * 8192
    path.write_bytes(content)
    database = opened(tmp_path)
    assert "damaged" in database.warning
    database.close()


def test_a_folder_in_the_way_is_a_sentence_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "conversations.db").mkdir()
    with pytest.raises(StorageError, match=r"conversations\.db cannot be opened"):
        opened(tmp_path)


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    database = opened(tmp_path)
    assert database.rows("PRAGMA journal_mode")[0][0] == "wal"
    assert database.rows("PRAGMA synchronous")[0][0] == 2  # FULL
    database.close()


class FullDisk:
    """A database that may not grow beyond the pages it has, which is what SQLite sees of a full disk."""

    def __init__(self, folder: Path) -> None:
        self.database = opened(folder)
        self.sentences: list[str] = []
        self.database.on_trouble = self.sentences.append
        add_title(self.database, "before")
        pages = self.database.rows("PRAGMA page_count")[0][0]
        self.database.rows(f"PRAGMA max_page_count = {pages}")

    def fill(self) -> None:
        for number in range(200):
            add_title(self.database, f"{number} " + "x" * 1000)


def test_on_a_full_disk_everything_goes_on_in_memory_and_is_said_once(tmp_path: Path) -> None:
    disk = FullDisk(tmp_path)
    disk.fill()
    assert len(titles(disk.database)) == 201
    assert not disk.database.is_saved
    (sentence,) = disk.sentences
    assert "the disk is full" in sentence
    disk.database.close()


def test_what_was_kept_in_memory_is_on_the_disk_after_saving(tmp_path: Path) -> None:
    disk = FullDisk(tmp_path)
    disk.fill()
    disk.database.save()
    assert disk.database.is_saved
    add_title(disk.database, "after")
    disk.database.close()
    database = opened(tmp_path)
    assert len(titles(database)) == 202
    assert database.warning == ""
    database.close()


def test_saving_that_fails_keeps_what_is_in_memory(tmp_path: Path) -> None:
    disk = FullDisk(tmp_path)
    disk.fill()
    path = tmp_path / "conversations.db"
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    path.mkdir()
    with pytest.raises(StorageError, match="still cannot be saved"):
        disk.database.save()
    assert len(titles(disk.database)) == 201
    disk.database.close()


def test_our_own_mistakes_are_not_taken_for_trouble_of_the_disk(tmp_path: Path) -> None:
    database = opened(tmp_path)
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        database.write(lambda db: db.execute("INSERT INTO no_such VALUES (1)"))
    assert database.is_saved
    database.close()
