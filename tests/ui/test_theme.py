from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from ui.colours import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Colours
from ui.style_sheet import style_sheet
from ui.theme import RADII, SPACING, Theme, TypeScale

TEXT = 4.5
SHAPE = 3.0
HIGH_CONTRAST_TEXT = 7.0

# (what is painted, on which grounds it stands, the ratio that WCAG 2.2 AA asks of it)
PAIRS = [
    ("text", ("window", "surface", "raised", "sunken", "accent_soft", "danger_soft", "warning_soft"), TEXT),
    ("text_muted", ("window", "surface", "raised", "sunken", "accent_soft"), TEXT),
    ("accent", ("window", "surface", "raised", "sunken", "danger_soft", "warning_soft"), TEXT),
    ("on_accent", ("accent", "accent_hover"), TEXT),
    ("danger", ("surface", "raised", "danger_soft"), TEXT),
    ("warning", ("surface", "raised", "warning_soft"), TEXT),
    ("border_strong", ("window", "surface", "raised"), SHAPE),
    ("disabled", ("window", "surface", "raised"), SHAPE),
    ("meter_shared", ("window",), SHAPE),
]
SCHEMES = ["light", "dark", "contrast-light", "contrast-dark"]


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK], ids=SCHEMES)
@pytest.mark.parametrize(("name", "grounds", "least"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_every_colour_stands_out_from_every_ground_it_is_painted_on(
    colours: Colours, name: str, grounds: tuple[str, ...], least: float
) -> None:
    if least == TEXT and colours in (CONTRAST_LIGHT, CONTRAST_DARK):
        least = HIGH_CONTRAST_TEXT
    poor = {
        ground: round(contrast(getattr(colours, name), getattr(colours, ground)), 2)
        for ground in grounds
        if contrast(getattr(colours, name), getattr(colours, ground)) < least
    }
    assert not poor


@pytest.mark.parametrize("colours", [CONTRAST_LIGHT, CONTRAST_DARK], ids=SCHEMES[2:])
def test_in_high_contrast_an_edge_is_round_everything_that_only_a_shade_tells_apart(colours: Colours) -> None:
    grounds = (colours.window, colours.surface, colours.raised, colours.sunken, colours.accent_soft)
    for edge in (colours.edge, colours.border, colours.chosen_edge):
        assert min(contrast(edge, ground) for ground in grounds) >= HIGH_CONTRAST_TEXT


@pytest.mark.parametrize("colours", [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK], ids=SCHEMES)
def test_what_cannot_be_done_looks_otherwise_than_what_can(colours: Colours) -> None:
    assert contrast(colours.disabled, colours.text) >= SHAPE


@pytest.mark.parametrize("colours", [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK], ids=SCHEMES)
def test_parts_of_memory_that_lie_beside_each_other_look_different(colours: Colours) -> None:
    parts = (colours.text_muted, colours.accent, colours.meter_shared, colours.meter_working, colours.sunken)
    assert len(set(parts)) == len(parts)
    assert contrast(colours.text_muted, colours.meter_working) >= 1.5
    assert contrast(colours.meter_others, colours.border_strong) >= 2.5  # or the hatching would not be seen


def test_black_on_white_has_the_ratio_that_the_standard_names() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_the_sheet_uses_no_colour_that_is_not_a_token() -> None:
    sheet = style_sheet(LIGHT, SPACING, RADII, TypeScale(11))
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}", sheet)) <= {getattr(LIGHT, name) for name in LIGHT.__slots__}


def test_the_type_scale_grows_with_the_chosen_size() -> None:
    small, large = TypeScale(10), TypeScale(16)
    assert small.small < small.body < small.heading < small.display
    assert large.small > small.small and large.display > small.display


def test_the_users_choice_is_stronger_than_the_systems_scheme(theme: Theme, qapp: QApplication) -> None:
    theme.choose("dark")
    assert theme.colours is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.surface
    theme.choose("light")
    assert theme.colours is LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == LIGHT.surface


def test_high_contrast_takes_light_or_dark_from_the_system(theme: Theme, qapp: QApplication) -> None:
    theme.choose("contrast")
    is_dark = qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert theme.colours is (CONTRAST_DARK if is_dark else CONTRAST_LIGHT)
    assert qapp.palette().color(QPalette.ColorRole.WindowText).name() == theme.colours.text


def test_a_system_that_asks_for_high_contrast_gets_it_unless_the_user_wants_otherwise(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = SimpleNamespace(contrastPreference=lambda: Qt.ContrastPreference.HighContrast)
    monkeypatch.setattr(theme, "_access", asked)
    theme.choose("system")
    assert theme.colours in (CONTRAST_LIGHT, CONTRAST_DARK)
    theme.choose("dark")
    assert theme.colours is DARK


def test_painters_are_told_of_a_change(theme: Theme, qtbot) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.choose("dark", 14)
    assert theme.font().pointSizeF() == 14
