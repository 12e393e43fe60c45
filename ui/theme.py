"""The look of the program: every distance and size, and the one object that applies them and the colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from ui import icons, style_sheet
from ui.colours import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Colours
from ui.motion import MotionChoice

ThemeChoice: TypeAlias = Literal["system", "light", "dark", "contrast"]
"""`contrast` is the high contrast of whichever of light and dark the system has; `system` takes it where the system
asks for high contrast."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances in pixels; nothing else is used between things."""

    hair: int = 2
    tight: int = 4
    small: int = 8
    medium: int = 12
    large: int = 16
    wide: int = 24


@dataclass(frozen=True, slots=True)
class Radii:
    """Corner radii in pixels."""

    small: int = 6
    medium: int = 10
    large: int = 16


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Font sizes in points, from the size of running text."""

    body: float

    @property
    def small(self) -> float:
        """Captions, receipts, times."""
        return round(self.body * 0.86, 1)

    @property
    def heading(self) -> float:
        """Headings of panes and cards."""
        return round(self.body * 1.18, 1)

    @property
    def display(self) -> float:
        """The one large line of an empty chat."""
        return round(self.body * 1.7, 1)


SPACING = Spacing()
RADII = Radii()
LINE_HEIGHT_PERCENT = 140
COLUMN_WIDTH = 760
"""Widest column of text in pixels: about 90 characters a line are the most that read well."""
DEFAULT_POINTS = 11.0


class Theme(QObject):
    """Applies a colour scheme and a font size to the whole program and tells the painters when they change.

    Attributes:
        motion: Whether things may move; asked whenever one would.
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: ThemeChoice = "system", body_points: float = 0) -> None:
        super().__init__(app)
        self._app = app
        self._choice: ThemeChoice = choice
        self._hints = app.styleHints()
        self.motion: MotionChoice = "system"
        self.colours = LIGHT
        self.type = TypeScale(body_points or DEFAULT_POINTS)
        app.setStyle("Fusion")  # the one style that a style sheet reshapes alike on every system
        self._hints.colorSchemeChanged.connect(self._apply)
        self._access = self._hints.accessibility()
        self._access.contrastPreferenceChanged.connect(self._apply)
        self.choose(choice, body_points)

    def choose(self, choice: ThemeChoice, body_points: float = 0) -> None:
        """Take the user's choice; `body_points` 0 is the program's own size."""
        self._choice = choice
        self.type = TypeScale(body_points or DEFAULT_POINTS)
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        # Window frames and file dialogs follow too, where the platform can.
        self._hints.setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
        self._apply()

    def font(self, points: float | None = None, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The system's sans-serif in a size of the type scale."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        font.setPointSizeF(points or self.type.body)
        font.setWeight(weight)
        return font

    def fixed_font(self) -> QFont:
        """The system's monospace, a touch smaller, as its letters look larger."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(round(self.type.body * 0.92, 1))
        return font

    def icon(self, name: str, colour: str | None = None) -> QIcon:
        """One of resources/icons in the colour of quiet controls, or another."""
        return icons.icon(name, colour or self.colours.text_muted, self.colours.disabled)

    def _apply(self) -> None:
        self.colours = self._colours()
        self._app.setFont(self.font())
        self._app.setPalette(_palette(self.colours))
        self._app.setStyleSheet(style_sheet.style_sheet(self.colours, SPACING, RADII, self.type))
        self.changed.emit()

    def _colours(self) -> Colours:
        follows = self._choice in ("system", "contrast")
        is_dark = self._hints.colorScheme() == Qt.ColorScheme.Dark if follows else self._choice == "dark"
        asked = self._choice == "system" and self._access.contrastPreference() == Qt.ContrastPreference.HighContrast
        if self._choice == "contrast" or asked:
            return CONTRAST_DARK if is_dark else CONTRAST_LIGHT
        return DARK if is_dark else LIGHT


def _palette(colours: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for key, value in {
        role.Window: colours.surface,
        role.WindowText: colours.text,
        role.Base: colours.raised,
        role.AlternateBase: colours.sunken,
        role.Text: colours.text,
        role.PlaceholderText: colours.text_muted,
        role.Button: colours.raised,
        role.ButtonText: colours.text,
        role.ToolTipBase: colours.raised,
        role.ToolTipText: colours.text,
        role.Highlight: colours.accent_soft,
        role.HighlightedText: colours.text,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.Accent: colours.accent,
    }.items():
        palette.setColor(key, QColor(value))
    for key in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, key, QColor(colours.disabled))
    return palette
