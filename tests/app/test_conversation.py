from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.conversation import DEFAULT_TITLE, MAX_TITLE_CHARS, Message, MessageTree, title_from


def message(number: int, parent: int | None) -> Message:
    parent_id = None if parent is None else str(parent)
    return Message(str(number), "c", parent_id, "user", f"text {number}", float(number))


@st.composite
def trees(draw: st.DrawFn) -> list[Message]:
    count = draw(st.integers(1, 30))
    parents = [draw(st.none() | st.integers(0, n - 1)) if n else None for n in range(count)]
    return [message(n, parent) for n, parent in enumerate(parents)]


@given(trees(), st.data())
def test_a_branch_leads_from_a_root_to_its_head_without_gaps(messages: list[Message], data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(messages))
    branch = MessageTree(messages).branch(head.id)
    assert branch[0].parent_id is None
    assert branch[-1] == head
    assert [m.parent_id for m in branch[1:]] == [m.id for m in branch[:-1]]


@given(trees(), st.data())
def test_siblings_are_exactly_the_messages_with_the_same_parent_oldest_first(
    messages: list[Message], data: st.DataObject
) -> None:
    chosen = data.draw(st.sampled_from(messages))
    expected = tuple(m for m in messages if m.parent_id == chosen.parent_id)
    assert MessageTree(messages).siblings(chosen.id) == expected


@given(trees(), st.data())
def test_the_newest_leaf_is_a_leaf_below_and_no_newer_leaf_is_below(
    messages: list[Message], data: st.DataObject
) -> None:
    tree = MessageTree(messages)
    chosen = data.draw(st.sampled_from(messages))
    leaf = tree.newest_leaf(chosen.id)
    below = {m.id for m in messages if chosen in tree.branch(m.id)}
    assert leaf in below
    assert leaf == max(below, key=int)
    assert leaf not in {m.parent_id for m in messages}


def test_no_head_means_no_branch() -> None:
    assert MessageTree([]).branch(None) == ()


def test_a_message_before_its_parent_is_refused() -> None:
    with pytest.raises(ValueError, match="before its parent"):
        MessageTree([message(1, 0), message(0, None)])


@given(st.text())
def test_a_title_is_one_short_line_and_never_empty(text: str) -> None:
    title = title_from(text)
    assert 0 < len(title) <= MAX_TITLE_CHARS
    assert title.splitlines() == [title]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("What is the capital of Poland?", "What is the capital of Poland?"),
        ("## Plan\n\n* first", "Plan * first"),
        ('"Quoted"', "Quoted"),
        ("Why learn C#", "Why learn C#"),
        (" \n\t ", DEFAULT_TITLE),
        ("word " * 30, "word " * 11 + "word…"),
    ],
)
def test_titles_as_a_reader_would_make_them(text: str, title: str) -> None:
    assert title_from(text) == title


@given(trees(), st.data())
def test_below_a_message_stands_exactly_what_has_it_on_its_branch(messages: list[Message], data: st.DataObject) -> None:
    tree = MessageTree(messages)
    chosen = data.draw(st.sampled_from(messages))
    expected = tuple(m.id for m in messages if chosen in tree.branch(m.id))
    assert tree.below(chosen.id) == expected


@given(trees(), st.data())
def test_what_is_shown_after_a_deletion_is_left_and_is_a_version_or_the_parent(
    messages: list[Message], data: st.DataObject
) -> None:
    tree = MessageTree(messages)
    chosen = data.draw(st.sampled_from(messages))
    head_id = tree.head_without(chosen.id)
    assert head_id not in tree.below(chosen.id)
    if len(tree.siblings(chosen.id)) == 1:
        assert head_id == chosen.parent_id
    else:
        assert head_id is not None
        assert {m.id for m in tree.branch(head_id)} & {m.id for m in tree.siblings(chosen.id)}


@pytest.mark.parametrize(
    ("change", "can"),
    [
        ({"state": "stopped"}, True),
        ({"state": "length"}, True),
        ({"state": "failed"}, True),
        ({"state": "context_full"}, True),
        ({"state": "stopped", "text": "", "reasoning": "Hm"}, True),
        ({"state": "complete"}, False),
        ({"state": "streaming"}, False),
        ({"state": "stopped", "text": " "}, False),
        ({"state": "stopped", "role": "user"}, False),
    ],
)
def test_only_an_answer_that_was_cut_off_after_it_began_can_go_on(change: dict[str, str], can: bool) -> None:
    answer = Message("m", "c", "p", "assistant", "Half an", 0.0)
    assert replace(answer, **change).can_go_on == can
