"""What can be read of a database, row by row: of a damaged one, of one that a newer version wrote, or of a copy."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.conversation import DEFAULT_TITLE
from app.store.backups import newest_first
from app.store.files import NOT_A_DATABASE, code, configured, connect, is_sound, move, reading, remove
from app.store.migrations import MIGRATIONS, PLACE_BITS
from app.store.schema import migrate
from app.store.writing import writer
from app.translation import tr

if TYPE_CHECKING:
    import sqlite_utils

_LAST_ROW = 1 << 62
_TABLES = ("conversations", "messages", "context_cuts", "drafts", "attachments", "presets")
# In its conversation a message keeps its number, whatever the conversation's has become.
_PLACE = (
    f"((SELECT seq FROM conversations WHERE id = :conversation_id) << {PLACE_BITS}) | (:seq & {(1 << PLACE_BITS) - 1})"
)
_MENDING = (
    # A parent that is lost, or that stands behind: the message before takes its place.
    "UPDATE messages SET parent_id = (SELECT id FROM messages AS b WHERE b.conversation_id = messages.conversation_id "
    "AND b.seq < messages.seq ORDER BY b.seq DESC LIMIT 1) WHERE parent_id IS NOT NULL AND NOT EXISTS "
    "(SELECT 1 FROM messages AS p WHERE p.id = messages.parent_id AND p.conversation_id = messages.conversation_id "
    "AND p.seq < messages.seq)",
    "UPDATE conversations SET head_id = (SELECT id FROM messages WHERE conversation_id = conversations.id "
    "AND messages.deleted_at IS NULL ORDER BY seq DESC LIMIT 1) WHERE NOT EXISTS "
    "(SELECT 1 FROM messages WHERE id = head_id AND conversation_id = conversations.id)",
    *(
        f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = conversation_id)"
        for table in ("context_cuts", "drafts", "attachments")
    ),
    "DELETE FROM attachments WHERE message_id IS NOT NULL "
    "AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = message_id)",
    # Two sources may have had the same.
    "DELETE FROM attachments WHERE seq NOT IN "
    "(SELECT min(seq) FROM attachments GROUP BY id, conversation_id, message_id)",
    "DELETE FROM context_cuts WHERE seq NOT IN "
    "(SELECT min(seq) FROM context_cuts GROUP BY conversation_id, left_out, summary, policy)",
    # Within a page anything may stand where a value was.
    "UPDATE conversations SET settings = '{}' WHERE NOT json_valid(settings)",
    "UPDATE messages SET receipt = NULL WHERE receipt IS NOT NULL AND NOT json_valid(receipt)",
    "UPDATE messages SET token_ids = '[]' WHERE NOT json_valid(token_ids)",
    "UPDATE messages SET reasoning_ids = '[]' WHERE NOT json_valid(reasoning_ids)",
    "DELETE FROM context_cuts WHERE NOT json_valid(left_out)",
    "DELETE FROM presets WHERE NOT json_valid(settings)",
)


def bring_over(sources: Sequence[sqlite3.Connection], target: sqlite_utils.Database) -> None:
    """Add to the target all that can be read of the sources and is not there; the first that has a row gives it.

    The sources may have other columns. Messages whose conversation is lost come into a new one; those whose parent is
    lost follow the message before them. To be called in a transaction of the target.
    """
    target.execute("PRAGMA defer_foreign_keys = ON")  # rows may come before what they belong to
    for table in _TABLES:
        for source in sources:
            _bring_table(source, target, table)
    for sql in _MENDING:
        target.execute(sql)


def renew(path: Path, backups: Path) -> str:
    """Bring what can be read of a damaged file, and what it lacks of the newest copy, into a new one in its place."""
    new = path.with_name(path.name + ".new")
    remove(new)
    from_copy = ""
    with contextlib.ExitStack() as opened:
        sources = []
        with contextlib.suppress(sqlite3.DatabaseError):  # not even its header is one
            sources.append(opened.enter_context(reading(path)))
        for copy in newest_first(backups):
            connection = opened.enter_context(contextlib.closing(connect(copy, read_only=True)))
            if is_sound(connection, in_full=True):
                sources.append(connection)
                from_copy = " " + tr("What could not be read was taken from the copy {name}.").format(name=copy.name)
                break
        target = opened.enter_context(contextlib.closing(configured(connect(new))))
        migrate(target, MIGRATIONS, None, None)
        db = writer(target)
        with db.atomic():
            bring_over(sources, db)
        ((conversations, messages),) = target.execute(
            "SELECT (SELECT count(*) FROM conversations), (SELECT count(*) FROM messages)"
        )
    damaged = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%dT%H%M%S')}")
    move(path, damaged)
    move(new, path)
    sentence = tr(
        "The conversations in {path} were damaged. {conversations} with {messages} could be brought into a new file."
    )
    sentence = sentence.format(
        path=path, conversations=tr("%n conversations", conversations), messages=tr("%n messages", messages)
    )
    return sentence + from_copy + " " + tr("The damaged one is kept as {name}.").format(name=damaged.name)


def _bring_table(source: sqlite3.Connection, target: sqlite_utils.Database, table: str) -> None:
    own = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
    columns = [name for name in _columns(source, table) if name in own and name != "seq"]
    values = {name: f":{name}" for name in columns}
    if table == "messages":
        values["seq"] = _PLACE
    sql = f"INSERT OR IGNORE INTO {table} ({', '.join(values)}) VALUES ({', '.join(values.values())})"
    for row in _readable(source, table, columns) if columns else ():
        with contextlib.suppress(sqlite3.IntegrityError):  # a row that holds nonsense
            if table == "messages":
                _need_conversation(target, row)
            target.execute(sql, row)


def _need_conversation(target: sqlite_utils.Database, message: dict[str, object]) -> None:
    target.execute(
        "INSERT INTO conversations (id, title, title_is_default, created_at, updated_at, model_path) "
        "SELECT :conversation_id, :title, 1, :created_at, :created_at, '' "
        "WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = :conversation_id)",
        {**message, "title": tr(DEFAULT_TITLE)},
    )


def _columns(source: sqlite3.Connection, table: str) -> list[str]:
    try:
        return [row[1] for row in source.execute(f"PRAGMA table_info({table})")]
    except sqlite3.DatabaseError as error:
        if code(error) not in NOT_A_DATABASE:
            raise
        return []


def _readable(source: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[dict[str, object]]:
    """The rows that can be read, in their order, with their number as `seq`."""
    # Where a page was overwritten, what was text may be none.
    source.text_factory = lambda data: data.decode("utf-8", "replace")
    last = 0
    while True:
        try:
            sql = f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE rowid > ? ORDER BY rowid"
            for seq, *values in source.execute(sql, [last]):
                last = seq
                yield {"seq": seq, **dict(zip(columns, values, strict=True))}
            return
        except sqlite3.DatabaseError as error:
            if code(error) not in NOT_A_DATABASE:
                raise
        beyond = _next_readable(source, table, last)
        if beyond is None:
            return
        last = beyond


def _next_readable(source: sqlite3.Connection, table: str, last: int) -> int | None:
    """A number behind `last` from which on reading goes on; None where it nowhere does."""

    def fails(number: int) -> bool:
        try:
            source.execute(f"SELECT * FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 1", [number]).fetchone()
        except sqlite3.DatabaseError:
            return True
        return False

    step = 1
    while fails(last + step):
        step *= 2
        if last + step > _LAST_ROW:
            return None
    low, high = last + step // 2, last + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return high
