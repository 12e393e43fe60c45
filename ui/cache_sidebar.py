"""The right pane: what the engine's cache holds, to the last block, and for which conversation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.cache_monitor import CacheMonitor, CacheReport, ConversationCache
from app.library_controller import LibraryController
from app.model_controller import ModelController
from ui import formats
from ui.cache_meter import CacheMeter
from ui.controls import ElidedLabel, hairline, label
from ui.theme import SPACING, Theme


class CacheSidebar(QScrollArea):
    """Shows the `CacheMonitor`; says so when there is nothing to show."""

    def __init__(
        self,
        theme: Theme,
        cache: CacheMonitor,
        models: ModelController,
        library: LibraryController,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._cache = cache
        self._models = models
        self._library = library
        self._rows: dict[str, _ConversationRow] = {}
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Cache")
        self._nothing = label("", "muted", wrap=True)
        self._meter = CacheMeter(theme)
        self._facts = _Facts()
        self._heading = label("Conversations", "section")
        self._list = QVBoxLayout()
        self._list.setSpacing(SPACING.medium)
        line = hairline()
        self._shown = [self._meter, self._facts, line, self._heading]

        self._pane = pane = QWidget()
        pane.setProperty("kind", "pane")
        layout = QVBoxLayout(pane)
        layout.setContentsMargins(SPACING.large, SPACING.medium + SPACING.hair, SPACING.large, SPACING.large)
        layout.setSpacing(SPACING.medium)
        layout.addWidget(label("Cache", "heading"))
        layout.addWidget(self._nothing)
        layout.addWidget(self._meter)
        layout.addWidget(self._facts)
        layout.addWidget(line)
        layout.addWidget(self._heading)
        layout.addLayout(self._list)
        layout.addStretch(1)
        self.setWidget(pane)
        cache.changed.connect(self._refresh)
        models.state_changed.connect(self._refresh)
        library.changed.connect(self._refresh)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        report = self._cache.report()
        self._nothing.setText(self._why_nothing())
        self._nothing.setVisible(report is None)
        for widget in self._shown:
            widget.setVisible(report is not None)
        if report is not None:
            self._meter.show_report(report)
            self._facts.show_report(report)
        self._show_conversations(report.conversations if report is not None else [])
        # Numbers are never cut off, whatever the size of the letters.
        room_for_bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(self._pane.minimumSizeHint().width() + room_for_bar)

    def _why_nothing(self) -> str:
        if self._models.state.kind == "loading":
            return "The model is being loaded; its cache follows."
        if self._models.state.kind == "ready":
            return "The engine has not reported its cache yet."
        return "No model is loaded, so nothing is cached."

    def _show_conversations(self, caches: list[ConversationCache]) -> None:
        known = {cache.conversation_id for cache in caches}
        for gone in [row for row in self._rows if row not in known]:
            row = self._rows.pop(gone)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for cache in caches:
            if cache.conversation_id not in self._rows:
                self._rows[cache.conversation_id] = _ConversationRow()
                self._list.addWidget(self._rows[cache.conversation_id])
            conversation = self._library.conversation(cache.conversation_id)
            title = conversation.title if conversation is not None else "A chat that was deleted"
            self._rows[cache.conversation_id].show_cache(title, cache)


class _Facts(QWidget):
    """Sizes and counts in two columns."""

    def __init__(self) -> None:
        super().__init__()
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACING.small)
        layout.setVerticalSpacing(SPACING.tight)
        layout.setColumnStretch(1, 1)
        names = ("Room", "Keys and values", "One block", "Weights", "Engine’s memory")
        self._values = {name: label("", "small") for name in names}
        for row, (name, value) in enumerate(self._values.items()):
            layout.addWidget(label(name, "caption"), row, 0)
            layout.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)

    def show_report(self, report: CacheReport) -> None:
        used, total = (count * report.block_bytes for count in (report.blocks_used, report.blocks_total))
        self._values["Room"].setText(formats.count(report.blocks_total * report.block_tokens, "token"))
        self._values["Keys and values"].setText(f"{formats.size(used)} of {formats.size(total)}")
        block = f"{formats.count(report.block_tokens, 'token')}, {formats.size(report.block_bytes)}"
        self._values["One block"].setText(block)
        self._values["Weights"].setText(formats.size(report.weights_bytes))
        self._values["Engine’s memory"].setText(formats.size(report.process_bytes))


class _ConversationRow(QFrame):
    """One conversation's share of the cache."""

    def __init__(self) -> None:
        super().__init__()
        self._title = ElidedLabel()
        self._numbers = label("", "caption", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.hair)
        layout.addWidget(self._title)
        layout.addWidget(self._numbers)

    def show_cache(self, title: str, cache: ConversationCache) -> None:
        shared = f" · {formats.number(cache.shared_blocks)} shared" if cache.shared_blocks else ""
        self._numbers.setText(f"{formats.count(cache.tokens, 'token')} · {formats.size(cache.bytes)}{shared}")
        self._title.show_text(title)
