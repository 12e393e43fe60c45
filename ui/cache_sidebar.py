"""The right pane: what the engine's cache holds, to the last byte, and for which conversation."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.application import Application
from app.cache_monitor import CacheReport, ConversationCache, room_tokens
from app.translation import mark, tr
from ui import formats
from ui.api_line import ApiLine
from ui.cache_actions import cache_title, can_be_parked
from ui.cache_meter import CacheMeter, TierMeter
from ui.cache_row import CacheRow, RowContent
from ui.controls import IconButton, hairline, label
from ui.server_part import ServerPart
from ui.theme import SPACING, Theme


class CacheSidebar(QScrollArea):
    """Shows the `CacheMonitor`; says so when there is nothing to show."""

    settings_requested = Signal()
    memory_requested = Signal()

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cache = application.cache
        self._watch = application.cache_watch
        self._caches = application.caches
        self._models = application.models
        self._servers = application.server_monitor
        self._library = application.library
        self._chat = application.chat
        self._rows: dict[str, CacheRow] = {}
        self.setProperty("kind", "pane")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Cache"))
        self._nothing = label("", "muted", wrap=True)
        self.server = ServerPart()
        self._meter = CacheMeter(theme)
        self._ram = TierMeter(theme, "RAM", tr("Caches that gave their place on the card to others."))
        self._disk = TierMeter(theme, tr("Disk"), tr("Caches that outlast the program and its engine."))
        self._facts = _Facts()
        self._line = hairline()
        self._heading = label(tr("Conversations"), "section")
        self._list = QVBoxLayout()
        self._list.setSpacing(SPACING.medium)
        self.api = ApiLine(theme, application)

        self._pane = pane = QWidget()
        pane.setProperty("kind", "pane")
        layout = QVBoxLayout(pane)
        # The focus frame around the pane takes a hair; the headings of all panes stand on one line.
        layout.setContentsMargins(SPACING.large, SPACING.small - SPACING.hair, SPACING.large, SPACING.large)
        layout.setSpacing(SPACING.medium)
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(label(tr("Cache"), "heading"), 1)
        self.settings = IconButton(theme, "settings", tr("Settings of the cache"), self.settings_requested.emit)
        self.memory = IconButton(theme, "meter", tr("Show the memory"), self.memory_requested.emit)
        top.addWidget(self.memory)
        top.addWidget(self.settings)
        layout.addLayout(top)
        for part in (
            self._nothing,
            self.server,
            self._meter,
            self._ram,
            self._disk,
            self._facts,
            self._line,
            self._heading,
        ):
            layout.addWidget(part)
        layout.addLayout(self._list)
        layout.addWidget(self.api)
        layout.addStretch(1)
        self.setWidget(pane)
        application.cache.changed.connect(self._refresh)
        application.models.state_changed.connect(self._refresh)
        application.server_monitor.changed.connect(self._refresh)
        application.library.changed.connect(self._refresh)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """From now on somebody looks."""
        super().showEvent(event)
        self._watch.look("sidebar")
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks, so nothing is told and nothing is drawn."""
        super().hideEvent(event)
        self._watch.look_away("sidebar")

    @Slot()
    def _refresh(self) -> None:
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        report = self._cache.report()
        info = self._models.state.info
        server = info.server if info is not None else ""
        has_device = report is not None and report.budget_bytes > 0
        self._nothing.setText(self._why_nothing(report))
        self._nothing.setVisible(not has_device and not server)
        self.server.setVisible(bool(server))
        if server:
            self.server.show_report(server, self._servers.report())
        self._meter.setVisible(has_device)
        self._ram.setVisible(report is not None and report.ram_budget_bytes > 0 and not server)
        self._disk.setVisible(report is not None and report.disk_budget_bytes > 0 and not server)
        self._facts.setVisible(report is not None and not server)
        has_rows = report is not None and bool(report.conversations)
        self._line.setVisible(has_rows)
        self._heading.setVisible(has_rows)
        if report is not None:
            self._meter.show_report(tr("Graphics card") if self._models.state.on_card else tr("Memory"), report)
            self._ram.show_sizes(report.ram_used_bytes, report.ram_budget_bytes)
            self._disk.show_sizes(report.disk_used_bytes, report.disk_budget_bytes)
            self._facts.show_report(report)
        self._show_conversations(report)
        # Numbers are never cut off, whatever the size of the letters.
        room_for_bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(self._pane.minimumSizeHint().width() + room_for_bar)

    def _why_nothing(self, report: CacheReport | None) -> str:
        if self._models.state.kind == "loading":
            return tr("The model is being loaded; its cache follows.")
        if self._models.state.kind == "ready":
            return tr("The engine has not reported its cache yet.")
        if report is not None and report.conversations:
            return tr("No model is loaded. The caches below wait for theirs.")
        return tr("No model is loaded, so nothing is cached.")

    def _show_conversations(self, report: CacheReport | None) -> None:
        caches = {} if report is None else {cache.conversation_id: cache for cache in report.conversations}
        for gone in self._rows.keys() - caches.keys():
            row = self._rows.pop(gone)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        if report is None or not caches:
            return
        is_moved = False
        can_park = can_be_parked(report)
        for place, (conversation_id, cache) in enumerate(caches.items()):
            content = RowContent(
                title=cache_title(self._library, conversation_id),
                cache=cache,
                on_card=self._models.state.on_card,
                note=self._note(cache),
                can_be_parked=can_park,
            )
            if conversation_id not in self._rows:
                self._rows[conversation_id] = CacheRow(self._theme, self._caches, self._chat, content)
            row = self._rows[conversation_id]
            row.show_content(content)
            if self._list.indexOf(row) != place:
                self._list.insertWidget(place, row)
                is_moved = True
        if is_moved:
            for before, row in pairwise(self._rows[conversation_id] for conversation_id in caches):
                row.take_turn_after(before)

    def _note(self, cache: ConversationCache) -> str:
        """Which model computed a cache that the loaded one cannot use."""
        info = self._models.state.info
        if not cache.model_name or (info is not None and info.name == cache.model_name):
            return ""
        words = tr("From {model}, not loaded") if info is not None else tr("From {model}")
        return words.format(model=cache.model_name)


