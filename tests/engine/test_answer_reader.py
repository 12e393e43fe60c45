"""One answer from its tokens: what is told, and that the ids told are those of the text told, or none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.answer_reader import AnswerReader, AnswerStart
from engine.reasoning import HARMONY, UNKNOWN, ReasoningFormat
from tests.engine.small_tokenizer import byte_fallback, byte_level

THINK = ReasoningFormat("<think>", "</think>", ("\n", "\n", "\n\n"))
BY_TEXT = byte_level()
BY_ID = byte_level(added=["<think>", "</think>"])
CHANNELS = byte_level(special=HARMONY.markers)
FALLBACK = byte_fallback()


def encode(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False)
    return ids


class Reading:
    """A reader, and what a chat has of its answer."""

    def __init__(
        self,
        tokenizer: Any,
        format_: ReasoningFormat = THINK,
        stop: tuple[str, ...] = (),
        start: AnswerStart | None = None,
    ) -> None:
        self.tokenizer = tokenizer
        ids = {tokenizer.convert_tokens_to_ids(marker): marker for marker in format_.markers}
        ids.pop(tokenizer.unk_token_id, None)
        self.reader = AnswerReader(self.shown, self.verbatim, stop, format_, ids)
        self.reader.begin(start or AnswerStart())
        self.reasoning = self.text = ""

    def shown(self, token_ids: Any) -> str:
        text: str = self.tokenizer.decode(token_ids, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return text

    def verbatim(self, token_ids: Any) -> str:
        text: str = self.tokenizer.decode(token_ids, clean_up_tokenization_spaces=False)
        return text

    def read(self, token_ids: list[int], *, cut: bool = False) -> Reading:
        for told in [*(self.reader.add(token) for token in token_ids), self.reader.end(cut=cut)]:
            if told.moved:
                self.reasoning, self.text = self.reasoning + self.text, ""
            self.reasoning += told.reasoning
            self.text += told.text
        assert self.reader.end(cut=cut) == ("", "", False)
        return self

    def check(self) -> None:
        """Ids decode to their text, or are not told."""
        for ids, text in ((self.reader.reasoning_ids, self.reasoning), (self.reader.token_ids, self.text)):
            assert not ids or self.verbatim(ids) == text


@pytest.mark.parametrize("tokenizer", [BY_TEXT, BY_ID], ids=["markers as text", "markers as tokens"])
def test_reasoning_and_answer_come_apart_with_the_ids_of_each(tokenizer: Any) -> None:
    ids = [encode(tokenizer, text) for text in ("<think>", "\n", "hello 😀", "\n", "</think>", "\n\n", "the weather")]
    reading = Reading(tokenizer).read([token for part in ids for token in part])
    assert (reading.reasoning, reading.text) == ("hello 😀", "the weather")
    assert (reading.reader.reasoning_ids, reading.reader.token_ids) == (ids[2], ids[6])


def test_markers_that_are_tokens_are_not_looked_for_in_the_text() -> None:
    spelled = [token for letter in "</think>" for token in encode(BY_ID, letter)]
    ids = [*encode(BY_ID, "<think>a"), *spelled, *encode(BY_ID, "</think>b")]
    reading = Reading(BY_ID).read(ids)
    assert (reading.reasoning, reading.text) == ("a</think>", "b")


def test_channels_are_read_by_their_tokens() -> None:
    text = "<|channel|>analysis<|message|>hello<|end|><|start|>assistant<|channel|>final<|message|>the weather"
    reading = Reading(CHANNELS, HARMONY).read(encode(CHANNELS, text))
    assert (reading.reasoning, reading.text) == ("hello", "the weather")
    assert reading.reader.reasoning_ids == encode(CHANNELS, "hello")
    assert reading.reader.token_ids == encode(CHANNELS, "the weather")


def test_a_border_within_a_token_leaves_no_ids() -> None:
    pieces = ["<think>", "a</think>b", "c"]

    def decode(token_ids: Any) -> str:
        return "".join(pieces[token] for token in token_ids)

    reader = AnswerReader(decode, decode, (), THINK)
    told = [reader.add(token) for token in range(3)] + [reader.end(cut=False)]
    assert "".join(t.text for t in told) == "bc" and "".join(t.reasoning for t in told) == "a"
    assert reader.token_ids == [] and reader.reasoning_ids == []


@pytest.mark.parametrize(
    ("pieces", "reasoning", "text", "reasoning_ids", "ids"),
    [
        (["<think>", "\n", "a", "\n", "</think>", "\n\n", "b"], "a", "b", [2], [6]),
        (["<think>\n", "a.\n", "</think>\n\n", "b"], "a.\n", "b", [1], [3]),  # the newline is of the last token
        (["<think>", "a", "</think>", "\n", "\nb"], "a", "\nb", [1], [4]),
    ],
)
def test_newlines_around_are_left_out_as_far_as_tokens_part_there(
    pieces: list[str], reasoning: str, text: str, reasoning_ids: list[int], ids: list[int]
) -> None:
    def decode(token_ids: Any) -> str:
        return "".join(pieces[token] for token in token_ids)

    reader = AnswerReader(decode, decode, (), THINK)
    told = [reader.add(token) for token in range(len(pieces))] + [reader.end(cut=False)]
    assert ("".join(t.reasoning for t in told), "".join(t.text for t in told)) == (reasoning, text)
    assert (reader.reasoning_ids, reader.token_ids) == (reasoning_ids, ids)


def test_a_closer_alone_makes_what_was_told_reasoning() -> None:
    reading = Reading(BY_ID, stop=("zz",)).read(
        [*encode(BY_ID, "hello z"), *encode(BY_ID, "</think>"), *encode(BY_ID, "x")]
    )
    assert (reading.reasoning, reading.text) == ("hello z", "x")
    assert reading.reader.reasoning_ids == encode(BY_ID, "hello z") and reading.reader.token_ids == encode(BY_ID, "x")


def test_stop_strings_end_the_answer_and_not_the_reasoning() -> None:
    reading = Reading(BY_TEXT, stop=("the", "er w"))
    reading.read(encode(BY_TEXT, "<think>the water</think>hello water warm"))
    assert (reading.reasoning, reading.text) == ("the water", "hello wat")
    assert reading.reader.stopped
    reading.check()


texts = st.text("helo wtr,é€😀\n", max_size=10)
words = st.lists(st.sampled_from(["<think>", "</think>", "<s>", "`", "\n"]) | texts, max_size=7)


@settings(max_examples=150, deadline=None)
@given(
    words, st.lists(st.text("helo w\n", min_size=1, max_size=3), max_size=2), st.booleans(), st.sampled_from([0, 1, 2])
)
def test_told_ids_always_decode_to_the_told_text(words: list[str], stop: list[str], cut: bool, drop: int) -> None:
    for tokenizer in (BY_TEXT, BY_ID, FALLBACK):
        for format_ in (THINK, UNKNOWN):
            ids = encode(tokenizer, "".join(words))
            reading = Reading(tokenizer, format_, tuple(stop)).read(ids[: len(ids) - drop], cut=cut)
            reading.check()
            assert not any(text in reading.text for text in stop)
            assert "\ufffd" not in reading.text or not cut


@settings(max_examples=60, deadline=None)
@given(texts.filter(bool))
def test_a_plain_answer_keeps_all_its_ids(text: str) -> None:
    for tokenizer in (BY_TEXT, BY_ID, FALLBACK):
        ids = encode(tokenizer, text)
        reading = Reading(tokenizer).read(ids)
        assert reading.text == reading.verbatim(ids)
        assert reading.reader.token_ids == ids and reading.reader.reasoning_ids == []


@settings(max_examples=60, deadline=None)
@given(texts, texts)
@example("é€😀", "\n")
def test_an_answer_that_is_gone_on_with_is_as_if_it_had_never_stopped(first: str, second: str) -> None:
    for tokenizer in (BY_TEXT, BY_ID, FALLBACK):
        ids, one = encode(tokenizer, "x" + first), encode(tokenizer, "x")
        more = [token for letter in second for token in encode(tokenizer, "x" + letter)[len(one) :]]
        reading = Reading(tokenizer, start=AnswerStart(shown="x" + first, context=ids)).read(more)
        assert reading.verbatim(ids) + reading.text == reading.verbatim([*ids, *more])
        assert reading.reader.token_ids == (more if reading.text else [])


def test_reasoning_that_is_gone_on_with_is_reasoning_until_its_end() -> None:
    before, more = encode(BY_ID, "<think>hello"), encode(BY_ID, " there</think>x")
    reading = Reading(BY_ID, start=AnswerStart(thinking=True, context=before)).read(more)
    assert (reading.reasoning, reading.text) == (" there", "x")
    assert reading.reader.reasoning_ids == encode(BY_ID, " there") and reading.reader.token_ids == encode(BY_ID, "x")


def test_of_an_answer_that_is_cut_off_half_a_character_is_not_told() -> None:
    ids = encode(BY_TEXT, "hello日")
    reading = Reading(BY_TEXT).read(ids[:-1], cut=True)
    assert reading.text == "hello" and reading.reader.token_ids == encode(BY_TEXT, "hello")
    assert Reading(BY_TEXT).read(ids[:-1]).text.endswith("\ufffd"), "The model ended it itself."
