"""Choices from a list that several dialogs offer, and the box for longer texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from PySide6.QtWidgets import QPlainTextEdit

from app.conversation import Thinking
from app.translation import tr
from ui.controls import ComboBox
from ui.theme import SPACING, Theme

_Value = TypeVar("_Value", bound=str)


def thinking_words() -> Mapping[Thinking, str]:
    """What the model does before it answers, in the order in which it is offered."""
    return {
        "default": tr("As the model usually does"),
        "on": tr("Always, where it can"),
        "off": tr("Never, where it can be left out"),
    }


def choice(theme: Theme, name: str, options: Mapping[_Value, str], chosen: _Value) -> ComboBox:
    """A list that opens.

    Args:
        name: What is chosen.
        options: Words by the values that they stand for, which are the data of the items.
        chosen: One of the values.
    """
    result = ComboBox(theme)
    result.setAccessibleName(name)
    for value, words in options.items():
        result.addItem(words, value)
    choose(result, chosen)
    return result


def choose(combo: ComboBox, value: str) -> None:
    """Turn to the item that stands for a value; it must be there."""
    combo.setCurrentIndex([combo.itemData(number) for number in range(combo.count())].index(value))


class TextBox(QPlainTextEdit):
    """Some lines of plain text with an edge; Tab goes on to the next control.

    Args:
        name: What is written there.
        lines: How many are seen without scrolling.
    """

    def __init__(self, name: str, lines: int) -> None:
        super().__init__()
        self.setProperty("kind", "box")
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * SPACING.medium)

    def text(self) -> str:
        """The words as typed; `toPlainText` would turn no-break spaces into plain ones."""
        return self.document().toRawText().replace("\u2029", "\n")
