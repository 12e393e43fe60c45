"""Between the store and transcripts: what came from a file goes in once, what goes to a file comes out whole."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field, replace

import msgspec

from app.conversation import Conversation, Message, new_id
from app.exchange.transcript import Problem, Transcript
from app.store.conversation_store import ConversationStore
from app.translation import tr


@dataclass(slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        num_new: Conversations that came in.
        num_known: Conversations that were here already, in the list, the archive or the trash.
        problems: What was not read, and what of those that came in is missing.
        num_unread: How many of the problems are of the first kind.
    """

    num_new: int = 0
    num_known: int = 0
    problems: list[Problem] = field(default_factory=list)
    num_unread: int = 0

    @property
    def sentence(self) -> str:
        """All of it in short."""
        parts = [tr("%n conversations came in", self.num_new)]
        if self.num_known:
            parts.append(tr("%n were known already", self.num_known))
        if num_partly := len(self.problems) - self.num_unread:
            parts.append(tr("%n not wholly", num_partly))
        if self.num_unread:
            parts.append(tr("%n could not be read", self.num_unread))
        return ", ".join(parts) + "."


def take(store: ConversationStore, item: Transcript | Problem, report: ImportReport) -> None:
    """Put one thing that was read into the store, and say so in the report."""
    if isinstance(item, Problem):
        report.problems.append(item)
        report.num_unread += 1
    elif not _take_in(store, item):
        report.num_known += 1
    else:
        report.num_new += 1
        if item.note:
            report.problems.append(Problem(item.where, item.note))


def transcript_of(store: ConversationStore, conversation: Conversation) -> Transcript:
    """All that the store knows about a conversation."""
    messages = store.tree(conversation.id).messages
    return Transcript(conversation, messages, store.cuts(conversation.id))


def _take_in(store: ConversationStore, transcript: Transcript) -> bool:
    try:
        is_new = store.take_in(transcript.conversation, transcript.messages)
    except sqlite3.IntegrityError:
        # Another conversation has messages with these ids: the file was copied and changed by hand.
        transcript = _with_new_ids(transcript)
        is_new = store.take_in(transcript.conversation, transcript.messages)
    if is_new:
        for cut in transcript.cuts:
            store.add_cut(transcript.conversation.id, cut)
    return is_new


def _with_new_ids(transcript: Transcript) -> Transcript:
    ids = {message.id: new_id() for message in transcript.messages}

    def renewed(message: Message) -> Message:
        return replace(
            message,
            id=ids[message.id],
            parent_id=None if message.parent_id is None else ids[message.parent_id],
            attachments=tuple(msgspec.structs.replace(each, id=new_id()) for each in message.attachments),
        )

    head_id = transcript.conversation.head_id
    return replace(
        transcript,
        conversation=replace(transcript.conversation, head_id=None if head_id is None else ids[head_id]),
        messages=tuple(map(renewed, transcript.messages)),
        cuts=tuple(replace(cut, left_out=frozenset(ids[one] for one in cut.left_out)) for cut in transcript.cuts),
    )
