"""The one door to conversations.db: conversations, messages, drafts, attachments, presets and the search in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.conversation import DEFAULT_TITLE, TEMPORARY, Conversation, Message, new_id
from app.store.attachments import Attachments
from app.store.conversations import COLUMNS
from app.store.conversations import View as View
from app.store.messages import Messages, insert_messages
from app.store.presets import Presets
from app.store.rows import CONVERSATION_COLUMNS, from_conversation, insert_sql, to_conversation
from app.store.search import Search
from app.translation import tr

if TYPE_CHECKING:
    import sqlite_utils

_INSERT = insert_sql("conversations", CONVERSATION_COLUMNS)
_UNUSED = (
    "title_is_default AND head_id IS NULL AND deleted_at IS NULL AND NOT archived AND folder = '' AND settings = '{}' "
    "AND source = '' AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = c.id) "
    "AND NOT EXISTS (SELECT 1 FROM drafts WHERE conversation_id = c.id) "
    "AND NOT EXISTS (SELECT 1 FROM attachments WHERE conversation_id = c.id)"
)


class ConversationStore(Search, Messages, Attachments, Presets):
    """Everything that the user said and was told; what is deleted is hidden until it is purged.

    Every method that writes has written to the disk when it returns. Temporary conversations are the exception: their
    ids begin with `TEMPORARY`, and nothing of them is ever written.
    """

    def create(self, temporary: bool = False) -> Conversation:
        """An empty conversation; one that was never used is given again."""
        new = (TEMPORARY if temporary else "") + new_id()
        database = self._of(new)
        unused = database.rows(f"SELECT {COLUMNS} FROM conversations AS c WHERE {_UNUSED} ORDER BY seq DESC LIMIT 1")
        if unused:
            return to_conversation(unused[0])
        now = self._now()
        conversation = Conversation(new, tr(DEFAULT_TITLE), now, now, None, "", True)
        self._forget(conversation.id)
        database.write(lambda db: db.execute(_INSERT, from_conversation(conversation)))
        return conversation

    def take_in(self, conversation: Conversation, messages: Sequence[Message]) -> bool:
        """Add a conversation as it is, with its times and its head, or nothing of it.

        Args:
            conversation: With a `head_id` among the messages, or None.
            messages: All of its own, a parent before its children.

        Returns:
            False, with nothing added, if its id or its `source` is known, in the trash too.
        """
        row = from_conversation(replace(conversation, head_id=None))

        def work(db: sqlite_utils.Database) -> bool:
            if db.execute(
                "SELECT 1 FROM conversations WHERE id = :id OR (source = :source AND source <> '')", row
            ).fetchone():
                return False
            db.execute(_INSERT, row)
            insert_messages(db, messages)
            db.execute("UPDATE conversations SET head_id = ? WHERE id = ?", [conversation.head_id, conversation.id])
            return True

        self._forget(conversation.id)
        return self._of(conversation.id).write(work)
