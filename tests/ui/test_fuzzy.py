from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.fuzzy import rank


def best(typed: str, *titles: str) -> list[str]:
    """Those that fit, best first."""
    ranked = [(distance, title) for title in titles if (distance := rank(typed, title)) is not None]
    return [title for _, title in sorted(ranked)]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("new", "New chat"),
        ("CHAT", "New chat"),
        ("ew ch", "New chat"),
        ("chat new", "New chat"),
        ("nc", "New chat"),
        ("nwc", "New chat"),
        ("", "New chat"),
    ],
)
def test_what_fits(typed: str, title: str) -> None:
    assert rank(typed, title) is not None


@pytest.mark.parametrize("typed", ["chan", "wc", "new x", "newchats", "q"])
def test_what_does_not_fit(typed: str) -> None:
    assert rank(typed, "New chat") is None


def test_the_beginning_goes_before_another_word_and_that_before_the_inside_of_one() -> None:
    assert best("chat", "Unchatty", "New chat", "Chats") == ["Chats", "New chat", "Unchatty"]


def test_a_shorter_title_goes_first_and_words_before_letters() -> None:
    assert best("set", "Settings of this chat", "Show every tab", "Settings") == [
        "Settings",
        "Settings of this chat",
        "Show every tab",
    ]


def test_accents_need_not_be_typed() -> None:
    assert rank("naive cafe", "Naïve café") is not None


@given(st.text(max_size=40), st.text(max_size=40))
def test_every_part_of_a_title_fits_it(before: str, after: str) -> None:
    assert rank(before, f"{before} {after}") is not None


def test_a_title_of_many_like_letters_takes_no_time() -> None:
    assert rank("a" * 24, "a " * 1000) is not None
    assert rank("a" * 25, "a " * 1000) is None
