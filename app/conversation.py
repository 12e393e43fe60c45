"""Conversations, messages and the tree that messages form: plain values, no Qt, no SQL."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

import msgspec

from app.translation import mark, tr
from engine.protocol import ContextPolicy as ContextPolicy
from engine.protocol import KvFormat as KvFormat
from engine.protocol import Receipt as Receipt
from engine.protocol import Role as Role
from engine.protocol import Thinking as Thinking

MessageState: TypeAlias = Literal["complete", "streaming", "stopped", "length", "context_full", "failed"]
"""How far a message got. `complete`: as it should. `streaming`: more is to come. `stopped`: the user, or a crash of the
window, ended it. `length`: the longest answer allowed was reached. `context_full`: the model's context is full.
`failed`: see the sentence in `error`."""

_CUT_OFF: frozenset[MessageState] = frozenset({"stopped", "length", "context_full", "failed"})

DEFAULT_TITLE = mark("New chat")
MAX_TITLE_CHARS = 60
TEMPORARY = "temporary-"
"""How the ids of conversations begin that are never written anywhere."""


class ChatSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a conversation does otherwise than the rest; None, `default` and an empty word take the program's settings.

    Attributes:
        model_path: Which model answers; empty for the one that is loaded.
        stop: Texts at which an answer ends.
        kv_format: What its cache is packed into.
    """

    model_path: str = ""
    system_prompt: str | None = None
    temperature: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None
    top_k: Annotated[int, msgspec.Meta(ge=0)] | None = None
    top_p: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    min_p: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    repetition_penalty: Annotated[float, msgspec.Meta(gt=0, le=10)] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0)] | None = None
    max_tokens: Annotated[int, msgspec.Meta(ge=0)] | None = None
    stop: tuple[str, ...] | None = None
    thinking: Thinking = "default"
    kv_format: KvFormat | Literal[""] = ""


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """Settings with a name, to be given to conversations."""

    id: str
    name: str
    settings: ChatSettings


@dataclass(frozen=True, slots=True)
class Conversation:
    """One chat of the list.

    Attributes:
        created_at: Seconds since the epoch, UTC, as are all times here.
        updated_at: When a message was last added.
        head_id: The leaf of the branch that is shown; None while there are no messages.
        model_path: The model that answered last; empty before the first answer.
        title_is_default: The title was not given by the user; the first message may still replace it.
        context_policy: What happens here when the context is full; empty takes the settings' choice.
        folder: Where it is filed; empty for none.
        pinned: It stands at the top of the list.
        archived: It is kept out of the list, and found by searching.
        deleted_at: When it went into the trash; None where it is not there.
        settings: What it does otherwise than the rest.
        source: Where it was imported from, so that a second import knows it; empty for one that was begun here.
    """

    id: str
    title: str
    created_at: float
    updated_at: float
    head_id: str | None
    model_path: str
    title_is_default: bool
    context_policy: ContextPolicy | Literal[""] = ""
    folder: str = ""
    pinned: bool = False
    archived: bool = False
    deleted_at: float | None = None
    settings: ChatSettings = field(default_factory=ChatSettings)
    source: str = ""

    @property
    def is_temporary(self) -> bool:
        """Whether it is gone when the program ends."""
        return self.id.startswith(TEMPORARY)


