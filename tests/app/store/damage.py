"""Damage to a database as a failing disk does it: whole pages that hold something else."""

from __future__ import annotations

import sqlite3
from pathlib import Path

PAGE_BYTES = 4096
_LEAF, _INTERIOR = 13, 5


def pages_of(path: Path, table: str) -> list[int]:
    """The pages that hold rows of a table, found as SQLite finds them."""
    connection = sqlite3.connect(path)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchone()
    connection.close()
    content = path.read_bytes()
    found, todo = [], [root]
    while todo:
        page = todo.pop()
        start = (page - 1) * PAGE_BYTES
        if content[start] == _LEAF:
            found.append(page)
        elif content[start] == _INTERIOR:
            count = int.from_bytes(content[start + 3 : start + 5])
            for cell in range(count):
                place = start + 12 + 2 * cell
                where = start + int.from_bytes(content[place : place + 2])
                todo.append(int.from_bytes(content[where : where + 4]))
            todo.append(int.from_bytes(content[start + 8 : start + 12]))
    return found


def overwrite(path: Path, pages: list[int], junk: bytes = b"\xaa" * PAGE_BYTES) -> bytes:
    content = bytearray(path.read_bytes())
    for page in pages:
        content[(page - 1) * PAGE_BYTES : page * PAGE_BYTES] = junk
    path.write_bytes(content)
    return bytes(content)
