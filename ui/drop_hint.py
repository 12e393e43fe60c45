"""What the chat shows while files are carried over it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.translation import tr
from ui.theme import SPACING


class DropHint(QLabel):
    """Covers the whole of its parent; hidden until `show_on_top`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Drop files here to attach them"), parent)
        self._covered = parent
        self.setProperty("kind", "drop")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def fit(self) -> None:
        """Take the size of the parent."""
        margin = SPACING.small
        self.setGeometry(self._covered.rect().adjusted(margin, margin, -margin, -margin))

    def show_on_top(self) -> None:
        """Cover everything else."""
        self.raise_()
        self.show()
