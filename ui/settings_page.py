"""What the pages of the settings have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

from app.settings import Settings
from app.translation import tr
from ui.controls import button, label
from ui.theme import SPACING

_NAMES_WIDTH = 170


class SettingsPage(QWidget):
    """Fields below each other; `changes` has what was chosen, as `SettingsStore.update` takes it.

    Attributes:
        has_defaults: Whether there is anything that could be restored.
    """

    changed = Signal()
    has_defaults = True

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACING.medium)

    def heightForWidth(self, width: int) -> int:
        """Nothing while another page is shown, which would else scroll as far as the highest."""
        is_shown = self.sizePolicy().verticalPolicy() != QSizePolicy.Policy.Ignored
        return super().heightForWidth(width) if is_shown else 0

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""

    def restore(self) -> None:
        """Let the fields say what they say in a new program; only saving makes it so."""
        self.show_values(Settings())

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {}

    def keep(self) -> None:
        """Keep what was entered and is no setting; called before the settings are saved."""

    def problem(self) -> str:
        """What cannot be saved, as a sentence; empty for nothing."""
        return ""

    def _add_heading(self, text: str) -> None:
        if self._layout.count():
            self._layout.addSpacing(SPACING.small)
        self._layout.addWidget(label(text, "heading"))

    def _add_note(self, text: str, kind: str = "caption") -> None:
        self._layout.addWidget(label(text, kind, wrap=True))

    def _add_load_note(self, kind: str) -> None:
        """Where a model is loaded, say what a change costs; `kind` is that of the model's state."""
        if kind in ("loading", "ready"):
            self._add_note(tr("Saving a change of these loads the model again and stops answers in progress."))

    def _add_way(self, name: str, note: str, act: Callable[[], object]) -> None:
        """Something that has a window of its own, and the button that opens it."""
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(name))
        words.addWidget(label(note, "caption", wrap=True))
        way = button(tr("Open"), act)
        way.setAccessibleName(tr("Open: {name}").format(name=name))
        self._add_beside(words, way)

    def _add_beside(self, words: QLayout, way: QWidget) -> None:
        """Words, and at the end of their first line what to press."""
        row = QHBoxLayout()
        row.setSpacing(SPACING.medium)
        row.addLayout(words, 1)
        row.addWidget(way, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(row)

    def _add_grid(self, rows: Mapping[str, QWidget]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACING.medium)
        grid.setVerticalSpacing(SPACING.small)
        grid.setColumnMinimumWidth(0, _NAMES_WIDTH)
        grid.setColumnStretch(1, 1)
        for number, (name, control) in enumerate(rows.items()):
            words = label(name)
            words.setBuddy(control)
            grid.addWidget(words, number, 0)
            grid.addWidget(control, number, 1)
        self._layout.addLayout(grid)
