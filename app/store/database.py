"""The database file: opened, checked and migrated; and when the disk fails, carried on in memory."""

from __future__ import annotations

import contextlib
import logging
import os.path
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.errors import NewerSchemaError, StorageError
from app.store import backups as copies
from app.store.files import (
    NOT_A_DATABASE,
    clear_suspicion,
    code,
    configured,
    connect,
    in_plain_words,
    is_sound,
    is_suspect,
    is_trouble_of_the_disk,
    mark_suspect,
    reading,
)
from app.store.migrations import MIGRATIONS, Migration
from app.store.salvage import bring_over, renew
from app.store.schema import migrate, refuse_newer, version_of
from app.store.writing import writer
from app.translation import mark, tr

if TYPE_CHECKING:
    import sqlite_utils

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

_MEMORY = ":memory:"
_CANNOT_BE_SAVED = mark("These conversations have no file that they could be saved to.")


class Database:
    """Owner of the one connection.

    When a write fails because of the disk, the whole database is copied into memory, the write is done there, and
    `on_trouble` is called with a sentence: the chat goes on and nothing is lost while the program runs. `save` brings
    the copy back to the disk. Errors of another kind are our own and are raised as they are.

    Attributes:
        warning: What the user should know about how it was opened; empty if nothing.
        on_trouble: Called at most once for each time that the disk failed.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None, backups: Path | None, warning: str) -> None:
        self._connection = connection
        self._writer: sqlite_utils.Database | None = None
        self._path = path
        self._backups = backups
        self._in_memory = False
        self._is_whole = True  # what is in memory holds all that is in the file
        self._refusal = tr(_CANNOT_BE_SAVED)
        self.warning = warning
        self.on_trouble: Callable[[str], None] = _log.warning

    @classmethod
    def open(cls, path: Path, backups: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Database:
        """Open the file, or create it, and bring its schema up to date; see `warning` and `is_saved`.

        What can be read of a damaged file is brought into a new one, and the damaged one is set aside. A file that
        cannot be written is read into memory, as is one that a newer version wrote; of one that cannot be read nothing
        is there, and `save` adds to it what was written since. Raises `StorageError` where the schema cannot be brought
        up to date, with the file left as it is.
        """
        path = Path(os.path.realpath(path))  # its side files lie beside it, not beside a link to it
        try:
            return cls._open_to_write(path, backups, migrations)
        except NewerSchemaError as error:
            database = cls._read_instead(path, backups, migrations, error.sentence)
            database._path = None
            database._refusal = tr(
                "Nothing is written to {path}, which belongs to a newer version of Kvasir. Export what you want to "
                "keep, or install that version."
            ).format(path=path)
            return database
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, sqlite3.Error) and not is_trouble_of_the_disk(error):
                raise StorageError(
                    tr("The conversations in {path} cannot be opened: {error}.").format(path=path, error=error)
                ) from error
            return cls._read_instead(path, backups, migrations, _kept_in_memory(path, error))

    @classmethod
    def in_memory(cls) -> Database:
        """A database that is gone when the program ends."""
        connection = configured(sqlite3.connect(_MEMORY))
        migrate(connection, MIGRATIONS, None, None)
        database = cls(connection, None, None, "")
        database._in_memory = True
        return database

    @property
    def is_saved(self) -> bool:
        """Whether what is written goes to the disk."""
        return not self._in_memory

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """The result of a query, which writes nothing. Raises `StorageError` if the disk fails."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except sqlite3.DatabaseError as error:
            if is_trouble_of_the_disk(error):
                self._suspect(error)
                raise StorageError(
                    tr("The conversations in {path} cannot be read: {error}.").format(path=self._path, error=error)
                ) from error
            raise

    def state(self) -> object:
        """Another value when another connection has written, or another database has taken this one's place."""
        return self._connection, self.rows("PRAGMA data_version")[0][0]

    def write(self, work: Callable[[sqlite_utils.Database], _T]) -> _T:
        """Run `work` as one transaction; it is on the disk when this returns. `work` may run twice."""
        try:
            return self._in_one(work)
        except sqlite3.DatabaseError as error:
            if self._in_memory or not is_trouble_of_the_disk(error):
                raise
            self._suspect(error)
            self._move_to_memory(error)
            sentence = _kept_in_memory(self._path, error)
        try:
            return self._in_one(work)
        finally:
            self.on_trouble(sentence)  # last: whoever is told may look at what was written

    def save(self) -> None:
        """Bring back to the disk what is only in memory; no effect if nothing is. Raises `StorageError`."""
        if not self._in_memory:
            return
        if self._path is None or self._backups is None:
            raise StorageError(self._refusal)
        try:
            disk = self._copied_over() if self._is_whole else self._added_to(self._path, self._backups)
        except (sqlite3.Error, OSError) as error:
            sentence = tr("The conversations still cannot be saved to {path}: {error}.").format(
                path=self._path, error=in_plain_words(error)
            )
            raise StorageError(sentence) from error
        self._connection.close()
        self._take(disk)
        self._in_memory = False
        self._is_whole = True

    def back_up_daily(self) -> bool:
        """Copy the file into the folder of backups, once a day; says whether it did. For any thread.

        Raises `StorageError` where that fails, and where the file turns out to be damaged.
        """
        if self._in_memory or self._path is None or self._backups is None:
            return False
        return copies.back_up_daily(self._path, self._backups)

    def close(self) -> None:
        """Close the connection; the database cannot be used afterwards."""
        self._connection.close()

    @classmethod
    def _open_to_write(cls, path: Path, backups: Path, migrations: Sequence[Migration]) -> Database:
        warning = ""
        in_full = is_suspect(path)
        connection = connect(path)
        try:
            if not is_sound(connection, in_full):
                connection.close()
                warning = renew(path, backups)
                connection = connect(path)
            if in_full:
                clear_suspicion(path)
            refuse_newer(connection, migrations, path)
            _try_to_write(configured(connection))
            migrate(connection, migrations, path, backups)
        except BaseException:
            connection.close()
            raise
        return cls(connection, path, backups, warning)

    @classmethod
    def _read_instead(cls, path: Path, backups: Path, migrations: Sequence[Migration], sentence: str) -> Database:
        """The file's content in memory."""
        _log.error("%s", sentence)
        database: Database | None = None
        try:
            with reading(path) as source:
                database = cls._page_by_page(source, migrations)
                if database is None:
                    database = cls.in_memory()
                    database._is_whole = False
                    database.write(lambda db: bring_over([source], db))
        except (sqlite3.Error, OSError) as error:
            database = cls.in_memory()
            database._is_whole = False
            if path.exists():
                sentence += " " + tr("What is in it cannot be read: {error}.").format(error=in_plain_words(error))
        database._path, database._backups, database.warning = path, backups, sentence
        return database

    @classmethod
    def _page_by_page(cls, source: sqlite3.Connection, migrations: Sequence[Migration]) -> Database | None:
        """A copy in memory; None of a database that is damaged or newer."""
        memory = sqlite3.connect(_MEMORY)
        source.backup(memory)
        if not is_sound(memory, in_full=True) or version_of(memory) > len(migrations):
            memory.close()
            return None
        migrate(configured(memory), migrations, None, None)
        database = cls(memory, None, None, "")
        database._in_memory = True
        return database

    def _copied_over(self) -> sqlite3.Connection:
        assert self._path is not None
        with contextlib.ExitStack() as on_failure:
            disk = connect(self._path)
            on_failure.callback(disk.close)
            self._connection.backup(disk)
            configured(disk)
            on_failure.pop_all()
        return disk

    def _added_to(self, path: Path, backups: Path) -> sqlite3.Connection:
        disk = Database.open(path, backups)
        try:
            if not disk.is_saved:
                raise StorageError(disk.warning)
            disk.write(lambda db: bring_over([self._connection], db))
        except BaseException:
            disk.close()
            raise
        return disk._connection

    def _in_one(self, work: Callable[[sqlite_utils.Database], _T]) -> _T:
        """Run `work` as one transaction."""
        if self._writer is None:
            self._writer = writer(self._connection)
        with self._writer.atomic():
            return work(self._writer)

    def _take(self, connection: sqlite3.Connection) -> None:
        self._connection, self._writer = connection, None

    def _suspect(self, error: sqlite3.DatabaseError) -> None:
        if self._path is not None and code(error) in NOT_A_DATABASE:
            mark_suspect(self._path)

    def _move_to_memory(self, cause: sqlite3.DatabaseError) -> None:
        _log.error("%s failed, conversations are kept in memory: %s", self._path, cause)
        memory = sqlite3.connect(_MEMORY)
        self._connection.backup(memory)
        self._connection.close()
        self._take(configured(memory))
        self._in_memory = True


def _kept_in_memory(path: Path | None, cause: sqlite3.Error | OSError) -> str:
    return tr(
        "Your conversations cannot be saved to {path}: {cause}. They are kept in memory: make room or give "
        "back access, then save them before you close Kvasir."
    ).format(path=path, cause=in_plain_words(cause, path))


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Notice a file that is write-protected now, and not when the first words are typed."""
    connection.execute("BEGIN IMMEDIATE")  # which succeeds in any case
    try:
        connection.execute(f"PRAGMA user_version = {version_of(connection)}")
    finally:
        connection.execute("ROLLBACK")
