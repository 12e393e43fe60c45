"""What the parts of the store have in common: the file, the clock, and where temporary conversations are."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.conversation import TEMPORARY, MessageTree
from app.store.database import Database
from app.store.listing import Listing


class StorePart:
    """Two databases of one schema: the file, and one in memory for the conversations that are written nowhere.

    Args:
        now: The clock, in seconds since the epoch.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now
        self._temporary: Database | None = None
        self._listing = Listing(database)
        self._temporary_listing: Listing | None = None
        self._words_found: dict[tuple[object, str], frozenset[int]] = {}
        self._tree: tuple[str, MessageTree] = ("", MessageTree(()))

    def close(self) -> None:
        """Close both databases; what is temporary is gone."""
        for database in self._databases():
            database.close()

    def _databases(self) -> tuple[Database, ...]:
        return (self.database,) if self._temporary is None else (self.database, self._temporary)

    def _of(self, conversation_id: str) -> Database:
        """Where a conversation is, or would be."""
        if not conversation_id.startswith(TEMPORARY):
            return self.database
        if self._temporary is None:
            self._temporary = Database.in_memory()
            self._temporary_listing = Listing(self._temporary)
        return self._temporary

    def _of_message(self, message_id: str) -> Database:
        """Where a message is; only the ids of conversations say so themselves."""
        if self._temporary is not None and self._temporary.rows("SELECT 1 FROM messages WHERE id = ?", [message_id]):
            return self._temporary
        return self.database

    def _listings(self) -> tuple[Listing, ...]:
        return (self._listing,) if self._temporary_listing is None else (self._listing, self._temporary_listing)

    def _forget(self, conversation_id: str) -> None:
        """A conversation changes; it is read again for the next list."""
        self._words_found.clear()
        for listing in self._listings():
            listing.forget(conversation_id)

    def _forget_all(self) -> None:
        """Conversations are removed, or messages that may have been their heads."""
        self._forget_tree()
        for listing in self._listings():
            listing.forget_all()

    def _forget_tree(self) -> None:
        """Messages change; the tree that was read last is read again."""
        self._tree = ("", MessageTree(()))
        self._words_found.clear()
