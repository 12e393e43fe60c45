"""The program's own icons: SVG files drawn in `currentColor`, painted in the colours of the theme."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled_colour: str) -> QIcon:
    """An icon of `resources/icons`, by its name without `.svg`."""
    drawing = _svg(name)
    return QIcon(_SvgEngine(drawing.replace("currentColor", colour), drawing.replace("currentColor", disabled_colour)))


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """The program's icon for windows and task bars."""
    drawing = _svg("kvasir")
    return QIcon(_SvgEngine(drawing, drawing))


class _SvgEngine(QIconEngine):
    """Draws in just the size that is asked for, when it is asked for: crisp on every screen, and no work ahead."""

    _OFFERED = (16, 24, 32, 48, 64, 128, 256)  # for window managers, who ask what there is

    def __init__(self, drawing: str, disabled_drawing: str) -> None:
        super().__init__()
        self._drawings = (drawing, disabled_drawing)

    def clone(self) -> QIconEngine:
        return _SvgEngine(*self._drawings)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        QSvgRenderer(QByteArray(self._drawing(mode).encode())).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return _painted(self._drawing(mode), size.width(), size.height())

    def availableSizes(self, mode: QIcon.Mode = QIcon.Mode.Normal, state: QIcon.State = QIcon.State.Off) -> list[QSize]:
        return [QSize(side, side) for side in self._OFFERED]

    def _drawing(self, mode: QIcon.Mode) -> str:
        return self._drawings[mode == QIcon.Mode.Disabled]


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _painted(drawing: str, width: int, height: int) -> QPixmap:
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    return pixmap
