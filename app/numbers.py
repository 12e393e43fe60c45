"""Numbers as the user's locale writes them."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def number(value: int) -> str:
    """Digits grouped as the locale groups them."""
    return _locale().toString(value)


def decimal(value: float, digits: int) -> str:
    """With so many digits behind the locale's comma or point, and grouped before it."""
    return _locale().toString(float(value), "f", digits)


def _locale() -> QLocale:
    """The default; in place of one that says nothing (`C`) the English one, which groups digits."""
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale
