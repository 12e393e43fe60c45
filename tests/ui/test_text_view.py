from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.markdown.test_pieces import texts
from ui.code_header import CodeHeader
from ui.text_view import TextView
from ui.theme import Theme

WIDTH = 500
EVERYTHING = (0.0, 1e9)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> TextView:
    view = TextView(theme, "Answer")
    qtbot.addWidget(view)
    view.resize(WIDTH, 100)
    view.fit(WIDTH)
    view.set_window(*EVERYTHING)
    return view


def laid_out(view: TextView) -> list[tuple[str, float]]:
    return [(view.flow.content(number).text, view.flow.height_of(number)) for number in range(len(view.flow.pieces))]


def test_an_answer_that_grows_looks_like_one_that_is_there_at_once(theme: Theme, view: TextView, qtbot: QtBot) -> None:
    other = TextView(theme, "Answer")
    qtbot.addWidget(other)
    other.fit(WIDTH)
    other.set_window(*EVERYTHING)

    @given(texts, st.lists(st.integers(0, 150), max_size=6))
    def check(text: str, places: list[int]) -> None:
        for end in sorted({min(place, len(text)) for place in places} | {len(text)}):
            view.show_markdown(text[:end])
        other.show_markdown("")
        other.show_markdown(text)
        assert laid_out(view) == laid_out(other)
        assert view.minimumHeight() == other.minimumHeight()

    check()


def test_only_what_lies_in_the_window_is_laid_out(view: TextView) -> None:
    view.set_window(0, 600)
    view.show_markdown("A paragraph of words.\n\n" * 2_000)
    assert 5 < view.num_laid_out < 60
    view.set_window(20_000, 20_600)
    assert 5 < view.num_laid_out < 60


def test_being_shown_as_wide_as_it_was_fitted_lays_out_no_more_than_there_was_time_for(view: TextView) -> None:
    view.set_window(0, 0)
    view.show_markdown("A paragraph of words.\n\n" * 2_000)
    view.set_window(0, 600, deadline=0.0)
    assert view.num_laid_out == 1
    view.show()
    assert view.num_laid_out == 1


def test_a_guessed_height_gives_way_to_the_real_one(view: TextView) -> None:
    view.set_window(0, 0)
    view.show_markdown("# A heading\n\n" + "words " * 300)
    guessed = view.minimumHeight()
    view.set_window(*EVERYTHING)
    assert view.minimumHeight() != guessed
    assert view.minimumHeight() == view.sizeHint().height()


def test_what_is_laid_out_stays_while_more_comes_behind_it(view: TextView) -> None:
    view.show_markdown("one\n\ntwo\n\nthree")
    before = dict(view._documents)
    view.show_markdown("one\n\ntwo\n\nthree and more")
    assert [view._documents[number] is before[number] for number in range(3)] == [True, True, False]


def test_the_code_button_copies_the_whole_block_without_its_fences(view: TextView) -> None:
    code = "\n".join(f"line {number}" for number in range(100))
    view.show_markdown(f"Look:\n\n```python\n{code}\n```\n\nDone.")
    (header,) = view.findChildren(CodeHeader)
    header.copy()
    assert QGuiApplication.clipboard().text() == code


def test_code_in_a_list_has_a_button_too(view: TextView) -> None:
    view.show_markdown("- a\n  ```py\n  x\n  ```\n- b\n  ```js\n  y\n  ```")
    headers = sorted(view.findChildren(CodeHeader), key=lambda header: header.y())
    for header, code in zip(headers, ("x", "y"), strict=True):
        header.copy()
        assert QGuiApplication.clipboard().text() == code


def test_the_button_of_code_that_grew_copies_all_of_it(view: TextView) -> None:
    view.show_markdown("```\none\n")
    (header,) = view.findChildren(CodeHeader)
    view.show_markdown("```\none\ntwo\n```\n")
    header = view.findChildren(CodeHeader)[-1]
    header.copy()
    assert QGuiApplication.clipboard().text() == "one\ntwo"


def test_a_place_is_found_below_pieces_that_were_never_laid_out(view: TextView) -> None:
    view.set_window(0, 300)
    view.show_markdown("".join(f"Paragraph {number}.\n\n" for number in range(500)))
    piece, place = view.place_at(QPointF(30, view.height() - 20.0))
    assert piece > 400 and place > 0


def test_a_click_on_a_link_tells_its_address_and_selecting_it_does_not(view: TextView, qtbot: QtBot) -> None:
    view.show_markdown("see [this](http://there) now")
    view.show()
    place = view.caret_rect((0, 5)).center().toPoint()
    with qtbot.waitSignal(view.link_clicked) as clicked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == ["http://there"]
    view.selection = ((0, 4), (0, 8))
    with qtbot.assertNotEmitted(view.link_clicked):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)


def test_short_words_take_a_narrow_bubble_and_long_ones_the_widest(view: TextView) -> None:
    view.show_literal("short")
    view.shrink_to(400)
    assert view.width() < 100
    view.show_literal("long " * 2_000)
    view.shrink_to(400)
    assert view.width() == 400


def test_another_theme_draws_anew(theme: Theme, view: TextView) -> None:
    view.show_markdown("some `code`")
    before = view.grab().toImage()
    theme.choose("dark")
    view.restyle()
    assert view.grab().toImage() != before
    assert view.num_laid_out == 1
