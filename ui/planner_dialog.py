"""The memory planner: what a model would take, before it is loaded, with two sliders and a picture."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFormLayout, QWidget

from app.application import Application
from app.memory_planner import MOST_CONVERSATIONS, Estimate, ModelMemory, Wish, plan_memory
from app.translation import tr
from ui import formats, planner_words
from ui.choices import choice
from ui.controls import ComboBox, label
from ui.form_dialog import FormDialog
from ui.kv_formats import FORMATS
from ui.stacked_bar import Legend, StackedBar
from ui.theme import Theme
from ui.value_slider import ValueSlider

ASK_MS = 3_000
_ENDLESS_TOKENS = 131_072  # offered where a model names no limit
_WIDTH = 560
"""Of the sentences, in pixels."""


class PlannerDialog(FormDialog):
    """Deletes itself when it is closed. Load works whatever the plan says: it warns, and never stands in the way.

    Args:
        stored_bytes: Of the model's files, where they are not here.
    """

    load_requested = Signal(str, object)
    """The path, and the settings to be changed for it by their names."""

    def __init__(
        self, theme: Theme, application: Application, path: str, parent: QWidget, stored_bytes: int = 0
    ) -> None:
        super().__init__(tr("Memory for {model}").format(model=application.models.name(path)), parent)
        self._application = application
        self._planner = application.planner
        self._path = path
        self._stored_bytes = stored_bytes
        settings = application.settings.value
        self.about = label("", "muted", wrap=True)
        self.context = ValueSlider(tr("Context of each conversation"), lambda value: tr("%n tokens", value))
        self.conversations = ValueSlider(tr("Conversations at a time"), formats.number)
        self.conversations.set_values([*range(1, 11), 12, 16, 20, 24, 32, 48, MOST_CONVERSATIONS])
        names = {name: words.name for name, words in FORMATS.items()}
        self.kv_format = choice(theme, tr("Cache format"), names, settings.kv_format)
        self.weights = ComboBox(theme)
        self.weights.setAccessibleName(tr("Weights"))
        self.verdict = label("", "heading", wrap=True)
        self.advice = label("", "small", wrap=True)
        self.bar, self.legend = StackedBar(theme), Legend(theme)
        self.bar.setAccessibleName(tr("Where the memory goes"))
        self.place = label("", "caption", wrap=True)
        self.reading_bar, self.reading_legend = StackedBar(theme, 12), Legend(theme)
        self.reading_bar.setAccessibleName(tr("What each token reads"))
        self.reading = label("", "small", wrap=True)
        self._is_first = True
        self._lay_out()
        self._timer = QTimer(self, interval=ASK_MS)
        self._timer.timeout.connect(self._ask)
        self._planner.changed.connect(self._on_estimate)
        for signal in (self.context.changed, self.conversations.changed):
            signal.connect(self._show_plan)
        for combo in (self.kv_format, self.weights):
            combo.currentIndexChanged.connect(self._show_plan)
        self.save.clicked.disconnect()
        self.save.clicked.connect(self._load)
        self._show(self._planner.estimate(path))

    def showEvent(self, event: QShowEvent) -> None:
        """Ask how it is now, and again while this can be seen."""
        super().showEvent(event)
        self._ask()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks any more."""
        self._timer.stop()
        super().hideEvent(event)

    def wish(self) -> Wish | None:
        """What is chosen; None while nothing is known of the model."""
        model = self._planner.estimate(self._path).model
        if model is None:
            return None
        option = next(each for each in model.weights if each.name == self.weights.currentData())
        return Wish(option, self.kv_format.currentData(), self.context.value(), self.conversations.value())

    def _lay_out(self) -> None:
        body = self.body_layout
        for words in (self.about, self.verdict, self.advice, self.place, self.reading):
            words.setMinimumWidth(_WIDTH)
        for words in (self.verdict, self.reading):  # nothing moves where a sentence takes a second line
            words.ensurePolished()
            words.setMinimumHeight(2 * words.fontMetrics().lineSpacing())
            words.setAlignment(Qt.AlignmentFlag.AlignTop)
        form = QFormLayout()
        form.addRow(tr("Weights"), self.weights)
        form.addRow(tr("Cache format"), self.kv_format)
        self._known = QWidget()
        self._known.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        body.addWidget(self.about)
        self._parts = (
            self.context,
            self.conversations,
            self._known,
            self.bar,
            self.place,
            self.legend,
            label(tr("What each token reads"), "section"),
            self.reading_bar,
            self.reading_legend,
            self.reading,
        )
        body.addWidget(self.verdict)
        body.addWidget(self.advice)
        for part in self._parts:
            body.addWidget(part)
        body.addStretch(1)

    @Slot()
    def _ask(self) -> None:
        self._planner.ask(self._path, self._stored_bytes)

    @Slot(str, object)
    def _on_estimate(self, path: str, estimate: Estimate) -> None:
        if path == self._path:
            self._show(estimate)

    def _show(self, estimate: Estimate) -> None:
        for part in self._parts:
            part.setVisible(estimate.kind == "known")
        if estimate.model is not None:
            is_first = self._is_first
            self._begin(estimate.model, estimate)
            self._show_plan()
            if is_first and self.isVisible():
                self.fit()
            return
        is_asking = estimate.kind == "asking"
        self.about.setText("")
        self.verdict.setText(tr("Looking at the model’s config …") if is_asking else tr("There is no estimate."))
        self.advice.setText("" if is_asking else estimate.sentence)
        self._name_button(tr("Load") if is_asking else tr("Load anyway"))

    def _begin(self, model: ModelMemory, estimate: Estimate) -> None:
        """Take what the settings say, the first time that anything is known."""
        if not self._is_first:
            return
        self._is_first = False
        settings = self._application.settings.value
        self.about.setText(planner_words.about_layers(model))
        self.weights.blockSignals(True)
        for option in model.weights:
            self.weights.addItem(planner_words.weights_name(option), option.name)
        self.weights.setCurrentIndex(self.weights.findData(self._planner.option(model, settings).name))
        self.weights.blockSignals(False)
        limit = model.context_tokens or _ENDLESS_TOKENS
        self.context.set_values(planner_words.context_steps(limit))
        wish = self.wish()
        assert wish is not None
        plan = plan_memory(model, estimate.rooms, wish)
        self.context.set_value(settings.context_tokens or plan.largest_context_tokens or 0)

    @Slot()
    def _show_plan(self) -> None:
        estimate, wish = self._planner.estimate(self._path), self.wish()
        if estimate.model is None or wish is None:
            return
        plan = plan_memory(estimate.model, estimate.rooms, wish)
        self.verdict.setText(planner_words.verdict(plan, wish))
        more = (planner_words.largest(plan, wish), planner_words.advice(estimate, wish))
        self.advice.setText(" ".join(filter(None, more)))
        parts = planner_words.memory_parts(plan)
        self.bar.show_parts(planner_words.fitted(parts, plan.total_bytes))
        self.legend.show_parts(parts)
        self.reading_bar.show_parts(planner_words.reading_parts(plan))
        self.reading_legend.show_parts(planner_words.reading_parts(plan))
        self.place.setText(planner_words.place(estimate))
        self.reading.setText(planner_words.reading(plan))
        self._name_button(tr("Load") if plan.verdict in ("fits", "tight") else tr("Load anyway"))

    def _name_button(self, words: str) -> None:
        self.save.setText(words)
        self.save.setAccessibleName(words)

    @Slot()
    def _load(self) -> None:
        estimate, wish = self._planner.estimate(self._path), self.wish()
        changes = {} if wish is None else self._planner.settings_for(estimate, wish, self._application.settings.value)
        self.accept()
        self.load_requested.emit(self._path, changes)
