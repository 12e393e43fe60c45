from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.conversation import Message
from app.errors import StorageError
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.store.files import connect, is_suspect
from app.store.migrations import MIGRATIONS
from tests.app.store.damage import overwrite, pages_of


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
    (found,) = ConversationStore(database).search("ravel")
    assert found.title == "Travel plans", "what was there before the index is in the index"
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


def test_a_newer_schema_can_be_read_and_is_left_alone(tmp_path: Path) -> None:
    newer = opened(tmp_path)
    add_title(newer, "From the future")
    newer.write(lambda db: db.execute("ALTER TABLE conversations ADD COLUMN mood TEXT NOT NULL DEFAULT 'good'"))
    newer.write(lambda db: db.execute("DROP TABLE presets"))
    newer.write(lambda db: db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}"))
    newer.close()
    before = (tmp_path / "conversations.db").read_bytes()

    database = opened(tmp_path)

    assert "newer version of Kvasir" in database.warning and not database.is_saved
    assert titles(database) == ["From the future"]
    assert [c.title for c in ConversationStore(database).search("future")] == ["From the future"]
    add_title(database, "new")
    with pytest.raises(StorageError, match="Export what you want to keep"):
        database.save()
    database.close()
    assert (tmp_path / "conversations.db").read_bytes() == before


def write_protected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives nobody a file to write to; a superuser, as some run tests, is given any otherwise."""
    monkeypatch.setattr("app.store.database.connect", lambda path, read_only=False: connect(path, read_only=True))


def test_a_write_protected_file_is_read_and_what_is_new_is_saved_when_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opened(tmp_path)
    add_title(old, "old")
    old.close()
    with monkeypatch.context() as patch:
        write_protected(patch)
        database = opened(tmp_path)
        assert "the file is write-protected" in database.warning and not database.is_saved
        assert titles(database) == ["old"]
        add_title(database, "new")
        with pytest.raises(StorageError, match="still cannot be saved"):
            database.save()
    database.save()
    assert database.is_saved
    database.close()
    database = opened(tmp_path)
    assert titles(database) == ["old", "new"] and database.warning == ""
    database.close()


def test_an_old_schema_that_is_write_protected_is_brought_up_to_date_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opened(tmp_path, steps=1)
    add_title(old, "old")
    old.close()
    before = (tmp_path / "conversations.db").read_bytes()
    write_protected(monkeypatch)
    database = opened(tmp_path)
    assert [c.title for c in ConversationStore(database).search("old")] == ["old"]
    database.close()
    assert (tmp_path / "conversations.db").read_bytes() == before
    assert not (tmp_path / "backups").exists()


def test_words_that_a_crash_left_beside_a_write_protected_file_are_read_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashed = opened(tmp_path)
    add_title(crashed, "only in the side file")
    for suffix in ("", "-wal"):
        name = f"conversations.db{suffix}"
        (tmp_path / "crashed").mkdir(exist_ok=True)
        (tmp_path / "crashed" / name).write_bytes((tmp_path / name).read_bytes())
    crashed.close()
    write_protected(monkeypatch)
    database = opened(tmp_path / "crashed")
    assert titles(database) == ["only in the side file"]
    database.close()


def test_a_damaged_file_that_is_write_protected_is_read_as_far_as_it_goes_and_never_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opened(tmp_path)
    for number in range(200):
        add_title(old, f"title {number} " + "x" * 100)
    old.close()
    path = tmp_path / "conversations.db"
    content = overwrite(path, pages_of(path, "conversations")[1:2])
    with monkeypatch.context() as patch:
        write_protected(patch)
        database = opened(tmp_path)
        assert 100 < len(titles(database)) < 200
        add_title(database, "new")
    database.save()
    assert "new" in titles(database)
    database.close()
    (damaged,) = tmp_path.glob("conversations.db.damaged-*")
    assert damaged.read_bytes() == content


def test_what_was_written_while_the_folder_was_missing_is_added_to_what_is_there(tmp_path: Path) -> None:
    old = opened(tmp_path)
    ConversationStore(old).rename(ConversationStore(old).create().id, "old")
    old.close()
    away = tmp_path.with_name(tmp_path.name + "-away")
    tmp_path.rename(away)
    tmp_path.write_text("in the way")
    database = opened(tmp_path)
    store = ConversationStore(database)
    assert not database.is_saved and titles(database) == []
    new = store.create()
    store.add(Message("m", new.id, None, "user", "walrus", 1.0), title="new")
    tmp_path.unlink()
    away.rename(tmp_path)
    assert {c.title for c in store.conversations()} == {"new"}
    database.save()
    assert {c.title for c in store.conversations()} == {"new", "old"}
    assert [c.id for c in store.search("walrus")] == [new.id]
    store.close()


def test_a_database_without_a_file_says_so_when_it_is_to_be_saved() -> None:
    database = Database.in_memory()
    with pytest.raises(StorageError, match="have no file"):
        database.save()
    database.close()


def test_a_big_file_is_checked_after_a_crash_and_not_after_a_clean_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.files._ALWAYS_CHECKED_BYTES", 0)
    path = tmp_path / "conversations.db"
    database = opened(tmp_path)
    assert is_suspect(path), "as long as it is open"
    add_title(database, "title")
    database.close()
    assert not is_suspect(path)


def test_damage_that_is_met_while_reading_is_looked_into_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.files._ALWAYS_CHECKED_BYTES", 0)
    database = opened(tmp_path)
    for number in range(200):
        add_title(database, f"title {number} " + "x" * 100)
    database.close()
    path = tmp_path / "conversations.db"
    overwrite(path, pages_of(path, "conversations")[1:2])
    database = opened(tmp_path)
    with pytest.raises(StorageError, match="cannot be read"):
        titles(database)
    database.close()
    database = opened(tmp_path)
    assert "were damaged" in database.warning
    assert 100 < len(titles(database)) < 200
    database.close()


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
    database = opened(tmp_path)
    assert f"cannot be saved to {tmp_path / 'conversations.db'}" in database.warning
    assert not database.is_saved
    database.close()


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


def test_whoever_hears_of_the_full_disk_finds_what_was_being_written(tmp_path: Path) -> None:
    disk = FullDisk(tmp_path)
    found: list[int] = []
    disk.database.on_trouble = lambda _sentence: found.append(len(titles(disk.database)))
    written = 1
    while not found:
        add_title(disk.database, "x" * 1000)
        written += 1
    assert found == [written]
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
