"""Formulas as drawings: LaTeX becomes vector paths, by ziamath, without a TeX installation.

ziamath is small, pure Python, brings its own font and needs no network; what it makes is painted by Qt's own SVG
renderer, crisp at every scale.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from app.errors import KvasirError

_PIXELS_PER_POINT = 4 / 3
_DISPLAY_SCALE = 1.12
_MOST_CHARS = 2_000
_UNKNOWN_COMMAND = re.compile(r">\\[A-Za-z]+<")
_NUMBERED = re.compile(r"\\(begin|end)\{(align|gather|equation|eqnarray)\}")
INK = "#010203"
"""Stands in the drawing for the colour it is painted with."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A formula as SVG; sizes in pixels, `descent` is what lies below the line of writing."""

    svg: str
    width: float
    ascent: float
    descent: float


def draw(tex: str, is_display: bool, points: float) -> Drawing:
    """Draw a formula. Raises `KvasirError` if that cannot be done. Only one thread may call it: ziamath
    keeps its letters in one place."""
    if len(tex) > _MOST_CHARS:
        raise KvasirError("The formula is too long.")
    tex = _NUMBERED.sub(r"\\\1{\2*}", tex)  # numbers would count on from one chat to the next
    # Half a second: only once there is a formula.
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt knows no symbols
    size = points * _PIXELS_PER_POINT * (_DISPLAY_SCALE if is_display else 1)
    try:
        formula = Latex(tex, size=size, color=INK, inline=not is_display)
        if _UNKNOWN_COMMAND.search(ElementTree.tostring(formula.mathml, encoding="unicode")):
            raise KvasirError("The formula has a command that is not known.")
        picture = formula.svgxml()
        _, top, width, height = (float(number) for number in picture.attrib["viewBox"].split())
        return Drawing(ElementTree.tostring(picture, encoding="unicode"), width, -top, height + top)
    except KvasirError:
        raise
    except Exception as error:  # the library lets out whatever its parsers raise
        raise KvasirError("The formula cannot be drawn.") from error
