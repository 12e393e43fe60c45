"""What has happened since the engine started, in numbers, and the one figure that other servers have too."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.cache_monitor import CacheReport
from app.memory_split import kv_cache_usage
from app.numbers import decimal, number
from app.translation import mark, tr
from ui import formats
from ui.controls import hairline, label, show_figure
from ui.theme import SPACING

_COUNTERS = {
    mark("Tokens reused"): mark("Of prompts: found in the cache, and not computed again."),
    mark("Tokens read"): mark("Of prompts: computed."),
    mark("Hit rate"): mark("What part of all prompts came from the cache."),
    mark("Tokens generated"): mark("Of all answers, titles and summaries."),
    mark("Moved to RAM"): mark("Caches that left the graphics card for this computer’s memory."),
    mark("Brought back from RAM"): mark("Caches that returned to the graphics card."),
    mark("Written to disk"): mark("By the cache."),
    mark("Read from disk"): mark("Caches that were brought back."),
    mark("Blocks evicted"): mark("Blocks that had to leave the device because others needed the room."),
    mark("Blocks packed smaller"): mark("To make room, or because you asked for it."),
}
_ONLY_WITH_CARD = ("Moved to RAM", "Brought back from RAM")
_USAGE = "kv_cache_usage"


class CountersCard(QFrame):
    """Two columns of counters, and `kv_cache_usage` with what it means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        layout.setSpacing(SPACING.small)
        layout.addWidget(label(tr("Since the engine started"), "section"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACING.medium)
        grid.setVerticalSpacing(SPACING.tight)
        grid.setColumnStretch(0, 1)
        self._values: dict[str, tuple[QLabel, QLabel]] = {}
        for row, (name, meaning) in enumerate(_COUNTERS.items()):
            self._values[name] = self._row(grid, row, tr(name), tr(meaning))
        layout.addLayout(grid)
        layout.addWidget(hairline())
        usage = QGridLayout()
        usage.setColumnStretch(0, 1)
        _, self._usage = self._row(usage, 0, _USAGE, "")
        layout.addLayout(usage)
        layout.addWidget(
            label(
                tr(
                    "The name that inference servers give to this: what part of the cache’s budget answers need that "
                    "are being written now. At 1 the next one has to wait. What is only kept warm counts as free."
                ),
                "caption",
                wrap=True,
            )
        )
        layout.addStretch(1)

    def show_report(self, report: CacheReport, on_card: bool) -> None:
        """Take the latest ledger."""
        counters = report.counters
        prompts = counters.read_tokens + counters.reused_tokens
        values = {
            "Tokens reused": number(counters.reused_tokens),
            "Tokens read": number(counters.read_tokens),
            "Hit rate": tr("{share} %").format(share=decimal(100 * counters.reused_tokens / prompts, 1))
            if prompts
            else "–",
            "Tokens generated": number(counters.generated_tokens),
            "Moved to RAM": formats.size(counters.to_ram_bytes),
            "Brought back from RAM": formats.size(counters.from_ram_bytes),
            "Written to disk": formats.size(report.disk_written_bytes),
            "Read from disk": formats.size(report.disk_read_bytes),
            "Blocks evicted": number(counters.evicted_blocks),
            "Blocks packed smaller": number(counters.packed_blocks),
        }
        for name, (caption, value) in self._values.items():
            show_figure(value, values[name])
            for words in (caption, value):
                words.setVisible(on_card or name not in _ONLY_WITH_CARD)
        show_figure(self._usage, decimal(kv_cache_usage(report), 3))

    def _row(self, grid: QGridLayout, row: int, name: str, meaning: str) -> tuple[QLabel, QLabel]:
        caption, value = label(name, "small"), label("", "small")
        caption.setToolTip(meaning)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(caption, row, 0)
        grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
        return caption, value
