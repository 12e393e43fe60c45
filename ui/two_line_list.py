"""A list of things: a name with a word at the far end of its line, and below it, quieter, what there is to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.theme import SPACING, Theme

_ROW_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class TwoLines:
    """One row.

    Attributes:
        key: Tells rows apart.
        mark: A word at the far end of the first line; `is_warning` gives it the colour of warnings.
    """

    key: str
    title: str
    detail: str
    mark: str = ""
    is_warning: bool = False


class TwoLineList(QListWidget):
    """Keeps its place when it gets other rows; Enter or a double click chooses."""

    changed = Signal(str)
    """Another row is the present one: its key, empty for none."""
    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(TwoLineDelegate(theme, self, lambda index: index.data(_ROW_ROLE)))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.currentItemChanged.connect(self._on_current)
        self.itemActivated.connect(lambda item: self.chosen.emit(item.data(_ROW_ROLE).key))
        theme.changed.connect(self.doItemsLayout)

    def show_rows(self, rows: Sequence[TwoLines]) -> None:
        """Take these; the row that was the present one stays it, else the first is."""
        if [self.item(place).data(_ROW_ROLE) for place in range(self.count())] == list(rows):
            return
        before = self.key()
        self.blockSignals(True)
        self.clear()
        for row in rows:
            item = QListWidgetItem()
            self._fill(item, row)
            self.addItem(item)
        self.select(before)
        self.blockSignals(False)
        self.changed.emit(self.key())

    def replace_row(self, row: TwoLines) -> None:
        """Let the row of that key say something else."""
        for place in range(self.count()):
            if self.item(place).data(_ROW_ROLE).key == row.key:
                self._fill(self.item(place), row)

    def fit_height(self, most_rows: int) -> None:
        """Be as high as the rows are, up to so many of them."""
        rows = max(1, min(self.count(), most_rows))
        self.setFixedHeight(rows * max(self.sizeHintForRow(0), 1) + 2 * SPACING.tight)

    def _fill(self, item: QListWidgetItem, row: TwoLines) -> None:
        item.setText(row.title)
        item.setData(_ROW_ROLE, row)
        spoken = ", ".join(filter(None, (row.title, row.mark, row.detail)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        item.setToolTip(row.detail)

    def key(self) -> str:
        """Of the present row; empty for none."""
        item = self.currentItem()
        return str(item.data(_ROW_ROLE).key) if item is not None else ""

    def select(self, key: str) -> None:
        """Make a row the present one; the first if there is none with this key."""
        keys = [self.item(place).data(_ROW_ROLE).key for place in range(self.count())]
        if keys:
            self.setCurrentRow(keys.index(key) if key in keys else 0)

    @Slot()
    def _on_current(self) -> None:
        self.changed.emit(self.key())


class TwoLineDelegate(QStyledItemDelegate):
    """Draws the rows of a list.

    Args:
        row_of: What a row says.
    """

    def __init__(
        self, theme: Theme, parent: QWidget, row_of: Callable[[QModelIndex | QPersistentModelIndex], TwoLines]
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row_of = row_of

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Called by Qt."""
        heights = (QFontMetrics(font).height() for font in self._fonts())
        return QSize(0, sum(heights) + SPACING.hair + 2 * SPACING.small)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Called by Qt."""
        super().paint(painter, option, index)  # the ground; `initStyleOption` keeps the words back
        row = self._row_of(index)
        colours = self._theme.colours
        title, small = self._fonts()
        painter.save()
        place: QRect = option.rect.adjusted(SPACING.small, SPACING.small, -SPACING.small, 0)
        room = place.width()
        if row.mark:
            painter.setFont(small)
            painter.setPen(QColor(colours.warning if row.is_warning else colours.accent))
            right = int(Qt.AlignmentFlag.AlignRight)
            painter.drawText(place.adjusted(0, SPACING.hair, 0, 0), right, row.mark)
            room -= QFontMetrics(small).horizontalAdvance(row.mark) + SPACING.small
        for words, font, colour, width in (
            (row.title, title, colours.text, room),
            (row.detail, small, colours.text_muted, place.width()),
        ):
            metrics = QFontMetrics(font)
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(place, 0, metrics.elidedText(words, Qt.TextElideMode.ElideRight, width))
            place.setTop(place.top() + metrics.height() + SPACING.hair)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Called by Qt."""
        super().initStyleOption(option, index)
        option.text = ""

    def _fonts(self) -> tuple[QFont, QFont]:
        return self._theme.font(), self._theme.font(self._theme.type.small)
