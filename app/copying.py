"""A copy of a conversation, or of one of its branches: new ids, the same prompts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from app.conversation import TEMPORARY, ContextCut, Conversation, Message, new_id


@dataclass(frozen=True, slots=True)
class Copy:
    """What is to be put into the store, in this order."""

    conversation: Conversation
    messages: tuple[Message, ...]
    cuts: tuple[ContextCut, ...]


def copied(
    conversation: Conversation, messages: Sequence[Message], cuts: Iterable[ContextCut], *, title: str, now: float
) -> Copy:
    """A conversation of its own with these messages, which answers, and is cached, as the original does.

    It began when the original did: templates write that day. What is yet being written ends in the copy where it is.
    Of the cuts those come along whose messages all do.

    Args:
        conversation: The original; its head is among the messages.
        messages: With the text that has come so far; a parent before its children.
    """
    conversation_id = (TEMPORARY if conversation.is_temporary else "") + new_id()
    ids = {message.id: new_id() for message in messages}
    return Copy(
        replace(
            conversation,
            id=conversation_id,
            title=title,
            title_is_default=False,
            updated_at=now,
            head_id=None if conversation.head_id is None else ids[conversation.head_id],
            pinned=False,
            archived=False,
            source="",
        ),
        tuple(_copied(message, conversation_id, ids) for message in messages),
        tuple(
            replace(cut, left_out=frozenset(ids[message_id] for message_id in cut.left_out))
            for cut in cuts
            if cut.left_out <= ids.keys()
        ),
    )


def _copied(message: Message, conversation_id: str, ids: dict[str, str]) -> Message:
    return replace(
        message,
        id=ids[message.id],
        conversation_id=conversation_id,
        parent_id=None if message.parent_id is None else ids[message.parent_id],
        state="stopped" if message.state == "streaming" else message.state,
        attachments=tuple(msgspec.structs.replace(each, id=new_id()) for each in message.attachments),
    )
