"""Draws the program's SVG icons at the sizes that desktops and Windows want. Needs PySide6."""

from __future__ import annotations

import os
import struct
from pathlib import Path

LINUX_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)


def png(svg: Path, pixels: int) -> bytes:
    """One square picture."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(svg)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data.data())


def ico(svg: Path) -> bytes:
    """All sizes in one Windows icon, each as a PNG, which Windows reads since Vista."""
    pictures = [png(svg, pixels) for pixels in WINDOWS_SIZES]
    offset = 6 + 16 * len(pictures)
    head = struct.pack("<HHH", 0, 1, len(pictures))
    for pixels, picture in zip(WINDOWS_SIZES, pictures, strict=True):
        edge = pixels % 256  # 256 is written as 0
        head += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return head + b"".join(pictures)
