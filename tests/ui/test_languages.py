"""The window in each language: nothing of it is English, and nothing is cut."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.translation import Language, Wish
from tests.ui.conftest import Driver
from ui.chat_settings_dialog import ChatSettingsDialog
from ui.export_dialog import ExportDialog
from ui.import_dialog import ImportDialog
from ui.prompt_dialog import PromptDialog
from ui.settings_dialog import SettingsDialog

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "translations"
ELIDED = ("ElidedLabel", "_NameButton")


def translations(language: str) -> dict[str, str]:
    """Sentences that are not the same in English and in a language."""
    found = {}
    for message in ET.parse(FOLDER / f"kvasir_{language}.ts").getroot().iter("message"):
        source, translation = message.findtext("source") or "", message.findtext("translation") or ""
        if message.get("numerus") is None and translation and translation != source:
            found[source] = translation
    return found


def texts(window: QWidget) -> set[str]:
    """All that a window says, to eyes and to screen readers."""
    found: set[str] = set()
    for widget in (window, *window.findChildren(QWidget)):
        found |= {widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()}
        found |= {action.text() for action in widget.actions()}
        if isinstance(widget, QLabel | QAbstractButton):
            found.add(widget.text())
        elif isinstance(widget, QLineEdit):
            found.add(widget.placeholderText())
        elif hasattr(widget, "itemText"):
            found |= {widget.itemText(row) for row in range(widget.count())}
    return {text.partition("\t")[0] for text in found} - {""}


def cut(window: QWidget) -> list[str]:
    """What has less room than its words need; what is meant to be cut short, or to wrap, is not looked at."""
    return [
        part.text()
        for part in (*window.findChildren(QAbstractButton), *window.findChildren(QLabel))
        if part.isVisible()
        and part.text()
        and type(part).__name__ not in ELIDED
        and not (isinstance(part, QLabel) and part.wordWrap())
        and part.width() < part.minimumSizeHint().width()
    ]


def dialogs(driver: Driver) -> list[QDialog]:
    window, application, conversation_id = driver.window, driver.application, driver.window.conversation_id
    return [
        SettingsDialog(window.theme, application, window),
        ChatSettingsDialog(window.theme, application, conversation_id, window),
        ExportDialog(application.exchange, application.library, [conversation_id], window),
        ImportDialog(application.exchange, window),
        PromptDialog(window.theme, application.prompts, conversation_id, window),
    ]


@pytest.mark.parametrize("language", ["pl", "sk"])
def test_window_and_dialogs_have_no_english_left_and_nothing_is_cut(
    qtbot: QtBot, speaking: Callable[[Wish], Language], open_window: Callable[..., Driver], language: Language
) -> None:
    speaking(language)
    driver = open_window()
    driver.ask("Hello")
    known = translations(language)
    said: set[str] = set()
    for shown in (driver.window, *dialogs(driver)):
        shown.show()
        qtbot.waitExposed(shown)
        said |= texts(shown)
        assert cut(shown) == [], type(shown).__name__
        if shown is not driver.window:
            shown.close()
    # A word that means something else in the other language is no English.
    assert said & known.keys() - set(known.values()) == set()
    assert len(said & set(known.values())) > 150
