"""The text of a prompt with its tokens tinted in turns; each tells its number and id where it is pointed at."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor, QHelpEvent, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip

from app.translation import tr
from ui import formats
from ui.prompt_tokens import TokenSpan, TokenSpans
from ui.theme import Theme

_MOST_IDS = 8


class PromptText(QPlainTextEdit):
    """Read only, with a cursor for those who go through it by keys. Only what is in sight is tinted."""

    pointed = Signal(str)
    """What is to be said of the token at the cursor."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tokens = TokenSpans("", ())
        self._token_ids: Sequence[int] = ()
        self.setAccessibleName(tr("What the model sees"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.verticalScrollBar().valueChanged.connect(self._tint)
        self.cursorPositionChanged.connect(self._tell)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_prompt(self, text: str, token_ids: Sequence[int], pieces: Sequence[str]) -> None:
        """Take a prompt and what it is made of."""
        self._tokens = TokenSpans(_as_qt(text), [_as_qt(piece) for piece in pieces])
        self._token_ids = token_ids
        self.setPlainText(text.replace("\r", _RETURN))
        self._tint()
        self._tell()

    def token_at(self, place: int) -> str:
        """Number, id and text of the token to which the character at a place belongs."""
        span = self._tokens.at(place)
        if span is None or not span.count:
            return ""
        numbers = formats.number(span.first + 1)
        if span.count > 1:
            numbers += f"–{formats.number(span.first + span.count)}"
        ids = self._token_ids[span.first : span.first + span.count]
        shown = ", ".join(map(str, ids[:_MOST_IDS])) + (" …" if len(ids) > _MOST_IDS else "")
        words = tr("Token {numbers} of {count} · id {ids} · {text}")
        if span.count > 1:
            words = tr("Tokens {numbers} of {count} · ids {ids} · {text}")
        count = formats.number(len(self._token_ids))
        return words.format(numbers=numbers, count=count, ids=shown, text=self._quoted(span))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other text is in sight."""
        super().resizeEvent(event)
        self._tint()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell of the token that is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cursor = self.cursorForPosition(event.pos())
            if self.cursorRect(cursor).left() > event.pos().x() and not cursor.atBlockStart():
                cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
            QToolTip.showText(event.globalPos(), self.token_at(cursor.position()), self)
            return True
        return super().viewportEvent(event)

    def _quoted(self, span: TokenSpan) -> str:
        cursor = self._cursor(span)
        return "“" + cursor.selectedText().replace("\u2029", "⏎") + "”"

    def _cursor(self, span: TokenSpan) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.fixed_font())
        self._tint()

    @Slot()
    def _tint(self) -> None:
        corner = QPoint(self.viewport().width(), self.viewport().height())
        start, end = self.cursorForPosition(QPoint(0, 0)).position(), self.cursorForPosition(corner).position()
        colours = self._theme.colours
        grounds = (QColor(colours.accent_soft), QColor(colours.sunken))
        selections = []
        for number, span in self._tokens.between(start, end):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(span)
            selection.format = QTextCharFormat()
            selection.format.setBackground(grounds[number % 2])
            selections.append(selection)
        self.setExtraSelections(selections)

    @Slot()
    def _tell(self) -> None:
        self.pointed.emit(self.token_at(self.textCursor().position()))


_RETURN = "␍"
"""Qt makes one line break of a carriage return and what follows; this keeps every character in its place."""


def _as_qt(text: str) -> str:
    """A text with as many characters as Qt counts in it."""
    text = text.replace("\r", _RETURN)
    if text.isascii() or max(text) <= "\uffff":
        return text
    return "".join(map(chr, array("H", text.encode("utf-16-le", "surrogatepass"))))
