"""What goes when the context is full: whole turns from the oldest on, in one step, and never what must stay."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.context import (
    head_tokens,
    most_prompt_tokens,
    most_summary_tokens,
    oldest_turns,
    summary_prompt,
    turns,
    unseen_turns,
    window_cut,
    with_summary,
    without,
)
from engine.protocol import ChatMessage, Role


def message(role: Role, content: str = "x", *, pinned: bool = False) -> ChatMessage:
    return ChatMessage(role=role, content=content, pinned=pinned)


def chat(letters: str) -> list[ChatMessage]:
    """s, u and a are roles; in capitals the message is pinned. Each message has one token."""
    roles: dict[str, Role] = {"s": "system", "u": "user", "a": "assistant"}
    return [message(roles[letter.lower()], pinned=letter.isupper()) for letter in letters]


def letters_of(messages: Sequence[ChatMessage]) -> str:
    letters = (m.role[0] if m.role != "assistant" else "a" for m in messages)
    return "".join(letter.upper() if m.pinned else letter for letter, m in zip(letters, messages, strict=True))


CHATS = st.tuples(
    st.booleans(), st.lists(st.sampled_from(["u", "ua", "uA", "Ua", "uaa"]), min_size=1, max_size=12)
).map(lambda parts: "s" * parts[0] + "".join(parts[1]))


@pytest.mark.parametrize(
    ("before", "room", "after"),
    [
        ("suauauau", 4, "suau"),
        ("suauauau", 3, "su"),  # a turn is never cut through
        ("suauauau", 8, "suauauau"),
        ("suAuauau", 4, "suAu"),  # the turn with the pinned answer stays, the younger ones go
        ("suauauau", 0, "su"),  # what must stay stays, though it is too much
        ("uaauau", 3, "uau"),
        ("auau", 3, "uau"),  # a greeting of the model, in front of all turns
        ("u", 0, "u"),
        ("", 0, ""),
    ],
)
def test_the_oldest_turns_go_until_the_rest_has_room(before: str, room: int, after: str) -> None:
    messages = chat(before)
    places = oldest_turns(messages, (), lambda kept: len(kept) <= room)
    assert letters_of(without(messages, places)) == after


@given(CHATS, st.integers(0, 30))
def test_no_fewer_turns_would_do_and_what_must_stay_is_there(letters: str, room: int) -> None:
    messages = chat(letters)
    places = oldest_turns(messages, (), lambda kept: len(kept) <= room)
    kept = without(messages, places)
    gone = [turn for turn in turns(messages) if turn[0] in places]
    assert sorted(places) == [place for turn in gone for place in turn], "A turn was cut through."
    assert turns(messages)[-1][0] not in places
    assert not any(messages[place].pinned or messages[place].role == "system" for place in places)
    if gone:
        assert len(kept) + len(gone[-1]) > room, "The last of these turns could have stayed."
    if len(kept) > room:
        assert all(any(messages[place].pinned for place in turn) for turn in turns(messages)[:-1] if turn not in gone)


@given(CHATS, st.integers(0, 30), st.integers(0, 30))
def test_what_was_left_out_stays_left_out(letters: str, room: int, later_room: int) -> None:
    messages = chat(letters)
    first = oldest_turns(messages, (), lambda kept: len(kept) <= room)
    second = oldest_turns(messages, first, lambda kept: len(kept) <= later_room)
    assert set(first) <= set(second)
    assert second == oldest_turns(messages, (), lambda kept: len(kept) <= min(room, later_room))


def test_a_summary_stands_at_the_end_of_the_system_prompt_and_makes_one_where_there_is_none() -> None:
    (system, question) = with_summary([message("system", "Be brief."), message("user", "hi")], "We met.")
    assert (
        system.role == "system" and system.content.startswith("Be brief.\n\n") and system.content.endswith("\nWe met.")
    )
    (made, same) = with_summary([question], "We met.")
    assert made.role == "system" and made.content.endswith("\nWe met.") and same == question
    assert with_summary([question], "") == [question]


def test_a_summary_is_asked_for_behind_the_messages_that_go_with_the_earlier_one_before_them() -> None:
    messages = [message("system", "S"), *(message(role, f"{n}") for n in range(3) for role in ("user", "assistant"))]
    asked = summary_prompt(messages, {1, 2, 3, 4}, "earlier", 100)
    assert asked[0].content.startswith("S") and asked[0].content.endswith("earlier")
    assert [m.content for m in asked[1:-1]] == ["0", "0", "1", "1"]
    assert (
        asked[-1].role == "user" and "50 words" in asked[-1].content and "summary of the earlier" in asked[-1].content
    )
    assert "summary of the earlier" not in summary_prompt(messages, {1}, "", 100)[-1].content


@given(st.integers(128, 200_000), st.data())
def test_a_window_holds_the_head_and_at_least_a_quarter_of_newest_tokens_within_the_room(
    context_tokens: int, data: st.DataObject
) -> None:
    head = head_tokens(data.draw(st.integers(0, context_tokens)), context_tokens)
    num_tokens = data.draw(st.integers(1, 20 * context_tokens))
    left = num_tokens - window_cut(num_tokens, head, context_tokens)
    if num_tokens <= most_prompt_tokens(context_tokens):
        assert left == num_tokens
    else:
        assert (
            most_prompt_tokens(context_tokens) - (context_tokens // 2 - head)
            < left
            <= most_prompt_tokens(context_tokens)
        )
        assert left - head >= context_tokens // 8


@given(st.integers(512, 100_000), st.integers(0, 40))
def test_a_conversation_that_grows_past_its_window_keeps_the_same_cut_for_many_turns(
    context_tokens: int, steps: int
) -> None:
    head = head_tokens(30, context_tokens)
    step = context_tokens // 2 - head
    grown = most_prompt_tokens(context_tokens) + 1 + steps * step
    cuts = {window_cut(grown + more, head, context_tokens) for more in range(step)}
    assert cuts == {(steps + 1) * step}


def test_a_summary_with_half_of_the_context_leaves_an_eighth_for_the_answer() -> None:
    for context_tokens in range(64, 4096, 7):
        half_and_summary = context_tokens // 2 + most_summary_tokens(context_tokens)
        assert half_and_summary <= most_prompt_tokens(context_tokens)


@pytest.mark.parametrize(("gone", "unseen"), [(2, ""), (3, "ua"), (4, "ua"), (5, "uaua"), (99, "uaua")])
def test_what_ended_before_the_window_is_not_seen_and_the_last_turn_always_is(gone: int, unseen: str) -> None:
    messages = chat("suauaua")
    places = unseen_turns(messages, gone, len)
    assert letters_of([messages[place] for place in places]) == unseen
