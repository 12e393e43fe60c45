"""A guess is what once followed the same words, found anew as the text grows, and nothing where nothing did."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drafting import KEY_TOKENS, NOTHING, Drafter

texts = st.lists(st.integers(0, 3), max_size=120)


def test_what_followed_the_same_words_is_guessed() -> None:
    text = [1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4]
    assert Drafter().draft(text, 3).token_ids == [5, 6, 7]


def test_the_place_that_has_most_in_common_wins_and_of_equals_the_last() -> None:
    common = [1, 2, 3]
    text = [9, *common, 10, 8, *common, 11, 7, *common, 12, 9, *common]
    assert Drafter().draft(text, 1).token_ids == [10]
    assert Drafter().draft([*text[:-4], 6, *common], 1).token_ids == [12]


def test_a_text_that_repeats_itself_is_guessed_to_go_on_so() -> None:
    draft = Drafter().draft([5, 6] * 4, 7)
    assert draft.token_ids == [5, 6, 5, 6, 5, 6, 5]


def test_words_that_never_stood_together_before_give_no_guess() -> None:
    assert Drafter().draft([1, 2, 3, 4, 5, 6, 1, 2], 5) is NOTHING
    assert Drafter().draft([], 5) is NOTHING


@settings(max_examples=200, deadline=None)
@given(texts, st.integers(0, 20))
def test_a_guess_is_what_followed_an_earlier_place_of_the_matched_tokens(text: list[int], count: int) -> None:
    draft = Drafter().draft(text, count)
    ends = [end for end in range(KEY_TOKENS, len(text)) if text[end - KEY_TOKENS : end] == text[-KEY_TOKENS:]]
    assert (draft.matched > 0) == bool(ends)
    if not ends:
        return
    assert len(draft.token_ids) == count
    assert draft.matched >= KEY_TOKENS
    grown = text + draft.token_ids
    assert any(
        text[end - draft.matched : end] == text[-draft.matched :] and grown[end : end + count] == draft.token_ids
        for end in ends
        if end >= draft.matched
    )


@settings(max_examples=100, deadline=None)
@given(texts, st.data())
def test_a_drafter_that_saw_the_text_grow_guesses_as_one_that_sees_it_at_once(
    text: list[int], data: st.DataObject
) -> None:
    growing = Drafter()
    for length in sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8))):
        growing.draft(text[:length], 4)
    assert growing.draft(text, 6) == Drafter().draft(text, 6)
