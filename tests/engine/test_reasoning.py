"""Reasoning and answer are told apart in every documented format and in each broken form, however the text comes."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reasoning import HARMONY, UNKNOWN, ChannelSplitter, ReasoningFormat, Splitter, TextMarkers, find_format
from tests.engine.chat_formats import FORMATS

THINK = ReasoningFormat("<think>", "</think>", ("\n", "\n", "\n\n"))
MISTRAL = ReasoningFormat("[THINK]", "[/THINK]")
COMMAND = ReasoningFormat(
    "<|START_THINKING|>",
    "<|END_THINKING|>",
    answer_opener="<|START_RESPONSE|>",
    ignored=("<|START_RESPONSE|>", "<|END_RESPONSE|>"),
)


class Split(NamedTuple):
    reasoning: str
    text: str


def split(parts: list[str], format_: ReasoningFormat = THINK, *, inside: bool = False, shown: str = "") -> Split:
    """What a reader has at the end; all that was told is checked against the places that were named."""
    whole = "".join(parts)
    splitter = ChannelSplitter() if format_.channels else Splitter(format_, lambda p: True, inside=inside, shown=shown)
    markers = TextMarkers(format_.markers)
    reasoning = text = ""
    pieces = []
    for part in parts:
        for found, is_marker in markers.feed(part):
            pieces += splitter.marker(found) if is_marker else splitter.feed(found)
    pieces += splitter.feed(markers.end()) + splitter.end()
    for piece in pieces:
        assert piece.start < 0 or whole[piece.start : piece.start + len(piece.text)] == piece.text
        if piece.part == "moved":
            reasoning, text = reasoning + text, ""
        elif piece.part == "reasoning":
            reasoning += piece.text
        else:
            text += piece.text
    return Split(reasoning, text)


CASES = {
    "the usual form": ("<think>\nhm\n</think>\n\nyes", "hm", "yes"),
    "no newlines": ("<think>hm</think>yes", "hm", "yes"),
    "space before the opener": ("\n <think>hm</think>yes", "hm", "yes"),
    "no reasoning": ("yes\n", "", "yes\n"),
    "nothing": ("", "", ""),
    "blank": ("\n ", "", "\n "),
    "empty reasoning": ("<think>\n\n</think>\n\nyes", "", "yes"),
    "no closer": ("<think>\nhm\nhm\n", "hm\nhm\n", ""),
    "no opener": ("hm\n</think>\n\nyes", "hm\n", "yes"),
    "a closer first": ("\n</think>\n\nyes", "", "yes"),
    "two openers": ("<think>\n<think>\nhm</think>yes", "hm", "yes"),
    "an opener within": ("<think>hm <think> hm</think>yes", "hm <think> hm", "yes"),
    "two closers": ("<think>hm</think>yes</think>no", "hm", "yes</think>no"),
    "reasoning again": ("<think>a</think>b\n<think>c</think>\nd", "a\n\nc", "b\nd"),
    "an opener within a line": ("<think>a</think>b <think> c", "a", "b <think> c"),
    "in inline code of the answer": ("so `<think>` and `</think>`.", "", "so `<think>` and `</think>`."),
    "in a fence of the answer": ("```\n<think>\n</think>\n```\n", "", "```\n<think>\n</think>\n```\n"),
    "a quoted closer in the reasoning": ("<think>the `</think>` tag</think>yes", "the `</think>` tag", "yes"),
    "a closer behind a backtick": ("<think>the `</think>yes", "the `", "yes"),
    "code behind reasoning": ("<think>a</think>```\n<think>\n```", "a", "```\n<think>\n```"),
    "half a marker at the end": ("<think>a</thi", "a</thi", ""),
    "half a marker in the answer": ("a </thi", "", "a </thi"),
}


@pytest.mark.parametrize(("whole", "reasoning", "text"), CASES.values(), ids=CASES)
def test_each_form_in_one_piece_and_letter_by_letter(whole: str, reasoning: str, text: str) -> None:
    assert split([whole]) == (reasoning, text)
    assert split(list(whole)) == (reasoning, text)


@pytest.mark.parametrize(
    ("whole", "reasoning", "text"),
    [
        ("hm\n</think>\n\nyes", "hm", "yes"),
        ("<think>\nhm</think>yes", "hm", "yes"),  # the opener again, though the prompt has it
        ("\nhm", "hm", ""),
        ("</think>yes", "", "yes"),
    ],
)
def test_a_prompt_that_has_opened_the_reasoning(whole: str, reasoning: str, text: str) -> None:
    assert split(list(whole), inside=True) == (reasoning, text)


def test_an_answer_that_is_gone_on_with_has_no_reasoning_to_come() -> None:
    assert split(["</think> b"], shown="a `") == ("", "</think> b")
    assert split(["more"], shown="a") == ("", "more")


@pytest.mark.parametrize(
    ("whole", "reasoning", "text"),
    [("<think>hm</think>yes", "hm", "yes"), ("yes</think>", "", "yes</think>"), ("a\n<think>b", "", "a\n<think>b")],
)
def test_where_nothing_is_known_of_a_model_only_an_opener_at_the_start_counts(
    whole: str, reasoning: str, text: str
) -> None:
    assert split(list(whole), UNKNOWN) == (reasoning, text)


def test_mistral_and_command_r() -> None:
    assert split(list("[THINK]hm[/THINK]yes"), MISTRAL) == ("hm", "yes")
    whole = "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>yes<|END_RESPONSE|>"
    assert split(list(whole), COMMAND) == ("hm", "yes")
    assert split(["<|START_RESPONSE|>yes<|END_RESPONSE|>"], COMMAND) == ("", "yes")


CHANNELS = {
    "the usual form": (
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>yes<|return|>",
        "hm",
        "yes",
    ),
    "only the answer": ("<|channel|>final<|message|>yes", "", "yes"),
    "no channel": ("<|message|>yes", "", "yes"),
    "no marker at all": ("yes", "", "yes"),
    "no answer": ("<|channel|>analysis<|message|>hm", "hm", ""),
    "two thoughts": (
        "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary<|message|>b<|end|>"
        "<|start|>assistant<|channel|>final<|message|>c",
        "a\n\nb",
        "c",
    ),
    "no end before the next": ("<|channel|>analysis<|message|>hm<|channel|>final<|message|>yes", "hm", "yes"),
    "a call": ("<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|>", "{}", ""),
    "a header without an end": ("<|channel|>ana", "", ""),
}


@pytest.mark.parametrize(("whole", "reasoning", "text"), CHANNELS.values(), ids=CHANNELS)
def test_the_channels_of_gpt_oss(whole: str, reasoning: str, text: str) -> None:
    assert split([whole], HARMONY) == (reasoning, text)
    assert split(list(whole), HARMONY) == (reasoning, text)


parts = st.sampled_from(["<think>", "</think>", "<th", "ink>", "`", "```\n", "\n", "a", " ", "<", "</think"])


@settings(max_examples=300, deadline=None)
@given(st.lists(parts, max_size=12), st.booleans(), st.sampled_from([THINK, UNKNOWN]))
def test_where_the_pieces_part_does_not_change_what_is_told(
    words: list[str], inside: bool, format_: ReasoningFormat
) -> None:
    whole = "".join(words)
    assert split(words, format_, inside=inside) == split(list(whole), format_, inside=inside)
    assert split([whole], format_, inside=inside) == split(list(whole), format_, inside=inside)


@given(st.lists(parts, max_size=12))
def test_nothing_is_told_that_the_model_has_not_written_and_only_marks_and_blank_space_is_left_out(
    words: list[str],
) -> None:
    whole = "".join(words)
    told = split(words)

    def letters(text: str) -> Counter[str]:
        return Counter(text.replace("\n", "").replace(" ", ""))

    left_out = letters(whole)
    left_out.subtract(letters(told.reasoning + told.text))
    closers = left_out["/"]
    marks = letters("<think>" * (left_out["k"] - closers) + "</think>" * closers)
    assert +left_out == marks
    assert min(left_out.values(), default=0) >= 0


reasonings = st.text("ab\n ", max_size=8)


@given(reasonings, st.text("cd\n ", max_size=8))
def test_what_the_usual_form_says_comes_out_without_the_newlines_around_it(thought: str, answer: str) -> None:
    told = split(list(f"<think>\n{thought}\n</think>\n\n{answer}"))
    assert told == (thought.strip("\n"), answer.lstrip("\n"))


@pytest.mark.parametrize(
    ("name", "opener", "sure"),
    [
        ("qwen 3", "<think>", True),
        ("deepseek r1", "<think>", True),
        ("gpt-oss", HARMONY.opener, True),
        ("command r", "<|START_THINKING|>", True),
        ("magistral", "[THINK]", True),
        ("chatml", "<think>", False),
        ("none", "<think>", False),
    ],
)
def test_the_format_is_found_from_the_template(name: str, opener: str, sure: bool) -> None:
    found = find_format(FORMATS[name].template, FORMATS[name].make().encoder.control)
    assert (found.opener, found.sure) == (opener, sure)


@pytest.mark.parametrize(
    ("prompt", "reasoning", "content", "before"),
    [
        ("assistant\n", "hm", "yes", ("<think>\n", "\n</think>\n\n")),
        ("assistant\n<think>\n", "hm", "yes", ("", "\n</think>\n\n")),
        ("assistant\n<think>", "hm", "yes", ("\n", "\n</think>\n\n")),
        ("assistant\n", "\nhm\n", "\nyes", ("<think>", "</think>\n")),
        ("assistant\n", "", "yes", ("", "")),
        ("assistant\n<think>\n", "", "yes", ("", "\n</think>\n\n")),
    ],
)
def test_an_answer_to_go_on_with_is_written_as_the_model_writes_it(
    prompt: str, reasoning: str, content: str, before: tuple[str, str]
) -> None:
    assert THINK.before_answer(prompt, reasoning, content) == before
