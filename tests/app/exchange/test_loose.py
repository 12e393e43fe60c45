from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exchange.loose import as_key, as_time, split_thinking


@pytest.mark.parametrize(
    "value",
    [
        *(1690000000, 1690000000.0, "1690000000", 1690000000_000, 1690000000_000_000, 1690000000_000_000_000),
        *("2023-07-22T04:26:40Z", "2023-07-22T04:26:40", "2023-07-22T06:26:40+02:00"),
    ],
)
def test_a_time_is_understood_in_every_unit(value: object) -> None:
    assert as_time(value) == 1690000000.0


@pytest.mark.parametrize("value", [None, True, 0, -5, float("nan"), float("inf"), 10**400, "soon", "", [], 9e10])
def test_what_is_no_time_is_none(value: object) -> None:
    assert as_time(value) is None


@given(st.integers() | st.floats() | st.text())
def test_no_time_is_out_of_our_days(value: object) -> None:
    assert 0 < (as_time(value) or 1) < 4_102_444_800


def test_keys_are_texts_and_whole_numbers() -> None:
    assert [as_key(value) for value in ("a", 7, True, None, 1.5, [1])] == ["a", "7", "", "", "", ""]
    assert as_key(10**5000)


def test_thinking_is_split_off_where_an_answer_begins_with_it() -> None:
    assert split_thinking("\n<think>\nHm.\n</think>\n\nYes.") == ("Hm.", "Yes.")
    for text in ("Use <think>x</think> so.", "<think>never closed", "</think>"):
        assert split_thinking(text) == ("", text)