class Attachment(msgspec.Struct, frozen=True, kw_only=True):
    """A file whose text goes with a message.

    Attributes:
        kind: What it was: `text`, `markdown`, `code`, `table`, `pdf`, `document`, or `paste`.
        text: What the model reads.
        num_bytes: Of the file.
        note: What of the file is not in `text`, as a sentence; empty where all is.
    """

    id: str
    name: str
    kind: str
    text: str
    num_bytes: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn.

    Attributes:
        parent_id: The turn before it; None for the first. Messages with the same parent are versions of each other.
        error: With `failed` and `context_full`, and sometimes with `stopped`: a sentence that says what happened and
            what to do.
        reasoning: What the model thought before it answered; empty for other messages.
        token_ids: The ids an answer came out as; empty for other messages.
        reasoning_ids: The ids `reasoning` came out as.
        tokenizer_id: Identity of the tokenizer that `token_ids` belong to.
        model_name: Which model wrote it; empty for other messages.
        pinned: The model shall go on seeing its turn when the context is full.
        attachments: Files whose text stands before `text` in what the model reads.
    """

    id: str
    conversation_id: str
    parent_id: str | None
    role: Role
    text: str
    created_at: float
    state: MessageState = "complete"
    error: str = ""
    receipt: Receipt | None = None
    token_ids: tuple[int, ...] = ()
    tokenizer_id: str = ""
    model_name: str = ""
    pinned: bool = False
    reasoning: str = ""
    reasoning_ids: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    @property
    def can_go_on(self) -> bool:
        """Whether it is an answer that was cut off after it had begun."""
        return self.role == "assistant" and self.state in _CUT_OFF and bool(self.text.strip() or self.reasoning.strip())


@dataclass(frozen=True, slots=True)
class ContextCut:
    """What of a conversation the model no longer sees, since its context was full.

    Attributes:
        left_out: Ids of messages.
        summary: What the model is told instead of them; empty for nothing.
        policy: With `window` the messages are still sent, and the engine cuts them away as it must.
    """

    left_out: frozenset[str]
    summary: str = ""
    policy: ContextPolicy = "trim"


class MessageTree:
    """The messages of one conversation, linked by their parents.

    Args:
        messages: All of one conversation, in the order in which they were added; a parent stands before its children.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self._messages: dict[str, Message] = {}
        self._children: dict[str | None, list[Message]] = {}
        for message in messages:
            if message.parent_id is not None and message.parent_id not in self._messages:
                raise ValueError(f"Message {message.id} stands before its parent {message.parent_id}.")
            self._messages[message.id] = message
            self._children.setdefault(message.parent_id, []).append(message)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All of them, in the order in which they were added."""
        return tuple(self._messages.values())

    def branch(self, head_id: str | None) -> tuple[Message, ...]:
        """The path from the root to `head_id`, root first; empty for None."""
        path: list[Message] = []
        while head_id is not None:
            message = self._messages[head_id]
            path.append(message)
            head_id = message.parent_id
        return tuple(reversed(path))

    def siblings(self, message_id: str) -> tuple[Message, ...]:
        """All versions of a turn, itself included, oldest first."""
        return tuple(self._children[self._messages[message_id].parent_id])

    def below(self, message_id: str) -> tuple[str, ...]:
        """A message and all that follows it, in the order in which they were added."""
        below = {message_id: None}
        for message in self._messages.values():
            if message.parent_id in below:
                below[message.id] = None
        return tuple(below)

    def newest_leaf(self, message_id: str) -> str:
        """The leaf that was added last among those below `message_id`; itself where nothing is below."""
        return self.below(message_id)[-1]

    def head_without(self, message_id: str) -> str | None:
        """What is shown once a message and what follows it are gone: the version next to it, else its parent."""
        versions = [version.id for version in self.siblings(message_id)]
        place = versions.index(message_id)
        neighbours = [*versions[:place][-1:], *versions[place + 1 :][:1]]
        return self.newest_leaf(neighbours[0]) if neighbours else self._messages[message_id].parent_id


def latest_cut(cuts: Sequence[ContextCut], branch: Iterable[Message], policy: ContextPolicy) -> ContextCut | None:
    """The cut that holds for a branch: the last one whose messages are all on it.

    Another branch that shares only some of them is whole: what its model may see was never too much.

    Args:
        cuts: Oldest first.
        policy: The present one. What a window had passed is seen again under every other policy.
    """
    ids = {message.id for message in branch}
    fitting = [cut for cut in cuts if cut.left_out <= ids and (cut.policy != "window" or policy == "window")]
    return fitting[-1] if fitting else None


def new_id() -> str:
    """An id that no other conversation, message or request has."""
    return uuid.uuid4().hex


def title_from(text: str) -> str:
    """A title made of a message: one line of at most 60 characters, without Markdown's marks around it."""
    line = " ".join(text.split()).lstrip(" #>*_`\"'“”„«»-").rstrip(" *_>`\"'“”„«»-")
    if len(line) <= MAX_TITLE_CHARS:
        return line or tr(DEFAULT_TITLE)
    whole_words, _, _ = line[:MAX_TITLE_CHARS].rpartition(" ")
    cut = whole_words if len(whole_words) > MAX_TITLE_CHARS // 2 else line[: MAX_TITLE_CHARS - 1]
    return cut.rstrip(" ,.;:-") + "…"
