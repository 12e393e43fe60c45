"""The database file: opened, checked and migrated; and when the disk fails, carried on in memory."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import sqlite_utils

from app.errors import NewerSchemaError, StorageError
from app.store.migrations import MIGRATIONS, Migration

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

_BUSY_TIMEOUT_SECONDS = 5.0
_NOT_A_DATABASE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_TROUBLE_OF_THE_DISK = _NOT_A_DATABASE | {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


class Database:
    """Owner of the one connection.

    When a write fails because of the disk, the whole database is copied into memory, the write is done there, and
    `on_trouble` is called with a sentence: the chat goes on and nothing is lost while the program runs. `save` brings
    the copy back to the disk. Errors of another kind are our own and are raised as they are.

    Attributes:
        warning: What the user should know about how it was opened; empty if nothing.
        on_trouble: Called at most once for each time that the disk failed.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None, warning: str = "") -> None:
        self._db = sqlite_utils.Database(connection)
        self._path = path
        self._in_memory = path is None
        self.warning = warning
        self.on_trouble: Callable[[str], None] = _log.warning

    @classmethod
    def open(cls, path: Path, backups: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Database:
        """Open the file, or create it, and bring its schema up to date.

        A damaged file is set aside and an empty one is opened in its place; see `warning`. Raises `NewerSchemaError`
        and `StorageError`, with the file left as it is.
        """
        warning = ""
        try:
            connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_SECONDS)
            try:
                if not _is_sound(connection):
                    connection.close()
                    warning = _set_aside(path)
                    connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_SECONDS)
                _migrate(_configured(connection), migrations, path, backups)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
            raise StorageError(f"The conversations in {path} cannot be opened: {error}.") from error
        except OSError as error:
            raise StorageError(f"The conversations in {path} cannot be opened: {error.strerror}.") from error
        return cls(connection, path, warning)

    @classmethod
    def in_memory(cls) -> Database:
        """A database that is gone when the program ends."""
        connection = _configured(sqlite3.connect(":memory:"))
        _migrate(connection, MIGRATIONS, None, None)
        return cls(connection, None)

    @property
    def is_saved(self) -> bool:
        """Whether what is written goes to the disk."""
        return not self._in_memory

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """The result of a query."""
        try:
            return self._db.execute(sql, parameters).fetchall()  # type: ignore[no-any-return]  # sqlite_utils is untyped here
        except sqlite3.DatabaseError as error:
            if _is_trouble_of_the_disk(error):
                raise StorageError(f"The conversations in {self._path} cannot be read: {error}.") from error
            raise

    def write(self, work: Callable[[sqlite_utils.Database], _T]) -> _T:
        """Run `work` as one transaction; it is on the disk when this returns. `work` may run twice."""
        try:
            with self._db.atomic():
                return work(self._db)
        except sqlite3.DatabaseError as error:
            if self._in_memory or not _is_trouble_of_the_disk(error):
                raise
            self._move_to_memory(error)
        with self._db.atomic():
            return work(self._db)

    def save(self) -> None:
        """Bring back to the disk what is only in memory; no effect if nothing is. Raises `StorageError`."""
        if not self._in_memory:
            return
        if self._path is None:
            raise StorageError("These conversations have no file that they could be saved to.")
        try:
            disk = sqlite3.connect(self._path, timeout=_BUSY_TIMEOUT_SECONDS)
            try:
                self._db.conn.backup(disk)
                _configured(disk)
            except BaseException:
                disk.close()
                raise
        except sqlite3.Error as error:
            raise StorageError(f"The conversations still cannot be saved to {self._path}: {error}.") from error
        self._db.close()
        self._db = sqlite_utils.Database(disk)
        self._in_memory = False

    def close(self) -> None:
        """Close the connection; the database cannot be used afterwards."""
        self._db.close()

    def _move_to_memory(self, cause: sqlite3.DatabaseError) -> None:
        _log.error("%s failed, conversations are kept in memory: %s", self._path, cause)
        memory = sqlite3.connect(":memory:")
        self._db.conn.backup(memory)
        self._db.close()
        self._db = sqlite_utils.Database(_configured(memory))
        self._in_memory = True
        self.on_trouble(
            f"Your conversations cannot be saved to {self._path}: {_in_plain_words(cause)}. "
            "They are kept in memory: make room or give back access, then save them before you close Kvasir."
        )


def _configured(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_mode = WAL")
    # NORMAL would lose the last commits of a WAL at a power cut; the user's words are worth the wait.
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _is_sound(connection: sqlite3.Connection) -> bool:
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError as error:
        if _code(error) in _NOT_A_DATABASE:
            return False
        raise


def _set_aside(path: Path) -> str:
    damaged = path.with_name(f"{path.name}.damaged-{_now()}")
    for suffix in ("-wal", "-shm", ""):
        source = path.with_name(path.name + suffix)
        if source.exists():
            source.replace(damaged.with_name(damaged.name + suffix))
    return (
        f"The conversations in {path} are damaged. The file was set aside as {damaged.name} and a new one was begun; "
        f"older copies are in the folder “backups” beside it."
    )


def _migrate(
    connection: sqlite3.Connection, migrations: Sequence[Migration], path: Path | None, backups: Path | None
) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(migrations):
        raise NewerSchemaError(
            f"The conversations in {path} were written by a newer version of Kvasir and are left as they are. "
            "Install that version to see them."
        )
    db = sqlite_utils.Database(connection)
    for step in range(version, len(migrations)):
        if version and backups is not None:  # a file that is new has nothing to lose
            _back_up(connection, backups / f"conversations-schema-{step}-{_now()}.db")
        with db.atomic():
            migrations[step](db)
            db.execute(f"PRAGMA user_version = {step + 1}")


def _back_up(connection: sqlite3.Connection, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    finally:
        copy.close()


def _now() -> str:
    return time.strftime("%Y%m%dT%H%M%S")


def _code(error: sqlite3.Error) -> int:
    """The primary result code; an extended one has more in its upper bits."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _is_trouble_of_the_disk(error: sqlite3.Error) -> bool:
    return _code(error) in _TROUBLE_OF_THE_DISK


def _in_plain_words(error: sqlite3.Error) -> str:
    return {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_READONLY: "the file is write-protected",
        sqlite3.SQLITE_BUSY: "another program holds the file",
        sqlite3.SQLITE_IOERR: "the drive reports an error",
        sqlite3.SQLITE_CORRUPT: "the file is damaged",
    }.get(_code(error), str(error))
