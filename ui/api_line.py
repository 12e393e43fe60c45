"""One line of the sidebar: whether other programs can ask, and how many do."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.application import Application
from app.local_api import state_text
from app.translation import tr
from ui.controls import IconButton, hairline, label
from ui.theme import SPACING, Theme


class ApiLine(QWidget):
    """There while the local API is switched on; its button leads to the settings of it."""

    settings_requested = Signal()

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._api = application.local_api
        self._settings = application.settings
        self._state = label("", "caption", wrap=True)
        way = IconButton(theme, "settings", tr("Settings of the local API"), self.settings_requested.emit)
        way.setProperty("kind", "small")
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(label(tr("Local API"), "section"), 1)
        top.addWidget(way)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.hair)
        layout.addWidget(hairline())
        layout.addLayout(top)
        layout.addWidget(self._state)
        self._api.changed.connect(self._refresh)
        self._settings.changed.connect(self._refresh)
        self._refresh()

    def text(self) -> str:
        """What it says."""
        return self._state.text()

    @Slot()
    def _refresh(self) -> None:
        state, settings = self._api.state, self._settings.value
        self.setVisible(settings.api_enabled)
        self._state.setText(state_text(state, settings))
        kind = "warning" if state.state == "failed" else "caption"
        if self._state.property("kind") != kind:
            self._state.setProperty("kind", kind)
            self._state.style().polish(self._state)
