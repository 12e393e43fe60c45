"""The right pane: what the engine's cache holds, to the last byte, and for which conversation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.cache_monitor import CacheMonitor, CacheReport, ConversationCache, room_tokens
from app.library_controller import LibraryController
from app.model_controller import ModelController
from ui import formats
from ui.cache_meter import CacheMeter
from ui.controls import ElidedLabel, IconButton, hairline, label
from ui.kv_formats import format_mix
from ui.theme import SPACING, Theme


class CacheSidebar(QScrollArea):
    """Shows the `CacheMonitor`; says so when there is nothing to show."""

    settings_requested = Signal()

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
        layout.setContentsMargins(SPACING.large, SPACING.small, SPACING.large, SPACING.large)
        layout.setSpacing(SPACING.medium)
        top = QHBoxLayout()
        top.addWidget(label("Cache", "heading"), 1)
        top.addWidget(IconButton(theme, "settings", "Settings of the cache (Ctrl+,)", self.settings_requested.emit))
        layout.addLayout(top)
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


_FACTS = {
    "Room": "How much more text fits before anything that is kept warm has to go.",
    "Used": "Of the memory that the cache may take.",
    "States": "Copies of the state that this model carries from token to token, from which a chat can go on.",
    "One block": "The piece in which the cache is kept; a new one holds what the model computed as it is.",
    "Packed": "A block in the chosen format. The first and the newest blocks of a chat are not packed.",
    "Weights": "The model itself.",
    "Engine’s memory": "All that the engine’s process takes of this computer’s memory.",
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
        self._rows = {name: (label(name, "caption"), label("", "small")) for name in _FACTS}
        for row, (name, (caption, value)) in enumerate(self._rows.items()):
            caption.setToolTip(_FACTS[name])
            layout.addWidget(caption, row, 0)
            layout.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)

    def show_report(self, report: CacheReport) -> None:
        has_blocks, is_packed = report.block_bytes > 0, report.packed_block_bytes < report.block_bytes
        block = f"{formats.count(report.block_tokens, 'token')}, {formats.size(report.block_bytes)}"
        self._show("Room", formats.count(room_tokens(report), "token") if has_blocks else "")
        self._show("Used", f"{formats.size(report.used_bytes)} of {formats.size(report.budget_bytes)}")
        self._show("States", formats.size(report.state_bytes) if report.state_bytes else "")
        self._show("One block", block if has_blocks else "")
        self._show("Packed", formats.size(report.packed_block_bytes) if is_packed else "")
        self._show("Weights", formats.size(report.weights_bytes))
        self._show("Engine’s memory", formats.size(report.process_bytes))

    def _show(self, name: str, text: str) -> None:
        """A fact that says nothing of this model is left out."""
        caption, value = self._rows[name]
        value.setText(text)
        for part in (caption, value):
            part.setVisible(bool(text))


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
        parts = [formats.count(cache.tokens, "token"), formats.size(cache.bytes), format_mix(cache.formats)]
        if cache.shared_blocks:
            parts.append(f"{formats.number(cache.shared_blocks)} shared")
        self._numbers.setText(" · ".join(filter(None, parts)))
        self._numbers.setToolTip(_in_blocks(cache))
        self._title.show_text(title)


def _in_blocks(cache: ConversationCache) -> str:
    """All that is known of a conversation's blocks."""
    lines = [f"{formats.count(count, 'block')} in {name}" for name, count in cache.formats.items()]
    if cache.shared_blocks:
        lines.append(f"{formats.number(cache.shared_blocks)} of them shared with other chats")
    return "\n".join(lines)
