from __future__ import annotations

import math
from importlib import resources

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtWidgets import QApplication

from ui import icons

NAMES = sorted(
    entry.name.removesuffix(".svg")
    for entry in (resources.files("resources") / "icons").iterdir()
    if entry.name.endswith(".svg") and entry.name != "kvasir.svg"
)


def colours(image: QImage) -> set[str]:
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return {QColor(pixel.rgb()).name() for pixel in pixels if pixel.alpha() == 255}


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_painted_in_the_colour_that_was_asked_for(qapp: QApplication, name: str) -> None:
    assert colours(icons.icon(name, "#ff0000", "#00ff00").pixmap(32, 32).toImage()) == {"#ff0000"}


@pytest.mark.parametrize("percent", [100, 125, 150, 200])
def test_an_icon_has_exactly_the_pixels_that_it_covers_on_the_screen(qapp: QApplication, percent: int) -> None:
    ratio = percent / 100
    pixmap = icons.icon("trash", "#ff0000", "#00ff00").pixmap(QSize(18, 18), ratio)
    assert pixmap.devicePixelRatio() == ratio
    assert (pixmap.width(), pixmap.height()) == (math.ceil(18 * ratio), math.ceil(18 * ratio))


def test_a_disabled_icon_has_the_other_colour(qapp: QApplication) -> None:
    disabled = icons.icon("trash", "#ff0000", "#00ff00").pixmap(32, 32, QIcon.Mode.Disabled)
    assert colours(disabled.toImage()) == {"#00ff00"}


def test_the_programs_icon_has_its_own_colours(qapp: QApplication) -> None:
    assert "#0a6563" in colours(icons.app_icon().pixmap(64, 64).toImage())


def test_an_icon_that_does_not_exist_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icons.icon("no-such-icon", "#000000", "#000000")
