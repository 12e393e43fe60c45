"""A piece of message text that can be read, selected and copied, as tall as its content."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QTextBrowser, QWidget

from ui.rich_text import MessageDocument
from ui.theme import SPACING, Theme

_RING_PIXELS = SPACING.hair
"""The focus ring that the style sheet draws around the text."""
_LONG_TEXT_CHARS = 4000
"""A longer text takes the whole width: measuring its longest line would lay it out twice."""


class TextView(QTextBrowser):
    """Shows a `MessageDocument` without scroll bars of its own; links open only when clicked."""

    def __init__(self, theme: Theme, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_rendering = False
        self._document = MessageDocument()
        self.setDocument(self._document)
        self.setAccessibleName(accessible_name)
        self.setOpenLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._document.documentLayout().documentSizeChanged.connect(self._fit_height)
        self.anchorClicked.connect(self._open)

    def show_literal(self, text: str) -> None:
        """Show the words exactly as they are."""
        self._render(lambda: self._document.set_literal(text, self._theme))

    def show_markdown(self, text: str) -> None:
        """Show the text as Markdown; what is selected stays selected while the text only grows."""
        self._render(lambda: self._document.set_markdown(text, self._theme))

    def fit(self, width: int) -> None:
        """Take the height that the text needs at this width."""
        self._document.setTextWidth(width - 2 * _RING_PIXELS)
        self._fit_height()

    def shrink_to(self, widest: int) -> None:
        """Be as narrow as the text allows, at most `widest` pixels."""
        frame = 2 * _RING_PIXELS
        self._document.setTextWidth(widest - frame)
        if self._document.characterCount() <= _LONG_TEXT_CHARS:
            widest = min(widest, math.ceil(self._document.idealWidth()) + frame)
            self._document.setTextWidth(widest - frame)
        self.setFixedWidth(widest)
        self._fit_height()

    def sizeHint(self) -> QSize:
        """The height of the text at the present width."""
        return QSize(super().sizeHint().width(), self._text_height())

    def minimumSizeHint(self) -> QSize:
        """Any width will do: the text wraps."""
        return QSize(0, self._text_height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The chat scrolls, not the message."""
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap to the new width, then take the height that this needs."""
        super().resizeEvent(event)
        self._fit_height()

    def _text_height(self) -> int:
        return math.ceil(self._document.size().height()) + 2 * _RING_PIXELS

    def _render(self, fill: Callable[[], None]) -> None:
        before = self.textCursor()
        anchor, position = before.anchor(), before.position()
        self._is_rendering = True
        fill()
        self._is_rendering = False
        if anchor != position:
            self._select(anchor, position)
        self._fit_height()

    def _select(self, anchor: int, position: int) -> None:
        last = self._document.characterCount() - 1
        cursor = self.textCursor()
        cursor.setPosition(min(anchor, last))
        cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    @Slot()
    def _fit_height(self) -> None:
        if self._is_rendering:
            return  # between emptied and filled the chat would jump
        height = self._text_height()
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    @Slot(QUrl)
    def _open(self, link: QUrl) -> None:
        if link.scheme() in ("http", "https", "mailto"):
            QDesktopServices.openUrl(link)
