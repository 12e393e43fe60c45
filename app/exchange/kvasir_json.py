"""Kvasir's own JSON: everything that is known about a conversation, so that it can come back as it was.

`docs/import-export.md` describes the format. A change that older versions would misread raises `VERSION`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, TypeGuard

import msgspec

from app.conversation import DEFAULT_TITLE, ContextCut, Conversation, Message, new_id
from app.exchange.loose import as_dict, as_list
from app.exchange.transcript import Transcript, UnreadableError, storable
from app.translation import tr

VERSION = 1

_MARK = "kvasir"
_YEAR_10000 = 253_402_300_800.0
_MOST_BYTES = 2**63 - 1
_DEPTH = 12
"""Deeper than the format reaches."""


def encode(transcript: Transcript) -> bytes:
    """One conversation as an object over several lines."""
    conversation = transcript.conversation
    about = _fields(conversation)
    del about["deleted_at"]
    about["source"] = conversation.source or f"{_MARK}:{conversation.id}"
    messages = [_fields(message) for message in transcript.messages]
    for message in messages:
        del message["conversation_id"]
    value = {
        _MARK: VERSION,
        "conversation": about,
        "messages": messages,
        "cuts": [
            {"left_out": sorted(cut.left_out), "summary": cut.summary, "policy": cut.policy} for cut in transcript.cuts
        ],
    }
    return msgspec.json.format(msgspec.json.encode(_storable(value)), indent=1)


def is_conversation(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether Kvasir wrote this."""
    return isinstance(value, dict) and _MARK in value and "conversation" in value


def read(value: dict[str, Any], now: float) -> Transcript:
    """The conversation as it was. Raises `UnreadableError` for what is not as `encode` writes it.

    Args:
        now: The time of what has none.
    """
    version = value[_MARK]
    if not isinstance(version, int) or version < 1:
        raise UnreadableError(tr("It does not say which version of the format it is in."))
    if version > VERSION:
        raise UnreadableError(tr("A newer version of Kvasir wrote it; update Kvasir to read it."))
    value = _storable(value)
    try:
        about = _converted({**as_dict(value["conversation"]), "deleted_at": None}, Conversation, "conversation")
        if about.is_temporary or not about.id:
            about = replace(about, id=new_id())
        messages = [
            _converted(
                {**as_dict(message), "conversation_id": about.id}, Message, tr("message {number}").format(number=number)
            )
            for number, message in enumerate(as_list(value.get("messages")), start=1)
        ]
        cuts = [_converted(cut, ContextCut, tr("a cut")) for cut in as_list(value.get("cuts"))]
    except RecursionError as error:
        raise UnreadableError(tr("Its parts lie too deep in each other.")) from error
    messages = [_sound(message, now) for message in messages]
    known: set[str] = set()
    for message in messages:
        if message.id in known or not message.id:
            raise UnreadableError(tr("Two of its messages have the id “{id}”.").format(id=message.id))
        if message.parent_id is not None and message.parent_id not in known:
            raise UnreadableError(tr("The message {id} stands before the one that it follows.").format(id=message.id))
        known.add(message.id)
    return Transcript(
        replace(
            about,
            title=" ".join(about.title.split()) or tr(DEFAULT_TITLE),
            created_at=_time(about.created_at, now),
            updated_at=_time(about.updated_at, now),
            head_id=about.head_id if about.head_id in known else messages[-1].id if messages else None,
            source=about.source or f"{_MARK}:{about.id}",
        ),
        tuple(messages),
        tuple(cut for cut in cuts if cut.left_out <= known),
    )


def _fields(value: Conversation | Message) -> dict[str, Any]:
    """All that differs from what stands there by default, and the rest of what is always told."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    return fields


def _converted(value: object, wanted: Any, what: str) -> Any:
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        raise UnreadableError(
            tr("In {what}, something is not as Kvasir writes it: {error}.").format(what=what, error=error)
        ) from error


def _sound(message: Message, now: float) -> Message:
    """With numbers that a database can hold; and nothing is streaming here."""
    attachments = tuple(
        msgspec.structs.replace(attachment, num_bytes=min(max(attachment.num_bytes, 0), _MOST_BYTES))
        for attachment in message.attachments
    )
    state = "stopped" if message.state == "streaming" else message.state
    return replace(message, created_at=_time(message.created_at, now), state=state, attachments=attachments)


def _time(seconds: float, now: float) -> float:
    return seconds if math.isfinite(seconds) and 0 <= seconds < _YEAR_10000 else now


def _storable(value: Any, depth: int = _DEPTH) -> Any:
    """The same value with texts that can be kept."""
    if isinstance(value, str):
        return storable(value)
    if not depth:
        raise UnreadableError(tr("Its parts lie too deep in each other."))
    if isinstance(value, dict):
        return {storable(str(name)): _storable(inner, depth - 1) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(inner, depth - 1) for inner in value]
    return value
