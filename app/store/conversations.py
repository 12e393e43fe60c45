"""Conversations: the list, the archive and the trash, and what is said of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeAlias

from app.conversation import ChatSettings, ContextPolicy, Conversation
from app.store.part import StorePart
from app.store.rows import CONVERSATION_COLUMNS, ids_text, settings_text, storable, to_conversation

if TYPE_CHECKING:
    import sqlite_utils

View: TypeAlias = Literal["list", "archive", "trash"]
"""What is shown: what is in use, what was put away, or what was deleted and not yet purged."""

COLUMNS = ", ".join(CONVERSATION_COLUMNS)
_SHOWN: dict[View, Callable[[Conversation], bool]] = {
    "list": lambda conversation: conversation.deleted_at is None and not conversation.archived,
    "archive": lambda conversation: conversation.deleted_at is None and conversation.archived,
    "trash": lambda conversation: conversation.deleted_at is not None,
}


class Conversations(StorePart):
    """All that concerns conversations as a whole."""

    def conversation(self, conversation_id: str) -> Conversation | None:
        """None for one that does not exist or is in the trash."""
        rows = self._of(conversation_id).rows(
            f"SELECT {COLUMNS} FROM conversations WHERE id = ? AND deleted_at IS NULL", [conversation_id]
        )
        return to_conversation(rows[0]) if rows else None

    def conversations(self, view: View = "list") -> tuple[Conversation, ...]:
        """Those of a view, the temporary ones too: pinned ones first, then the one that was used last."""
        is_shown = _SHOWN[view]
        return in_order(
            found for listing in self._listings() for found in listing.by_number().values() if is_shown(found)
        )

    def folders(self) -> tuple[str, ...]:
        """Names of folders that hold something, in the order of the alphabet."""
        found = (c for listing in self._listings() for c in listing.by_number().values())
        names = {conversation.folder for conversation in found if conversation.deleted_at is None} - {""}
        return tuple(sorted(names, key=lambda name: (name.casefold(), name)))

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a title that neither a message nor the model replaces."""
        self._change(conversation_id, title=storable(title), title_is_default=False)

    def set_title_by_model(self, conversation_id: str, title: str) -> None:
        """Give a title that the user may replace; no effect once the user has given one."""
        self._forget(conversation_id)
        self._of(conversation_id).write(
            lambda db: db.execute(
                "UPDATE conversations SET title = ? WHERE id = ? AND title_is_default",
                [storable(title), conversation_id],
            )
        )

    def set_head(self, conversation_id: str, head_id: str | None) -> None:
        """Show another branch; None where no message is left."""
        self._change(conversation_id, head_id=head_id)

    def set_model(self, conversation_id: str, model_path: str) -> None:
        """Remember which model answers."""
        self._change(conversation_id, model_path=model_path)

    def set_context_policy(self, conversation_id: str, policy: ContextPolicy | Literal[""]) -> None:
        """Remember what happens when the context is full; an empty word for whatever the settings say."""
        self._change(conversation_id, context_policy=policy)

    def set_settings(self, conversation_id: str, settings: ChatSettings) -> None:
        """Remember what it does otherwise than the rest."""
        self._change(conversation_id, settings=settings_text(settings))

    def set_folder(self, conversation_id: str, folder: str) -> None:
        """File it; an empty name takes it out of its folder."""
        self._change(conversation_id, folder=storable(folder))

    def set_pinned_conversation(self, conversation_id: str, pinned: bool) -> None:
        """Let it stand at the top, or no longer."""
        self._change(conversation_id, pinned=pinned)

    def set_archived(self, conversation_id: str, archived: bool) -> None:
        """Put it away, or take it out again."""
        self._change(conversation_id, archived=archived)

    def delete(self, *conversation_ids: str) -> None:
        """Put them into the trash; `restore` brings each back until it is purged."""
        ids, now = ids_text(conversation_ids), self._now()
        for conversation_id in conversation_ids:
            self._forget(conversation_id)
        for database in self._databases():
            database.write(
                lambda db: db.execute(
                    "UPDATE conversations SET deleted_at = ? WHERE id IN (SELECT value FROM json_each(?))", [now, ids]
                )
            )

    def restore(self, conversation_id: str) -> Conversation | None:
        """Undo `delete`; None if it has been purged."""
        self._change(conversation_id, deleted_at=None)
        return self.conversation(conversation_id)

    def delete_for_good(self, conversation_ids: Iterable[str]) -> None:
        """Remove conversations, in the trash or not, with all that belongs to them."""
        ids = ids_text(conversation_ids)
        self._forget_all()
        for database in self._databases():
            database.write(
                lambda db: db.execute("DELETE FROM conversations WHERE id IN (SELECT value FROM json_each(?))", [ids])
            )

    def purge(self, older_than_seconds: float) -> None:
        """Remove for good the conversations and messages that were deleted longer ago than that."""
        limit = self._now() - older_than_seconds
        tables = ("conversations", "messages")

        def work(db: sqlite_utils.Database) -> None:
            for table in tables:
                db.execute(f"DELETE FROM {table} WHERE deleted_at < ?", [limit])

        for database in self._databases():
            # Looked for first: there is seldom anything, and no start has to wait for what writes.
            if any(database.rows(f"SELECT 1 FROM {table} WHERE deleted_at < ? LIMIT 1", [limit]) for table in tables):
                self._forget_all()
                database.write(work)

    def _change(self, conversation_id: str, **values: object) -> None:
        assignments = ", ".join(f"{name} = ?" for name in values)
        self._forget(conversation_id)
        self._of(conversation_id).write(
            lambda db: db.execute(
                f"UPDATE conversations SET {assignments} WHERE id = ?", [*values.values(), conversation_id]
            )
        )


def in_order(conversations: Iterable[Conversation]) -> tuple[Conversation, ...]:
    """Pinned ones first, then the one that was used last; given in the order in which they were made."""
    found = list(conversations)
    found.reverse()
    found.sort(key=attrgetter("updated_at"), reverse=True)
    found.sort(key=attrgetter("pinned"), reverse=True)
    return tuple(found)
