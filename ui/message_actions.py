"""The row of small buttons under a message: copy, edit, answer again, go on, pin, more, and the versions of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.translation import tr
from ui import formats
from ui.controls import IconButton, label
from ui.theme import Theme


class _ShyButton(IconButton):
    """Keeps its place and its turn in the tab order, but is painted only when its message is pointed at or focused."""

    stays = False
    """It shows a state that is to be seen."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Nothing, until somebody looks for it."""
        row = self.parent()
        if self.stays or self.hasFocus() or (isinstance(row, MessageActions) and row.is_revealed()):
            super().paintEvent(event)


class MessageActions(QWidget):
    """Tells what the user wants done with a message; does nothing itself."""

    copy_requested = Signal()
    edit_requested = Signal()
    regenerate_requested = Signal()
    version_requested = Signal(object)
    """Carries how far to go: -1 for the version before, 1 for the one after."""
    pin_requested = Signal(bool)
    continue_requested = Signal()
    more_requested = Signal(object)
    """Carries the place on the screen for a menu."""

    def __init__(self, theme: Theme, *, is_user: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_hovered = False
        self._stays = False
        self._shy = [_ShyButton(theme, "copy", tr("Copy"), self.copy_requested.emit, parent=self)]
        if is_user:
            self._shy.append(_ShyButton(theme, "edit", tr("Edit and ask again"), self.edit_requested.emit, parent=self))
        else:
            again = _ShyButton(theme, "regenerate", tr("Answer again"), self.regenerate_requested.emit, parent=self)
            self._shy.append(again)
        self.go_on = _ShyButton(
            theme, "continue", tr("Go on with this answer"), self.continue_requested.emit, parent=self
        )
        self._shy.append(self.go_on)
        self._is_pinned = False
        self.pin = _ShyButton(theme, "pin", "", lambda: self.pin_requested.emit(not self._is_pinned), parent=self)
        self._shy.append(self.pin)
        self.more = _ShyButton(theme, "more", tr("More for this message"), self._ask_for_more, parent=self)
        self._shy.append(self.more)
        self._previous = IconButton(theme, "previous", tr("Previous version"), lambda: self.version_requested.emit(-1))
        self._next = IconButton(theme, "next", tr("Next version"), lambda: self.version_requested.emit(1))
        self._position = label("", "caption")
        for small in (*self._shy, self._previous, self._next):
            small.setProperty("kind", "small")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (*self._shy, self._previous, self._position, self._next):
            layout.addWidget(widget)
        self.set_versions(1, 1)
        self.set_pinned(False)
        self.set_can_continue(False)

    def set_versions(self, position: int, of: int) -> None:
        """Show which version this is, counted from 1; a single one has no such buttons."""
        for widget in (self._previous, self._position, self._next):
            widget.setVisible(of > 1)
        self._position.setText(f"{formats.number(position)}/{formats.number(of)}")
        self._position.setAccessibleName(tr("Version {number} of {count}").format(number=position, count=of))
        self._previous.setEnabled(position > 1)
        self._next.setEnabled(position < of)

    def set_pinned(self, is_pinned: bool) -> None:
        """Show whether the message stays in the model's context when others are left out."""
        self._is_pinned = self.pin.stays = is_pinned
        self.pin.set_icon("pinned" if is_pinned else "pin")
        self.pin.set_name(tr("Pinned: kept in context. Unpin") if is_pinned else tr("Pin: keep in context"))

    def set_can_continue(self, can_continue: bool) -> None:
        """Offer to go on with an answer that was cut off."""
        self.go_on.setVisible(can_continue)
        self.go_on.stays = can_continue

    def set_hovered(self, is_hovered: bool) -> None:
        """The message is pointed at."""
        self._is_hovered = is_hovered
        self._repaint()

    def set_stays(self, stays: bool) -> None:
        """Keep the buttons in sight: this is the newest answer."""
        self._stays = stays
        self._repaint()

    def is_revealed(self) -> bool:
        """Whether the buttons are painted."""
        return self._is_hovered or self._stays

    def _ask_for_more(self) -> None:
        self.more_requested.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _repaint(self) -> None:
        for shy in self._shy:
            shy.update()
