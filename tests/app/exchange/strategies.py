"""Conversations of every kind, and JSON with something wrong in it."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from app.conversation import (
    TEMPORARY,
    Attachment,
    ChatSettings,
    ContextCut,
    Conversation,
    Message,
    Receipt,
)
from app.exchange.transcript import Transcript

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
_ids = st.text("abcdef0123456789", min_size=1, max_size=8)
_times = st.floats(0, 4e9)
_attachments = st.builds(
    Attachment, id=_ids, name=texts, kind=texts, text=texts, num_bytes=st.integers(0, 2**60), note=texts
)
_settings = st.builds(
    ChatSettings,
    system_prompt=st.none() | texts,
    temperature=st.none() | st.floats(0, 10),
    seed=st.none() | st.integers(0, 2**60),
    stop=st.none() | st.tuples(texts),
    thinking=st.sampled_from(["default", "on", "off"]),
    kv_format=st.sampled_from(["", "int4"]),
)


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    """As the store gives them."""
    conversation_id = draw(_ids.filter(lambda one: not one.startswith(TEMPORARY)))
    messages: list[Message] = []
    for message_id in draw(st.lists(_ids, unique=True, max_size=8)):
        parent = draw(st.sampled_from([None, *messages]))
        messages.append(
            Message(
                id=message_id,
                conversation_id=conversation_id,
                parent_id=parent.id if parent else None,
                role=draw(st.sampled_from(["user", "assistant", "system"])),
                text=draw(texts),
                created_at=draw(_times),
                state=draw(st.sampled_from(["complete", "stopped", "length", "context_full", "failed"])),
                error=draw(texts),
                receipt=draw(st.none() | st.builds(Receipt, cached_tokens=st.integers(0, 2**40))),
                token_ids=tuple(draw(st.lists(st.integers(0, 2**40), max_size=3))),
                tokenizer_id=draw(texts),
                model_name=draw(texts),
                pinned=draw(st.booleans()),
                reasoning=draw(texts),
                reasoning_ids=tuple(draw(st.lists(st.integers(0, 300), max_size=3))),
                attachments=tuple(draw(st.lists(_attachments, max_size=2))),
            )
        )
    ids = [message.id for message in messages]
    cuts = st.builds(
        ContextCut,
        left_out=st.frozensets(st.sampled_from(ids)) if ids else st.just(frozenset()),
        summary=texts,
        policy=st.sampled_from(["trim", "compact", "window"]),
    )
    conversation = Conversation(
        id=conversation_id,
        title=draw(texts.map(lambda title: " ".join(title.split())).filter(bool)),
        created_at=draw(_times),
        updated_at=draw(_times),
        head_id=draw(st.sampled_from(ids)) if ids else None,
        model_path=draw(texts),
        title_is_default=draw(st.booleans()),
        context_policy=draw(st.sampled_from(["", "stop", "trim"])),
        folder=draw(texts),
        pinned=draw(st.booleans()),
        archived=draw(st.booleans()),
        settings=draw(_settings),
        source=draw(texts.filter(bool)),
    )
    return Transcript(conversation, tuple(messages), tuple(draw(st.lists(cuts, max_size=2))))


_junk: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(
        [10**400, -1, 1e308, float("nan"), float("inf"), "\ud83d", "a\x00b", "", [], {}, [[]], [{}], {"a": {}}]
    ),
    texts,
    st.lists(st.integers() | texts, max_size=2),
)


@st.composite
def mutated(draw: st.DrawFn, value: Any) -> Any:
    """The same JSON with up to four places replaced, removed or doubled."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(value))
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        deed = draw(st.sampled_from(["replace", "remove", "double", "swap"]))
        if deed == "remove":
            del holder[key]
        elif deed == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif deed == "swap":
            other, other_key = draw(st.sampled_from(places))
            holder[key] = copy.deepcopy(other[other_key])
        else:
            holder[key] = copy.deepcopy(draw(_junk))
    return value


def _places(value: Any) -> Any:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _places(inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield value, index
            yield from _places(inner)
