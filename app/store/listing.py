"""All conversations of a database, read once: making ten thousand anew at each look would be felt."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from app.conversation import Conversation
from app.store.database import Database
from app.store.rows import CONVERSATION_COLUMNS, ids_text, to_conversation

_SELECT = f"SELECT {', '.join(CONVERSATION_COLUMNS)}, seq FROM conversations"


class Listing:
    """Whoever writes says what is no longer as it was; what other connections write is noticed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._state: object = None
        self._by_number: dict[int, Conversation] | None = None
        self._changed: set[str] = set()

    def forget(self, conversation_id: str) -> None:
        """One conversation is new or changes."""
        self._changed.add(conversation_id)

    def forget_all(self) -> None:
        """Conversations are removed, or more of them change than anybody could tell."""
        self._by_number = None

    def by_number(self) -> Mapping[int, Conversation]:
        """All conversations, those in the trash too, by their `seq`, in that order."""
        state = self._database.state()
        if self._by_number is None or state != self._state:
            self._by_number = _read(self._database.rows(f"{_SELECT} ORDER BY seq"))
        elif self._changed:
            ids = [ids_text(self._changed)]
            rows = self._database.rows(f"{_SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq", ids)
            self._by_number |= _read(rows)
        self._state = state
        self._changed.clear()
        return self._by_number


def _read(rows: Sequence[sqlite3.Row]) -> dict[int, Conversation]:
    return {row["seq"]: to_conversation(row) for row in rows}
