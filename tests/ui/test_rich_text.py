from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QPixmap, QTextDocument

from ui.rich_text import MessageDocument
from ui.theme import Theme


def markdown(text: str, theme: Theme) -> MessageDocument:
    document = MessageDocument()
    document.set_markdown(text, theme)
    return document


def lines(document: QTextDocument) -> list[str]:
    """The lines that can be seen."""
    return [line for line in document.toPlainText().split("\n") if line]


@pytest.mark.parametrize(
    "text",
    [
        "# no heading",
        "  two spaces, a\ttab and the end   ",
        "one\n\n\n    four",
        "<b>not bold</b> &amp; <script>alert(1)</script>",
        "- no list\n1. no number\n```\nno code",
    ],
)
def test_the_users_words_are_shown_as_they_are(theme: Theme, text: str) -> None:
    document = MessageDocument()
    document.set_literal(text, theme)
    assert document.toPlainText() == text


def test_the_users_words_are_literal_whatever_they_are(theme: Theme) -> None:
    # Qt's plain text knows no other line ends than \n, and shows a no-break space as a space.
    words = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\xa0\ufdd0\ufdd1"))

    @given(st.lists(words).map("\n".join))
    def check(text: str) -> None:
        document = MessageDocument()
        document.set_literal(text, theme)
        assert document.toPlainText() == text

    check()


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("a <b>bold</b> word", ["a <b>bold</b> word"]),
        ("<div onclick='x()'>hi</div>", ["<div onclick='x()'>hi</div>"]),
        ("<script>alert(1)</script>", ["<script>alert(1)</script>"]),
        ("**bold** and *slanted*", ["bold and slanted"]),
        ("```python\nif x:\n    y()\n```\nafter", ["if x:", "    y()", "after"]),
        ("```\nunclosed\n  while streaming", ["unclosed", "  while streaming"]),
        ("- one\n- two\n  - three", ["one", "two", "three"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", ["a", "b", "1", "2"]),
        ("1 < 2 & 3 > 2", ["1 < 2 & 3 > 2"]),
        ("", []),
    ],
)
def test_markdown_shows(theme: Theme, source: str, seen: list[str]) -> None:
    assert lines(markdown(source, theme)) == seen


def test_code_stands_on_a_ground_of_its_own(theme: Theme) -> None:
    document = markdown("before\n\n```\ncode\nmore\n```\n\nafter", theme)
    frames = document.rootFrame().childFrames()
    assert len(frames) == 1
    assert frames[0].frameFormat().background().color() == QColor(theme.colours.sunken)


def test_two_code_blocks_stay_two(theme: Theme) -> None:
    document = markdown("```\none\n```\n\nbetween\n\n```\ntwo\n```", theme)
    assert len(document.rootFrame().childFrames()) == 2
    assert lines(document) == ["one", "between", "two"]


def test_a_picture_becomes_a_link(theme: Theme, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    pixmap = QPixmap(300, 300)
    pixmap.fill()
    pixmap.save(str(picture))
    document = MessageDocument()
    document.setTextWidth(500)
    os.utime(picture, (0, picture.stat().st_mtime))
    document.set_markdown(f"see ![a tree]({picture.as_uri()}) here", theme)
    assert picture.stat().st_atime == 0, "the file was read"
    assert lines(document) == ["see a tree here"]
    assert f'href="{picture.as_uri()}"' in document.toHtml()
    assert document.size().height() < 100


def test_a_line_that_is_no_markdown_keeps_no_style_of_its_neighbours(theme: Theme) -> None:
    document = markdown("para\n\n# Heading", theme)
    assert document.begin().blockFormat().topMargin() == 0
    assert document.begin().blockFormat().headingLevel() == 0
