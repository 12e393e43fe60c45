"""The bar of the cache's memory: needed by answers, kept warm, free."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from app.cache_monitor import CacheReport
from ui import formats
from ui.controls import label
from ui.theme import SPACING, Theme

_BAR_PIXELS = 12
_SWATCH_PIXELS = 10
_PARTS = (
    ("In use", "Needed by answers that are being written."),
    ("Kept warm", "What chats have read and can go on from at once. Given up, oldest first, when the room is needed."),
    ("Free", "Not used yet, within the memory that the cache may take."),
)
_LEAST_PIXELS = 3.0
"""A single block among thousands is seen all the same."""


class CacheMeter(QWidget):
    """Draws how the budget of a `CacheReport` is shared out; the legend below says it in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _Bar(theme)
        self._numbers = [label("", "caption") for _ in range(3)]
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACING.small)
        layout.setVerticalSpacing(SPACING.tight)
        layout.setColumnStretch(1, 1)
        layout.addWidget(self._bar, 0, 0, 1, 3)
        layout.setRowMinimumHeight(0, _BAR_PIXELS + SPACING.small)
        for row, ((name, meaning), number) in enumerate(zip(_PARTS, self._numbers, strict=True)):
            caption = label(name, "small")
            caption.setToolTip(meaning)
            layout.addWidget(_Swatch(theme, row), row + 1, 0)
            layout.addWidget(caption, row + 1, 1)
            layout.addWidget(number, row + 1, 2, Qt.AlignmentFlag.AlignRight)

    def show_report(self, report: CacheReport) -> None:
        """Take the latest ledger."""
        warm, used = report.evictable_bytes, report.used_bytes
        sizes = (used - warm, warm, report.budget_bytes - used)
        self._bar.show_sizes(sizes)
        for number, value in zip(self._numbers, sizes, strict=True):
            number.setText(formats.size(value))


def _colour(theme: Theme, part: int) -> QColor:
    colours = theme.colours
    return QColor((colours.accent, colours.meter_shared, colours.sunken)[part])


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sizes: tuple[int, ...] = (0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Memory of the cache")
        theme.changed.connect(self.update)

    def show_sizes(self, sizes: tuple[int, ...]) -> None:
        self._sizes = sizes
        used, warm, free = map(formats.size, sizes)
        self.setAccessibleDescription(f"{used} in use, {warm} kept warm, {free} free")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, _BAR_PIXELS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _BAR_PIXELS / 2, _BAR_PIXELS / 2)
        painter.fillPath(outline, _colour(self._theme, 2))
        painter.setClipPath(outline)
        total = sum(self._sizes)
        left = 0.0
        for part, bytes_ in enumerate(self._sizes[:2]):
            width = max(_LEAST_PIXELS, self.width() * bytes_ / total) if bytes_ else 0.0
            painter.fillRect(QRectF(left, 0, width, self.height()), _colour(self._theme, part))
            left += width
        painter.setClipping(False)
        painter.setPen(QColor(self._theme.colours.border_strong))
        painter.drawPath(outline)
        painter.end()


class _Swatch(QWidget):
    def __init__(self, theme: Theme, part: int) -> None:
        super().__init__()
        self._theme = theme
        self._part = part
        self.setFixedSize(_SWATCH_PIXELS, _SWATCH_PIXELS)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(_colour(self._theme, self._part))
        painter.setPen(QColor(self._theme.colours.border_strong))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.end()
