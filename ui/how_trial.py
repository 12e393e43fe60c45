"""How it works, first page: one answer of the loaded model, token by token, with a cache and without."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.explanations import CacheTried, Explanations, TrialSide
from app.numbers import decimal, number
from app.translation import tr
from ui import formats
from ui.cell_strip import CellKey, CellKind, CellStrip
from ui.controls import button, label, page_layout
from ui.flow_row import FlowRow
from ui.theme import SPACING, Theme

_PLAY_MS = 900


class TrialPage(QWidget):
    """Steps through what the engine has computed; nothing is computed before the user asks for it."""

    def __init__(self, theme: Theme, explanations: Explanations) -> None:
        super().__init__()
        self._explanations = explanations
        self._steps: list[CacheTried] = []
        self._shown = 0
        self._problem = ""
        self.question = QLineEdit(tr("Why is the sky blue?"))
        self.question.setAccessibleName(tr("Question"))
        self.question.returnPressed.connect(self._begin)
        self.begin = button(tr("Try it"), self._begin, kind="primary")
        self.sentence = label("", "muted", wrap=True)
        self.with_cache = _Side(theme, tr("With a cache"))
        self.without = _Side(theme, tr("Without a cache"))
        self.back = button(tr("Back"), lambda: self._go(-1))
        self.next = button(tr("Next token"), lambda: self._go(1))
        self.play = button(tr("Play"), self._toggle)
        self.place = label("", "caption", wrap=True)
        self.answer = label("", wrap=True)
        self.sum = label("", "small", wrap=True)
        self._timer = QTimer(self, interval=_PLAY_MS)
        self._timer.timeout.connect(self._on_time)
        explanations.tried.connect(self._on_tried)
        self._lay_out(theme)
        self._show()

    def _lay_out(self, theme: Theme) -> None:
        ask = QHBoxLayout()
        ask.setSpacing(SPACING.small)
        ask.addWidget(self.question, 1)
        ask.addWidget(self.begin)
        sides = QHBoxLayout()
        sides.setSpacing(SPACING.medium)
        for side in (self.with_cache, self.without):
            sides.addWidget(side, 1)
        keys = FlowRow(gap=SPACING.large)
        keys.addWidget(CellKey(theme, "computed", tr("computed for this token")))
        keys.addWidget(CellKey(theme, "kept", tr("keys and values remembered")))
        steps = QHBoxLayout()
        steps.setSpacing(SPACING.small)
        for each in (self.back, self.next, self.play):
            steps.addWidget(each)
        steps.addWidget(self.place, 1)
        layout = page_layout(
            self,
            tr(
                "A model writes one token at a time, and each token looks back at all before it. What it needs of "
                "them are their keys and values. With a cache they are remembered. Without one, all of them are "
                "computed again for every token."
            ),
        )
        layout.addLayout(ask)
        layout.addWidget(self.sentence)
        layout.addLayout(sides)
        layout.addLayout(keys)
        layout.addWidget(self.answer)
        layout.addLayout(steps)
        layout.addWidget(self.sum)
        layout.addStretch(1)

    @property
    def is_complete(self) -> bool:
        """Whether all that there is to show has come, or why there is nothing."""
        return bool(self._steps and self._steps[-1].is_last) or bool(self._problem)

    def on_model(self) -> None:
        """Another model, or none: what was computed was the one before's."""
        self._timer.stop()
        self._steps, self._shown = [], 0
        self.sentence.setText("")
        self._show()

    def _begin(self) -> None:
        question = self.question.text().strip()
        if question:
            self._timer.stop()
            self._steps, self._shown, self._problem = [], 0, ""
            self._explanations.try_cache(question)
            self._show()
            self.sentence.setText(tr("The model computes both ways …"))

    @Slot(object)
    def _on_tried(self, step: CacheTried) -> None:
        if step.message:
            self._problem = step.message
            self.sentence.setText(step.message)
            return
        self.sentence.setText("")
        self._steps.append(step)
        self._show()

    def _go(self, by: int) -> None:
        self._shown = min(max(self._shown + by, 0), max(len(self._steps) - 1, 0))
        self._show()

    def _toggle(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
        else:
            if self._shown >= len(self._steps) - 1:
                self._shown = 0
            self._timer.start()
        self._show()

    @Slot()
    def _on_time(self) -> None:
        self._go(1)
        if self._steps and self._steps[-1].is_last and self._shown == len(self._steps) - 1:
            self._timer.stop()
            self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing plays where nobody looks."""
        super().hideEvent(event)
        self._timer.stop()
        self._show()

    def _show(self) -> None:
        has_steps = bool(self._steps)
        for widget in (
            self.with_cache,
            self.without,
            self.back,
            self.next,
            self.play,
            self.place,
            self.answer,
            self.sum,
        ):
            widget.setVisible(has_steps)
        self.sentence.setVisible(not has_steps)
        if not has_steps:
            if not self._explanations.has_model:
                self.sentence.setText(self._explanations.obstacle)
            return
        step = self._steps[self._shown]
        assert step.cached is not None and step.uncached is not None
        self.with_cache.show_side(step.cached, step.prompt_tokens + step.step)
        self.without.show_side(step.uncached, step.prompt_tokens + step.step)
        self.back.setEnabled(self._shown > 0)
        self.next.setEnabled(self._shown < len(self._steps) - 1)
        self.play.setText(tr("Pause") if self._timer.isActive() else tr("Play"))
        self.play.setAccessibleName(self.play.text())
        text = "".join(each.text for each in self._steps[: self._shown + 1])
        self.answer.setText(tr("Answer so far: {text}").format(text=text))
        if self._shown:
            self.place.setText(tr("Token {place} of the answer").format(place=number(self._shown + 1)))
        else:
            self.place.setText(tr("First token: the whole prompt is read, either way"))
        self._add_up(self._steps[: self._shown + 1])

    def _add_up(self, steps: list[CacheTried]) -> None:
        cached = sum(step.cached.computed_tokens for step in steps if step.cached is not None)
        uncached = sum(step.uncached.computed_tokens for step in steps if step.uncached is not None)
        words = tr("Together so far: {cached} tokens computed with a cache, {uncached} without, {times} times as many.")
        self.sum.setText(
            words.format(cached=number(cached), uncached=number(uncached), times=decimal(uncached / cached, 1))
        )


class _Side(QFrame):
    """One of the two ways: its tokens, and what this token cost."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._strip = CellStrip(theme, name)
        self._values = [label("", "small", wrap=True) for _ in range(3)]
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACING.small)
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(SPACING.tight)
        for row, (words, value) in enumerate(
            zip((tr("Tokens computed"), tr("Bytes read"), tr("Time")), self._values, strict=True)
        ):
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(label(words, "small"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        layout.setSpacing(SPACING.small)
        layout.addWidget(label(name, "heading"))
        layout.addWidget(self._strip)
        layout.addLayout(grid)
        layout.addStretch(1)  # the figures of both ways stand beside each other

    def show_side(self, side: TrialSide, total_tokens: int) -> None:
        """Take what one token cost.

        Args:
            total_tokens: All that this token looks at.
        """
        kept = total_tokens - side.computed_tokens
        cells: list[CellKind] = ["computed"] * total_tokens
        cells[:kept] = ["kept"] * kept
        words = tr("{computed} of {total} tokens computed, {kept} remembered")
        self._strip.show_cells(
            cells, words.format(computed=number(side.computed_tokens), total=number(total_tokens), kept=number(kept))
        )
        read = formats.size(side.weights_bytes)
        if side.cache_bytes:
            read = tr("{weights} of weights + {cache} of cache").format(
                weights=read, cache=formats.size(side.cache_bytes)
            )
        else:
            read = tr("{weights} of weights").format(weights=read)
        self._values[0].setText(number(side.computed_tokens))
        self._values[1].setText(read)
        self._values[2].setText(tr("{milliseconds} ms").format(milliseconds=decimal(side.milliseconds, 0)))
