"""Files of SQLite: their paths, their connections, and whether they are sound."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from app.store.folding import add_functions
from app.translation import tr

BUSY_TIMEOUT_SECONDS = 5.0
SIDE_FILES = ("-wal", "-shm")
NOT_A_DATABASE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_TROUBLE_OF_THE_DISK = NOT_A_DATABASE | {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
_ALWAYS_CHECKED_BYTES = 8 << 20
"""Checking so much takes some ten milliseconds."""
_LONGEST_BYTES = 500
"""SQLite takes 512 on systems other than Windows, those of its side files included; there it takes more."""
_LONG_CHARS = 240
"""Windows takes 260 characters for a path, and SQLite adds some for its side files."""


def system_path(path: str, windows: bool = sys.platform == "win32") -> str:
    r"""The path as the system takes it at any length: Windows wants `\\?\` before a long absolute one."""
    if not windows or len(path) < _LONG_CHARS or path.startswith("\\\\?\\"):
        return path
    path = path.replace("/", "\\")
    return "\\\\?\\UNC\\" + path[2:] if path.startswith("\\\\") else "\\\\?\\" + path


def connect(path: Path, read_only: bool = False) -> sqlite3.Connection:
    """A connection to a file, which is made if it is not there, unless it is only to be read."""
    # Quoted, or SQLite would take what follows a ? or # for options.
    uri = f"file:{quote(system_path(str(path.absolute())))}?mode={'ro' if read_only else 'rwc'}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_SECONDS)


def configured(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, set up for the program's use."""
    connection.row_factory = sqlite3.Row
    add_functions(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_mode = WAL")
    # NORMAL would lose the last commits of a WAL at a power cut; the user's words are worth the wait.
    connection.execute("PRAGMA synchronous = FULL")
    return connection


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that leaves the file as it is, and reads it where neither it nor its folder can be written."""
    with contextlib.closing(connect(path, read_only=True)) as connection:
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.Error as error:
            if code(error) in NOT_A_DATABASE:
                raise
        else:
            yield connection
            return
    # Side files that a crash left cannot be used without writing them.
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, path.name)
        shutil.copyfile(path, copy)
        wal = path.with_name(path.name + "-wal")
        if wal.exists():
            shutil.copyfile(wal, copy.with_name(wal.name))
        with contextlib.closing(connect(copy)) as connection:
            yield connection


def is_suspect(path: Path) -> bool:
    """Whether the file is to be checked in full: it was not closed, was found damaged, or is small anyway.

    Checking a big one takes seconds. The daily backup checks it too, in the background.
    """
    wal = path.with_name(path.name + "-wal")
    if _mark(path).exists() or (wal.exists() and wal.stat().st_size):
        return True
    return path.exists() and path.stat().st_size <= _ALWAYS_CHECKED_BYTES


def mark_suspect(path: Path) -> None:
    """Let the next start check the file in full."""
    with contextlib.suppress(OSError):  # a folder that cannot be written, or the disk is full
        _mark(path).touch()


def clear_suspicion(path: Path) -> None:
    """The file was checked."""
    with contextlib.suppress(OSError):
        _mark(path).unlink(missing_ok=True)


def is_sound(connection: sqlite3.Connection, in_full: bool) -> bool:
    """Whether this is a database, and with `in_full` whether all its pages are in order."""
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        return not in_full or bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError as error:
        if code(error) in NOT_A_DATABASE:
            return False
        raise


def code(error: sqlite3.Error) -> int:
    """The primary result code; an extended one has more in its upper bits."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def is_trouble_of_the_disk(error: sqlite3.Error) -> bool:
    """Whether the error comes from the file, the disk or the system, and not from what we asked for."""
    return code(error) in _TROUBLE_OF_THE_DISK


def in_plain_words(error: sqlite3.Error | OSError, path: Path | None = None) -> str:
    """What happened, as the end of a sentence; with the path, SQLite's silence about one that is too long is broken."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if path is not None and len(os.fsencode(path)) > _LONGEST_BYTES and code(error) == sqlite3.SQLITE_CANTOPEN:
        return tr("the path is longer than {count} bytes, which is more than the database can take").format(
            count=_LONGEST_BYTES
        )
    return {
        sqlite3.SQLITE_FULL: tr("the disk is full"),
        sqlite3.SQLITE_READONLY: tr("the file is write-protected"),
        sqlite3.SQLITE_CANTOPEN: tr("the file or its folder cannot be opened for writing"),
        sqlite3.SQLITE_BUSY: tr("another program holds the file"),
        sqlite3.SQLITE_IOERR: tr("the drive reports an error"),
        sqlite3.SQLITE_CORRUPT: tr("the file is damaged"),
        sqlite3.SQLITE_NOTADB: tr("the file is damaged"),
    }.get(code(error), str(error))


def move(source: Path, target: Path) -> None:
    """Rename a database, with the side file that holds what is not in it yet, if there is one."""
    wal = source.with_name(source.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        _rename(wal, target.with_name(target.name + "-wal"))
    _rename(source, target)
    for suffix in SIDE_FILES:
        source.with_name(source.name + suffix).unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Delete a database with its side files, if there is one."""
    for suffix in (*SIDE_FILES, ""):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _rename(source: Path, target: Path) -> None:
    Path(system_path(str(source))).replace(system_path(str(target)))


def _mark(path: Path) -> Path:
    return path.with_name(path.name + ".suspect")
