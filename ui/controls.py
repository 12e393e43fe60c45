"""Small controls used all over the window: labels and buttons with a name, a look and an icon that follow the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme import SPACING, Theme

ICON_PIXELS = 18
ARROW_PIXELS = 5
"""Between the arrow of a choice and its edge."""


class IconButton(QToolButton):
    """A button that shows one of the program's icons; its name is also its tool tip."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str,
        on_click: Callable[[], object],
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


class CheckBox(QCheckBox):
    """A check box whose tick follows the theme; the style sheet draws the rest of it."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(text)
        self._theme = theme
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The box, and the tick on top of it."""
        super().paintEvent(event)
        if self.isChecked():
            option = QStyleOptionButton()
            self.initStyleOption(option)
            place = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
            painter = QPainter(self)
            self._theme.icon("check", self._theme.colours.on_accent).paint(painter, place)
            painter.end()


class ComboBox(QComboBox):
    """A choice from a list; its arrow follows the theme, and the wheel leaves it alone until it has the focus."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # The usual one draws the list as a menu, which the style sheet does not reach.
        self.setItemDelegate(QStyledItemDelegate(self))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """What is below it scrolls, unless the user has turned to this choice."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The choice, and the arrow at its end."""
        super().paintEvent(event)
        place = QRect(0, 0, ICON_PIXELS, ICON_PIXELS)
        place.moveCenter(self.rect().center())
        place.moveRight(self.rect().right() - ARROW_PIXELS)
        painter = QPainter(self)
        self._theme.icon("down").paint(painter, place)
        painter.end()


class UpDownScroll(QScrollArea):
    """Scrolls up and down only, and is never narrower than what it holds."""

    def __init__(self, name: str, held: QWidget) -> None:
        super().__init__()
        self._held = held
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(held)

    def minimumSizeHint(self) -> QSize:
        """As wide as what it holds can be made, and room for the bar."""
        width = self._held.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(width, super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it holds may come to need more width, also than whoever shows this has given it."""
        if event.type() == QEvent.Type.LayoutRequest:
            if 0 < self.minimumWidth() < (needed := self.minimumSizeHint().width()):
                self.setMinimumWidth(needed)
            self.updateGeometry()
        return super().eventFilter(watched, event)


class ElidedLabel(QLabel):
    """A label of one line that ends in `…` where there is no room for more; the tool tip has all of it."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self._full_text = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        """Take other words."""
        self._full_text = text
        self.setToolTip(text)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        advance = self.fontMetrics().horizontalAdvance(self._full_text) + 1  # it may have been rounded down
        return QSize(advance, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another part of the text."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._full_text, Qt.TextElideMode.ElideRight, self.width()))


def button(text: str, on_click: Callable[[], object], *, kind: str = "") -> QPushButton:
    """A button with words; `kind` is `primary`, `quiet`, `link` or empty, as the style sheet knows them."""
    result = QPushButton(text)
    result.setAccessibleName(text)
    result.setProperty("kind", kind)
    result.setAutoDefault(False)
    result.clicked.connect(lambda: on_click())
    return result


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """A label that shows its text literally; `kind` as the style sheet knows it."""
    result = QLabel(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("kind", kind)
    if wrap:
        result.setWordWrap(True)
        result.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return result


def show_figure(place: QLabel, text: str) -> None:
    """Change a number that changes often. Of a fixed size it lays nothing out anew, which would cost most of it."""
    if place.text() == text:
        return
    place.setText(text)
    size = place.sizeHint()
    if size.width() > place.minimumWidth() or size.height() != place.minimumHeight():
        place.setFixedSize(size)


def tab_to_checked(group: QButtonGroup) -> None:
    """Let Tab come to what is chosen of a group; the arrow keys go to the others, as everywhere."""

    def fit() -> None:
        for each in group.buttons():
            each.setFocusPolicy(Qt.FocusPolicy.StrongFocus if each.isChecked() else Qt.FocusPolicy.ClickFocus)

    group.buttonToggled.connect(fit)
    fit()


def with_hint(control: QWidget, hint: str) -> QVBoxLayout:
    """A choice and, below its words, what it means."""
    control.setAccessibleDescription(hint)
    indented = QHBoxLayout()
    indented.setContentsMargins(SPACING.wide + SPACING.tight, 0, 0, 0)
    indented.addWidget(label(hint, "caption", wrap=True))
    layout = QVBoxLayout()
    layout.setSpacing(0)
    layout.addWidget(control)
    layout.addLayout(indented)
    return layout


def page_layout(page: QWidget, words: str) -> QVBoxLayout:
    """The layout of a page without edges that begins with what it is about."""
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACING.medium)
    layout.addWidget(label(words, wrap=True))
    return layout


def split_page(page: QWidget, left: QWidget, right: QWidget) -> None:
    """Lay a page out as two parts whose edge can be moved; the right one grows with the page."""
    splitter = QSplitter()
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(1)
    splitter.addWidget(left)
    splitter.addWidget(right)
    splitter.setStretchFactor(1, 1)
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(splitter)


def set_style_property(widget: QWidget, name: str, value: bool) -> None:
    """Set a property that the style sheet looks at, and let it look again if that changes something."""
    if bool(widget.property(name)) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def hairline() -> QFrame:
    """A one-pixel line between two areas."""
    result = QFrame()
    result.setProperty("kind", "line")
    result.setFixedHeight(1)
    return result
