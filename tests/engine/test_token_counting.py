"""Counting goes piece by piece, loses nothing, and answers whatever happens."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine import token_counting
from engine.protocol import CountTokens, Event, TokensCounted
from engine.token_counting import PIECE_CHARS, TokenCounting, pieces_of


@given(st.text(alphabet="ab \n", max_size=300), st.integers(8, 40))
def test_the_pieces_are_the_text(text: str, size: int) -> None:
    before, token_counting.PIECE_CHARS = token_counting.PIECE_CHARS, size
    try:
        pieces = list(pieces_of(text))
    finally:
        token_counting.PIECE_CHARS = before
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= size for piece in pieces) or text == ""


def test_a_long_text_is_counted_in_several_steps() -> None:
    told: list[Event] = []
    counting = TokenCounting(told.append)
    text = "word " * PIECE_CHARS
    counting.add(CountTokens(count_id="1", texts=[text, "", "one two"]), lambda piece: len(piece.split()))
    steps = 0
    while counting.step():
        steps += 1
    assert steps >= len(text) // PIECE_CHARS
    assert told == [TokensCounted(count_id="1", counts=[PIECE_CHARS, 0, 2])]


def test_counts_are_answered_in_order_also_where_a_tokenizer_fails_or_the_model_goes() -> None:
    told: list[Event] = []
    counting = TokenCounting(told.append)

    def fails(_piece: str) -> int:
        raise ValueError("no")

    counting.add(CountTokens(count_id="none", texts=["a"]), None)
    counting.add(CountTokens(count_id="fails", texts=["a", "b"]), fails)
    counting.add(CountTokens(count_id="empty", texts=[]), len)
    counting.add(CountTokens(count_id="gone", texts=["a"]), len)
    assert counting.step()
    assert counting.step()
    counting.forget()
    assert not counting.step()
    assert told == [TokensCounted(count_id=name) for name in ("none", "fails", "empty", "gone")]
