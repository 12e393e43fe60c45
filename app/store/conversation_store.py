"""All SQL for conversations, messages and drafts."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

import msgspec
import sqlite_utils

from app.conversation import (
    DEFAULT_TITLE,
    ChatSettings,
    ContextCut,
    ContextPolicy,
    Conversation,
    Message,
    MessageTree,
    Receipt,
    new_id,
)
from app.store.database import Database

_CONVERSATION = (
    "id, title, title_is_default, created_at, updated_at, head_id, model_path, context_policy, folder, pinned, "
    "archived, deleted_at, settings, source"
)
_TRIGRAM_CHARS = 3


class ConversationStore:
    """Conversations as the user sees them; deleted ones are hidden until they are purged.

    Every method that writes has written to the disk when it returns.

    Args:
        now: The clock, in seconds since the epoch.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now
        self._tree: tuple[str, MessageTree] = ("", MessageTree(()))

    # --- conversations

    def create(self) -> Conversation:
        """An empty conversation; one that was never used is given again."""
        unused = self.database.rows(
            f"SELECT {_CONVERSATION} FROM conversations AS c WHERE deleted_at IS NULL AND title_is_default "
            "AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = c.id) "
            "AND NOT EXISTS (SELECT 1 FROM drafts WHERE conversation_id = c.id) ORDER BY seq DESC LIMIT 1"
        )
        if unused:
            return _conversation(unused[0])
        now = self._now()
        conversation = Conversation(new_id(), DEFAULT_TITLE, now, now, None, "", True)
        self.database.write(lambda db: db["conversations"].insert(_conversation_row(conversation)))
        return conversation

    def conversation(self, conversation_id: str) -> Conversation | None:
        """None for one that does not exist or was deleted."""
        rows = self.database.rows(
            f"SELECT {_CONVERSATION} FROM conversations WHERE id = ? AND deleted_at IS NULL", [conversation_id]
        )
        return _conversation(rows[0]) if rows else None

    def conversations(self) -> tuple[Conversation, ...]:
        """All, the one that was used last first."""
        return self._select("TRUE", [])

    def search(self, text: str) -> tuple[Conversation, ...]:
        """Those in whose title or messages every word of `text` occurs, as part of a word too; newest first."""
        conditions: list[str] = []
        parameters: list[object] = []
        for word in _storable(text).split():
            # Fewer characters than a trigram has cannot be looked up; LIKE reads the index from end to end.
            operator, value = ("MATCH", f'"{_doubled(word)}"') if len(word) >= _TRIGRAM_CHARS else ("LIKE", _like(word))
            escape = r"ESCAPE '\'" if operator == "LIKE" else ""
            conditions.append(
                f"(seq IN (SELECT rowid FROM conversations_fts WHERE title {operator} ? {escape}) OR id IN "
                "(SELECT conversation_id FROM messages WHERE seq IN "
                f"(SELECT rowid FROM messages_fts WHERE text {operator} ? {escape})))"
            )
            parameters += [value, value]
        return self._select(" AND ".join(conditions) or "TRUE", parameters)

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a title that no message replaces."""
        self._update(conversation_id, title=_storable(title), title_is_default=False)

    def set_head(self, conversation_id: str, head_id: str) -> None:
        """Show another branch."""
        self._update(conversation_id, head_id=head_id)

    def set_model(self, conversation_id: str, model_path: str) -> None:
        """Remember which model answers."""
        self._update(conversation_id, model_path=model_path)

    def set_context_policy(self, conversation_id: str, policy: ContextPolicy) -> None:
        """Remember what happens when the context is full."""
        self._update(conversation_id, context_policy=policy)

    def delete(self, conversation_id: str) -> None:
        """Hide the conversation; `restore` shows it again until it is purged."""
        self._update(conversation_id, deleted_at=self._now())

    def restore(self, conversation_id: str) -> Conversation | None:
        """Undo `delete`; None if it has been purged."""
        self._update(conversation_id, deleted_at=None)
        return self.conversation(conversation_id)

    def purge(self, older_than_seconds: float) -> None:
        """Remove for good what was deleted longer ago than that."""
        limit = self._now() - older_than_seconds
        self.database.write(lambda db: db.execute("DELETE FROM conversations WHERE deleted_at < ?", [limit]))

    # --- messages

    def tree(self, conversation_id: str) -> MessageTree:
        """All messages of a conversation."""
        if self._tree[0] != conversation_id:
            rows = self.database.rows(
                "SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq", [conversation_id]
            )
            self._tree = (conversation_id, MessageTree(_message(row) for row in rows))
        return self._tree[1]

    def message(self, message_id: str) -> Message | None:
        """None if there is no such message."""
        rows = self.database.rows("SELECT * FROM messages WHERE id = ?", [message_id])
        return _message(rows[0]) if rows else None

    def add(self, *messages: Message, title: str = "", clear_draft: bool = False) -> None:
        """Add messages of one conversation, a parent before its children, and make the last one the head.

        Args:
            *messages: At least one.
            title: Becomes the conversation's title if the user has given none.
            clear_draft: The draft has become one of the messages.
        """
        conversation_id = messages[-1].conversation_id

        def work(db: sqlite_utils.Database) -> None:
            db["messages"].insert_all(_row(message) for message in messages)
            db.execute(
                "UPDATE conversations SET head_id = ?, updated_at = ? WHERE id = ?",
                [messages[-1].id, self._now(), conversation_id],
            )
            if title:
                db.execute(
                    "UPDATE conversations SET title = ? WHERE id = ? AND title_is_default",
                    [_storable(title), conversation_id],
                )
            if clear_draft:
                db.execute("DELETE FROM drafts WHERE conversation_id = ?", [conversation_id])

        self._tree = ("", MessageTree(()))
        self.database.write(work)

    def update(self, message: Message) -> None:
        """Write what an answer has become."""
        row = _row(message)
        names = (
            *("text", "reasoning", "state", "error", "receipt"),
            *("token_ids", "reasoning_ids", "tokenizer_id", "model_name"),
        )
        assignments = ", ".join(f"{name} = :{name}" for name in names)
        self._tree = ("", MessageTree(()))
        self.database.write(lambda db: db.execute(f"UPDATE messages SET {assignments} WHERE id = :id", row))

    def set_pinned(self, message_id: str, pinned: bool) -> None:
        """Let the model go on seeing a message, or no longer."""
        self._tree = ("", MessageTree(()))
        self.database.write(lambda db: db.execute("UPDATE messages SET pinned = ? WHERE id = ?", [pinned, message_id]))

    def stop_streaming(self) -> None:
        """Mark answers that a crash of the window cut off; to be called before any answer is asked for."""
        self.database.write(lambda db: db.execute("UPDATE messages SET state = 'stopped' WHERE state = 'streaming'"))

    # --- what the model no longer sees

    def cuts(self, conversation_id: str) -> tuple[ContextCut, ...]:
        """All that were made in a conversation, oldest first."""
        rows = self.database.rows(
            "SELECT left_out, summary, policy FROM context_cuts WHERE conversation_id = ? ORDER BY seq",
            [conversation_id],
        )
        ids = msgspec.json.Decoder(frozenset[str])
        return tuple(ContextCut(ids.decode(row["left_out"]), row["summary"], row["policy"]) for row in rows)

    def add_cut(self, conversation_id: str, cut: ContextCut) -> None:
        """Keep what the model no longer sees from now on."""
        row = {
            "conversation_id": conversation_id,
            "left_out": msgspec.json.encode(sorted(cut.left_out)).decode(),
            "summary": _storable(cut.summary),
            "policy": cut.policy,
        }
        self.database.write(lambda db: db["context_cuts"].insert(row))

    def forget_cuts(self, conversation_id: str) -> None:
        """Let the model see everything again."""
        self.database.write(
            lambda db: db.execute("DELETE FROM context_cuts WHERE conversation_id = ?", [conversation_id])
        )

    # --- drafts

    def draft(self, conversation_id: str) -> str:
        """What was typed and not yet sent."""
        rows = self.database.rows("SELECT text FROM drafts WHERE conversation_id = ?", [conversation_id])
        return rows[0]["text"] if rows else ""

    def set_draft(self, conversation_id: str, text: str) -> None:
        """Keep what was typed; an empty draft is none."""
        if text:
            row = {"conversation_id": conversation_id, "text": _storable(text)}
            self.database.write(lambda db: db["drafts"].upsert(row, pk="conversation_id"))
        else:
            self.database.write(
                lambda db: db.execute("DELETE FROM drafts WHERE conversation_id = ?", [conversation_id])
            )

    def _select(self, condition: str, parameters: list[object]) -> tuple[Conversation, ...]:
        rows = self.database.rows(
            f"SELECT {_CONVERSATION} FROM conversations WHERE deleted_at IS NULL AND {condition} "
            "ORDER BY updated_at DESC, seq DESC",
            parameters,
        )
        return tuple(_conversation(row) for row in rows)

    def _update(self, conversation_id: str, **values: object) -> None:
        assignments = ", ".join(f"{name} = ?" for name in values)
        self.database.write(
            lambda db: db.execute(
                f"UPDATE conversations SET {assignments} WHERE id = ?", [*values.values(), conversation_id]
            )
        )


def _conversation(row: sqlite3.Row) -> Conversation:
    values = dict(row)
    for name in ("title_is_default", "pinned", "archived"):
        values[name] = bool(values[name])
    values["settings"] = msgspec.json.decode(values["settings"], type=ChatSettings)
    return Conversation(**values)


def _conversation_row(conversation: Conversation) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(conversation, name) for name in Conversation.__slots__}
    row["settings"] = msgspec.json.encode(conversation.settings).decode()
    return row


def _message(row: sqlite3.Row) -> Message:
    values = dict(row)
    del values["seq"], values["deleted_at"]
    if values["receipt"] is not None:
        values["receipt"] = msgspec.json.decode(values["receipt"], type=Receipt)
    for name in ("token_ids", "reasoning_ids"):
        values[name] = msgspec.json.decode(values[name], type=tuple[int, ...])
    values["pinned"] = bool(values["pinned"])
    return Message(**values)


def _row(message: Message) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(message, name) for name in Message.__slots__}
    del row["attachments"]  # which have a table of their own
    row["text"], row["reasoning"] = _storable(message.text), _storable(message.reasoning)
    row["receipt"] = None if message.receipt is None else msgspec.json.encode(message.receipt).decode()
    row["token_ids"] = msgspec.json.encode(message.token_ids).decode()
    row["reasoning_ids"] = msgspec.json.encode(message.reasoning_ids).decode()
    return row


def _storable(text: str) -> str:
    """Without lone surrogates: half an emoji, as some input methods send it, is no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _doubled(word: str) -> str:
    return word.replace('"', '""')


def _like(word: str) -> str:
    for character in ("\\", "%", "_"):
        word = word.replace(character, "\\" + character)
    return f"%{word}%"
