"""How far an import or export is, with a bar, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.exchange.transcript import Problem
from app.exchange_controller import ExchangeState
from app.translation import tr
from ui.choices import TextBox
from ui.controls import label, set_style_property
from ui.theme import SPACING

_STEPS = 1000
_MOST_PROBLEMS = 500
_PROBLEM_LINES = 7


class ExchangeProgress(QWidget):
    """Shows an `ExchangeState`: the bar while it runs, then its sentence and the problems, which can be copied."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence = label("", wrap=True)
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self.problems = TextBox(tr("What was not read, or not wholly"), _PROBLEM_LINES)
        self.problems.setReadOnly(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self._sentence)
        layout.addWidget(self._bar)
        layout.addWidget(self.problems)

    def show_state(self, state: ExchangeState) -> None:
        """Take how it is now."""
        is_running = state.kind == "running"
        self._bar.setAccessibleName(tr("Importing") if state.work == "import" else tr("Exporting"))
        self._bar.setVisible(is_running)
        self._bar.setValue(round(state.fraction * _STEPS))
        self._sentence.setText(_so_far(state) if is_running else state.sentence)
        set_style_property(self._sentence, "is_over", state.kind == "failed")
        self.problems.setVisible(bool(state.problems))
        self.problems.setPlainText(_listed(state.problems))

    def text(self) -> str:
        """What it says now."""
        return self._sentence.text()


def _so_far(state: ExchangeState) -> str:
    if state.work == "export":
        return tr("%n conversations written", state.count)
    done = tr("%n conversations came in", state.count)
    return f"{done}, " + tr("%n known already", state.num_known) if state.num_known else done


def _listed(problems: Sequence[Problem]) -> str:
    lines = [str(problem) for problem in problems[:_MOST_PROBLEMS]]
    if len(problems) > _MOST_PROBLEMS:
        lines.append(tr("… and %n more", len(problems) - _MOST_PROBLEMS))
    return "\n".join(lines)
