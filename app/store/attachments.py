"""Drafts, and the files that were attached to them and to messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from app.conversation import Attachment
from app.store.database import Database
from app.store.part import StorePart
from app.store.rows import ATTACHMENT_COLUMNS, from_attachment, insert_sql, storable, to_attachment

if TYPE_CHECKING:
    import sqlite_utils

_INSERT = insert_sql("attachments", (*ATTACHMENT_COLUMNS, "conversation_id", "message_id"))


class Attachments(StorePart):
    """What was typed and attached and not yet sent."""

    def draft(self, conversation_id: str) -> str:
        """What was typed and not yet sent."""
        rows = self._of(conversation_id).rows("SELECT text FROM drafts WHERE conversation_id = ?", [conversation_id])
        return rows[0]["text"] if rows else ""

    def set_draft(self, conversation_id: str, text: str) -> None:
        """Keep what was typed; an empty draft is none, and neither is one of a conversation that is gone."""

        def work(db: sqlite_utils.Database) -> None:
            db.execute("DELETE FROM drafts WHERE conversation_id = ?", [conversation_id])
            if text:
                db.execute(
                    "INSERT INTO drafts (conversation_id, text) SELECT id, ? FROM conversations WHERE id = ?",
                    [storable(text), conversation_id],
                )

        self._of(conversation_id).write(work)

    def draft_attachments(self, conversation_id: str) -> tuple[Attachment, ...]:
        """What was attached and not yet sent, in the order in which it was."""
        return read_attachments(self._of(conversation_id), "conversation_id", conversation_id).get(None, ())

    def add_draft_attachment(self, conversation_id: str, attachment: Attachment) -> None:
        """Keep what will be sent with the draft."""
        self._of(conversation_id).write(lambda db: write_attachments(db, conversation_id, None, [attachment]))

    def remove_attachment(self, attachment_id: str) -> None:
        """Take a file out of the draft that it was attached to; those of messages stay."""
        for database in self._databases():
            database.write(
                lambda db: db.execute("DELETE FROM attachments WHERE id = ? AND message_id IS NULL", [attachment_id])
            )


def read_attachments(
    database: Database, column: Literal["conversation_id", "message_id"], value: str
) -> dict[str | None, tuple[Attachment, ...]]:
    """Attachments by the id of their message, those of the draft under None."""
    found: dict[str | None, tuple[Attachment, ...]] = {}
    for row in database.rows(f"SELECT * FROM attachments WHERE {column} = ? ORDER BY seq", [value]):
        found[row["message_id"]] = (*found.get(row["message_id"], ()), to_attachment(row))
    return found


def write_attachments(
    db: sqlite_utils.Database, conversation_id: str, message_id: str | None, attachments: Iterable[Attachment]
) -> None:
    """Add attachments to a message, or to the draft; those of the draft with the same ids leave it."""
    for attachment in attachments:
        db.execute(
            "DELETE FROM attachments WHERE id = ? AND conversation_id = ? AND message_id IS NULL",
            [attachment.id, conversation_id],
        )
        db.execute(_INSERT, from_attachment(attachment, conversation_id, message_id))
