"""One memory in the monitor: all that it is taken by, and how much of their budget caches take there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.memory_split import PlaceSplit
from app.translation import tr
from ui import formats
from ui.controls import label, show_figure
from ui.memory_words import bar_parts, place_name
from ui.stacked_bar import BarPart, Legend, StackedBar
from ui.theme import SPACING, Theme

_BUDGET_BAR_PIXELS = 10


class PlaceCard(QFrame):
    """Shows a `PlaceSplit`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._shown: PlaceSplit | None = None
        self._name = label("", "heading")
        self._free = label("", "caption")
        self._bar = StackedBar(theme)
        self._legend = Legend(theme)
        self._budget_name = label("", "small", wrap=True)
        self._budget = label("", "small")
        self._budget_bar = StackedBar(theme, _BUDGET_BAR_PIXELS)
        self._saved = label("", "caption", wrap=True)
        top = QHBoxLayout()
        top.addWidget(self._name, 1)
        top.addWidget(self._free)
        budget = QHBoxLayout()
        budget.addWidget(self._budget_name, 1)
        budget.addWidget(self._budget)
        for figure in (self._free, self._budget):
            figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        layout.setSpacing(SPACING.small)
        layout.addLayout(top)
        layout.addWidget(self._bar)
        layout.addWidget(self._legend)
        layout.addStretch(1)
        layout.addLayout(budget)
        layout.addWidget(self._budget_bar)
        layout.addWidget(self._saved)

    def show_split(self, split: PlaceSplit) -> None:
        """Take what was measured last."""
        if split == self._shown:
            return
        self._shown = split
        name, parts = place_name(split), bar_parts(split)
        self._name.setText(name)
        free, total = formats.size(split.parts["free"]), formats.size(split.total_bytes)
        show_figure(self._free, tr("{free} free of {total}").format(free=free, total=total))
        self._bar.setAccessibleName(name)
        self._bar.show_parts(parts)
        self._legend.show_parts(parts)
        used, budget = split.budget_used_bytes, split.budget_bytes
        self._budget_name.setText(tr("Budget of the cache") if budget else tr("No cache is kept here."))
        words = tr("{used} of {budget}").format(used=formats.size(used), budget=formats.size(budget))
        show_figure(self._budget, words if budget else "")
        self._budget_bar.setVisible(budget > 0)
        self._budget_bar.setAccessibleName(tr("Budget of the cache: {place}").format(place=name))
        self._budget_bar.show_parts(
            [
                BarPart(tr("Used"), used, "accent"),
                BarPart(tr("Left"), max(budget - used, 0), "sunken"),
            ]
        )
        self._saved.setText(tr("Sharing saves {size}").format(size=formats.size(split.saved_bytes)))
        self._saved.setVisible(split.saved_bytes > 0)
