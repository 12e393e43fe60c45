"""Shapes for templates that are strict: nothing that was said is lost, and roles take turns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.turn_shapes import Turn, in_turn, system_folded

turns = st.lists(
    st.builds(
        Turn, st.sampled_from(["system", "user", "assistant"]), st.text("ab ", max_size=3), st.text("c", max_size=2)
    ),
    max_size=7,
)


def words(conversation: list[Turn]) -> str:
    return "".join(turn.content for turn in conversation).replace("\n", "").replace(" ", "")


@given(turns)
def test_folding_leaves_no_system_turn_and_loses_no_word(conversation: list[Turn]) -> None:
    folded = system_folded(conversation)
    if folded is None:
        assert all(turn.role == "system" for turn in conversation)
    else:
        assert all(turn.role != "system" for turn in folded)
        assert words(folded) == words(conversation)


@given(turns)
def test_roles_take_turns_and_no_word_is_lost(conversation: list[Turn]) -> None:
    found = in_turn(system_folded(conversation) or [])
    if system_folded(conversation) is not None:
        assert all(turn.role == ("user", "assistant")[place % 2] for place, turn in enumerate(found))
        assert words(found) == words(conversation)


def test_a_system_text_stands_before_the_first_question() -> None:
    assert system_folded([Turn("system", "s"), Turn("user", "u"), Turn("assistant", "a")]) == [
        Turn("user", "s\n\nu"),
        Turn("assistant", "a"),
    ]


def test_where_an_answer_comes_first_the_system_text_or_nothing_stands_for_its_question() -> None:
    assert system_folded([Turn("system", "s"), Turn("assistant", "a")]) == [Turn("user", "s"), Turn("assistant", "a")]
    assert in_turn([Turn("assistant", "a"), Turn("user", "u")])[0] == Turn("user", "")


def test_the_last_turn_stays_also_where_it_is_blank() -> None:
    assert in_turn([Turn("user", "u"), Turn("assistant", " "), Turn("user", "")]) == [Turn("user", "u")]
    assert in_turn([Turn("user", " ")]) == [Turn("user", " ")]


@pytest.mark.parametrize("in_parts", [True, False])
def test_a_template_reads_content_and_reasoning_under_their_names(in_parts: bool) -> None:
    fields = Turn("assistant", "a", "r").as_dict(in_parts=in_parts)
    assert fields["content"] == ([{"type": "text", "text": "a"}] if in_parts else "a")
    assert fields["reasoning_content"] == fields["thinking"] == "r"
    assert "thinking" not in Turn("assistant", "a").as_dict(in_parts=in_parts)
