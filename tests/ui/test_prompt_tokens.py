from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.prompt_tokens import TokenSpans


def said(text: str, pieces: list[str]) -> list[tuple[str, int]]:
    return [(text[span.start : span.end], span.count) for span in TokenSpans(text, pieces).spans]


def test_pieces_that_make_up_the_text_each_have_their_characters() -> None:
    assert said("Hello there", ["Hel", "lo", " there"]) == [("Hel", 1), ("lo", 1), (" there", 1)]


def test_tokens_that_are_a_character_only_together_share_it() -> None:
    assert said("a🦊b", ["a", "", "", "🦊", "b"]) == [("a", 1), ("🦊", 3), ("b", 1)]


def test_what_no_piece_says_belongs_to_the_token_behind_it() -> None:
    assert said(" Hello", ["Hello"]) == [(" Hello", 1)]


def test_a_piece_that_is_nowhere_is_counted_with_the_next_one() -> None:
    assert said("one two", ["one", "\ufffd", " two"]) == [("one", 1), (" two", 2)]


def test_what_is_left_at_the_end_has_the_tokens_that_are_left() -> None:
    assert said("one two", ["one", "?", "!"]) == [("one", 1), (" two", 2)]
    assert said("one", ["one", ""]) == [("one", 1), ("", 1)]


@given(st.lists(st.text(max_size=4), max_size=30), st.data())
def test_every_character_and_every_token_belongs_to_one_span_in_order(pieces: list[str], data: st.DataObject) -> None:
    kept = [data.draw(st.sampled_from([piece, piece, piece, "", "\ufffd"])) for piece in pieces]
    text = "".join(pieces)
    tokens = TokenSpans(text, kept)
    place = token = 0
    for span in tokens.spans:
        assert (span.start, span.first) == (place, token)
        assert span.end >= span.start
        place, token = span.end, token + span.count
    assert (place, token) == (len(text), len(kept))
    for number in range(len(text)):
        span = tokens.at(number)
        assert span is not None and span.start <= number < span.end
    assert tokens.at(len(text)) is None


def test_spans_between_two_places_are_all_that_have_a_character_there() -> None:
    tokens = TokenSpans("abcdef", ["ab", "cd", "ef"])
    assert [number for number, _ in tokens.between(1, 3)] == [0, 1]
    assert [number for number, _ in tokens.between(0, 6)] == [0, 1, 2]
