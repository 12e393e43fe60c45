"""Copies of the conversations: before each change of the schema, and one for each day with something new."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

from app.errors import StorageError
from app.store.files import connect, in_plain_words, is_sound, mark_suspect, reading
from app.translation import tr

_DAILY = "conversations-daily-"
_KEPT = 7
_KEPT_BYTES = 4 << 30
"""Of a big library fewer are kept, but always two."""


def back_up(connection: sqlite3.Connection, target: Path) -> None:
    """Write a copy; where that fails there is none, rather than half of one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    try:
        with contextlib.closing(connect(part)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, that can be carried off as it is
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def back_up_daily(path: Path, folder: Path, today: str = "") -> bool:
    """Make today's copy if something was written since the newest one; says whether it did. For any thread.

    The copy is checked: one that is damaged replaces no older one, and the next start repairs the original. Raises
    `StorageError`.

    Args:
        path: Of the database; none is made where there is no file.
        folder: Where copies lie.
        today: The date, as `YYYYMMDD`; now by default.
    """
    target = folder / f"{_DAILY}{today or time.strftime('%Y%m%d')}.db"
    try:
        if target.exists() or not path.exists() or not _written_since(path, newest_first(folder)):
            return False
        with reading(path) as connection:
            back_up(connection, target)
        with contextlib.closing(connect(target, read_only=True)) as copy:
            sound = is_sound(copy, in_full=True)
        if not sound:
            target.unlink()
            mark_suspect(path)
            raise StorageError(
                tr(
                    "The conversations in {path} are damaged. Close Kvasir and start it again: what can be read is "
                    "then brought into a new file."
                ).format(path=path)
            )
        _thin_out(folder)
    except (sqlite3.Error, OSError) as error:
        sentence = tr("Today's copy of your conversations cannot be made in {folder}: {error}.").format(
            folder=folder, error=in_plain_words(error)
        )
        raise StorageError(sentence) from error
    return True


def newest_first(folder: Path) -> list[Path]:
    """All copies in a folder, those from before changes of the schema too."""
    return sorted(folder.glob("conversations-*.db"), key=lambda file: file.stat().st_mtime, reverse=True)


def _written_since(path: Path, copies: list[Path]) -> bool:
    files = (path, path.with_name(path.name + "-wal"))
    written = max(file.stat().st_mtime for file in files if file.exists())
    return not copies or written > copies[0].stat().st_mtime


def _thin_out(folder: Path) -> None:
    kept_bytes = 0
    for number, copy in enumerate(sorted(folder.glob(f"{_DAILY}*.db"), reverse=True)):
        kept_bytes += copy.stat().st_size
        if number >= _KEPT or (number >= 2 and kept_bytes > _KEPT_BYTES):
            copy.unlink()
