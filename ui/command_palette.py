"""The command palette: type a few letters, and do a command, turn to a chat or take a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from app.translation import tr
from ui.controls import label
from ui.finder_list import FinderEdit, FinderList
from ui.palette_rows import rows
from ui.theme import SPACING

if TYPE_CHECKING:
    from ui.main_window import MainWindow

_WIDTH = 620
_PAGE_ROWS = 8
_TOP_SHARE, _HEIGHT_SHARE = 10, 0.6
_SAY_MS = 400
"""Who types on does not want to hear each first row."""


class CommandPalette(QFrame):
    """Lies over the window while it is open; whoever had the keys before gets them back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None
        self.setProperty("kind", "palette")
        self.setAccessibleName(tr("Command palette"))
        self.edit = FinderEdit(window.theme, tr("Find a command, a chat or a model"), _PAGE_ROWS)
        self.list = FinderList(window.theme, tr("Found"))
        self.nothing = label(tr("Nothing fits."), "muted")
        self.nothing.setContentsMargins(SPACING.medium, SPACING.tight, SPACING.medium, SPACING.tight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.edit)
        layout.addWidget(self.nothing)
        layout.addWidget(self.list)
        self._say = QTimer(self)
        self._say.setSingleShot(True)
        self._say.setInterval(_SAY_MS)
        self._say.timeout.connect(self.list.say_mark)
        self.edit.textChanged.connect(self._refresh)
        self.edit.moved.connect(self._move)
        self.edit.entered.connect(self._choose)
        self.edit.left.connect(self.leave)
        self.list.picked.connect(self._choose)
        window.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]  # there is one
        self.hide()

    @Slot()
    def toggle(self) -> None:
        """Come up, or go if it is there."""
        if self.isVisible():
            self.leave()
            return
        self._before = QApplication.focusWidget()
        self.edit.clear()
        self._refresh()
        self.show()
        self.raise_()
        self.edit.setFocus()

    @Slot()
    def leave(self) -> None:
        """Go, and give the keys back."""
        before, self._before = self._before, None
        self.hide()
        if before is not None and before.isVisible():
            before.setFocus()
        else:
            self._window.pane.composer.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the middle of the window."""
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self._fit()
        return super().eventFilter(watched, event)

    @Slot()
    def _refresh(self) -> None:
        found = rows(self._window, self.edit.text())
        self.list.show_rows(found)
        self.nothing.setVisible(not found)
        self.list.setVisible(bool(found))
        self._fit()
        self._say.start()

    def _fit(self) -> None:
        window = self._window
        width = min(_WIDTH, window.width() - 2 * SPACING.wide)
        self.list.setFixedHeight(self.list.height_of(round(window.height() * _HEIGHT_SHARE)))
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.setGeometry((window.width() - width) // 2, window.height() // _TOP_SHARE, width, self.sizeHint().height())

    @Slot(object)
    def _move(self, by: int) -> None:
        self.list.move_mark(by)
        self._say.stop()
        self.list.say_mark()

    @Slot()
    def _choose(self) -> None:
        row = self.list.row_marked()
        if row is not None and row.act is not None:
            self.leave()
            row.act()

    @Slot(QWidget, QWidget)
    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Whoever turns elsewhere has no use for it any more."""
        if self.isVisible() and new is not None and new is not self and not self.isAncestorOf(new):
            self._before = None
            self.hide()
