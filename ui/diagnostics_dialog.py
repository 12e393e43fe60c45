"""What helps to find a fault: this machine, the builds, the model and the folders, to be read and copied."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.application import Application
from app.diagnostics import Section, as_text, sections
from app.translation import tr
from ui.controls import button, hairline, label
from ui.theme import SPACING

_SIZE = (720, 680)
_SMALLEST = (560, 360)
_COPIED_MS = 2_000


class DiagnosticsDialog(QDialog):
    """Fills by and by, as engine and machine tell. Deletes itself when it is closed; show it with `open`."""

    def __init__(self, application: Application, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Diagnostics"))
        self.resize(*_SIZE)
        self.setMinimumSize(*_SMALLEST)
        self._application = application
        self._parts: tuple[Section, ...] = ()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(tr("Diagnostics"))
        self.copy = button(tr("Copy all"), self._copy, kind="primary")
        self.copy.setDefault(True)
        note = tr("Names no chat and no word of yours. Paths may have your name in them.")
        bottom = QHBoxLayout()
        bottom.setContentsMargins(SPACING.wide, SPACING.medium, SPACING.wide, SPACING.medium)
        bottom.setSpacing(SPACING.small)
        bottom.addWidget(label(note, "caption", wrap=True), 1)
        bottom.addWidget(button(tr("Close"), self.accept))
        bottom.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(hairline())
        layout.addLayout(bottom)
        application.machine.changed.connect(self._refresh)
        application.engine.state_changed.connect(self._refresh)
        application.models.state_changed.connect(self._refresh)
        self._refresh()
        application.machine.look()
        self.copy.setFocus()

    def text(self) -> str:
        """As it is copied."""
        return as_text(self._parts)

    @Slot()
    def _refresh(self) -> None:
        parts = sections(self._application, _shown(self))
        if parts == self._parts:
            return
        self._parts = parts
        place = self._scroll.verticalScrollBar().value()
        body = QWidget()
        body.setProperty("kind", "surface")
        layout = QVBoxLayout(body)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        layout.setSpacing(SPACING.large)
        # The values of all sections stand below each other.
        names = [label(name, "muted").sizeHint().width() for part in parts for name in part.facts]
        for part in parts:
            layout.addWidget(_section(part, max(names, default=0)))
        layout.addStretch(1)
        self._scroll.setWidget(body)
        self._scroll.verticalScrollBar().setValue(place)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self.copy.setText(tr("Copied"))
        QTimer.singleShot(_COPIED_MS, self.copy, lambda: self.copy.setText(tr("Copy all")))


def _section(part: Section, names_width: int) -> QFrame:
    frame = QFrame()
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACING.tight)
    layout.addWidget(label(part.title, "heading"))
    if part.trouble:
        trouble = label(part.trouble, "notice", wrap=True)
        trouble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(trouble)
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACING.medium)
    grid.setVerticalSpacing(SPACING.hair)
    grid.setColumnMinimumWidth(0, names_width)
    grid.setColumnStretch(1, 1)
    for row, (name, words) in enumerate(part.facts.items()):
        grid.addWidget(label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        value = label(words, wrap=True)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(value, row, 1)
    layout.addLayout(grid)
    return frame


def _shown(widget: QWidget) -> Mapping[str, str]:
    """What only the window knows."""
    screen = widget.screen()
    size, percent = screen.size(), round(100 * widget.devicePixelRatioF())
    return {
        tr("Platform of the window"): QGuiApplication.platformName(),
        tr("Screen"): f"{size.width()} × {size.height()}, " + tr("{share} %").format(share=percent),
    }
