"""How one row of the conversation list is drawn and renamed."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.conversation import Conversation
from app.store.folding import fold
from app.translation import tr
from ui.conversation_model import IS_RUNNING_ROLE, PLACES_ROLE, ROW_ROLE, TIME_ROLE, ConversationModel, Index
from ui.conversation_rows import ChatRow, Group
from ui.theme import RADII, SPACING, Theme

_DOT_PIXELS = 8
_MARK_PIXELS = 14
_INDENT = SPACING.medium
_BEFORE_CHARS = 12
"""What of a snippet stands before the first word that was found: in a narrow list it would be out of sight."""


class ConversationDelegate(QStyledItemDelegate):
    """Title on the left; on the right its marks and its time, or a dot while an answer is being written.

    While words are searched for, the line in which they were found stands below the title. A heading has an arrow
    before its name and the number of its chats behind it.
    """

    def __init__(self, theme: Theme, model: ConversationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One line of text with room around it, or two; the same for all rows."""
        height = QFontMetrics(self._theme.font()).height() + 2 * SPACING.small
        if self._has_snippets():
            height += QFontMetrics(self._small_font()).height()
        return QSize(0, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Ground, then what the row says."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        inner = option.rect.adjusted(SPACING.medium, 0, -SPACING.medium, 0)
        row = index.data(ROW_ROLE)
        if isinstance(row, Group):
            self._paint_group(painter, inner, row)
        else:
            is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_chat(painter, inner.adjusted(_INDENT if row.is_inside else 0, 0, 0, 0), index, is_selected)
        painter.restore()

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """A line to write the new name in."""
        editor = QLineEdit(parent)
        editor.setAccessibleName(
            tr("New name of the folder") if isinstance(index.data(ROW_ROLE), Group) else tr("New title")
        )
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin with the present name; what was typed stays, whatever happens to the list meanwhile."""
        if not (isinstance(editor, QLineEdit) and editor.isModified()):
            super().setEditorData(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Over the whole row."""
        editor.setGeometry(option.rect.adjusted(SPACING.tight, SPACING.hair, -SPACING.tight, -SPACING.hair))

    # ------------------------------------------------------------------------------------------------------------------

    def _has_snippets(self) -> bool:
        return bool(self._model.words) and self._model.view != "trash"

    def _small_font(self) -> QFont:
        return self._theme.font(self._theme.type.small)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colours = self._theme.colours
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if is_selected or is_hovered:
            painter.setPen(QColor(colours.chosen_edge if is_selected else colours.sunken))
            painter.setBrush(QColor(colours.accent_soft if is_selected else colours.sunken))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5), RADII.small, RADII.small)
        if option.state & QStyle.StateFlag.State_HasFocus and option.state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(option.rect.adjusted(1, 2, -1, -2), RADII.small, RADII.small)

    def _paint_group(self, painter: QPainter, inner: QRect, group: Group) -> None:
        muted = self._theme.colours.text_muted
        arrow = QRect(inner.left() - SPACING.tight, inner.center().y() - _MARK_PIXELS // 2, _MARK_PIXELS, _MARK_PIXELS)
        self._theme.icon("down" if group.is_open else "next", muted).paint(painter, arrow)
        painter.setFont(self._small_font())
        painter.setPen(QColor(muted))
        count = str(group.num_chats)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        room = inner.adjusted(
            _MARK_PIXELS, 0, -QFontMetrics(painter.font()).horizontalAdvance(count) - SPACING.small, 0
        )
        font = self._theme.font(self._theme.type.small, QFont.Weight.DemiBold)
        painter.setFont(font)
        title = QFontMetrics(font).elidedText(group.title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_chat(self, painter: QPainter, inner: QRect, index: Index, is_selected: bool) -> None:
        row: ChatRow = index.data(ROW_ROLE)
        line = QRect(inner)
        if self._has_snippets():
            line.setTop(inner.top() + SPACING.tight)
            line.setHeight(QFontMetrics(self._theme.font()).height() + SPACING.tight)
        if index.data(IS_RUNNING_ROLE):
            right = self._paint_dot(painter, line)
        else:
            right = self._paint_time(painter, line, index.data(TIME_ROLE))
        for icon, colour in self._marks(row.conversation, index):
            right -= _MARK_PIXELS + SPACING.tight
            place = QRect(right, line.center().y() - _MARK_PIXELS // 2 + 1, _MARK_PIXELS, _MARK_PIXELS)
            self._theme.icon(icon, colour).paint(painter, place)
        font = self._theme.font(weight=QFont.Weight.Medium if is_selected else QFont.Weight.Normal)
        line.setRight(right - SPACING.small)
        title = QFontMetrics(font).elidedText(index.data(), Qt.TextElideMode.ElideRight, line.width())
        painter.setFont(font)
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)
        if row.snippet:
            below = QRect(inner.left(), line.bottom(), inner.width(), inner.bottom() - line.bottom())
            self._paint_snippet(painter, below, row.snippet)

    def _marks(self, conversation: Conversation, index: Index) -> list[tuple[str, str]]:
        """Icons from right to left, each with its colour."""
        muted, accent = self._theme.colours.text_muted, self._theme.colours.accent
        marks = []
        if where := index.data(PLACES_ROLE):
            fastest = where[0][1]
            marks.append(("disk", muted) if fastest == "disk" else ("chip", muted if fastest == "ram" else accent))
        if conversation.is_temporary:
            marks.append(("temporary", accent))
        if conversation.archived and self._model.view != "archive":
            marks.append(("archive", muted))
        return marks

    def _paint_dot(self, painter: QPainter, inner: QRect) -> int:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.accent))
        top = inner.center().y() - _DOT_PIXELS // 2 + 1
        left = inner.right() - _DOT_PIXELS
        painter.drawEllipse(left, top, _DOT_PIXELS, _DOT_PIXELS)
        return left

    def _paint_time(self, painter: QPainter, inner: QRect, text: str) -> int:
        font = self._small_font()
        painter.setFont(font)
        painter.setPen(QColor(self._theme.colours.text_muted))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return inner.right() - QFontMetrics(font).horizontalAdvance(text)

    def _paint_snippet(self, painter: QPainter, place: QRect, snippet: str) -> None:
        """One line, the words that were searched for stronger than the rest."""
        font = self._small_font()
        found_at = min((start for start, _ in found_words(snippet, self._model.words)), default=0)
        if found_at > _BEFORE_CHARS:
            snippet = f"…{snippet[found_at - _BEFORE_CHARS :].lstrip()}"
        strong = QTextCharFormat()
        strong.setForeground(QColor(self._theme.colours.text))
        strong.setFontWeight(QFont.Weight.DemiBold)
        layout = one_line(snippet, self._model.words, font, strong, place.width())
        painter.setPen(QColor(self._theme.colours.text_muted))
        painter.setClipRect(place)
        layout.draw(painter, QPointF(place.topLeft()))


