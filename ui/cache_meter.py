"""The bars of the cache's memory: how full each place is, and what of the first one may be given up."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.cache_monitor import CacheReport
from app.translation import mark, tr
from ui import formats
from ui.controls import label
from ui.theme import SPACING, Theme

_BAR_PIXELS = 12
_SWATCH_PIXELS = 10
_PARTS = (
    (mark("In use"), mark("Needed by answers that are being written.")),
    (
        mark("Kept warm"),
        mark("What chats have read and can go on from at once. Given up, oldest first, when the room is needed."),
    ),
    (mark("Free"), mark("Not used yet, within the memory that the cache may take.")),
)
_NEEDED, _WARM, _FREE = range(3)
_LEAST_PIXELS = 3.0
"""A single block among thousands is seen all the same."""


class TierMeter(QWidget):
    """One place where caches lie: its name, how much of its budget is used, and a bar."""

    def __init__(self, theme: Theme, name: str, meaning: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _Bar(theme)
        self._name = label("", "small")
        self._numbers = label("", "small")
        words = QHBoxLayout()
        words.addWidget(self._name, 1)
        words.addWidget(self._numbers)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.tight)
        layout.addLayout(words)
        layout.addWidget(self._bar)
        self.set_name(name, meaning)

    def set_name(self, name: str, meaning: str = "") -> None:
        """What the place is called."""
        self._name.setText(name)
        self._name.setToolTip(meaning)
        self._bar.setAccessibleName(tr("Cache: {name}").format(name=name))

    def show_sizes(self, used_bytes: int, budget_bytes: int, needed_bytes: int = 0) -> None:
        """Draw what is used, and what of that running answers need."""
        self._numbers.setText(formats.part_of(used_bytes, budget_bytes))
        self._bar.show_sizes((needed_bytes, used_bytes - needed_bytes, max(0, budget_bytes - used_bytes)))


class CacheMeter(QWidget):
    """The device's meter; the legend below it says how its budget is shared out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meter = TierMeter(theme, tr("Memory"))
        self._numbers = [label("", "caption") for _ in _PARTS]
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACING.small)
        layout.setVerticalSpacing(SPACING.tight)
        layout.setColumnStretch(1, 1)
        layout.addWidget(self._meter, 0, 0, 1, 3)
        for row, ((name, meaning), number) in enumerate(zip(_PARTS, self._numbers, strict=True)):
            caption = label(tr(name), "small")
            caption.setToolTip(tr(meaning))
            layout.addWidget(_Swatch(theme, row), row + 1, 0)
            layout.addWidget(caption, row + 1, 1)
            layout.addWidget(number, row + 1, 2, Qt.AlignmentFlag.AlignRight)

    def show_report(self, name: str, report: CacheReport) -> None:
        """Take the latest ledger; `name` is what the device's memory is called."""
        warm, used = report.evictable_bytes, report.used_bytes
        self._meter.set_name(name, tr("Where the model reads its cache from."))
        self._meter.show_sizes(used, report.budget_bytes, used - warm)
        for number, value in zip(self._numbers, (used - warm, warm, report.budget_bytes - used), strict=True):
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
        theme.changed.connect(self.update)

    def show_sizes(self, sizes: tuple[int, ...]) -> None:
        self._sizes = sizes
        needed, warm, free = map(formats.size, sizes)
        self.setAccessibleDescription(
            tr("{needed} in use, {warm} kept warm, {free} free").format(needed=needed, warm=warm, free=free)
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, _BAR_PIXELS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _BAR_PIXELS / 2, _BAR_PIXELS / 2)
        painter.fillPath(outline, _colour(self._theme, _FREE))
        painter.setClipPath(outline)
        total = sum(self._sizes)
        left = 0.0
        for part in (_NEEDED, _WARM):
            bytes_ = self._sizes[part]
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
