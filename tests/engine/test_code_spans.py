"""Code in a text that streams, whatever the pieces that it comes in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.code_spans import CodeSpans


def inside(text: str) -> bool:
    spans = CodeSpans()
    spans.feed(text)
    return spans.inside


@pytest.mark.parametrize(
    "text",
    [
        "`",
        "a `b",
        "``a ` b",
        "```",
        "```py\n",
        "```py\n`a`\n\n",
        "~~~\n```\n",
        "- list:\n  ```\n",
        "````\n```\n",
        "a `b\nc",
    ],
)
def test_within_code(text: str) -> None:
    assert inside(text)


@pytest.mark.parametrize(
    "text",
    ["", "a", "`a`", "``a ` b``", "```\na\n```\n", "~~~\na\n~~~~\n", "a `b\n\nc", "```\na\n```  \nb", "it`s\n\n"],
)
def test_outside_of_code(text: str) -> None:
    assert not inside(text)


@given(st.text("a`~ \n", max_size=24), st.integers(0, 24))
def test_where_the_pieces_part_does_not_matter(text: str, cut: int) -> None:
    spans, whole = CodeSpans(), CodeSpans()
    spans.feed(text[:cut])
    spans.feed(text[cut:])
    whole.feed(text)
    assert (spans.inside, spans.at_line_start) == (whole.inside, whole.at_line_start)


def test_a_line_begins_behind_a_newline_and_spaces() -> None:
    spans = CodeSpans()
    for text, expected in (("", True), ("a", False), ("b\n", True), ("  ", True), ("c", False)):
        spans.feed(text)
        assert spans.at_line_start == expected
