from __future__ import annotations

import pytest

from ui.markdown.highlighting import language_name, meanings


def words(language: str, code: str) -> dict[str, str]:
    """Each word that has a meaning, with it."""
    lines = code.split("\n")
    return {
        lines[number][start : start + length]: meaning
        for number, spans in enumerate(meanings(language, code))
        for start, length, meaning in spans
    }


def test_letters_of_code_have_meanings() -> None:
    found = words("python", "def f(x: int):\n    # why\n    return 'a' + 12")
    assert found["def"] == found["return"] == "keyword"
    assert (found["f"], found["# why"], found["12"]) == ("name", "comment", "number")


def test_a_comment_over_several_lines_is_one_in_each_of_them() -> None:
    spans = meanings("c", "/* one\n   two */\nint x;")
    assert spans[0] == ((0, 6, "comment"),)
    assert spans[1] == ((0, 9, "comment"),)


def test_there_is_an_entry_for_each_line_also_for_empty_ones() -> None:
    assert len(meanings("python", "a\n\n\nb")) == 4


@pytest.mark.parametrize("language", ["", "text", "no-such-language", "plaintext"])
def test_other_text_has_no_meanings(language: str) -> None:
    assert not any(meanings(language, "if x: return 1"))


@pytest.mark.parametrize(
    ("language", "name"), [("py", "Python"), ("js", "JavaScript"), ("C++", "C++"), ("", ""), ("mine", "mine")]
)
def test_a_language_is_called_by_its_name(language: str, name: str) -> None:
    assert language_name(language) == name
