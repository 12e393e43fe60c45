"""The fields of sampling: how freely the model chooses its words, and how long an answer may be."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.chat_settings import EffectiveSettings
from app.translation import mark, tr
from ui.controls import label
from ui.number_field import NumberField
from ui.theme import SPACING

_HINTS = {
    "temperature": mark("Higher is livelier, lower is steadier; 0 always takes the likeliest word."),
    "top_k": mark("Chooses among so many likeliest words; 0 among all."),
    "top_p": mark("Chooses among the likeliest words that together have this share; 1 among all."),
    "min_p": mark("Leaves out words less likely than this share of the likeliest one; 0 leaves out none."),
    "repetition_penalty": mark("Above 1 what was said already becomes less likely; 1 changes nothing."),
    "max_tokens": mark("The longest answer, in tokens; 0 goes on until the context is full."),
    "seed": mark("The same number gives the same answer to the same words."),
}


class SamplingFields(QWidget):
    """Seven numbers, each of which may stay empty; `values` has those that were typed."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields = {
            "temperature": NumberField(tr("Temperature"), most=10),
            "top_k": NumberField("Top-k", is_whole=True),
            "top_p": NumberField("Top-p", most=1),
            "min_p": NumberField("Min-p", most=1),
            "repetition_penalty": NumberField(tr("Repetition penalty"), most=10, above_least=True),
            "max_tokens": NumberField(tr("Longest answer"), is_whole=True),
            "seed": NumberField(tr("Seed"), is_whole=True),
        }
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACING.small)
        layout.setVerticalSpacing(SPACING.small)
        for number, (key, field) in enumerate(self.fields.items()):
            caption = label(field.name)
            caption.setBuddy(field)
            caption.setToolTip(tr(_HINTS[key]))
            row, column = divmod(number, 2)
            layout.addWidget(caption, row, 3 * column, Qt.AlignmentFlag.AlignVCenter)
            layout.addWidget(field, row, 3 * column + 1)
            field.textChanged.connect(self.changed)
        layout.setColumnMinimumWidth(2, SPACING.large)
        for column in (1, 4):
            layout.setColumnStretch(column, 1)

    def set_values(self, values: Mapping[str, float | None]) -> None:
        """Show numbers by their names in the settings; those that are missing become empty."""
        for key, field in self.fields.items():
            field.set_value(values.get(key))

    def set_inherited(self, inherited: EffectiveSettings) -> None:
        """Show what holds where a field is empty."""
        for key, field in self.fields.items():
            value = getattr(inherited.sampling, key)
            words = ""
            if key == "seed" and value is None:
                words = tr("random")
            elif key == "max_tokens" and not value:
                words = tr("no limit")
            field.set_inherited(value, words)
            field.setAccessibleDescription(f"{tr(_HINTS[key])} {field.accessibleDescription()}".strip())

    def values(self) -> dict[str, float | int | None]:
        """What was typed; None for empty fields."""
        return {key: field.value() for key, field in self.fields.items()}

    def problem(self) -> str:
        """What is wrong with the first field that is, as a sentence; empty if nothing is."""
        return next(filter(None, (field.problem() for field in self.fields.values())), "")
