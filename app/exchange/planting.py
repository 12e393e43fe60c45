"""Makes conversations of the turns that a reader found: whatever shape those are in, a sound tree comes out."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from app.conversation import (
    DEFAULT_TITLE,
    Attachment,
    ChatSettings,
    Conversation,
    Message,
    MessageState,
    Role,
    new_id,
    title_from,
)
from app.exchange.loose import as_key, as_list
from app.exchange.transcript import Transcript, UnreadableError, storable
from app.translation import tr

_LONGEST_SOURCE_CHARS = 200
_NO_TITLES = {"", "new chat", "new conversation", "new thread", "untitled", "unnamed chat", "chat", "none", "null"}


@dataclass(slots=True)
class Turn:
    """A turn as another program wrote it.

    Attributes:
        key: What other turns call it.
        parent: The key of the turn before it. One that is missing, or that leads round in a circle, is none.
        role: None for what is left out; what follows it then follows what is before it.
    """

    key: str
    parent: str | None
    role: Role | None
    text: str = ""
    reasoning: str = ""
    created_at: float | None = None
    model_name: str = ""
    state: MessageState = "complete"
    attachments: tuple[Attachment, ...] = ()

    @property
    def is_kept(self) -> bool:
        """Whether it becomes a message: system turns become settings, and empty turns nothing."""
        has_content = bool(self.text.strip() or self.reasoning.strip() or self.attachments)
        return self.role in ("user", "assistant") and has_content


@dataclass(slots=True)
class Found:
    """A conversation as another program wrote it.

    Attributes:
        program: Whose format it is in; the first word of its source.
        id: What that program calls it; empty takes a hash of its content.
        head: The key of the turn that is shown last; None takes the newest.
        left_out: How often what was left out, in the singular: `image`.
    """

    program: str
    turns: list[Turn]
    id: str = ""
    title: str = ""
    system_prompt: str = ""
    created_at: float | None = None
    updated_at: float | None = None
    head: str | None = None
    pinned: bool = False
    archived: bool = False
    left_out: Counter[str] = field(default_factory=Counter)


def parents(nodes: Mapping[str, Mapping[str, Any]], parent: str, children: str) -> dict[str, str | None]:
    """For each node the key of the one before it: as it says itself, else as one says that names it as its child."""
    named_by = {as_key(child): key for key, node in nodes.items() for child in as_list(node.get(children))}
    return {
        key: own if (own := as_key(node.get(parent))) in nodes else named_by.get(key) for key, node in nodes.items()
    }


def chain(turns: list[Turn]) -> list[Turn]:
    """Turns without parents, each put behind the one before it, under keys of their own."""
    for number, turn in enumerate(turns):
        turn.key = str(number)
        turn.parent = str(number - 1) if number else None
    return turns


def transcript(found: Found, now: float) -> Transcript:
    """A conversation that can be kept. Raises `UnreadableError` where nothing was said.

    Args:
        now: The time of what has none.
    """
    prompt = _take_system_prompt(found)
    order, kept_before = _planted(found.turns)
    joined, stands_for = _joined(order, kept_before)
    if not joined:
        raise UnreadableError(tr("There is no text in it."))
    times = [turn.created_at for turn in joined if turn.created_at is not None]
    created_at = found.created_at or min(times, default=now)
    conversation_id = new_id()
    messages: dict[str, Message] = {}
    for turn in joined:
        before = messages.get(turn.parent) if turn.parent is not None else None
        messages[turn.key] = Message(
            id=new_id(),
            conversation_id=conversation_id,
            parent_id=before.id if before else None,
            role="user" if turn.role == "user" else "assistant",
            text=storable(turn.text),
            created_at=turn.created_at or (before.created_at if before else created_at),
            state=turn.state,
            model_name=storable(turn.model_name),
            reasoning=storable(turn.reasoning),
            attachments=tuple(_storable_attachment(attachment) for attachment in turn.attachments),
        )
    shown = None if found.head is None else stands_for.get(found.head, kept_before.get(found.head))
    head = messages[_leaf(joined, stands_for.get(shown, shown) if shown is not None else None)]
    title = title_from(storable(found.title))
    has_no_title = title == tr(DEFAULT_TITLE) or title.lower() in _NO_TITLES
    conversation = Conversation(
        id=conversation_id,
        title=title_from(_first_text(messages)) if has_no_title else title,
        created_at=created_at,
        updated_at=found.updated_at or max(times, default=created_at),
        head_id=head.id,
        model_path="",
        title_is_default=has_no_title,
        pinned=found.pinned,
        archived=found.archived,
        settings=ChatSettings(system_prompt=storable(prompt) or None),
        source=_source(found, tuple(messages.values())),
    )
    return Transcript(conversation, tuple(messages.values()), note=_note(found.left_out))


def _take_system_prompt(found: Found) -> str:
    """What the model was told first. System turns further on are left out and counted."""
    prompts = [found.system_prompt.strip()] if found.system_prompt.strip() else []
    is_beginning = True
    for turn in found.turns:
        if turn.role in ("user", "assistant"):
            is_beginning = False
        elif turn.role == "system" and turn.text.strip() and turn.text.strip() not in prompts:
            if is_beginning:
                prompts.append(turn.text.strip())
            else:
                found.left_out["later system turn"] += 1
    return "\n\n".join(prompts)


def _planted(turns: list[Turn]) -> tuple[list[Turn], dict[str, str | None]]:
    """The turns that are kept, a parent before its children, and for every key the kept one that it follows."""
    by_key = {turn.key: turn for turn in turns}
    children: dict[str | None, list[Turn]] = {}
    for turn in by_key.values():
        parent = turn.parent if turn.parent in by_key and turn.parent != turn.key else None
        children.setdefault(parent, []).append(turn)
    for siblings in children.values():
        if all(turn.created_at is not None for turn in siblings):
            siblings.sort(key=lambda turn: turn.created_at or 0.0)
    order: list[Turn] = []
    kept_before: dict[str, str | None] = {}

    def walk(first: Turn) -> None:
        waiting: list[tuple[Turn, str | None]] = [(first, None)]
        while waiting:
            turn, before = waiting.pop()
            if turn.key in kept_before:
                continue
            kept_before[turn.key] = before
            if turn.is_kept:
                order.append(turn)
                before = turn.key
            waiting += [(child, before) for child in reversed(children.get(turn.key, []))]

    for root in children.get(None, []):
        walk(root)
    for turn in by_key.values():  # those that lead round in a circle have no root
        walk(turn)
    return order, kept_before


def _joined(order: list[Turn], kept_before: Mapping[str, str | None]) -> tuple[list[Turn], dict[str, str]]:
    """The turns with their parents as kept, and for each key the turn that it became part of.

    An answer that goes on after a tool was used, or after thinking, is one message here.
    """
    num_children = Counter(kept_before[turn.key] for turn in order)
    joined: dict[str, Turn] = {}
    stands_for: dict[str, str] = {}
    for turn in order:
        before = kept_before[turn.key]
        parent = joined[stands_for[before]] if before is not None else None
        if parent is not None and parent.role == turn.role == "assistant" and num_children[before] == 1:
            stands_for[turn.key] = parent.key
            joined[parent.key] = replace(
                parent,
                text=_one_after_the_other(parent.text, turn.text),
                reasoning=_one_after_the_other(parent.reasoning, turn.reasoning),
                model_name=turn.model_name or parent.model_name,
                state=turn.state,
                attachments=parent.attachments + turn.attachments,
            )
        else:
            stands_for[turn.key] = turn.key
            joined[turn.key] = replace(turn, parent=parent.key if parent else None)
    return list(joined.values()), stands_for


def _one_after_the_other(first: str, second: str) -> str:
    return f"{first}\n\n{second}" if first.strip() and second.strip() else first if first.strip() else second


def _leaf(turns: list[Turn], below: str | None) -> str:
    """The newest leaf below a turn, itself included; below nothing, the newest of all."""
    candidates = turns if below is None else list(_below(turns, below))
    inner = {turn.parent for turn in turns}
    leaves = [turn for turn in candidates if turn.key not in inner]
    newest = max(range(len(leaves)), key=lambda index: (leaves[index].created_at or 0.0, index))
    return leaves[newest].key


def _below(turns: list[Turn], key: str) -> Iterator[Turn]:
    inside = {key}
    for turn in turns:
        if turn.key in inside or turn.parent in inside:
            inside.add(turn.key)
            yield turn


def _first_text(messages: Mapping[str, Message]) -> str:
    return next((message.text for message in messages.values() if message.role == "user" and message.text.strip()), "")


def _source(found: Found, messages: tuple[Message, ...]) -> str:
    named = storable(found.id)
    if not named or len(named) > _LONGEST_SOURCE_CHARS:
        places = {message.id: place for place, message in enumerate(messages)}
        said = [
            (message.role, message.text, places[message.parent_id] if message.parent_id else -1) for message in messages
        ]
        named = hashlib.blake2b(msgspec.json.encode([named, found.title and storable(found.title), said])).hexdigest()
        named = named[:32]
    return f"{found.program}:{named}"


def _storable_attachment(attachment: Attachment) -> Attachment:
    return msgspec.structs.replace(attachment, name=storable(attachment.name), text=storable(attachment.text))


def _note(left_out: Counter[str]) -> str:
    what = ", ".join(_counted(kind, count) for kind, count in sorted(left_out.items()))
    return tr("Left out: {what}.").format(what=storable(what)) if what else ""


def _counted(kind: str, count: int) -> str:
    """How much of a kind was left out, in words."""
    match kind.partition(" of ")[::2]:
        case ("part", of_what):
            return tr("%n parts of type {type}", count).format(type=of_what.removeprefix("type "))
        case ("turn", whose):
            return tr("%n turns of {role}", count).format(role=whose)
    return {
        "image": tr("%n images", count),
        "video": tr("%n videos", count),
        "recording": tr("%n recordings", count),
        "attached file": tr("%n attached files", count),
        "tool result": tr("%n tool results", count),
        "tool call": tr("%n tool calls", count),
        "later system turn": tr("%n later system turns", count),
    }[kind]
