"""sqlite-utils around a connection; imported when something is first written, which the window's start can wait for."""

from __future__ import annotations

import sqlite3
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite_utils


def writer(connection: sqlite3.Connection) -> sqlite_utils.Database:
    """What writes over a connection."""
    if "numpy" not in sys.modules:
        _import_without_numpy()
    import sqlite_utils

    return sqlite_utils.Database(connection, execute_plugins=False)  # looking for some takes as long as the import


def _import_without_numpy() -> None:
    """sqlite-utils imports numpy where it is installed, to accept its numbers: a third of a second for nothing."""
    sys.modules["numpy"] = None  # type: ignore[assignment] # makes the import fail, as documented
    try:
        import sqlite_utils  # noqa: F401 # so that later imports find it
    finally:
        del sys.modules["numpy"]
