"""Controls beside each other that go on in the next line where the window is too narrow for all of them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from ui.theme import SPACING

LINK_EDGE = SPACING.tight + SPACING.hair
"""Between the edge of a link and its words."""


class FlowRow(QLayout):
    """As wide as it is let, and as high as its lines are then.

    Args:
        gap: Between two controls, and between two lines.
        outdent: So much further left each line begins, in the margin of the widget that it is on; with `LINK_EDGE` the
            words of links stand below other words.
    """

    def __init__(self, gap: int = SPACING.small, outdent: int = 0) -> None:
        super().__init__()
        self._gap = gap
        self._outdent = outdent
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Called by Qt, which owns none of them."""
        self._items.append(item)

    def count(self) -> int:
        """Also of what is hidden."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """None beyond the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """None beyond the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It never asks for more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Of all lines."""
        return self._place(QRect(0, 0, width, 0), is_trial=True)

    def sizeHint(self) -> QSize:
        """All in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(len(sizes) - 1, 0) - self._outdent
        return QSize(max(width, 0), max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The widest of them alone."""
        sizes = [item.minimumSize() for item in self._shown()]
        width = max((size.width() for size in sizes), default=0) - self._outdent
        return QSize(max(width, 0), max((size.height() for size in sizes), default=0))

    def setGeometry(self, rect: QRect) -> None:
        """Place them, line by line."""
        super().setGeometry(rect)
        self._place(rect, is_trial=False)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, is_trial: bool) -> int:
        """Their height; unless it is a trial, they are moved."""
        parent = self.parentWidget()
        is_mirrored = isinstance(parent, QWidget) and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = rect.left() - self._outdent
        x, y, line_height = left, rect.top(), 0
        for item in self._shown():
            size = item.sizeHint()
            if x > left and x + size.width() > rect.left() + rect.width():
                x, y, line_height = left, y + line_height + self._gap, 0
            width = min(size.width(), rect.left() + rect.width() - left)
            if not is_trial:
                place = QRect(x, y, width, size.height())
                if is_mirrored:
                    place.moveRight(rect.left() + rect.right() - x)
                item.setGeometry(place)
            x += width + self._gap
            line_height = max(line_height, size.height())
        return y + line_height - rect.top()
