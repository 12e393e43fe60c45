from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.markdown.content import Block
from ui.markdown.pieces import CODE_LINES, Piece, Splitter, split
from ui.markdown.reading import definitions_of, read

LINES = (
    "",
    "",
    "",
    "plain words",
    "# Heading",
    "- item",
    "  - nested",
    "  more of the item",
    "    far in",
    "1. first",
    "7) seventh",
    "* star",
    "---",
    "===",
    "> quote",
    ">",
    "> - item in quote",
    "```",
    "```python",
    "  ```",
    "~~~",
    "- ```",
    "    ```",
    "x = 1",
    "| a | b |",
    "|---|---|",
    "| 1 | 2 |",
    "$$\nx^2\n= 1\n$$",
    "\\[\nx\n+ y\n\\]",
    "$$ x $$",
    "[a]: http://a",
    "see [a]",
    "<b>raw</b>",
    "\tafter a tab",
)
texts = st.lists(st.sampled_from(LINES), max_size=14).map("\n".join)


def blocks(splitter: Splitter) -> list[Block]:
    """All blocks, without their places and sources."""
    found = [block for piece in splitter.pieces for block in read(piece, definitions_of(splitter.pieces)).blocks]
    return [Block(b.kind, b.runs, 0, 0, b.indent, b.quotes, b.marker, b.level, b.language) for b in found]


def whole(text: str) -> list[Block]:
    """The blocks of a text that is read in one."""
    found = read(Piece("markdown", text)).blocks
    return [Block(b.kind, b.runs, 0, 0, b.indent, b.quotes, b.marker, b.level, b.language) for b in found]


def test_the_pieces_together_are_the_text() -> None:
    @given(texts)
    def check(text: str) -> None:
        assert "".join(piece.source for piece in split(text).pieces) == text

    check()


def test_a_text_that_grows_gives_the_same_pieces_as_one_that_is_there_at_once() -> None:
    @given(texts, st.lists(st.integers(0, 200)))
    def check(text: str, places: list[int]) -> None:
        splitter = Splitter()
        ends = sorted({min(place, len(text)) for place in places} | {0, len(text)})
        for begin, end in itertools.pairwise(ends):
            before = splitter.pieces
            splitter.feed(text[begin:end])
            assert splitter.pieces[: splitter.stable] == before[: splitter.stable]
        assert splitter.pieces == split(text).pieces

    check()


def test_pieces_read_one_by_one_show_what_the_whole_shows() -> None:
    # The same texts each time: what a paragraph in a quote in a list may go on with is not followed to the end.
    @settings(derandomize=True)
    @given(texts)
    def check(text: str) -> None:
        assert blocks(split(text)) == whole(text)

    check()


@pytest.mark.parametrize("opener", ["```python", "~~~", "   ```"])
def test_long_code_is_cut_and_its_parts_are_the_code(opener: str) -> None:
    code = "\n".join(f"line {number}" for number in range(3 * CODE_LINES))
    pieces = split(f"before\n\n{opener}\n{code}\n{opener.strip()[:3]}\nafter").pieces
    parts = [piece for piece in pieces if piece.kind == "code"]
    assert len(parts) >= 3
    assert "\n".join(piece.code for piece in parts) == code
    assert [piece.is_first for piece in parts] == [True, *[False] * (len(parts) - 1)]
    assert [piece.is_last for piece in parts] == [*[False] * (len(parts) - 1), True]
    assert len({piece.block for piece in parts}) == 1
    assert pieces[-1].source == "after"


def test_code_that_is_still_open_is_final_but_for_its_newest_part() -> None:
    splitter = split("```\n" + "a\n" * 10 * CODE_LINES)
    splitter.feed("b\n")
    assert splitter.stable == len(splitter.pieces) - 1


def test_a_long_list_is_cut_and_goes_on_counting() -> None:
    splitter = split("".join(f"1. {'word ' * 20}\n" for _ in range(100)))
    assert len(splitter.pieces) > 3
    assert [block.marker for block in blocks(splitter)] == [f"{number}." for number in range(1, 101)]


def test_a_long_table_is_cut_and_keeps_its_head() -> None:
    rows = "".join(f"| {number} | {'word ' * 20} |\n" for number in range(200))
    splitter = split(f"| number | words |\n|---|---|\n{rows}")
    found = blocks(splitter)
    assert len(found) > 1 and {block.kind for block in found} == {"table"}
    assert sum(len(read(piece).blocks[0].rows) - 1 for piece in splitter.pieces) == 200


def test_a_line_without_end_is_cut_at_spaces() -> None:
    pieces = split("word " * 5_000).pieces
    assert len(pieces) > 3
    assert all(piece.source.endswith(" ") for piece in pieces)


@pytest.mark.parametrize("line", ["a" * 50_000, "- a\n  " + "b" * 30_000, "> " + "c " * 30_000, "    d\n" * 9_000])
def test_no_piece_is_long_whatever_comes(line: str) -> None:
    assert max(len(piece.source) for piece in split(line).pieces) < 12_000


def test_literal_text_is_cut_at_lines_and_stays_as_it_is() -> None:
    text = "# not a heading\n" * 100
    pieces = split(text, is_literal=True).pieces
    assert len(pieces) > 1
    assert "".join(piece.source for piece in pieces) == text


def test_a_definition_at_the_end_gives_earlier_links_their_address() -> None:
    splitter = split("see [Foo  Bar]\n\nmore\n\n")
    assert len(blocks(splitter)[0].runs) == 1
    splitter.feed("[foo bar]: http://foo\n")
    assert blocks(splitter)[0].runs[1].style.link == "http://foo"
