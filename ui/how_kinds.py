"""How it works, last page: what the loaded model's cache would take with other kinds of attention."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSlider, QWidget

from app.attention_kinds import AttentionKind, KindBytes, attention_kinds
from app.explanations import ModelExplained
from app.numbers import number
from app.translation import tr
from ui import formats
from ui.controls import label, page_layout
from ui.stacked_bar import BarPart, StackedBar
from ui.theme import SPACING, Theme

_LEAST_POWER, _STEPS_PER_POWER = 8, 4
_BAR_PIXELS = 14
_USUAL_TOKENS = 8192


class KindsPage(QWidget):
    """A bar for each kind, for a conversation as long as the slider says."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._explained: ModelExplained | None = None
        self._obstacle = ""
        self.rows: list[_Row] = []
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Length of the conversation in tokens"))
        self.slider.valueChanged.connect(self._show)
        self.tokens = label("", "heading")
        self.tokens.setMinimumWidth(self.tokens.fontMetrics().horizontalAdvance("000,000,000 tokens"))
        self.sentence = label("", "muted", wrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACING.medium)
        self._grid.setVerticalSpacing(SPACING.small)
        self._grid.setColumnStretch(1, 1)
        top = QHBoxLayout()
        top.addWidget(self.tokens)
        top.addWidget(self.slider, 1)
        layout = page_layout(
            self,
            tr(
                "What one conversation of this length would take if the model’s layers kept it in other ways, "
                "reckoned from its own layers and heads. What is not packed is kept in the numbers that the model "
                "computes with. How the model and this program really do it is marked."
            ),
        )
        layout.addLayout(top)
        layout.addWidget(self.sentence)
        layout.addLayout(self._grid)
        layout.addStretch(1)
        self.show_model(None)

    def show_model(self, explained: ModelExplained | None, obstacle: str = "") -> None:
        """Take what the engine tells of the loaded model, or why it tells nothing."""
        self._explained, self._obstacle = explained, obstacle
        if explained is not None and explained.context_tokens:
            most = math.log2(max(explained.context_tokens, 2**_LEAST_POWER))
            self.slider.setRange(_LEAST_POWER * _STEPS_PER_POWER, math.floor(most * _STEPS_PER_POWER))
            self.slider.setValue(round(min(most, math.log2(_USUAL_TOKENS)) * _STEPS_PER_POWER))
        self._show()

    @Slot()
    def _show(self) -> None:
        tokens = round(2 ** (self.slider.value() / _STEPS_PER_POWER))
        kinds = [] if self._explained is None else attention_kinds(self._explained, tokens)
        self.slider.setVisible(bool(kinds))
        self.tokens.setVisible(bool(kinds))
        self.sentence.setVisible(not kinds)
        if self._explained is None or not self._explained.layers:
            self.sentence.setText(self._obstacle)
        else:
            self.sentence.setText(tr("This model has no attention: its layers keep a state of one size."))
        words = tr("%n tokens", tokens)
        self.tokens.setText(words)
        self.slider.setAccessibleDescription(words)
        while len(self.rows) < len(kinds):
            self.rows.append(_Row(self._theme, self._grid, len(self.rows)))
        most_bytes = max((kind.num_bytes for kind in kinds), default=0)
        for place, row in enumerate(self.rows):
            row.show_kind(kinds[place] if place < len(kinds) else None, most_bytes)


class _Row:
    """The name of a kind, its bar, its bytes."""

    def __init__(self, theme: Theme, grid: QGridLayout, row: int) -> None:
        self.name: QLabel = label("", "small")
        self.bar = StackedBar(theme, _BAR_PIXELS)
        self.size: QLabel = label("", "small")
        grid.addWidget(self.name, row, 0)
        grid.addWidget(self.bar, row, 1)
        grid.addWidget(self.size, row, 2, Qt.AlignmentFlag.AlignRight)

    def show_kind(self, kind: KindBytes | None, most_bytes: int) -> None:
        for widget in (self.name, self.bar, self.size):
            widget.setVisible(kind is not None)
        if kind is None:
            return
        name, meaning = kind_words(kind)
        mark = tr("✓ {name}").format(name=name) if kind.is_own else name
        self.name.setText(mark)
        self.name.setToolTip(meaning)
        self.bar.setToolTip(meaning)
        self.bar.setAccessibleName(tr("{name}, as it is here").format(name=name) if kind.is_own else name)
        colour = "accent" if kind.is_own else "meter_shared"
        self.bar.show_parts(
            [BarPart(name, kind.num_bytes, colour), BarPart("", max(most_bytes - kind.num_bytes, 0), "sunken")]
        )
        self.bar.setAccessibleDescription(f"{formats.size(kind.num_bytes)}. {meaning}")
        self.size.setText(formats.size(kind.num_bytes))


def kind_words(kind: KindBytes) -> tuple[str, str]:
    """What a kind is called, and what it is."""
    detail = number(kind.detail)
    words: dict[AttentionKind, tuple[str, str]] = {
        "mha": (
            tr("Multi-head (MHA), {heads} heads").format(heads=detail),
            tr("Each head that asks has keys and values of its own."),
        ),
        "gqa": (
            tr("Grouped (GQA), {heads} heads").format(heads=detail),
            tr("Several heads that ask share one head of keys and values."),
        ),
        "mqa": (tr("Multi-query (MQA), 1 head"), tr("All heads that ask share one head of keys and values.")),
        "mla": (
            tr("Latent (MLA)"),
            tr("Keys and values of all heads are kept as one short list of numbers and unfolded when they are read."),
        ),
        "window": (
            tr("Sliding windows, {tokens} tokens").format(tokens=detail),
            tr("Most layers see the last tokens only, and need to keep no others."),
        ),
        "packed8": (tr("This model, packed to 8 bits"), tr("Numbers are rounded to 8 bits, scales counted.")),
        "packed4": (tr("This model, packed to 4 bits"), tr("Numbers are rounded to 4 bits, scales counted.")),
        "contiguous": (
            tr("In one piece, for {tokens} tokens").format(tokens=detail),
            tr("Room for the longest text is set aside at once, however short the text is."),
        ),
        "paged": (
            tr("In blocks of {tokens} tokens").format(tokens=detail),
            tr("Room is taken as the text grows, and blocks that are alike are kept once for all chats."),
        ),
    }
    return words[kind.kind]
