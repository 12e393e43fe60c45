from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.numbers import number
from app.settings import wished_language
from app.translation import Language, Wish, tr

Speaking = Callable[[Wish], Language]


def test_english_needs_no_choice() -> None:
    assert tr("Settings") == "Settings"
    assert [tr("%n chats", count) for count in (0, 1, 2)] == ["0 chats", "1 chat", "2 chats"]


@pytest.mark.parametrize(
    ("language", "settings", "chats"),
    [
        ("pl", "Ustawienia", ["0 rozmów", "1 rozmowa", "3 rozmowy", "5 rozmów", "12 rozmów", "22 rozmowy"]),
        ("sk", "Nastavenia", ["0 rozhovorov", "1 rozhovor", "3 rozhovory", "5 rozhovorov", "12 rozhovorov"]),
    ],
)
def test_counts_take_the_forms_of_the_language(
    speaking: Speaking, language: Wish, settings: str, chats: list[str]
) -> None:
    speaking(language)
    assert tr("Settings") == settings
    assert [tr("%n chats", count) for count in (0, 1, 3, 5, 12, 22)][: len(chats)] == chats


def test_numbers_go_with_the_language(speaking: Speaking) -> None:
    speaking("pl")
    assert number(1234567) == "1\u00a0234\u00a0567"
    assert tr("%n tokens", 1234567).startswith("1\u00a0234\u00a0567")
    speaking("en")
    assert tr("%n tokens", 1234567) == "1,234,567 tokens"


def test_qt_says_its_own_words_in_the_language_too(speaking: Speaking, qapp: QCoreApplication) -> None:
    speaking("sk")
    assert qapp.translate("QLineEdit", "Select All") == "Vybrať všetko"
    speaking("en")
    assert qapp.translate("QLineEdit", "Select All") == "Select All"


def test_the_language_is_known_before_the_settings_are(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    assert wished_language(file) == "system"
    file.write_text('{"version": 1, "language": "sk"}')
    assert wished_language(file) == "sk"
    file.write_text('{"language": "klingon"')
    assert wished_language(file) == "system"
