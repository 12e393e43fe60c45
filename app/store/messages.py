"""Messages: the tree of each conversation, what of it is deleted, and what of it the model no longer sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from app.conversation import ContextCut, Message, MessageTree
from app.store.attachments import read_attachments, write_attachments
from app.store.migrations import PLACE_BITS
from app.store.part import StorePart
from app.store.rows import MESSAGE_COLUMNS, from_message, ids_text, insert_sql, storable, to_message

if TYPE_CHECKING:
    import sqlite_utils

_NEXT_SEQ = (
    "1 + COALESCE((SELECT max(seq) FROM messages WHERE conversation_id = :conversation_id), "
    f"(SELECT seq << {PLACE_BITS} FROM conversations WHERE id = :conversation_id))"
)
_INSERT = insert_sql("messages", MESSAGE_COLUMNS, seq=_NEXT_SEQ)
_UPDATED = (
    *("text", "reasoning", "state", "error", "receipt"),
    *("token_ids", "reasoning_ids", "tokenizer_id", "model_name"),
)
_UPDATE = f"UPDATE messages SET {', '.join(f'{name} = :{name}' for name in _UPDATED)} WHERE id = :id"


class Messages(StorePart):
    """All that concerns messages; deleted ones are hidden until they are purged."""

    def tree(self, conversation_id: str) -> MessageTree:
        """All messages of a conversation that are not deleted."""
        if self._tree[0] != conversation_id:
            database = self._of(conversation_id)
            rows = database.rows(
                "SELECT * FROM messages WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY seq",
                [conversation_id],
            )
            attachments = read_attachments(database, "conversation_id", conversation_id)
            tree = MessageTree(to_message(row, attachments.get(row["id"], ())) for row in rows)
            self._tree = (conversation_id, tree)
        return self._tree[1]

    def message(self, message_id: str) -> Message | None:
        """None if there is no such message, or it is deleted."""
        database = self._of_message(message_id)
        rows = database.rows("SELECT * FROM messages WHERE id = ? AND deleted_at IS NULL", [message_id])
        if not rows:
            return None
        return to_message(rows[0], read_attachments(database, "message_id", message_id).get(message_id, ()))

    def add(self, *messages: Message, title: str = "", clear_draft: bool = False) -> None:
        """Add messages of one conversation, a parent before its children, and make the last one the head.

        Args:
            *messages: At least one. Attachments of the draft that one of them has leave the draft.
            title: Becomes the conversation's title if the user has given none.
            clear_draft: The text of the draft has become one of the messages.
        """
        conversation_id = messages[-1].conversation_id

        def work(db: sqlite_utils.Database) -> None:
            insert_messages(db, messages)
            db.execute(
                "UPDATE conversations SET head_id = ?, updated_at = ? WHERE id = ?",
                [messages[-1].id, self._now(), conversation_id],
            )
            if title:
                db.execute(
                    "UPDATE conversations SET title = ? WHERE id = ? AND title_is_default",
                    [storable(title), conversation_id],
                )
            if clear_draft:
                db.execute("DELETE FROM drafts WHERE conversation_id = ?", [conversation_id])

        self._forget_tree()
        self._forget(conversation_id)
        self._of(conversation_id).write(work)

    def update(self, message: Message) -> None:
        """Write what an answer has become."""
        row = from_message(message)
        self._forget_tree()
        self._of(message.conversation_id).write(lambda db: db.execute(_UPDATE, row))

    def set_pinned(self, message_id: str, pinned: bool) -> None:
        """Let the model go on seeing a message, or no longer."""
        self._forget_tree()
        self._of_message(message_id).write(
            lambda db: db.execute("UPDATE messages SET pinned = ? WHERE id = ?", [pinned, message_id])
        )

    def stop_streaming(self) -> None:
        """Mark answers that a crash of the window cut off; to be called before any answer is asked for."""
        if not self.database.rows("SELECT 1 FROM messages WHERE state = 'streaming' LIMIT 1"):
            return  # no start has to wait for what writes
        self._forget_tree()
        self.database.write(lambda db: db.execute("UPDATE messages SET state = 'stopped' WHERE state = 'streaming'"))

    def delete_messages(self, message_ids: Sequence[str]) -> None:
        """Hide messages of one conversation and all that follows them; whoever calls has moved the head before."""
        if not message_ids:
            return
        ids, now = ids_text(message_ids), self._now()
        self._forget_tree()
        self._of_message(message_ids[0]).write(
            lambda db: db.execute(
                "WITH RECURSIVE gone (id) AS (SELECT value FROM json_each(?) UNION "
                "SELECT messages.id FROM messages JOIN gone ON messages.parent_id = gone.id) "
                "UPDATE messages SET deleted_at = ? WHERE id IN gone AND deleted_at IS NULL",
                [ids, now],
            )
        )

    def restore_messages(self, message_ids: Sequence[str]) -> None:
        """Undo `delete_messages` of the same ids.

        What stands below a message that was deleted later is shown again together with that message.
        """
        if not message_ids:
            return

        def work(db: sqlite_utils.Database) -> None:
            for message_id in message_ids:
                # The plus keeps SQLite from going through all that was deleted then, for each of them.
                db.execute(
                    "WITH RECURSIVE back (id, since) AS (SELECT id, deleted_at FROM messages WHERE id = :id UNION "
                    "SELECT m.id, since FROM messages AS m JOIN back ON m.parent_id = back.id AND +deleted_at = since) "
                    "UPDATE messages SET deleted_at = (SELECT above.deleted_at FROM messages AS m "
                    "JOIN messages AS above ON above.id = m.parent_id WHERE m.id = :id) "
                    "WHERE id IN (SELECT id FROM back WHERE since IS NOT NULL)",
                    {"id": message_id},
                )

        self._forget_tree()
        self._of_message(message_ids[0]).write(work)

    def cuts(self, conversation_id: str) -> tuple[ContextCut, ...]:
        """What the model no longer sees: all cuts that were made in a conversation, oldest first."""
        rows = self._of(conversation_id).rows(
            "SELECT left_out, summary, policy FROM context_cuts WHERE conversation_id = ? ORDER BY seq",
            [conversation_id],
        )
        ids = msgspec.json.Decoder(frozenset[str])
        return tuple(ContextCut(ids.decode(row["left_out"]), row["summary"], row["policy"]) for row in rows)

    def add_cut(self, conversation_id: str, cut: ContextCut) -> None:
        """Keep what the model no longer sees from now on."""
        row = [conversation_id, ids_text(sorted(cut.left_out)), storable(cut.summary), cut.policy]
        self._of(conversation_id).write(
            lambda db: db.execute(
                "INSERT INTO context_cuts (conversation_id, left_out, summary, policy) VALUES (?, ?, ?, ?)", row
            )
        )

    def forget_cuts(self, conversation_id: str) -> None:
        """Let the model see everything again."""
        self._of(conversation_id).write(
            lambda db: db.execute("DELETE FROM context_cuts WHERE conversation_id = ?", [conversation_id])
        )


def insert_messages(db: sqlite_utils.Database, messages: Iterable[Message]) -> None:
    """Add messages with their attachments, a parent before its children; part of a transaction."""
    for message in messages:
        db.execute(_INSERT, from_message(message))
        write_attachments(db, message.conversation_id, message.id, message.attachments)
