from __future__ import annotations

import pytest

from app.errors import KvasirError
from ui.formulas import draw


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\int_0^\infty e^{-x^2} dx",
        r"\begin{pmatrix}1&2\\3&4\end{pmatrix}",
        r"\begin{cases} 1 & x>0 \\ 0 & \text{otherwise}\end{cases}",
        r"\begin{aligned} a&=b\\c&=d\end{aligned}",
        r"\sum_{i=1}^n i \in \mathbb{R}",
        r"\operatorname{softmax}(x)",
    ],
)
def test_what_models_write_is_drawn(tex: str) -> None:
    drawing = draw(tex, True, 11)
    assert drawing.svg.startswith("<svg") and drawing.width > 5
    assert drawing.ascent > 5 and drawing.descent > -5


def test_a_fraction_reaches_below_the_line_and_a_letter_does_not() -> None:
    assert draw(r"\frac{a}{b}", False, 11).descent > 5
    assert draw("x", False, 11).descent < 3


def test_a_formula_of_its_own_is_larger() -> None:
    assert draw("x", True, 11).width > draw("x", False, 11).width


@pytest.mark.parametrize("tex", [r"\frac{1", r"\nosuchcommand{x}", "x" * 3_000, r"\begin{matrix}", "}{"])
def test_what_cannot_be_drawn_says_so(tex: str) -> None:
    with pytest.raises(KvasirError):
        draw(tex, True, 11)


def test_equations_are_not_numbered_from_one_chat_to_the_next() -> None:
    tex = r"\begin{align} a &= b \end{align}"
    assert draw(tex, True, 11) == draw(tex, True, 11)
