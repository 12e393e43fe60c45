"""A bar that is shared out among parts, and the legend that says in words and bytes what each part is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from ui import formats
from ui.controls import label, show_figure
from ui.theme import SPACING, Theme

_SWATCH_PIXELS = 12
_LEAST_PIXELS = 3.0
"""Whatever there is can be seen, be it one part in thousands."""
_RADIUS = 5


@dataclass(frozen=True, slots=True)
class BarPart:
    """One part of a bar.

    Attributes:
        meaning: A sentence for those who point at it.
        colour: Its name in `theme.Colours`.
        is_hatched: Whether it is not the program's own, so that it can be told apart without colours.
    """

    name: str
    num_bytes: int
    colour: str
    meaning: str = ""
    is_hatched: bool = False


class StackedBar(QWidget):
    """Parts side by side, each as wide as its share."""

    def __init__(self, theme: Theme, height: int = 22) -> None:
        super().__init__()
        self._theme = theme
        self._height = height
        self._parts: tuple[BarPart, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_parts(self, parts: Sequence[BarPart]) -> None:
        """Take the parts from left to right."""
        if tuple(parts) == self._parts:
            return
        before, self._parts = self._picture(), tuple(parts)
        self.setAccessibleDescription(", ".join(f"{part.name} {formats.size(part.num_bytes)}" for part in parts))
        if self._picture() != before:  # most changes are of less than can be seen
            self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(120, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """All parts that there is something of, within one rounded outline."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.setClipPath(outline)
        left = 0.0
        for part, width in zip(self._parts, self._widths(), strict=True):
            _fill(painter, QRectF(left, 0, width, self.height()), part, self._theme)
            left += width
        painter.setClipping(False)
        painter.setPen(QColor(self._theme.colours.border_strong))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)
        painter.end()

    def _picture(self) -> list[tuple[int, str, bool]]:
        """What is drawn, as far as one can see it."""
        edges = accumulate(self._widths())
        return [(round(edge), part.colour, part.is_hatched) for edge, part in zip(edges, self._parts, strict=True)]

    def _widths(self) -> list[float]:
        total = sum(part.num_bytes for part in self._parts) or 1
        shares = [self.width() * part.num_bytes / total for part in self._parts]
        widths = [max(share, _LEAST_PIXELS) if share else 0.0 for share in shares]
        if widths:  # the widest gives what the smallest got
            widest = widths.index(max(widths))
            widths[widest] -= sum(widths) - sum(shares)
        return widths


class Legend(QWidget):
    """A line for each part: its colour, its name and its bytes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[tuple[_Swatch, QLabel, QLabel]] = []
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(SPACING.small)
        self._layout.setVerticalSpacing(SPACING.tight)
        self._layout.setColumnStretch(1, 1)

    def show_parts(self, parts: Sequence[BarPart]) -> None:
        """Take the parts from top to bottom."""
        while len(self._rows) < len(parts):
            row = (_Swatch(self._theme), label("", "small"), label("", "small"))
            for column, widget in enumerate(row[:2]):
                self._layout.addWidget(widget, len(self._rows), column)
            self._layout.addWidget(row[2], len(self._rows), 2, Qt.AlignmentFlag.AlignRight)
            row[2].setAlignment(Qt.AlignmentFlag.AlignRight)
            self._rows.append(row)
        for number, (swatch, name, size) in enumerate(self._rows):
            is_used = number < len(parts)
            for widget in (swatch, name, size):
                widget.setVisible(is_used)
            if is_used:
                part = parts[number]
                swatch.show_part(part)
                show_figure(size, formats.size(part.num_bytes))
                if name.text() != part.name:
                    name.setText(part.name)
                    name.setToolTip(part.meaning)


class _Swatch(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._part = BarPart("", 0, "sunken")
        self.setFixedSize(_SWATCH_PIXELS, _SWATCH_PIXELS)
        theme.changed.connect(self.update)

    def show_part(self, part: BarPart) -> None:
        if (part.colour, part.is_hatched) != (self._part.colour, self._part.is_hatched):
            self.update()
        self._part = part

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setClipPath(outline)
        _fill(painter, QRectF(self.rect()), self._part, self._theme)
        painter.setClipping(False)
        painter.setPen(QColor(self._theme.colours.border_strong))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)
        painter.end()


def _fill(painter: QPainter, place: QRectF, part: BarPart, theme: Theme) -> None:
    colours = theme.colours
    painter.fillRect(place, QColor(getattr(colours, part.colour)))
    if part.is_hatched:
        painter.fillRect(place, QBrush(QColor(colours.border_strong), Qt.BrushStyle.BDiagPattern))