def one_line(snippet: str, words: str, font: QFont, strong: QTextCharFormat, room: int) -> QTextLayout:
    """The beginning of a snippet for which there is room, with the words of a search in a format of their own."""
    width = room
    while True:
        text = QFontMetrics(font).elidedText(snippet, Qt.TextElideMode.ElideRight, width)
        ranges = []
        for start, length in found_words(text, words):
            found = QTextLayout.FormatRange()
            found.start, found.length, found.format = utf16_length(text[:start]), length, strong
            ranges.append(found)
        layout = QTextLayout(text, font)
        layout.setFormats(ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(10_000)
        layout.endLayout()
        over = math.ceil(line.naturalTextWidth()) - room
        if over <= 0 or width <= 0:
            return layout
        width -= over  # stronger words take more room than was reckoned with


def utf16_length(text: str) -> int:
    """How long Qt takes a text to be."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def found_words(text: str, words: str) -> list[tuple[int, int]]:
    """Where the words stand in a text, as start and length, compared as the search compares."""
    letters = [_letters(character) for character in text]
    folded, origins = "".join(letters), [number for number, those in enumerate(letters) for _ in those]
    places: list[tuple[int, int]] = []
    for word in fold(words).split():
        start = folded.find(word)
        while start >= 0:
            first, last = origins[start], origins[start + len(word) - 1]
            places.append((first, last - first + 1))
            start = folded.find(word, start + len(word))
    return places


@lru_cache(4_096)
def _letters(character: str) -> str:
    """What the search compares for one character."""
    return fold(character)
