"""How one row of the conversation list is drawn and renamed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.conversation_model import IS_RUNNING_ROLE, TIME_ROLE, Index
from ui.theme import RADII, SPACING, Theme

_DOT_PIXELS = 8


class ConversationDelegate(QStyledItemDelegate):
    """Title on the left; on the right its time, or a dot while an answer is being written."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One line of text with room around it."""
        return QSize(0, QFontMetrics(self._theme.font()).height() + 2 * SPACING.small)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Ground, title, time or dot."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_ground(painter, option, is_selected)
        inner = option.rect.adjusted(SPACING.medium, 0, -SPACING.medium, 0)
        if index.data(IS_RUNNING_ROLE):
            right_width = self._paint_dot(painter, inner)
        else:
            right_width = self._paint_time(painter, inner, index.data(TIME_ROLE))
        font = self._theme.font(weight=QFont.Weight.Medium if is_selected else QFont.Weight.Normal)
        room = inner.width() - right_width - SPACING.small
        title = QFontMetrics(font).elidedText(index.data(), Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(QRect(inner.left(), inner.top(), room, inner.height()), Qt.AlignmentFlag.AlignVCenter, title)
        painter.restore()

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """A line to write the new title in."""
        editor = QLineEdit(parent)
        editor.setAccessibleName("New title")
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Over the whole row."""
        editor.setGeometry(option.rect.adjusted(SPACING.tight, SPACING.hair, -SPACING.tight, -SPACING.hair))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, is_selected: bool) -> None:
        colours = self._theme.colours
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if is_selected or is_hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if is_selected else colours.sunken))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), RADII.small, RADII.small)
        if option.state & QStyle.StateFlag.State_HasFocus and option.state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(option.rect.adjusted(1, 2, -1, -2), RADII.small, RADII.small)

    def _paint_dot(self, painter: QPainter, inner: QRect) -> int:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.accent))
        top = inner.center().y() - _DOT_PIXELS // 2 + 1
        painter.drawEllipse(inner.right() - _DOT_PIXELS, top, _DOT_PIXELS, _DOT_PIXELS)
        return _DOT_PIXELS

    def _paint_time(self, painter: QPainter, inner: QRect, text: str) -> int:
        font = self._theme.font(self._theme.type.small)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.colours.text_muted))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return QFontMetrics(font).horizontalAdvance(text)
