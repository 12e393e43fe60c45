"""What the dialogs for import and export have in common: a form, then how far it is, then what came of it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.exchange_controller import ExchangeController, ExchangeState
from app.translation import tr
from ui.controls import button, label
from ui.exchange_progress import ExchangeProgress
from ui.theme import SPACING

_WIDTH = 560


class ExchangeDialog(QDialog):
    """Closing it while something runs stops that first. Deletes itself; show it with `open`.

    Attributes:
        form: What is filled in before it begins.
    """

    def __init__(
        self, exchange: ExchangeController, work: Literal["import", "export"], title: str, about: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(_WIDTH)
        self.exchange = exchange
        self._work = work
        self.form = QVBoxLayout()
        self.form.setSpacing(SPACING.medium)
        self.progress = ExchangeProgress()
        self.close_button = button(tr("Close"), self.reject)
        self._form = QWidget()
        self._form.setLayout(self.form)
        self.form.setContentsMargins(0, 0, 0, 0)
        self._beginnings: list[QPushButton] = []
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(SPACING.small)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        layout.setSpacing(SPACING.medium)
        layout.addWidget(label(title, "heading"))
        layout.addWidget(label(about, "muted", wrap=True))
        layout.addWidget(self._form)
        layout.addWidget(self.progress)
        layout.addStretch(1)
        layout.addLayout(self._buttons)
        exchange.changed.connect(self._on_state)
        self._show(ExchangeState(work, "idle"))

    def reject(self) -> None:
        """Stop what runs; with nothing running, go."""
        if self._is_running():
            self.exchange.cancel()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The same for the window's cross."""
        if self._is_running():
            self.exchange.cancel()
            event.ignore()
        else:
            super().closeEvent(event)

    def add_beginning(self, button: QPushButton) -> None:
        """A button that begins it; it goes once that has happened."""
        self._beginnings.append(button)
        self._buttons.addWidget(button)

    def add_follow_up(self, button: QPushButton) -> None:
        """A button for what there is at the end, to the left of the others; hidden until then."""
        self._buttons.insertWidget(0, button)
        button.hide()

    def _is_running(self) -> bool:
        state = self.exchange.state
        return state.kind == "running" and state.work == self._work

    @Slot(object)
    def _on_state(self, state: ExchangeState) -> None:
        if state.work == self._work:
            self._show(state)

    def _show(self, state: ExchangeState) -> None:
        is_before = state.kind == "idle"
        self._form.setVisible(is_before)
        for each in self._beginnings:
            each.setVisible(is_before)
        self.progress.setVisible(not is_before)
        self.progress.show_state(state)
        words = tr("Cancel") if state.kind in ("idle", "running") else tr("Close")
        self.close_button.setText(words)
        self.close_button.setAccessibleName(words)
        if not is_before:
            self.close_button.setDefault(True)
            self.close_button.setFocus()
        self.adjustSize()
