"""The program's own icons: SVG files drawn in `currentColor`, painted in the colours of the theme."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

# What is asked for at 100 to 200 percent; QIcon takes the nearest that is large enough.
_SIZES = (16, 20, 24, 32, 40, 48)
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled_colour: str) -> QIcon:
    """An icon of `resources/icons`, by its name without `.svg`."""
    result = QIcon()
    for mode, mode_colour in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled_colour)):
        drawing = _svg(name).replace("currentColor", mode_colour)
        for size in _SIZES:
            result.addPixmap(_paint(drawing, size), mode)
    return result


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """The program's icon for windows and task bars."""
    result = QIcon()
    for size in _APP_SIZES:
        result.addPixmap(_paint(_svg("kvasir"), size))
    return result


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def _paint(drawing: str, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    return pixmap
