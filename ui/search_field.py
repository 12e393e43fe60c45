"""A line to search or filter with: a magnifier before the words, and a cross that clears them."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QToolButton

from app.translation import tr
from ui.theme import Theme


class SearchField(QLineEdit):
    """Qt's own cross is looked for in all icon themes of the desktop, at the first letter, and knows no dark theme.

    Args:
        words: What stands there while it is empty; also its name.
    """

    def __init__(self, theme: Theme, words: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setPlaceholderText(words)
        self.setAccessibleName(words)
        self._magnifier = self._add("search", tr("Search"), QLineEdit.ActionPosition.LeadingPosition)
        self.cross = self._add("close", tr("Clear"), QLineEdit.ActionPosition.TrailingPosition)
        self.cross.setToolTip(tr("Clear"))
        self.cross.triggered.connect(self.clear)
        self.cross.setVisible(False)
        self.textChanged.connect(self._on_text)
        theme.changed.connect(self._restyle)

    def _add(self, icon: str, words: str, position: QLineEdit.ActionPosition) -> QAction:
        action = self.addAction(self._theme.icon(icon), position)
        for button in self.findChildren(QToolButton):
            if button.defaultAction() == action:
                button.setAccessibleName(words)  # as a text they would be laid out beside the icon
        return action

    @Slot(str)
    def _on_text(self, text: str) -> None:
        if self.cross.isVisible() != bool(text):
            self.cross.setVisible(bool(text))

    @Slot()
    def _restyle(self) -> None:
        self._magnifier.setIcon(self._theme.icon("search"))
        self.cross.setIcon(self._theme.icon("close"))