_FACTS = {
    mark("Room"): mark("How much more text fits before anything that is kept warm has to go."),
    mark("States"): mark(
        "Copies of the state that this model carries from token to token, from which a chat can go on."
    ),
    mark("One block"): mark("The piece in which the cache is kept; a new one holds what the model computed as it is."),
    mark("Packed"): mark("A block in the chosen format. The first and the newest blocks of a chat are not packed."),
    mark("Weights"): mark("The model itself."),
    mark("Written to disk"): mark("By the cache, since the engine started."),
    mark("Read from disk"): mark("Caches that were brought back since the engine started."),
    mark("Engine’s memory"): mark("All that the engine’s process takes of this computer’s memory."),
}


class _Facts(QWidget):
    """Sizes and counts in two columns."""

    def __init__(self) -> None:
        super().__init__()
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACING.small)
        layout.setVerticalSpacing(SPACING.tight)
        layout.setColumnStretch(1, 1)
        self._rows = {name: (label(tr(name), "caption"), label("", "small")) for name in _FACTS}
        for row, (name, (caption, value)) in enumerate(self._rows.items()):
            caption.setToolTip(tr(_FACTS[name]))
            layout.addWidget(caption, row, 0)
            layout.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)

    def show_report(self, report: CacheReport) -> None:
        has_blocks, is_packed = report.block_bytes > 0, report.packed_block_bytes < report.block_bytes
        block = tr("%n tokens, {size}", report.block_tokens).format(size=formats.size(report.block_bytes))
        self._show("Room", tr("%n tokens", room_tokens(report)) if has_blocks else "")
        self._show("States", formats.size(report.state_bytes) if report.state_bytes else "")
        self._show("One block", block if has_blocks else "")
        self._show("Packed", formats.size(report.packed_block_bytes) if is_packed else "")
        self._show("Weights", formats.size(report.weights_bytes) if report.weights_bytes else "")
        self._show("Written to disk", formats.size(report.disk_written_bytes) if report.disk_written_bytes else "")
        self._show("Read from disk", formats.size(report.disk_read_bytes) if report.disk_read_bytes else "")
        self._show("Engine’s memory", formats.size(report.process_bytes))

    def _show(self, name: str, text: str) -> None:
        """A fact that says nothing of this model is left out."""
        caption, value = self._rows[name]
        value.setText(text)
        for part in (caption, value):
            part.setVisible(bool(text))
