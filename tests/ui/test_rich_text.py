from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTextDocument

from tests.ui.markdown.test_pieces import texts
from tests.ui.test_theme import contrast
from ui.colours import DARK, LIGHT
from ui.markdown.pieces import Piece, split
from ui.markdown.reading import read
from ui.rich_text import CODE_COLOURS, Look, Mark, PieceDocument
from ui.theme import Theme
from ui.workshop import Workshop

WIDTH = 400


def document(theme: Theme, text: str, kind: str = "markdown") -> PieceDocument:
    made = PieceDocument(read(Piece(kind, text)), Look(theme, Workshop.of(theme)))
    made.height_at(WIDTH)
    return made


def picture(made: PieceDocument, *marks: Mark) -> QImage:
    image = QImage(WIDTH, max(1, int(made.height_at(WIDTH))), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    made.draw(painter, QRectF(image.rect()), marks)
    painter.end()
    return image


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_each_place_of_the_text_is_the_same_place_in_the_document(theme: Theme) -> None:
    @given(texts)
    def check(text: str) -> None:
        for piece in split(text).pieces:
            content = read(piece)
            raw = PieceDocument(content, Look(theme, Workshop.of(theme))).toRawText()
            assert len(raw) == len(content.text)
            ends = "\u2029\ufdd0\ufdd1"
            assert [a for a, b in zip(raw, content.text, strict=True) if b not in "\n\t" and a != b] == []
            assert all((a in ends) == (b in "\n\t") for a, b in zip(raw, content.text, strict=True) if a in ends)

    check()


@pytest.mark.parametrize("text", ["# no heading", "  two  spaces\tand a tab ", "<b>no</b> &amp;", "a\u00a0b"])
def test_literal_words_are_shown_as_they_are(theme: Theme, text: str) -> None:
    assert document(theme, text, "literal").toRawText() == text


def test_code_stands_on_a_ground_of_its_own_with_room_for_its_language(theme: Theme) -> None:
    made = document(theme, "before\n\n    code")
    rect = made.code_rect(made.content.blocks[1])
    image = picture(made)
    assert image.pixelColor(int(rect.right()) - 20, int(rect.top()) + 10).name() == theme.colours.sunken
    assert image.pixelColor(int(rect.right()) - 20, int(rect.top()) - 3).name() == "#ffffff"
    assert made.caret_rect(made.content.blocks[1].start).top() - rect.top() > 30


def test_a_place_is_found_again_where_its_caret_stands(theme: Theme) -> None:
    made = document(theme, "some **words** here\n\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n    code")
    for block in made.content.blocks:
        for place in {block.start + 1, (block.start + block.end) // 2}:
            rect = made.caret_rect(place)
            assert made.place_at(QPointF(rect.left(), rect.center().y())) == place


def test_a_link_is_where_its_words_are(theme: Theme) -> None:
    made = document(theme, "see [this](http://there) now")
    inside, outside = made.caret_rect(5), made.caret_rect(1)
    assert made.link_at(inside.center() + QPointF(3, 0)) == "http://there"
    assert made.link_at(outside.center()) == ""


def test_a_mark_is_painted_on_its_ground(theme: Theme) -> None:
    made = document(theme, "find me here")
    assert "#ff00ff" in colours(picture(made, Mark(5, 7, "#ff00ff")))
    assert "#ff00ff" not in colours(picture(made))


def test_paragraphs_have_their_own_direction(theme: Theme) -> None:
    made = document(theme, "- latin\n- שלום")
    first, second = made.findBlock(0), made.findBlock(made.content.blocks[1].start)
    assert first.textDirection() == Qt.LayoutDirection.LeftToRight
    assert second.textDirection() == Qt.LayoutDirection.RightToLeft


def test_code_goes_from_left_to_right(theme: Theme) -> None:
    assert document(theme, "    שלום = 1").firstBlock().textDirection() == Qt.LayoutDirection.LeftToRight


def width(made: PieceDocument) -> float:
    """Of the formula that follows three letters."""
    return made.caret_rect(4).left() - made.caret_rect(3).left()


def test_a_formula_is_shown_as_its_source_until_it_is_drawn_and_if_it_cannot_be(theme: Theme, qtbot) -> None:
    workshop = Workshop.of(theme)
    for text, is_drawn in (("so $x^2$", True), ("so $\\frac{1$", False)):
        before = width(document(theme, text))
        qtbot.waitUntil(lambda: not workshop.is_busy)
        assert (width(document(theme, text)) < before) == is_drawn
        assert len(colours(picture(document(theme, text)))) > 3


def test_formulas_are_painted_in_the_colour_of_the_text(theme: Theme, qtbot) -> None:
    workshop = Workshop.of(theme)
    document(theme, "$$\\rule{2em}{2em} \\frac{a}{b}$$")
    qtbot.waitUntil(lambda: not workshop.is_busy)
    theme.choose("dark")
    assert theme.colours.text in colours(picture(document(theme, "$$\\frac{a}{b}$$")))


def test_nothing_is_ever_read_or_fetched(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(QTextDocument, "loadResource", lambda *arguments: asked.append(arguments))
    picture(document(theme, "![a](http://x/y.png) <img src='http://x'> ![](file:///etc/passwd)\n\n<img src=x>"))
    assert not asked


@pytest.mark.parametrize("colours_of", [LIGHT, DARK])
def test_the_colours_of_code_can_be_read_on_its_ground(colours_of: object) -> None:
    for token in set(CODE_COLOURS.values()):
        assert contrast(getattr(colours_of, token), colours_of.sunken) >= 4.5, token


def test_an_empty_text_takes_no_room_that_matters(theme: Theme) -> None:
    assert document(theme, "").size().height() < 40
    assert document(theme, "").size() != QSizeF()


def test_a_picture_with_many_words_never_breaks(theme: Theme) -> None:
    @given(st.text(st.sampled_from("ab *_`|-\n#>$1.\u05d0")))
    def check(text: str) -> None:
        for piece in split(text).pieces:
            made = PieceDocument(read(piece), Look(theme, Workshop.of(theme)))
            if made.content.blocks:
                picture(made)

    check()
