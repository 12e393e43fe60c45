"""Known texts are found exactly where they stand, and never where something else does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.known_texts import Known, cut_at_known

KNOWN = {"\ue000": Known("hello", [1]), "\ue001": Known("there", [2])}


def cut(prompt: str, marked: str, known: dict[str, Known] | None = None) -> list[tuple[str, list[int]]]:
    return [segment for segment in cut_at_known(prompt, marked, KNOWN if known is None else known) if segment[0]]


def test_texts_that_stand_as_they_are_keep_their_ids() -> None:
    assert cut("<hello|there>", "<\ue000|\ue001>") == [("<", []), ("hello", [1]), ("|", []), ("there", [2]), (">", [])]


def test_from_where_the_renderings_part_on_all_is_tokenised() -> None:
    assert cut("<hello|THERE>hello", "<\ue000|\ue001>\ue000") == [("<hello|THERE>hello", [])]
    assert cut("<hello|THERE>", "<\ue000|\ue001>") == [("<", []), ("hello", [1]), ("|THERE>", [])]
    assert cut("<hello>", "[\ue000]") == [("<hello>", [])]


def test_a_text_that_is_written_twice_is_tokenised_and_the_next_one_is_not() -> None:
    assert cut("hellohello there", "\ue000\ue000 \ue001") == [("hellohello ", []), ("there", [2])]


def test_a_text_that_is_left_out_is_not_looked_for() -> None:
    assert cut("hello <there>", "hello <\ue001>") == [("hello <", []), ("there", [2]), (">", [])]


@pytest.mark.parametrize(
    ("text", "prompt", "known"),
    [
        ("a\n", "<a\n>", "a\n"),  # trimmed, and the template writes the newline
        ("\na", "<\na>", "\na"),
        ("a ", "<a\n>", ""),  # trimmed, and something else is written
        (" a ", "<a>", ""),
    ],
)
def test_what_is_trimmed_keeps_its_ids_only_where_the_template_writes_the_same(
    text: str, prompt: str, known: str
) -> None:
    before, after = prompt.split("a")
    found = cut(prompt, f"{before}\ue000{after}", {"\ue000": Known(text, [7])})
    assert [t for t, ids in found if ids] == ([known] if known else [])


parts = st.lists(st.one_of(st.sampled_from(list(KNOWN)), st.text("helothr <|\n", max_size=4)), max_size=8)


@given(parts, st.sampled_from([str, str.strip, str.upper]), st.text("he|", max_size=3))
def test_the_segments_are_the_prompt_and_ids_are_those_of_their_text(written: list[str], change: Any, end: str) -> None:
    prompt = "".join(change(KNOWN[part].text) if part in KNOWN else part for part in written) + end
    segments = cut_at_known(prompt, "".join(written), KNOWN)
    assert "".join(text for text, _ in segments) == prompt
    assert all(not ids or Known(text, ids) in KNOWN.values() for text, ids in segments)
