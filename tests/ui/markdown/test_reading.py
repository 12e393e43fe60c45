"""What Markdown shows, and what copying it gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.markdown.content import OBJECT
from ui.markdown.copying import as_markdown, as_text
from ui.markdown.pieces import split
from ui.markdown.reading import definitions_of, read


def contents(text: str):
    splitter = split(text)
    return [(piece, read(piece, definitions_of(splitter.pieces))) for piece in splitter.pieces]


def seen(text: str) -> str:
    """All that is visible, blocks and cells apart."""
    return "\n".join(content.text.strip("\n") for _, content in contents(text) if content.blocks)


def copied(text: str) -> str:
    """All of it, copied as text."""
    return "\n".join(as_text(content, 0, len(content.text)) for _, content in contents(text) if content.blocks)


# Markdown, what is visible, what copying as text gives.
TABLE = [
    ("a fence", "```py\nx = 1\n\ny\n```\nafter", "x = 1\n\ny\nafter", "x = 1\n\ny\nafter"),
    ("an open fence", "```\nunclosed\n  while streaming", "unclosed\n  while streaming", "unclosed\n  while streaming"),
    ("a fence that has just begun", "text\n\n```pyth", "text\n", "text\n"),
    ("a half closed fence", "```\na\n``", "a\n``", "a\n``"),
    ("a fence in a list", "- a\n  ```py\n  x = 1\n    y\n  ```\n- b", "a\nx = 1\n  y\nb", "• a\nx = 1\n  y\n• b"),
    ("an open fence in a list", "1. a\n   ```\n   x", "a\nx", "1. a\nx"),
    ("a fence behind a marker", "- ```\n  x\n  ```\n\ntext", "x\ntext", "• x\ntext"),
    ("nested fences", "````\n```\nx\n```\n````", "```\nx\n```", "```\nx\n```"),
    ("tildes around backticks", "~~~md\n```\nx\n```\n~~~", "```\nx\n```", "```\nx\n```"),
    ("a fence in a quote", "> ```\n> x\n> ```", "x", "x"),
    ("two fences", "```\n1\n```\n```\n2\n```", "1\n2", "1\n2"),
    ("an empty fence", "```\n```\nafter", "\nafter", "\nafter"),
    ("a pipe in a cell", "| a \\| b | c |\n|---|---|\n| `x \\| y` | 2 |", "a | b\tc\nx | y\t2", "a | b\tc\nx | y\t2"),
    ("a table with few cells", "| a | b |\n|---|---|\n| 1 |", "a\tb\n1\t", "a\tb\n1\t"),
    ("no table yet", "| a | b |", "| a | b |", "| a | b |"),
    ("text behind a table", "| a |\n|---|\n| 1 |\n\nafter", "a\n1\nafter", "a\n1\nafter"),
    ("currency", "It costs $5 and $10.", "It costs $5 and $10.", "It costs $5 and $10."),
    ("one dollar", "a $ b", "a $ b", "a $ b"),
    ("an amount before a formula", "$5 for $x$", f"$5 for {OBJECT}", "$5 for $x$"),
    ("a formula", "so $x^2$ is", f"so {OBJECT} is", "so $x^2$ is"),
    ("a formula in brackets", "so \\(a_b\\) is", f"so {OBJECT} is", "so \\(a_b\\) is"),
    ("a large formula", "$$\na\n= b\n$$", OBJECT, "$$\na\n= b\n$$"),
    ("one in square brackets", "\\[\na\n+ b\n\\]", OBJECT, "\\[\na\n+ b\n\\]"),
    ("one within a line", "see $$y$$ there", f"see \n{OBJECT}\n there", "see \n$$y$$\n there"),
    ("a formula that is still open", "so $x^2 is", "so $x^2 is", "so $x^2 is"),
    ("dollars in code", "`$x$` and $y", "$x$ and $y", "$x$ and $y"),
    ("an escaped dollar", "\\$x\\$", "$x$", "$x$"),
    (
        "angle brackets",
        "a < b and <b>c</b> &amp; <script>",
        "a < b and <b>c</b> & <script>",
        "a < b and <b>c</b> & <script>",
    ),
    (
        "a block of HTML",
        "<div onclick='x()'>\nhi\n</div>",
        "<div onclick='x()'> hi </div>",
        "<div onclick='x()'> hi </div>",
    ),
    ("an address in angle brackets", "<http://a.b>", "http://a.b", "http://a.b"),
    ("mixed direction", "abc שלום, 123\n\nשלום abc", "abc שלום, 123\nשלום abc", "abc שלום, 123\nשלום abc"),
    ("letters that change direction", "a \u202eb\u202c", "a \u202eb\u202c", "a \u202eb\u202c"),
    ("a list", "- a\n- b\n  - c", "a\nb\nc", "• a\n• b\n  ◦ c"),
    ("a list that counts", "3. a\n3. b", "a\nb", "3. a\n4. b"),
    ("tasks", "- [ ] a\n- [x] b", "a\nb", "☐ a\n☑ b"),
    ("strikethrough", "~~a~~ b", "a b", "a b"),
    ("a heading", "# a *b*\ntext", "a b\ntext", "a b\ntext"),
    ("a heading that is underlined", "a\n===\nb", "a\nb", "a\nb"),
    ("a hard break", "a  \nb", "a\u2028b", "a\nb"),
    ("a soft break", "a\nb", "a b", "a b"),
    ("a picture", "see ![a tree](http://x/t.png)", "see a tree", "see a tree"),
    ("a rule", "a\n\n---\n\nb", "a\n\nb", "a\n---\nb"),
    ("a quote", "> a\n> b\n>> c", "a b\nc", "a b\nc"),
    ("nothing", "", "", ""),
    ("letters Qt keeps for itself", "a\x00\ufdd0b", "a\ufffd\ufffdb", "a\ufffd\ufffdb"),
]


@pytest.mark.parametrize(("source", "shown"), [(row[1], row[2]) for row in TABLE], ids=[row[0] for row in TABLE])
def test_markdown_shows(source: str, shown: str) -> None:
    assert seen(source) == shown


@pytest.mark.parametrize(("source", "text"), [(row[1], row[3]) for row in TABLE], ids=[row[0] for row in TABLE])
def test_copying_as_text_gives(source: str, text: str) -> None:
    assert copied(source) == text


@pytest.mark.parametrize("source", [row[1] for row in TABLE], ids=[row[0] for row in TABLE])
def test_copying_all_as_markdown_gives_what_was_written(source: str) -> None:
    whole = (as_markdown(piece, content, 0, len(content.text)) for piece, content in contents(source))
    assert "".join(whole) == source


@pytest.mark.parametrize(
    ("source", "part", "text", "markdown"),
    [
        ("some **bold words** here", "bold", "bold", "**bold**"),
        ("a [link](http://x) b", "ink", "ink", "[ink](http://x)"),
        ("use `a b` now", "b now", "b now", "`b` now"),
        ("so $x$ is", f"o {OBJECT} i", "o $x$ i", "o $x$ i"),
        ("- a\n- b\n- c", "b", "• b", "- b"),
        ("- a\n- b c\n- d", "c", "c", "c"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "1\t2", "1\t2", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("```py\none\ntwo\nthree\n```", "two", "two", "two"),
        ("1. ```py\n   one\n   two\n   ```", "two", "two", "```py\ntwo\n```"),
    ],
)
def test_a_part_is_copied(source: str, part: str, text: str, markdown: str) -> None:
    ((piece, content),) = contents(source)
    start = content.text.index(part)
    assert as_text(content, start, start + len(part)) == text
    assert as_markdown(piece, content, start, start + len(part)) == markdown


def test_a_link_keeps_its_address_and_a_picture_has_one() -> None:
    ((_, content),) = contents("[a](http://x) ![b](http://y) [![c](http://p)](http://z)")
    links = [run.style.link for run in content.blocks[0].runs if run.style.link]
    assert links == ["http://x", "http://y", "http://z"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "vbscript:x", "data:text/html,x"])
def test_a_link_that_is_no_address_of_the_web_is_none(address: str) -> None:
    ((_, content),) = contents(f"[a]({address})")
    assert not any(run.style.link for run in content.blocks[0].runs)


def test_the_users_words_are_shown_as_they_are() -> None:
    @given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufdd0\ufdd1")))
    def check(text: str) -> None:
        pieces = split(text, is_literal=True).pieces
        assert "\n".join(read(piece).text for piece in pieces) == text.removesuffix("\n")

    check()


def test_reading_anything_ends_well() -> None:
    @given(st.text(st.sampled_from("ab `*_~[](){}<>|\\$#-+>!:1.)\n\t\"'&;")))
    def check(text: str) -> None:
        for piece, content in contents(text):
            assert as_markdown(piece, content, 0, len(content.text)) == piece.source
            for block in content.blocks:
                assert 0 <= block.start <= block.end <= len(content.text)

    check()
