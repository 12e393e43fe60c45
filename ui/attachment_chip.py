"""An attachment as a small button with its name, and rows of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.translation import tr
from ui.controls import ElidedLabel, IconButton, label
from ui.theme import SPACING, Theme

_ICONS = {"code": "code", "table": "table", "paste": "clipboard"}
_OTHER_ICON = "file"
_ICON_PIXELS = 16
_WIDEST = 300


class AttachmentChip(QPushButton):
    """Shows what is attached; a click, Enter or the space bar shows more of it, and the cross takes it away.

    Args:
        kind: As in `Attachment`; empty for a file that is still being read.
        is_removable: Whether it has the cross.
    """

    remove_requested = Signal()

    def __init__(
        self, theme: Theme, name: str, kind: str, *, is_removable: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._icon_name = _ICONS.get(kind, _OTHER_ICON)
        self.setProperty("kind", "chip")
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._icon = QLabel()
        self._text = ElidedLabel()
        self._caption = label("", "caption")
        layout = self._layout = QHBoxLayout(self)
        right = SPACING.hair if is_removable else SPACING.small
        layout.setContentsMargins(SPACING.small, SPACING.tight, right, SPACING.tight)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(self._icon)
        layout.addWidget(self._text, 1)
        layout.addSpacing(SPACING.hair)
        layout.addWidget(self._caption)
        for part in (self._icon, self._text, self._caption):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.remove: IconButton | None = None
        if is_removable:
            self.remove = IconButton(
                theme, "close", tr("Remove {name}").format(name=name), self.remove_requested.emit, parent=self
            )
            self.remove.setProperty("kind", "small")
            layout.addWidget(self.remove)
        self._text.show_text(name)
        self.set_caption("")
        theme.changed.connect(self._repaint_icon)
        self._repaint_icon()

    def set_caption(self, caption: str) -> None:
        """What is said of it behind its name."""
        self._caption.setText(caption)
        self._caption.setVisible(bool(caption))
        self.setAccessibleName(", ".join(filter(None, (self._name, caption))))
        self.setToolTip(self._name)
        self.updateGeometry()

    def caption(self) -> str:
        """What is said of it behind its name."""
        return self._caption.text()

    def sizeHint(self) -> QSize:
        """Room for all of it, up to a limit; the name gives way."""
        hint = self._layout.sizeHint()
        return QSize(min(_WIDEST, hint.width()), hint.height())

    def minimumSizeHint(self) -> QSize:
        """A narrow window leaves less of the name."""
        return self._layout.minimumSize()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is a click, and Delete takes it away."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.remove is not None:
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _repaint_icon(self) -> None:
        self._icon.setPixmap(self._theme.icon(self._icon_name).pixmap(_ICON_PIXELS, _ICON_PIXELS))


class ChipRow(QWidget):
    """Chips side by side, in as many rows as the width asks for; its height follows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: tuple[AttachmentChip, ...] = ()
        self._limit = 0

    def show_chips(self, chips: Sequence[AttachmentChip]) -> None:
        """Show these; those before them go."""
        for chip in self._chips:
            if chip not in chips:
                chip.hide()
                chip.deleteLater()
        self._chips = tuple(chips)
        for before, chip in zip((None, *self._chips), self._chips, strict=False):
            chip.setParent(self)
            chip.show()
            if before is not None:
                QWidget.setTabOrder(before.remove or before, chip)
        self.fit(self._limit)

    def chips(self) -> tuple[AttachmentChip, ...]:
        """What is shown, first one first."""
        return self._chips

    def fit(self, width: int) -> None:
        """Lay the chips out within a width, and be as high as that takes and as wide as the widest row."""
        self._limit = width
        x = y = widest = row_height = 0
        for chip in self._chips:
            size = chip.sizeHint()
            size.setWidth(max(0, min(size.width(), width)))
            if x and x + size.width() > width:
                x, y = 0, y + row_height + SPACING.tight
                row_height = 0
            chip.setGeometry(x, y, size.width(), size.height())
            row_height = max(row_height, size.height())
            widest = max(widest, x + size.width())
            x += size.width() + SPACING.tight
        self.setFixedSize(widest, y + row_height)

    def event(self, event: QEvent) -> bool:
        """A chip with another caption, or in another font, has another width."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit(self._limit)
        return super().event(event)
