"""What stands above code: the name of its language, and a button that copies it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.translation import tr
from ui.controls import IconButton, label
from ui.markdown.highlighting import language_name
from ui.theme import SPACING, Theme

_DONE_MS = 1_500


class CodeHeader(QWidget):
    """Lies over the upper edge of a code block; the code is asked for when it is copied, for it may have grown."""

    def __init__(self, theme: Theme, language: str, code: Callable[[], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._code = code
        self._copy = IconButton(theme, "copy", tr("Copy code"), self.copy)
        self._copy.setProperty("kind", "small")
        self._done = QTimer(self)
        self._done.setSingleShot(True)
        self._done.setInterval(_DONE_MS)
        self._done.timeout.connect(self._forget)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACING.medium, 0, SPACING.tight, 0)
        layout.addWidget(label(language_name(language), "caption"), 1)
        layout.addWidget(self._copy)

    @Slot()
    def copy(self) -> None:
        """Put the code on the clipboard, without its fences."""
        QGuiApplication.clipboard().setText(self._code())
        self._copy.set_icon("check")
        self._copy.set_name(tr("Copied"))
        self._done.start()

    @Slot()
    def _forget(self) -> None:
        self._copy.set_icon("copy")
        self._copy.set_name(tr("Copy code"))
