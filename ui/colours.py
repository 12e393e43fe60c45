"""Every colour of the program: light, dark, and both in high contrast."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colours:
    """What is painted with what. Text colours reach 4.5:1 on every ground named beside them, 7:1 in
    high contrast, and shapes 3:1; see test_theme.
    """

    window: str
    """Ground of the side panes."""
    surface: str
    """Ground of the chat."""
    raised: str
    """Ground of cards, menus, pop-ups and the composer."""
    sunken: str
    """Ground of the user's words, of code and of hovered rows."""
    edge: str
    """Edge of what is `sunken`: unseen where the shade alone is enough to tell it from its surroundings."""
    border: str
    """Hairlines that only decorate."""
    border_strong: str
    """Edges that tell where a control is: 3:1 against every ground."""
    text: str
    text_muted: str
    disabled: str
    """Words and icons of what cannot be done now: told apart from `text` in high contrast, too."""
    accent: str
    accent_hover: str
    on_accent: str
    accent_soft: str
    """Ground of the selected row and of selected text; carries `text`."""
    danger: str
    danger_soft: str
    warning: str
    warning_soft: str
    meter_shared: str
    """Second colour of the cache meter: 3:1 against the grounds, told apart from the accent by lightness too."""
    meter_working: str
    """Of what computing needs besides; told apart from `text_muted`, which is for weights."""
    meter_others: str
    """Ground of what is not the program's own, and hatched with `border_strong`."""

    @property
    def chosen_edge(self) -> str:
        """Edge of what is selected, seen where grounds have edges."""
        return self.edge if self.edge != self.sunken else self.accent_soft


LIGHT = Colours(
    window="#f5f4f0",
    surface="#fdfdfb",
    raised="#ffffff",
    sunken="#eeece6",
    edge="#eeece6",
    border="#dedbd2",
    border_strong="#858175",
    text="#1e1d1a",
    text_muted="#5b584f",
    disabled="#858175",
    accent="#0a6563",
    accent_hover="#084f4e",
    on_accent="#ffffff",
    accent_soft="#d6e8e5",
    danger="#a8231c",
    danger_soft="#f9e4e1",
    warning="#6f4b00",
    warning_soft="#f7ecd2",
    meter_shared="#548f89",
    meter_working="#858175",
    meter_others="#dedbd2",
)

DARK = Colours(
    window="#161817",
    surface="#1c1e1d",
    raised="#252827",
    sunken="#2b2f2d",
    edge="#2b2f2d",
    border="#363a38",
    border_strong="#7f8582",
    text="#e8e6e0",
    text_muted="#b4b2aa",
    disabled="#7f8582",
    accent="#67c4b9",
    accent_hover="#86d5cb",
    on_accent="#06211f",
    accent_soft="#20443f",
    danger="#f4978f",
    danger_soft="#43231f",
    warning="#e3bb70",
    warning_soft="#3b3019",
    meter_shared="#3f8a81",
    meter_working="#7f8582",
    meter_others="#363a38",
)

CONTRAST_LIGHT = Colours(
    window="#ffffff",
    surface="#ffffff",
    raised="#ffffff",
    sunken="#f2f2f2",
    edge="#000000",
    border="#000000",
    border_strong="#000000",
    text="#000000",
    text_muted="#262626",
    disabled="#707070",
    accent="#003c9e",
    accent_hover="#00296b",
    on_accent="#ffffff",
    accent_soft="#cfe2ff",
    danger="#8c0000",
    danger_soft="#ffeceb",
    warning="#553800",
    warning_soft="#fff3d0",
    meter_shared="#4d7ac7",
    meter_working="#8f8f8f",
    meter_others="#ffffff",
)

CONTRAST_DARK = Colours(
    window="#000000",
    surface="#000000",
    raised="#000000",
    sunken="#1a1a1a",
    edge="#ffffff",
    border="#ffffff",
    border_strong="#ffffff",
    text="#ffffff",
    text_muted="#e0e0e0",
    disabled="#8c8c8c",
    accent="#5fd7ff",
    accent_hover="#a5e9ff",
    on_accent="#000000",
    accent_soft="#003d57",
    danger="#ff9d94",
    danger_soft="#3b0b08",
    warning="#ffd97a",
    warning_soft="#332600",
    meter_shared="#2f93b5",
    meter_working="#8c8c8c",
    meter_others="#000000",
)
