"""Streamed text is the text of the whole answer, cut at the first stop string: not a character more, less or other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.detokenizer import Decode, Detokenizer, StopStrings
from tests.engine.small_tokenizer import byte_fallback, byte_level

steady = settings(max_examples=200, deadline=None)

PIECES = [b"a", b"b", b"ab", b" ", "é".encode(), "€".encode(), "😀".encode(), b"", "\ufffd".encode(), b"abba"]
PIECES += [bytes([byte]) for byte in sorted({*"é€😀".encode(), 0xFF})]


def decode_pieces(token_ids: Sequence[int]) -> str:
    """A byte-level vocabulary in one line; the empty piece stands for a special token that is not shown."""
    return b"".join(PIECES[token] for token in token_ids).decode("utf-8", "replace")


def stream(decode: Decode, token_ids: Sequence[int], stop: Sequence[str] = ()) -> list[str]:
    """What a reader gets, piece by piece."""
    text = StoppedText(decode, stop)
    return [*(text.add(token) for token in token_ids), text.flush()]


class StoppedText:
    """Tokens to text to stop strings."""

    def __init__(self, decode: Decode, stop: Sequence[str]) -> None:
        self._detokenizer = Detokenizer(decode)
        self.stop = StopStrings(stop)

    def add(self, token: int) -> str:
        return self.stop.feed(self._detokenizer.add(token))

    def flush(self) -> str:
        return self.stop.feed(self._detokenizer.flush()) + self.stop.flush()


def cut(text: str, stop: Sequence[str]) -> str:
    """The text before the stop string that is complete first; of two that end together, the longer one."""
    for end in range(len(text) + 1):
        ending = [len(s) for s in stop if s and text[:end].endswith(s)]
        if ending:
            return text[: end - max(ending)]
    return text


token_sequences = st.lists(st.integers(0, len(PIECES) - 1), max_size=24)
stop_strings = st.lists(st.text("ab €😀", max_size=4), max_size=3)


@steady
@given(token_sequences, stop_strings)
@example([0, 0, 1], ["ab"])  # "a" is held twice
@example([2, 1], ["abb", "b"])  # two begin and end at different places
@example([9], ["abba", "bb"])  # in one token: the second begins later, but is complete first
def test_joined_text_is_the_whole_text_cut_at_the_first_stop_string(tokens: list[int], stop: list[str]) -> None:
    assert "".join(stream(decode_pieces, tokens, stop)) == cut(decode_pieces(tokens), stop)


@steady
@given(st.text("abé€😀\n", max_size=16), st.randoms(use_true_random=False), stop_strings)
def test_where_the_tokens_part_does_not_change_the_text(text: str, random: Any, stop: list[str]) -> None:
    data = text.encode()
    edges = sorted({0, len(data), *(random.randrange(len(data) + 1) for _ in range(6))})
    pieces = [data[a:b] for a, b in itertools.pairwise(edges)]

    def decode(token_ids: Sequence[int]) -> str:
        return b"".join(pieces[token] for token in token_ids).decode("utf-8", "replace")

    parts = stream(decode, range(len(pieces)), stop)
    assert "".join(parts) == cut(text, stop)
    assert not any("\ufffd" in part for part in parts)


@steady
@given(token_sequences, stop_strings)
def test_text_once_shown_is_never_taken_back(tokens: list[int], stop: list[str]) -> None:
    whole = cut(decode_pieces(tokens), stop)
    text = StoppedText(decode_pieces, stop)
    shown = ""
    for token in tokens:
        shown += text.add(token)
        assert whole.startswith(shown)
    assert shown + text.flush() == whole
    assert text.flush() == ""


@pytest.fixture(scope="module", params=[byte_level, byte_fallback], ids=["byte_level", "byte_fallback"])
def tokenizer(request: pytest.FixtureRequest) -> Any:
    return request.param()


def shown_text(tokenizer: Any) -> Decode:
    def decode(token_ids: Sequence[int]) -> str:
        text: str = tokenizer.decode(token_ids, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return text

    return decode


@settings(max_examples=100, deadline=None)
@given(text=st.text("hello wthr ,é€😀日\n", max_size=24), stop=stop_strings)
@example(text="  two spaces", stop=[])
@example(text="日 本", stop=[])
@example(text=" 😀 😀", stop=[])
def test_real_tokenizers_stream_what_they_decode(tokenizer: Any, text: str, stop: list[str]) -> None:
    decode = shown_text(tokenizer)
    tokens = tokenizer.encode(text, add_special_tokens=False)
    parts = stream(decode, tokens, stop)
    assert "".join(parts) == cut(decode(tokens), stop)
    assert not any("\ufffd" in part for part in parts)


BYTE_LEVEL = byte_level()


@settings(max_examples=100, deadline=None)
@given(tokens=st.lists(st.integers(0, len(BYTE_LEVEL) - 1), max_size=16))
def test_any_tokens_of_a_byte_level_model_stream_what_they_decode(tokens: list[int]) -> None:
    decode = shown_text(BYTE_LEVEL)
    assert "".join(stream(decode, tokens)) == decode(tokens)


def test_half_a_character_waits_for_the_rest() -> None:
    pieces = [bytes([byte]) for byte in "😀".encode()]

    def decode(token_ids: Sequence[int]) -> str:
        return b"".join(pieces[token] for token in token_ids).decode("utf-8", "replace")

    assert stream(decode, range(4)) == ["", "", "", "😀", ""]
    assert stream(decode, range(2)) == ["", "", "\ufffd"]  # the model broke off; the whole decode has it too


@steady
@given(token_sequences, token_sequences)
def test_text_goes_on_behind_other_tokens_as_if_it_were_one(before: list[int], tokens: list[int]) -> None:
    before = [token for token in before if token < PIECES.index(b"\xa9")] + [0]  # whole characters
    detokenizer = Detokenizer(decode_pieces, before)
    parts = [*(detokenizer.add(token) for token in tokens), detokenizer.flush()]
    assert decode_pieces(before) + "".join(parts) == decode_pieces([*before, *tokens])


@steady
@given(st.text("a€😀", max_size=4), st.integers(0, 12))
def test_of_a_text_that_is_cut_off_only_whole_characters_are_told(text: str, length: int) -> None:
    pieces = [bytes([byte]) for byte in text.encode()][:length]

    def decode(token_ids: Sequence[int]) -> str:
        return b"".join(pieces[token] for token in token_ids).decode("utf-8", "replace")

    detokenizer = Detokenizer(decode)
    told = "".join(detokenizer.add(token) for token in range(len(pieces))) + detokenizer.flush(cut=True)
    assert told == b"".join(pieces).decode("utf-8", "ignore")
    assert len(told.encode()) + detokenizer.waiting == len(pieces)


def test_what_the_model_broke_itself_is_told_also_where_its_text_is_cut_off() -> None:
    detokenizer = Detokenizer(decode_pieces)
    broken = PIECES.index(b"\xff")
    assert "".join(detokenizer.add(token) for token in [0, *[broken] * 6]) == "a"
    assert detokenizer.flush(cut=True) == "\ufffd" * 6


def characters(text: str) -> tuple[Decode, range]:
    """One token per character."""
    return lambda token_ids: "".join(text[token] for token in token_ids), range(len(text))


def test_a_stop_string_over_several_tokens_is_never_shown_in_part() -> None:
    decode, tokens = characters("hi\nUser: no")
    text = StoppedText(decode, ["\nUser:"])
    assert "".join(text.add(token) for token in tokens[:7]) == "hi"
    assert not text.stop.stopped
    assert text.add(7) == ""
    assert text.stop.stopped
    assert [text.add(token) for token in tokens[8:]] == ["", "", ""]
    assert text.flush() == ""


def test_an_end_that_might_have_been_a_stop_string_is_shown_when_the_answer_ends() -> None:
    decode, tokens = characters("hi\nUse")
    assert stream(decode, tokens, ["\nUser:"]) == ["h", "i", "", "", "", "", "\nUse"]


def test_held_text_is_shown_as_soon_as_it_cannot_become_a_stop_string() -> None:
    decode, tokens = characters("\nUs!")
    assert stream(decode, tokens, ["\nUser:"]) == ["", "", "", "\nUs!", ""]


def test_a_stop_string_that_is_completed_by_the_flush_is_cut() -> None:
    assert stream(decode_pieces, [0, PIECES.index(b"\xff")], ["a\ufffd"]) == ["", "", ""]


def test_an_empty_stop_string_stops_nothing() -> None:
    decode, tokens = characters("abc")
    assert "".join(stream(decode, tokens, [""])) == "abc"
