"""Requests go on with the cache of the conversation that they go on with, and never two with one at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.api.lanes import KEPT_LANES, Lanes
from engine.protocol import ChatMessage


def turns(*texts: str) -> list[ChatMessage]:
    return [ChatMessage(role="user", content=text) for text in texts]


def test_a_conversation_stays_in_its_lane() -> None:
    lanes = Lanes()
    first = lanes.take(turns("a"))
    lanes.give_back(first)
    other = lanes.take(turns("b"))
    lanes.give_back(other)
    assert lanes.take(turns("a", "answer", "more")) == first
    assert other != first


def test_one_that_only_begins_alike_does_not_take_the_lane_of_another() -> None:
    lanes = Lanes()
    first = lanes.take(turns("system", "a"))
    lanes.give_back(first)
    assert lanes.take(turns("system", "b")) != first


def test_a_lane_that_is_taken_is_nobody_elses() -> None:
    lanes = Lanes()
    first = lanes.take(turns("a"))
    second = lanes.take(turns("a"))
    assert first != second
    lanes.give_back(second)
    assert lanes.take(turns("a")) == second


def test_the_one_that_was_not_used_for_longest_makes_room() -> None:
    lanes = Lanes()
    names = [lanes.take(turns(str(n))) for n in range(KEPT_LANES)]
    for name in names:
        lanes.give_back(name)
    again = lanes.take(turns("0"))
    lanes.give_back(again)
    assert again == names[0]
    assert lanes.take(turns("new")) == names[1]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=60))
def test_no_lane_ever_runs_two_requests(steps: list[tuple[str, bool]]) -> None:
    lanes, taken = Lanes(), []
    for text, is_end in steps:
        if is_end and taken:
            lanes.give_back(taken.pop(0))
        else:
            name = lanes.take(turns(text))
            assert name not in taken
            taken.append(name)
