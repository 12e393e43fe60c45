from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exchange.file_names import FileNames, file_stem


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("What is 1/2?", "What is 1-2-"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com¹", "_com¹"),
        ("console", "console"),
        ("...hidden", "hidden"),
        ("ends in dots. . .", "ends in dots"),
        ("  a \t\n b ", "a b"),
        ("", "conversation"),
        ("///", "conversation"),
        ("\u202egpj.exe\x00\x1b", "gpj.exe"),
        ("日本語のタイトル", "日本語のタイトル"),
        ("👩‍🚀 ok", "👩‍🚀 ok"),
        ("e\u0301", "é"),
        ("../../etc/passwd", "etc-passwd"),
    ],
)
def test_titles_become_names_that_every_system_takes(title: str, stem: str) -> None:
    assert file_stem(title) == stem


@given(st.text(max_size=200))
def test_no_title_gives_a_bad_name(title: str) -> None:
    stem = file_stem(title)
    assert stem
    assert len(stem.encode("utf-8")) <= 121
    assert not set(stem) & set('<>:"/\\|?*')
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in stem)
    assert stem == stem.strip(" ").rstrip(".")
    assert stem.partition(".")[0].lower() not in ("con", "nul", "aux", "prn", "com1", "lpt9")


@given(st.lists(st.sampled_from(["a", "A", "é", "e\u0301", "a (2)", "a (3)", "A (2)"]), max_size=30))
def test_no_two_files_have_names_that_some_system_takes_for_the_same(stems: list[str]) -> None:
    names = FileNames()
    given_names = [names.next(stem, ".md") for stem in stems]
    assert len({unicodedata.normalize("NFC", name).casefold() for name in given_names}) == len(stems)


def test_the_first_keeps_its_name_and_the_next_gets_a_number() -> None:
    names = FileNames()
    assert [names.next("Well", ".md") for _ in range(3)] == ["Well.md", "Well (2).md", "Well (3).md"]
