"""The names of pages at the left of a window, as wide as the widest of them, whatever the language and the letters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QSizePolicy

from ui.theme import SPACING

_ROUND_THE_NAMES = 4 * SPACING.large


class PagesList(QListWidget):
    """Says by `currentRowChanged` which page is wanted.

    Args:
        name: What screen readers call it.
        longest: Names that pages may get later, as long as they ever are.
    """

    def __init__(self, name: str, longest: Sequence[str] = ()) -> None:
        super().__init__()
        self._longest = longest
        self.setProperty("kind", "pages")
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """All names in full."""
        names = [self.item(row).text() for row in range(self.count())]
        widest = max(map(self.fontMetrics().horizontalAdvance, (*names, *self._longest)), default=0)
        return QSize(widest + _ROUND_THE_NAMES, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """No name is ever cut."""
        return QSize(self.sizeHint().width(), super().minimumSizeHint().height())
