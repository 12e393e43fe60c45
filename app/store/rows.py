"""Rows of conversations.db to values, and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import msgspec

from app.conversation import Attachment, ChatSettings, Conversation, Message, Preset, Receipt

CONVERSATION_COLUMNS = tuple(Conversation.__slots__)
MESSAGE_COLUMNS = tuple(name for name in Message.__slots__ if name != "attachments")  # which have a table of their own
ATTACHMENT_COLUMNS = Attachment.__struct_fields__

_FLAGS = tuple(CONVERSATION_COLUMNS.index(name) for name in ("title_is_default", "pinned", "archived"))
_SETTINGS = CONVERSATION_COLUMNS.index("settings")
_NO_SETTINGS = ChatSettings()
_token_ids = msgspec.json.Decoder(tuple[int, ...])
_receipt = msgspec.json.Decoder(Receipt)
_settings = msgspec.json.Decoder(ChatSettings)


def insert_sql(table: str, columns: Iterable[str], **expressions: str) -> str:
    """The statement that adds a row given as a dictionary, with further columns that SQL computes."""
    values = {name: f":{name}" for name in columns} | expressions
    return f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join(values.values())})"


def to_conversation(row: sqlite3.Row) -> Conversation:
    """A conversation from a row that begins with `CONVERSATION_COLUMNS`."""
    # By position, and without reading settings that are none: a list of ten thousand is read at once.
    values = list(row)[: len(CONVERSATION_COLUMNS)]
    for place in _FLAGS:
        values[place] = values[place] == 1
    settings = values[_SETTINGS]
    values[_SETTINGS] = _NO_SETTINGS if settings == "{}" else _settings.decode(settings)
    return Conversation(*values)


def from_conversation(conversation: Conversation) -> dict[str, object]:
    """The row of a conversation."""
    row: dict[str, object] = {name: getattr(conversation, name) for name in CONVERSATION_COLUMNS}
    row["title"] = storable(conversation.title)
    row["folder"] = storable(conversation.folder)
    row["settings"] = settings_text(conversation.settings)
    return row


def to_message(row: sqlite3.Row, attachments: tuple[Attachment, ...]) -> Message:
    """A message from a row that has `MESSAGE_COLUMNS`."""
    values = {name: row[name] for name in MESSAGE_COLUMNS}
    if values["receipt"] is not None:
        values["receipt"] = _receipt.decode(values["receipt"])
    for name in ("token_ids", "reasoning_ids"):
        values[name] = _token_ids.decode(values[name])
    values["pinned"] = bool(values["pinned"])
    return Message(**values, attachments=attachments)


def from_message(message: Message) -> dict[str, object]:
    """The row of a message."""
    row: dict[str, object] = {name: getattr(message, name) for name in MESSAGE_COLUMNS}
    for name in ("text", "reasoning", "error"):
        row[name] = storable(getattr(message, name))
    row["receipt"] = None if message.receipt is None else msgspec.json.encode(message.receipt).decode()
    row["token_ids"] = msgspec.json.encode(message.token_ids).decode()
    row["reasoning_ids"] = msgspec.json.encode(message.reasoning_ids).decode()
    return row


def to_attachment(row: sqlite3.Row) -> Attachment:
    """An attachment from a row that has `ATTACHMENT_COLUMNS`."""
    return Attachment(**{name: row[name] for name in ATTACHMENT_COLUMNS})


def from_attachment(attachment: Attachment, conversation_id: str, message_id: str | None) -> dict[str, object]:
    """The row of an attachment; it is one of the draft where there is no message."""
    row: dict[str, object] = {name: getattr(attachment, name) for name in ATTACHMENT_COLUMNS}
    for name in ("name", "text", "note"):
        row[name] = storable(getattr(attachment, name))
    return {**row, "conversation_id": conversation_id, "message_id": message_id}


def to_preset(row: sqlite3.Row) -> Preset:
    """A preset from its row."""
    return Preset(id=row["id"], name=row["name"], settings=_settings.decode(row["settings"]))


def settings_text(settings: ChatSettings) -> str:
    """Settings as they stand in a row."""
    # What was typed may hold half an emoji here too, which the encoder refuses.
    prompt, stop = settings.system_prompt, settings.stop
    if prompt is not None:
        settings = msgspec.structs.replace(settings, system_prompt=storable(prompt))
    if stop is not None:
        settings = msgspec.structs.replace(settings, stop=tuple(map(storable, stop)))
    return msgspec.json.encode(settings).decode()


def ids_text(ids: Iterable[str]) -> str:
    """Ids as one parameter, for `json_each`: SQLite bounds the number of parameters."""
    return msgspec.json.encode(list(ids)).decode()


def storable(text: str) -> str:
    """Without lone surrogates: half an emoji, as some input methods send it, is no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
