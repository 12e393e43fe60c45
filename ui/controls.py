"""Small controls used all over the window: labels and buttons with a name, a look and an icon that follow the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from ui.theme import Theme

ICON_PIXELS = 18


class IconButton(QToolButton):
    """A button that shows one of the program's icons; its name is also its tool tip."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str,
        on_click: Callable[[], object] | None = None,
        *,
        on_accent: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._on_accent = on_accent
        self.setIconSize(QSize(ICON_PIXELS, ICON_PIXELS))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_name(name)
        if on_click is not None:
            self.clicked.connect(lambda: on_click())
        theme.changed.connect(self._repaint_icon)
        self._repaint_icon()

    def set_name(self, name: str) -> None:
        """What the button does, for those who point at it and those who hear it."""
        self.setAccessibleName(name)
        self.setToolTip(name)

    def set_icon(self, icon: str) -> None:
        """Show another icon of resources/icons."""
        if icon != self._icon:
            self._icon = icon
            self._repaint_icon()

    @Slot()
    def _repaint_icon(self) -> None:
        colours = self._theme.colours
        self.setIcon(self._theme.icon(self._icon, colours.on_accent if self._on_accent else None))


def button(text: str, on_click: Callable[[], object], *, kind: str = "", parent: QWidget | None = None) -> QPushButton:
    """A button with words; `kind` is `primary`, `quiet`, `link` or empty, as the style sheet knows them."""
    result = QPushButton(text, parent)
    result.setAccessibleName(text)
    result.setProperty("kind", kind)
    result.setAutoDefault(False)
    result.clicked.connect(lambda: on_click())
    return result


def label(text: str = "", kind: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """A label that shows its text literally; `kind` as the style sheet knows it."""
    result = QLabel(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("kind", kind)
    if wrap:
        result.setWordWrap(True)
        result.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return result


def hairline(*, vertical: bool = False, parent: QWidget | None = None) -> QFrame:
    """A one-pixel line between two areas."""
    result = QFrame(parent)
    result.setProperty("kind", "line")
    if vertical:
        result.setFixedWidth(1)
    else:
        result.setFixedHeight(1)
    return result
