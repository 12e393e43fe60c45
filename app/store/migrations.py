"""The schema of conversations.db as the list of steps that lead to it; `PRAGMA user_version` counts the steps taken.

A step that users have run is never changed: what comes later is a new function at the end of the list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sqlite_utils import Database

Migration: TypeAlias = "Callable[[Database], None]"

PLACE_BITS = 24
"""How many bits of a message's `seq` number it within its conversation."""


def create_conversations(db: Database) -> None:
    """Conversations, their messages as a tree, and drafts.

    `seq` is the order of insertion. It is named so that VACUUM keeps it: the search index refers to it.
    """
    db.execute(
        """
        CREATE TABLE conversations (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            title_is_default INTEGER NOT NULL,
            created_at REAL NOT NULL,
            updated_at REAL NOT NULL,
            head_id TEXT REFERENCES messages (id) ON DELETE SET NULL,
            model_path TEXT NOT NULL,
            deleted_at REAL
        ) STRICT
        """
    )
    db.execute(
        """
        CREATE TABLE messages (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            parent_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
            role TEXT NOT NULL,
            text TEXT NOT NULL,
            created_at REAL NOT NULL,
            state TEXT NOT NULL,
            error TEXT NOT NULL,
            receipt TEXT,
            token_ids TEXT NOT NULL,
            tokenizer_id TEXT NOT NULL,
            model_name TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute("CREATE INDEX messages_of_conversation ON messages (conversation_id)")
    db.execute("CREATE INDEX messages_of_parent ON messages (parent_id)")
    db.execute("CREATE INDEX conversations_by_head ON conversations (head_id)")
    db.execute(
        """
        CREATE TABLE drafts (
            conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
            text TEXT NOT NULL
        ) STRICT
        """
    )


def add_search(db: Database) -> None:
    """Full text over titles and messages.

    Trigrams find parts of words and serve scripts that put no spaces between words. A message enters the index when it
    is finished: indexing each write of a streaming answer again would cost more than the answer.
    """
    _index(db, "conversations", "title", changed="title", when="true")
    _index(db, "messages", "text", changed="text, state", when="{row}.state <> 'streaming'")


def _index(db: Database, table: str, column: str, changed: str, when: str) -> None:
    index = f"{table}_fts"
    db.execute(
        f"CREATE VIRTUAL TABLE {index} USING fts5 "
        f"({column}, tokenize = 'trigram', content = '{table}', content_rowid = 'seq')"
    )
    add = f"INSERT INTO {index} (rowid, {column}) VALUES (new.seq, new.{column})"
    remove = f"INSERT INTO {index} ({index}, rowid, {column}) VALUES ('delete', old.seq, old.{column})"
    now_in, was_in = when.format(row="new"), when.format(row="old")
    db.execute(f"CREATE TRIGGER {index}_insert AFTER INSERT ON {table} WHEN {now_in} BEGIN {add}; END")
    db.execute(f"CREATE TRIGGER {index}_delete AFTER DELETE ON {table} WHEN {was_in} BEGIN {remove}; END")
    # Removed before and added after: an external content table must be told the old text while the row still has it.
    update = f"UPDATE OF {changed} ON {table}"
    db.execute(f"CREATE TRIGGER {index}_before_update BEFORE {update} WHEN {was_in} BEGIN {remove}; END")
    db.execute(f"CREATE TRIGGER {index}_after_update AFTER {update} WHEN {now_in} BEGIN {add}; END")
    finished = when.format(row=table)
    db.execute(f"INSERT INTO {index} (rowid, {column}) SELECT seq, {column} FROM {table} WHERE {finished}")


def add_context(db: Database) -> None:
    """What the model no longer sees, since its context was full; what it shall go on seeing; and what is to happen."""
    db.execute("ALTER TABLE messages ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE conversations ADD COLUMN context_policy TEXT NOT NULL DEFAULT ''")
    db.execute(
        """
        CREATE TABLE context_cuts (
            seq INTEGER PRIMARY KEY,
            conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            left_out TEXT NOT NULL,
            summary TEXT NOT NULL,
            policy TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute("CREATE INDEX context_cuts_of_conversation ON context_cuts (conversation_id)")


def add_library(db: Database) -> None:
    """Folders, pins, archive and settings of conversations; presets; thinking, attachments and deletion of messages."""
    for column in (
        "folder TEXT NOT NULL DEFAULT ''",
        "pinned INTEGER NOT NULL DEFAULT 0",
        "archived INTEGER NOT NULL DEFAULT 0",
        "settings TEXT NOT NULL DEFAULT '{}'",
        "source TEXT NOT NULL DEFAULT ''",
    ):
        db.execute(f"ALTER TABLE conversations ADD COLUMN {column}")
    db.execute("CREATE UNIQUE INDEX conversations_by_source ON conversations (source) WHERE source <> ''")
    for column in ("reasoning TEXT NOT NULL DEFAULT ''", "reasoning_ids TEXT NOT NULL DEFAULT '[]'", "deleted_at REAL"):
        db.execute(f"ALTER TABLE messages ADD COLUMN {column}")
    # Of a message, or of a conversation's draft where there is no message yet.
    db.execute(
        """
        CREATE TABLE attachments (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            num_bytes INTEGER NOT NULL,
            note TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute("CREATE INDEX attachments_of_conversation ON attachments (conversation_id)")
    db.execute("CREATE INDEX attachments_of_message ON attachments (message_id)")
    db.execute("CREATE TABLE presets (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL) STRICT")


def let_messages_share_attachments(db: Database) -> None:
    """Versions of a message have the same attachments, with the same ids."""
    db.execute("ALTER TABLE attachments RENAME TO old_attachments")
    db.execute("DROP INDEX attachments_of_conversation")
    db.execute("DROP INDEX attachments_of_message")
    db.execute(
        """
        CREATE TABLE attachments (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            num_bytes INTEGER NOT NULL,
            note TEXT NOT NULL,
            UNIQUE (id, message_id)
        ) STRICT
        """
    )
    db.execute("INSERT INTO attachments SELECT * FROM old_attachments")
    db.execute("DROP TABLE old_attachments")
    db.execute("CREATE INDEX attachments_of_conversation ON attachments (conversation_id)")
    db.execute("CREATE INDEX attachments_of_message ON attachments (message_id)")


def number_by_conversation(db: Database) -> None:
    """The upper bits of a message's `seq` are its conversation's, so that whoever finds one knows the other.

    Neighbours in a conversation become neighbours in the file, too.
    """
    for index in ("conversations_fts", "messages_fts"):  # they refer to the old numbers
        for trigger in ("insert", "delete", "before_update", "after_update"):
            db.execute(f"DROP TRIGGER {index}_{trigger}")
        db.execute(f"DROP TABLE {index}")
    db.execute(
        f"""
        CREATE TEMP TABLE numbers AS
        SELECT messages.seq AS old, (conversations.seq << {PLACE_BITS}) +
            row_number() OVER (PARTITION BY conversation_id ORDER BY messages.seq) AS new
        FROM messages JOIN conversations ON conversations.id = conversation_id
        """
    )
    # A number that is taken still would be in the way; those below nought are not.
    db.execute("CREATE UNIQUE INDEX temp.numbers_by_old ON numbers (old)")
    db.execute("UPDATE messages SET seq = -(SELECT new FROM numbers WHERE old = seq)")
    db.execute("UPDATE messages SET seq = -seq")
    db.execute("DROP TABLE temp.numbers")


def search_folded(db: Database) -> None:
    """Titles and messages in one index, without case and accents, and one for words of one or two characters.

    The row id is the place: of a message its `seq`, of a title its conversation's, shifted. Nothing of the text is kept
    in the index, so a row leaves it by being told what was indexed. A message is in it while it is neither being
    written nor deleted: indexing each write of a streaming answer again would cost more than the answer.
    """
    db.execute(
        "CREATE VIRTUAL TABLE search_words USING fts5 "
        "(text, tokenize = 'trigram case_sensitive 1', content = '', columnsize = 0)"
    )
    db.execute(
        "CREATE VIRTUAL TABLE search_short USING fts5 "
        "(tokens, tokenize = 'ascii', content = '', columnsize = 0, detail = none)"
    )
    titles = f"seq << {PLACE_BITS}"
    _keep_indexed(db, "conversations", "title", titles, changed="title", when="true")
    shown = "{row}.state <> 'streaming' AND {row}.deleted_at IS NULL"
    _keep_indexed(db, "messages", "text", "seq", changed="text, state, deleted_at", when=shown)


def _keep_indexed(db: Database, table: str, column: str, place: str, changed: str, when: str) -> None:
    add = (
        f"INSERT INTO search_words (rowid, text) VALUES (new.{place}, search_fold(new.{column})); "
        f"INSERT INTO search_short (rowid, tokens) VALUES (new.{place}, search_short(new.{column}))"
    )
    remove = (
        "INSERT INTO search_words (search_words, rowid, text) "
        f"VALUES ('delete', old.{place}, search_fold(old.{column})); "
        "INSERT INTO search_short (search_short, rowid, tokens) "
        f"VALUES ('delete', old.{place}, search_short(old.{column}))"
    )
    now_in, was_in = when.format(row="new"), when.format(row="old")
    db.execute(f"CREATE TRIGGER {table}_inserted AFTER INSERT ON {table} WHEN {now_in} BEGIN {add}; END")
    db.execute(f"CREATE TRIGGER {table}_deleted AFTER DELETE ON {table} WHEN {was_in} BEGIN {remove}; END")
    update = f"UPDATE OF {changed} ON {table}"
    db.execute(f"CREATE TRIGGER {table}_before_update BEFORE {update} WHEN {was_in} BEGIN {remove}; END")
    db.execute(f"CREATE TRIGGER {table}_after_update AFTER {update} WHEN {now_in} BEGIN {add}; END")
    shown = when.format(row=table)
    rows = f"FROM {table} WHERE {shown} ORDER BY seq"
    db.execute(f"INSERT INTO search_words (rowid, text) SELECT {place}, search_fold({column}) {rows}")
    db.execute(f"INSERT INTO search_short (rowid, tokens) SELECT {place}, search_short({column}) {rows}")


def find_at_start(db: Database) -> None:
    """What is looked for at each start is found without reading every message."""
    db.execute("CREATE INDEX messages_streaming ON messages (state) WHERE state = 'streaming'")
    for table in ("conversations", "messages"):
        db.execute(f"CREATE INDEX {table}_deleted_at ON {table} (deleted_at) WHERE deleted_at IS NOT NULL")
    db.execute("CREATE INDEX conversations_unused ON conversations (seq) WHERE title_is_default AND head_id IS NULL")


MIGRATIONS: tuple[Migration, ...] = (
    create_conversations,
    add_search,
    add_context,
    add_library,
    let_messages_share_attachments,
    number_by_conversation,
    search_folded,
    find_at_start,
)
