from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolTip
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Driver
from ui.prompt_dialog import PromptDialog
from ui.prompt_text import PromptText
from ui.theme import Theme

Open = Callable[..., Driver]


def opened(driver: Driver) -> PromptDialog:
    """The dialog, called with its key."""
    driver.key(Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    return next(each for each in driver.window.findChildren(PromptDialog) if each.isVisible())


def test_the_prompt_with_the_draft_is_shown_counted_and_copied(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello there")
    driver.type("and now this")
    dialog = opened(driver)
    assert dialog.count.text() == "Asking the engine …"
    driver.qtbot.waitUntil(dialog.copy_text.isEnabled)
    text = dialog.text.toPlainText()
    assert text.startswith("<user> Hello there\n") and "and now this" in text
    number = QLocale().toString(len(text.split()))
    assert dialog.count.text().startswith(f"{number} tokens · ")
    dialog.copy_text.click()
    assert QGuiApplication.clipboard().text() == text
    dialog.copy_ids.click()
    assert QGuiApplication.clipboard().text().split() == [str(each) for each in range(len(text.split()))]


def test_without_a_model_the_dialog_says_what_to_do(open_window: Open) -> None:
    dialog = opened(open_window(with_model=False))
    assert "Load a model" in dialog.sentence.text()
    assert dialog.sentence.isVisible() and not dialog.text.isVisible()
    assert not dialog.copy_text.isEnabled()
    assert all(each.accessibleName() for each in dialog.findChildren(QAbstractButton))


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme) -> PromptText:
    text = PromptText(theme)
    qtbot.addWidget(text)
    text.resize(400, 200)
    text.show()
    text.show_prompt("one 🦊\r\ntwo", [5, 6, 7, 8], ["one ", "", "🦊\r\n", "two"])
    return text


def test_the_token_at_the_cursor_is_told_with_its_number_and_id(shown: PromptText, qtbot: QtBot) -> None:
    told: list[str] = []
    shown.pointed.connect(told.append)
    shown.setFocus()
    assert shown.token_at(0) == "Token 1 of 4 · id 5 · “one ”"
    assert shown.token_at(4) == "Tokens 2–3 of 4 · ids 6, 7 · “🦊␍⏎”"
    for _ in range(8):
        qtbot.keyClick(shown, Qt.Key.Key_Right)
    assert told[-1] == "Token 4 of 4 · id 8 · “two”"


def test_neighbouring_tokens_are_tinted_otherwise(shown: PromptText, theme: Theme) -> None:
    grounds = [selection.format.background().color() for selection in shown.extraSelections()]
    assert grounds == [QColor(c) for c in (theme.colours.accent_soft, theme.colours.sunken, theme.colours.accent_soft)]
    theme.choose("dark")
    assert shown.extraSelections()[0].format.background().color() == QColor(theme.colours.accent_soft)


def test_the_token_that_is_pointed_at_is_told(shown: PromptText) -> None:
    cursor = shown.textCursor()
    cursor.setPosition(9)
    place = shown.cursorRect(cursor).center() + QPoint(2, 0)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, shown.viewport().mapToGlobal(place))
    QApplication.sendEvent(shown.viewport(), event)
    assert QToolTip.text() == "Token 4 of 4 · id 8 · “two”"
    QToolTip.hideText()


def test_of_a_long_prompt_only_what_is_in_sight_is_tinted(qtbot: QtBot, theme: Theme) -> None:
    text = PromptText(theme)
    qtbot.addWidget(text)
    text.resize(400, 200)
    text.show()
    pieces = [f"word{number}\n" for number in range(20_000)]
    text.show_prompt("".join(pieces), list(range(20_000)), pieces)
    assert 0 < len(text.extraSelections()) < 60
    text.verticalScrollBar().setValue(15_000)
    assert text.extraSelections()[0].cursor.selectedText().startswith("word15000")
