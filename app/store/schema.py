"""The steps of the schema, taken one after the other."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from app.errors import NewerSchemaError
from app.store.backups import back_up
from app.store.migrations import Migration
from app.store.writing import writer
from app.translation import tr


def refuse_newer(connection: sqlite3.Connection, migrations: Sequence[Migration], path: Path) -> None:
    """Raise `NewerSchemaError` where steps were taken that we do not know."""
    if version_of(connection) > len(migrations):
        raise NewerSchemaError(
            tr(
                "The conversations in {path} were written by a newer version of Kvasir, and the file is left as it "
                "is. You can read, search and export what this version understands of them. What you write now is "
                "kept in memory only; install the newer version to go on."
            ).format(path=path)
        )


def migrate(
    connection: sqlite3.Connection, migrations: Sequence[Migration], path: Path | None, backups: Path | None
) -> None:
    """Take the steps that are missing, each after a copy of what was before; a new file has nothing to lose."""
    version = version_of(connection)
    for step in range(version, len(migrations)):
        if version and backups is not None:
            back_up(connection, backups / f"conversations-schema-{step}-{time.strftime('%Y%m%dT%H%M%S')}.db")
        db = writer(connection)
        with db.atomic():
            migrations[step](db)
            db.execute(f"PRAGMA user_version = {step + 1}")


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps were taken."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
