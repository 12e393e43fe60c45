"""Tokens or blocks as a row of small squares, told apart by how they are filled and not by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen, QResizeEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.controls import label
from ui.theme import SPACING, Theme

CellKind: TypeAlias = Literal["computed", "kept", "lost"]
"""`computed`: full. `kept`: an outline. `lost`: hatched."""

_CELL_PIXELS = 11
_STEP_PIXELS = _CELL_PIXELS + 3


class CellStrip(QWidget):
    """As many lines as the squares need."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._cells: tuple[CellKind, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(10 * _STEP_PIXELS)
        theme.changed.connect(self.update)

    def show_cells(self, cells: Sequence[CellKind], words: str) -> None:
        """Take these.

        Args:
            words: What they show, for those who do not see them.
        """
        self._cells = tuple(cells)
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width takes other lines."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """All squares."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        per_line = self._per_line()
        for number, kind in enumerate(self._cells):
            left, top = number % per_line * _STEP_PIXELS, number // per_line * _STEP_PIXELS
            _paint(painter, QRectF(left + 0.5, top + 0.5, _CELL_PIXELS - 1, _CELL_PIXELS - 1), kind, self._theme)
        painter.end()

    def _per_line(self) -> int:
        return max(self.width() // _STEP_PIXELS, 1)

    def _fit(self) -> None:
        lines = max(-(-len(self._cells) // self._per_line()), 1)
        self.setFixedHeight(lines * _STEP_PIXELS)


class CellKey(QWidget):
    """What one kind of square means."""

    def __init__(self, theme: Theme, kind: CellKind, words: str) -> None:
        super().__init__()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(_Sample(theme, kind))
        layout.addWidget(label(words, "caption"))


class _Sample(QWidget):
    def __init__(self, theme: Theme, kind: CellKind) -> None:
        super().__init__()
        self._theme = theme
        self._kind: CellKind = kind
        self.setFixedSize(_CELL_PIXELS, _CELL_PIXELS)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint(painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self._kind, self._theme)
        painter.end()


def _paint(painter: QPainter, place: QRectF, kind: CellKind, theme: Theme) -> None:
    colours = theme.colours
    edge, ground = {
        "computed": (colours.accent, colours.accent),
        "kept": (colours.border_strong, colours.sunken),
        "lost": (colours.warning, colours.warning_soft),
    }[kind]
    painter.setPen(QPen(QColor(edge)))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(place, 2, 2)
    if kind == "lost":
        painter.setBrush(QBrush(QColor(colours.warning), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(place, 2, 2)
