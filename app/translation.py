"""The words that people read, in their language: one function, one context, Qt Linguist's files."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Literal, TypeAlias, get_args

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.numbers import number

Language: TypeAlias = Literal["en", "pl", "sk"]
Wish: TypeAlias = Literal["system", "en", "pl", "sk"]

LANGUAGES: dict[Wish, str] = {"en": "English", "pl": "Polski", "sk": "Slovenčina"}
"""Each as those who speak it call it."""

_CONTEXT = "Kvasir"


class _Speaker:
    """Which language is spoken, and Qt's own words in it."""

    def __init__(self) -> None:
        self.language: Language = "en"
        self.of_qt: QTranslator | None = None


_speaker = _Speaker()


def tr(text: str, count: int = -1) -> str:
    """`text` in the language of the program; without a translation, `text` itself.

    Args:
        text: English, a literal where it is called, so that it can be collected, or one that `mark` has marked. What
            changes stands in braces and is filled in afterwards: `tr("{name} was deleted.").format(name=name)`.
        count: Chooses the plural form, and replaces `%n`; negative where there is none.
    """
    found = _translator(_speaker.language).translate(_CONTEXT, text, None, count) or text
    return found if count < 0 else found.replace("%n", number(count))


def mark(text: str) -> str:
    """`text` itself, to be collected; for constants, which stand there before the language is known."""
    return text


def speak(wish: Wish) -> Language:
    """Take a language from now on; returns which. What is on the screen already stays as it is.

    Numbers and dates are written as the system does, unless a language was wished that is not the system's.
    """
    language = _of_system() if wish == "system" else wish
    _speaker.language = language
    locale = QLocale.system()
    if locale.language() == QLocale.Language.C or (wish != "system" and _code(locale) != wish):
        locale = QLocale(language)
    QLocale.setDefault(locale)
    let_qt_speak()
    return language


def _of_system() -> Language:
    """The first language that the user told the system and that we have; English for want of one."""
    for name in QLocale.system().uiLanguages():
        for language in get_args(Language):
            if name.replace("_", "-").split("-")[0] == language:
                return language  # type: ignore[no-any-return]
    return "en"


def _code(locale: QLocale) -> str:
    return locale.name().partition("_")[0]


@functools.cache
def _translator(language: Language) -> QTranslator:
    result = QTranslator()
    result.load(str(resources.files("resources") / "translations" / f"kvasir_{language}.qm"))
    return result


def let_qt_speak() -> None:
    """Have Qt's own dialogs and menus say their words in the language that was taken; no effect before Qt is there."""
    core = QCoreApplication.instance()
    if core is None:
        return
    if _speaker.of_qt is not None:
        core.removeTranslator(_speaker.of_qt)
    _speaker.of_qt = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if _speaker.of_qt.load(f"qtbase_{_speaker.language}", folder):
        core.installTranslator(_speaker.of_qt)
