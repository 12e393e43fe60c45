from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QFont, QImage, QTextCharFormat
from PySide6.QtWidgets import QApplication

from tests.ui.conftest import Driver
from ui.conversation_delegate import found_words, one_line, utf16_length

Open = Callable[..., Driver]


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("The old house", "HOUSE", ["house"]),
        ("Kočka a KOČKY", "kock", ["Kočk", "KOČK"]),
        ("die große Straße …", "strasse", ["Straße"]),
        ("one two one", "one two", ["one", "one", "two"]),
        ("nothing", "zebra", []),
        ("𝒳 rays and 東京", "京 x", ["京", "𝒳"]),
    ],
)
def test_words_are_found_as_the_search_finds_them(text: str, words: str, found: list[str]) -> None:
    assert [text[start : start + length] for start, length in found_words(text, words)] == found


def test_what_qt_counts_as_two_characters_is_counted_so() -> None:
    assert (utf16_length("aé"), utf16_length("𝒳a")) == (2, 3)


@pytest.mark.parametrize("words", ["longest of", "e", ""])
def test_words_that_stand_out_push_no_others_over_the_edge(qapp: QApplication, words: str) -> None:
    strong = QTextCharFormat()
    strong.setFontWeight(QFont.Weight.Bold)
    for room in range(0, 400, 7):
        layout = one_line("Which of these is the longest of all words?", words, qapp.font(), strong, room)
        assert layout.lineAt(0).naturalTextWidth() <= room or layout.text() in ("", "…")


def row_image(driver: Driver, number: int = 0) -> QImage:
    view = driver.window.list.view
    return view.viewport().grab(view.visualRect(view.model().index(number, 0))).toImage()


def test_what_is_archived_has_a_mark_among_the_hits(open_window: Open) -> None:
    driver = open_window()
    driver.ask("A question")
    one_line = row_image(driver)
    driver.window.list.search.setText("question")
    plain = row_image(driver)
    assert plain.height() > one_line.height()
    driver.application.library.archive(driver.window.conversation_id, True)
    marked = row_image(driver)
    assert marked.size() == plain.size()
    assert marked != plain


def test_the_words_that_were_searched_for_stand_out_in_the_snippet(open_window: Open) -> None:
    driver = open_window()
    driver.ask("A question of taste")
    images = []
    for words in ("question", "taste"):
        driver.window.list.search.setText(words)
        images.append(row_image(driver))
    assert images[0] != images[1]
