"""The dialog for what one chat does otherwise than the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from app.application import Application
from app.chat_settings import settings_of
from app.conversation import ChatSettings, Preset
from app.translation import tr
from ui.choices import TextBox, choice, choose, thinking_words
from ui.context_policies import POLICIES
from ui.controls import CheckBox, button, hairline, label
from ui.form_dialog import FormDialog
from ui.kv_formats import FORMATS
from ui.preset_bar import PresetBar
from ui.sampling_fields import SamplingFields
from ui.theme import SPACING, Theme

_COST_MS = 120


class ChatSettingsDialog(FormDialog):
    """Shows what holds in a chat; what is left empty is inherited. Only `Save` changes anything.

    Deletes itself when it is closed; show it with `open`.
    """

    def __init__(self, theme: Theme, application: Application, conversation_id: str, parent: QWidget) -> None:
        super().__init__(tr("Settings of this chat"), parent)
        self._application = application
        self._settings = application.chat_settings
        self._conversation_id = conversation_id
        inherited = self._settings.inherited()
        self.presets = PresetBar(theme, self._settings, self._own, self)
        self.presets.chosen.connect(self._take_preset)
        self.model = choice(theme, tr("Model"), self._models(), "")
        self.system_prompt = TextBox(tr("System prompt"), 4)
        self.system_prompt.setPlaceholderText(inherited.system_prompt or tr("None"))
        self.no_prompt = CheckBox(theme, tr("Use no system prompt here"))
        if not inherited.system_prompt.strip():
            self.no_prompt.hide()
        self.sampling = SamplingFields()
        self.sampling.set_inherited(inherited)
        self.stop = TextBox(tr("Stop texts"), 2)
        self.stop.setPlaceholderText(tr("None. One a line; \\n stands for a line break."))
        usual = thinking_words()[inherited.thinking]
        thinking = {"default": _inherited(usual), "on": thinking_words()["on"], "off": thinking_words()["off"]}
        self.thinking = choice(theme, tr("Thinking"), thinking, "default")
        usual = FORMATS[inherited.kv_format].name
        self.kv_format = choice(theme, tr("Cache format"), _names(usual, {k: w.name for k, w in FORMATS.items()}), "")
        usual = POLICIES[application.settings.value.context_policy].name
        self.policy = choice(theme, tr("When the context is full"), _names(usual, _policies()), "")
        self.cost = label("", "muted", wrap=True)
        self.reset = button(tr("Reset all"), self._reset, kind="link")
        self.reset.setToolTip(tr("Let everything be as the program's settings say"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_COST_MS)
        self._timer.timeout.connect(self._show_cost)
        self._lay_out()
        self._show(self._settings.own(conversation_id))
        choose(self.policy, self._own_policy())
        self._connect()
        self._show_cost()
        self.system_prompt.setFocus()

    def accept(self) -> None:
        """Take over what was chosen."""
        own, app = self._own(), self._application
        before = self._settings.own(self._conversation_id)
        self._settings.change(self._conversation_id, own)
        if self._own_policy() != self.policy.currentData():
            app.context.choose(self._conversation_id, self.policy.currentData())
        if own.model_path != before.model_path:
            app.chat.use_model(self._conversation_id, own.model_path)
        super().accept()

    def done(self, result: int) -> None:
        """Nothing more is worked out for a dialog that is gone."""
        self._timer.stop()
        super().done(result)

    # ------------------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        upper = ((tr("Preset"), self.presets), (tr("Model"), self.model))
        lower = ((tr("Thinking"), self.thinking), (tr("Cache format"), self.kv_format), (tr("When full"), self.policy))
        widest = max(self.fontMetrics().horizontalAdvance(name) for name, _ in (*upper, *lower))
        top, below = _grid(upper, widest), _grid(lower, widest)
        layout = self.body_layout
        layout.addLayout(top)
        layout.addWidget(label(tr("System prompt"), "section"))
        layout.addWidget(self.system_prompt)
        layout.addWidget(self.no_prompt)
        layout.addWidget(label(tr("Answers"), "section"))
        layout.addWidget(self.sampling)
        layout.addWidget(label(tr("An answer ends before any of these texts"), "caption"))
        layout.addWidget(self.stop)
        layout.addWidget(hairline())
        layout.addLayout(below)
        layout.addStretch(1)
        self.add_footer(self.cost, self.reset)

    def _connect(self) -> None:
        self.no_prompt.toggled.connect(self._on_changed)
        self.system_prompt.textChanged.connect(self._on_changed)
        self.stop.textChanged.connect(self._on_changed)
        self.sampling.changed.connect(self._on_changed)
        for combo in (self.model, self.thinking, self.kv_format, self.policy):
            combo.currentIndexChanged.connect(self._on_changed)
        self._on_changed()

    def _models(self) -> dict[str, str]:
        """Names by paths: those that were found, and the chat's own if it is not among them."""
        models = self._application.models
        loaded = models.state.name
        names = {"": tr("Whichever is loaded ({model})").format(model=loaded) if loaded else tr("Whichever is loaded")}
        names |= {each.path: models.name(each.path) for each in models.models()}
        own = self._settings.own(self._conversation_id).model_path
        presets = [preset.settings.model_path for preset in self._settings.presets()]
        for path in filter(None, (own, *presets)):
            names.setdefault(path, tr("{model} (not found)").format(model=models.name(path)))
        return names

    def _own_policy(self) -> str:
        conversation = self._application.library.conversation(self._conversation_id)
        return "" if conversation is None else conversation.context_policy

    def _show(self, own: ChatSettings) -> None:
        choose(self.model, own.model_path)
        self.system_prompt.setPlainText(own.system_prompt or "")
        self.no_prompt.setChecked(own.system_prompt == "" and bool(self._settings.inherited().system_prompt))
        self.sampling.set_values({key: getattr(own, key) for key in self.sampling.fields})
        self.stop.setPlainText("\n".join(text.replace("\\", "\\\\").replace("\n", "\\n") for text in own.stop or ()))
        choose(self.thinking, own.thinking)
        choose(self.kv_format, own.kv_format)

    def _own(self) -> ChatSettings:
        """What the fields say; `problem` must be empty."""
        prompt = self.system_prompt.text()
        stop = tuple(_stop_text(line) for line in self.stop.text().split("\n") if line)
        values = {
            "model_path": self.model.currentData(),
            "system_prompt": "" if self.no_prompt.isChecked() else prompt if prompt.strip() else None,
            "stop": stop or None,
            "thinking": self.thinking.currentData(),
            "kv_format": self.kv_format.currentData(),
        }
        return msgspec.convert(values | self.sampling.values(), ChatSettings)

    @Slot(object)
    def _take_preset(self, preset: Preset) -> None:
        self._show(settings_of(preset, self.model.currentData()))

    def _reset(self) -> None:
        self._show(ChatSettings())
        choose(self.policy, "")

    @Slot()
    def _on_changed(self) -> None:
        self.system_prompt.setEnabled(not self.no_prompt.isChecked())
        self.show_problem(self.sampling.problem())
        self.presets.set_can_save(not self.sampling.problem())
        self._timer.start()

    @Slot()
    def _show_cost(self) -> None:
        if not self.sampling.problem():
            self.cost.setText(self._settings.reading_cost(self._conversation_id, self._own()))


def _grid(rows: Iterable[tuple[str, QWidget]], names_width: int) -> QGridLayout:
    layout = QGridLayout()
    layout.setHorizontalSpacing(SPACING.small)
    layout.setVerticalSpacing(SPACING.small)
    layout.setColumnMinimumWidth(0, names_width)
    layout.setColumnStretch(1, 1)
    for row, (name, control) in enumerate(rows):
        words = label(name)
        words.setBuddy(control)
        layout.addWidget(words, row, 0)
        layout.addWidget(control, row, 1)
    return layout


def _inherited(name: str) -> str:
    return tr("As in the settings: {choice}").format(choice=f"{name[:1].lower()}{name[1:]}")


def _names(usual: str, others: Mapping[str, str]) -> dict[str, str]:
    return {"": _inherited(usual), **others}


def _policies() -> dict[str, str]:
    return {policy: words.name for policy, words in POLICIES.items()}


def _stop_text(line: str) -> str:
    return line.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
