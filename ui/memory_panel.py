"""The window “Memory”: every byte of card, RAM and disk, every cache, and the last ten minutes."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.application import Application
from app.memory_split import splits
from app.memory_timeline import moments
from app.translation import tr
from ui.cache_table import CacheTable
from ui.controls import IconButton, button, label
from ui.counters_card import CountersCard
from ui.paced import Paced
from ui.place_card import PlaceCard
from ui.theme import SPACING, Theme

if TYPE_CHECKING:
    from ui.timeline import Timeline

_SIZE = (1100, 900)
_LOOKER = "panel"
DRAW_MS = 2_000
TIMELINE_MS = 10_000
"""Seven pixels of ten minutes: more often would cost more than all else."""


class MemoryPanel(QDialog):
    """A window of its own beside the main one; deletes itself when it is closed.

    The engine measures, and this draws, only while it can be seen.
    """

    opened = Signal(str)
    settings_requested = Signal()
    how_requested = Signal()

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlags(Qt.WindowType.Window)
        self.setWindowTitle(tr("Memory"))
        self.resize(*_SIZE)
        self._theme = theme
        self._application = application
        self.timeline: Timeline | None = None
        self._nothing = label("", "muted", wrap=True)
        self.places: list[PlaceCard] = []
        self._places = QHBoxLayout()
        self._places.setSpacing(SPACING.medium)
        self.counters = CountersCard()
        self.table = CacheTable(application)
        self.table.opened.connect(self.opened)
        self._graphs = QFrame()
        self._graphs.setProperty("kind", "card")
        self._graphs_layout = QVBoxLayout(self._graphs)
        self._graphs_layout.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        self._graphs_layout.setSpacing(SPACING.small)
        self._graphs_layout.addWidget(label(tr("The last ten minutes"), "section"))
        self._draws = Paced(self, DRAW_MS, self._draw)
        self._timeline_draws = Paced(self, TIMELINE_MS, self._draw_timeline)
        self._lay_out()
        application.cache.changed.connect(self._on_report)
        application.memory_timeline.changed.connect(self._on_timeline)
        application.models.state_changed.connect(self._on_report)

    def showEvent(self, event: QShowEvent) -> None:
        """From now on somebody looks."""
        super().showEvent(event)
        self._application.cache_watch.look(_LOOKER, memory=True)
        self._draw()
        QTimer.singleShot(0, self, self._draw_timeline)  # the window first, the library for graphs after it

    def hideEvent(self, event: QHideEvent) -> None:
        """Closed, minimised, or behind nothing: nobody looks."""
        super().hideEvent(event)
        self._application.cache_watch.look_away(_LOOKER)
        self._draws.stop()
        self._timeline_draws.stop()
        if not event.spontaneous():  # a window that is minimised comes back soon
            self._take_timeline_apart()

    def refresh(self) -> None:
        """Show what is known now, without waiting for the next time it is drawn."""
        self._draw()
        self._draw_timeline()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACING.small)
        top.addWidget(label(tr("Memory"), "display"), 1)
        top.addWidget(button(tr("How it works"), self.how_requested.emit, kind="link"))
        top.addWidget(IconButton(self._theme, "settings", tr("Settings of the cache"), self.settings_requested.emit))
        middle = QHBoxLayout()
        middle.setSpacing(SPACING.medium)
        middle.addWidget(self._graphs, 1)
        middle.addWidget(self.counters)
        body = QWidget()
        body.setProperty("kind", "surface")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        inside.setSpacing(SPACING.medium)
        inside.addLayout(top)
        inside.addWidget(self._nothing)
        inside.addLayout(self._places)
        inside.addLayout(middle)
        inside.addWidget(self.table, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setAccessibleName(tr("Memory"))
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)

    def _take_timeline_apart(self) -> None:
        """Leave no graph to Python’s collector: that may run in any thread, where no object of Qt must end."""
        if self.timeline is None:
            return
        self.timeline.take_apart()
        while (item := self._graphs_layout.takeAt(1)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
        self.timeline = None
        del item, widget
        gc.collect()

    @Slot()
    def _on_report(self) -> None:
        if self.isVisible():
            self._draws.ask()

    @Slot()
    def _on_timeline(self) -> None:
        if self.isVisible():
            self._timeline_draws.ask()

    @Slot()
    def _draw(self) -> None:
        report = self._application.cache.report()
        on_card = self._application.models.state.on_card
        found = () if report is None else splits(report, on_card)
        while len(self.places) < len(found):
            self.places.append(PlaceCard(self._theme))
            self._places.addWidget(self.places[-1], 1)
        for card in self.places[len(found) :]:
            card.hide()
        for card, split in zip(self.places, found, strict=False):
            card.show_split(split)
            card.show()
        self._nothing.setText(self._why_nothing())
        self._nothing.setVisible(not found)
        if report is not None:
            self.counters.show_report(report, on_card)
        self.table.show_report(report)

    def _why_nothing(self) -> str:
        if self._application.engine.state.kind == "failed":
            return tr("The engine does not run, so there is nothing to measure.")
        return tr("The engine is asked where its memory is.")

    @Slot()
    def _draw_timeline(self) -> None:
        if not self.isVisible():
            return
        if self.timeline is None:
            from ui.timeline import Timeline

            self.timeline = Timeline(self._theme)
            self._graphs_layout.addWidget(self.timeline)
            self._graphs_layout.addWidget(self.timeline.colours_in_words())
        self.timeline.show_moments(moments(self._application.memory_timeline.samples()), time.time())
