"""A field for a number that may stay empty; what holds then stands in it, greyed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import QLineEdit

from app.translation import tr
from ui import formats
from ui.controls import set_style_property

_WIDTH_CHARS = 12


class NumberField(QLineEdit):
    """Takes numbers as the user's locale writes them, and says what is wrong with anything else.

    Args:
        name: What the number is.
        is_whole: No fractions.
        least: Smallest number that is allowed.
        most: Largest one; None for any.
        above_least: `least` itself is not allowed.
    """

    def __init__(
        self,
        name: str,
        *,
        is_whole: bool = False,
        least: float = 0,
        most: float | None = None,
        above_least: bool = False,
    ) -> None:
        super().__init__()
        self.name = name
        self._is_whole = is_whole
        self._least = least
        self._most = most
        self._above_least = above_least
        self.setAccessibleName(name)
        self.textChanged.connect(self._on_text)

    def sizeHint(self) -> QSize:
        """Room for a number, and not for a sentence."""
        return QSize(self.fontMetrics().averageCharWidth() * _WIDTH_CHARS, super().sizeHint().height())

    def set_value(self, value: float | None) -> None:
        """Show a number, or nothing."""
        self.setText("" if value is None else self._written(value))

    def set_inherited(self, value: float | None, words: str = "") -> None:
        """What holds while the field is empty; in words where a number would not say it."""
        self.setPlaceholderText(words or ("" if value is None else self._written(value)))
        self.setAccessibleDescription(
            tr("Empty means {value}").format(value=self.placeholderText()) if self.placeholderText() else ""
        )

    def value(self) -> float | None:
        """The number; None for an empty field, and while there is a `problem`."""
        return None if self.problem() else self._parsed()

    def problem(self) -> str:
        """What is wrong with what was typed, as a sentence; empty if nothing is."""
        if not self.text().strip():
            return ""
        value = self._parsed()
        if value is None:
            words = (
                tr("{name}: “{text}” is not a whole number.")
                if self._is_whole
                else tr("{name}: “{text}” is not a number.")
            )
            return words.format(name=self.name, text=self.text().strip())
        is_too_small = value < self._least or (self._above_least and value == self._least)
        if is_too_small or (self._most is not None and value > self._most):
            return self._wanted()
        return ""

    def _parsed(self) -> float | None:
        return (formats.parse_number if self._is_whole else formats.parse_decimal)(self.text())

    def _written(self, value: float) -> str:
        return formats.number(int(value)) if self._is_whole else formats.decimal(value)

    def _wanted(self) -> str:
        if self._most is None:
            sentence = tr("{name} has to be at least {least}.")
            if self._above_least:
                sentence = tr("{name} has to be more than {least}.")
            return sentence.format(name=self.name, least=self._written(self._least))
        sentence = tr("{name} has to be from {least} to {most}.")
        if self._above_least:
            sentence = tr("{name} has to be more than {least} and at most {most}.")
        return sentence.format(name=self.name, least=self._written(self._least), most=self._written(self._most))

    @Slot()
    def _on_text(self) -> None:
        set_style_property(self, "invalid", bool(self.problem()))
        self.setToolTip(self.problem())
