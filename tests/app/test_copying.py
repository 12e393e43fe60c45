"""A fork and a copy ask the model exactly what the original asks, and share nothing else with it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.conversation import (
    TEMPORARY,
    Attachment,
    ChatSettings,
    ContextCut,
    Conversation,
    Message,
    MessageTree,
    latest_cut,
    new_id,
)
from app.copying import Copy, copied
from app.prompt import make_prompt


@st.composite
def conversations(draw: st.DrawFn) -> tuple[Conversation, list[Message], list[ContextCut]]:
    """A tree of turns that alternate, a head in it, and cuts that may or may not hold for it."""
    choice: random.Random = draw(st.randoms(use_true_random=False))
    messages: list[Message] = []
    for number in range(draw(st.integers(1, 12))):
        parent = choice.choice([None, *messages])
        is_answer = parent is not None and parent.role == "user"
        files = (Attachment(id=new_id(), name=f"{number}.txt", kind="text", text="x"),) * choice.randint(0, 1)
        messages.append(
            Message(
                f"m{number}",
                "c",
                None if parent is None else parent.id,
                "assistant" if is_answer else "user",
                choice.choice(["", "hello", f"text {number}"]),
                float(number),
                state=choice.choice(["complete", "stopped", "streaming"]) if is_answer else "complete",
                token_ids=(number, 7) if is_answer else (),
                tokenizer_id="t" if is_answer else "",
                reasoning="hm" * choice.randint(0, 1) if is_answer else "",
                reasoning_ids=(3,) if is_answer else (),
                pinned=choice.random() < 0.3,
                attachments=() if is_answer else files,
            )
        )
    ids = [message.id for message in messages]
    cuts = [
        ContextCut(frozenset(choice.sample(ids, choice.randint(1, min(3, len(ids))))), f"summary {n}")
        for n in range(choice.randint(0, 3))
    ]
    settings = ChatSettings(system_prompt="Be brief.", temperature=0.5)
    head_id = choice.choice(ids)
    return Conversation("c", "Walrus", 1.0, 2.0, head_id, "/m", True, "trim", "Zoo", settings=settings), messages, cuts


def asked(
    conversation: Conversation, messages: tuple[Message, ...] | list[Message], cuts: tuple[ContextCut, ...] | list
) -> object:
    """What the engine is asked for the shown branch."""
    branch = MessageTree(messages).branch(conversation.head_id)
    cut = latest_cut(cuts, branch, "trim")
    prompt = make_prompt(branch, conversation.settings.system_prompt or "", cut.left_out if cut else ())
    return prompt.messages, cut.summary if cut else ""


@given(conversations())
def test_a_copy_of_the_whole_tree_asks_what_the_original_asks(
    original: tuple[Conversation, list[Message], list[ContextCut]],
) -> None:
    conversation, messages, cuts = original
    copy = copied(conversation, messages, cuts, title="Copy", now=9.0)
    assert asked(copy.conversation, copy.messages, copy.cuts) == asked(conversation, messages, cuts)
    assert len(copy.messages) == len(messages)
    assert len(copy.cuts) == len(cuts)


@given(conversations(), st.data())
def test_a_fork_asks_what_the_original_asks_up_to_there(
    original: tuple[Conversation, list[Message], list[ContextCut]], data: st.DataObject
) -> None:
    conversation, messages, cuts = original
    branch = MessageTree(messages).branch(data.draw(st.sampled_from(messages)).id)
    from_there = Conversation(**{**_fields(conversation), "head_id": branch[-1].id})
    copy = copied(from_there, branch, cuts, title="Branch", now=9.0)
    assert asked(copy.conversation, copy.messages, copy.cuts) == asked(from_there, messages, cuts)


@given(conversations())
def test_a_copy_has_ids_of_its_own_and_everything_else_of_the_original(
    original: tuple[Conversation, list[Message], list[ContextCut]],
) -> None:
    conversation, messages, cuts = original
    copy = copied(conversation, messages, cuts, title="Copy", now=9.0)
    old_ids = {conversation.id, *(m.id for m in messages), *(a.id for m in messages for a in m.attachments)}
    assert not old_ids & _ids(copy)
    assert [m.text for m in copy.messages] == [m.text for m in messages]
    assert all(m.state != "streaming" for m in copy.messages)
    taken = copy.conversation
    assert (taken.title, taken.title_is_default, taken.updated_at) == ("Copy", False, 9.0)
    assert taken.created_at == conversation.created_at, "templates write the day on which a chat began"
    assert (taken.settings, taken.context_policy, taken.folder) == (conversation.settings, "trim", "Zoo")


@pytest.mark.parametrize("beginning", ["", TEMPORARY])
def test_a_copy_is_as_temporary_as_its_original(beginning: str) -> None:
    conversation = Conversation(f"{beginning}c", "x", 0.0, 0.0, None, "", True)
    assert copied(conversation, (), (), title="y", now=0.0).conversation.is_temporary == bool(beginning)


def _fields(conversation: Conversation) -> dict[str, object]:
    return {name: getattr(conversation, name) for name in Conversation.__slots__}


def _ids(copy: Copy) -> set[str]:
    files = {attachment.id for message in copy.messages for attachment in message.attachments}
    return {copy.conversation.id, *files, *(message.id for message in copy.messages)}
