"""A list under a box for typing, which keeps the keys: that of the command palette and of the overview of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QInputMethodEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.announcer import announce
from ui.search_field import SearchField
from ui.theme import RADII, SPACING, Theme

_ROW_ROLE = Qt.ItemDataRole.UserRole
_SELECTED, _HOVERED = QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_MouseOver
_LEAST_DETAIL_PIXELS = 40


@dataclass(frozen=True, slots=True)
class FinderRow:
    """Something to choose, or, without `act`, the heading of those below it.

    Attributes:
        detail: Stands behind the title, quieter.
        key: Stands at the far end.
        act: What choosing it does.
    """

    title: str
    detail: str = ""
    key: str = ""
    act: Callable[[], object] | None = None


class FinderEdit(SearchField):
    """Passes on the keys that are for the list; while an input method composes a word, every key belongs to that."""

    moved = Signal(object)
    """Carries how many rows to go."""
    entered = Signal()
    left = Signal()

    def __init__(self, theme: Theme, name: str, page_rows: int) -> None:
        super().__init__(theme, name)
        self._page_rows = page_rows
        self._is_composing = False

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is half composed."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the list, choose, or leave; everything else is typing."""
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: self._page_rows,
            Qt.Key.Key_PageUp: -self._page_rows,
        }
        key = Qt.Key(event.key())
        if self._is_composing:
            super().keyPressEvent(event)
        elif key in steps:
            self.moved.emit(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FinderList(QListWidget):
    """Shows rows, one of which is marked; says to screen readers which, since it never has the keys itself."""

    picked = Signal()
    """The marked row was pressed."""
    marked = Signal()
    """Another row is marked."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setItemDelegate(_RowDelegate(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.itemClicked.connect(self._on_click)
        self.currentItemChanged.connect(self.marked)
        theme.changed.connect(self.doItemsLayout)

    def show_rows(self, rows: Sequence[FinderRow], marked: int = 0) -> None:
        """Take other rows, and mark the one of this number among those that can be chosen."""
        self.clear()
        for row in rows:
            item = QListWidgetItem(row.title)
            item.setData(_ROW_ROLE, row)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (row.title, row.detail, row.key))))
            if row.act is None:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.addItem(item)
        places = self._places()
        if places:
            self.setCurrentRow(places[min(marked, len(places) - 1)])
        if places[:1] == [self.currentRow()]:
            self.scrollToTop()  # the heading above it, too

    def row_marked(self) -> FinderRow | None:
        """What is marked; None for nothing."""
        item = self.currentItem()
        row = item.data(_ROW_ROLE) if item is not None else None
        return row if isinstance(row, FinderRow) and row.act is not None else None

    @Slot(object)
    def move_mark(self, rows: int) -> None:
        """Mark a row farther on; a single step leads round the ends."""
        places = self._places()
        if not places:
            return
        here = places.index(self.currentRow()) if self.currentRow() in places else -1
        there = here + rows
        if abs(rows) == 1:
            there %= len(places)
        self.setCurrentRow(places[max(0, min(there, len(places) - 1))])
        if self.currentRow() == places[0]:
            self.scrollToTop()

    def say_mark(self) -> None:
        """Let screen readers say what is marked."""
        item = self.currentItem()
        if item is not None:
            announce(self, item.data(Qt.ItemDataRole.AccessibleTextRole))

    def height_of(self, most: int) -> int:
        """What all rows need, if that is less than so many pixels."""
        rows = sum(self.sizeHintForRow(row) for row in range(self.count()))
        return min(most, rows + 2 * self.frameWidth() + 2 * SPACING.hair)

    def _places(self) -> list[int]:
        return [row for row in range(self.count()) if self.item(row).flags() & Qt.ItemFlag.ItemIsSelectable]

    @Slot(QListWidgetItem)
    def _on_click(self, item: QListWidgetItem) -> None:
        if item.flags() & Qt.ItemFlag.ItemIsSelectable:
            self.picked.emit()


class _RowDelegate(QStyledItemDelegate):
    """Title and detail on the left, the key on the right; a heading is small."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row: FinderRow = index.data(_ROW_ROLE)
        font, above = (self._theme.font(), SPACING.small) if row.act is not None else (self._small(), SPACING.tight)
        return QSize(0, QFontMetrics(font).height() + 2 * above)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: FinderRow = index.data(_ROW_ROLE)
        colours = self._theme.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room: QRect = option.rect.adjusted(SPACING.medium, 0, -SPACING.medium, 0)
        if row.act is None:
            _write(painter, room, row.title, self._small(QFont.Weight.DemiBold), colours.text_muted)
            painter.restore()
            return
        ground = colours.accent_soft if option.state & _SELECTED else colours.sunken if option.state & _HOVERED else ""
        if ground:
            painter.setPen(QColor(colours.chosen_edge if option.state & _SELECTED else ground))
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5), RADII.small, RADII.small)
        if row.key:
            width = _write(painter, room, row.key, self._small(), colours.text_muted, Qt.AlignmentFlag.AlignRight)
            room.setRight(room.right() - width - SPACING.medium)
        width = _write(painter, room, row.title, self._theme.font(), colours.text)
        room.setLeft(room.left() + width + SPACING.medium)
        if room.width() > _LEAST_DETAIL_PIXELS:
            _write(painter, room, row.detail, self._small(), colours.text_muted)
        painter.restore()

    def _small(self, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return self._theme.font(self._theme.type.small, weight)


def _write(
    painter: QPainter,
    room: QRect,
    text: str,
    font: QFont,
    colour: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> int:
    """Write one line, cut short where it has to be; returns its width."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | side, shown)
    return metrics.horizontalAdvance(shown)
