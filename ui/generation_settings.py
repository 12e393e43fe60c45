"""The page of the settings for answers: how they come about, in chats that say nothing else."""

from __future__ import annotations

from app.application import Application
from app.settings import Settings
from app.translation import tr
from ui.choices import TextBox, choice, choose, thinking_words
from ui.sampling_fields import SamplingFields
from ui.settings_page import SettingsPage
from ui.theme import Theme


class GenerationPage(SettingsPage):
    """System prompt, sampling and thinking."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        self._add_heading(tr("System prompt"))
        self.system_prompt = TextBox(tr("System prompt"), 4)
        self.system_prompt.setPlaceholderText(tr("None"))
        self._layout.addWidget(self.system_prompt)
        self._add_note(tr("What every chat begins with that has none of its own. The model reads it before all else."))
        self._add_heading(tr("Sampling"))
        self.sampling = SamplingFields()
        self.sampling.set_inherited(application.chat_settings.recommended())
        self.sampling.changed.connect(self.changed)
        self._layout.addWidget(self.sampling)
        note = tr("An empty field takes what the model's maker recommends. A chat can have settings of its own.")
        self._add_note(note)
        self._add_heading(tr("Thinking"))
        self.thinking = choice(theme, tr("Thinking before answers"), thinking_words(), value.thinking)
        self._add_grid({tr("Think before answers"): self.thinking})
        self._layout.addStretch(1)
        self.show_values(value)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        self.system_prompt.setPlainText(value.system_prompt)
        self.sampling.set_values({key: getattr(value, key) for key in self.sampling.fields})
        self.sampling.fields["max_tokens"].set_value(value.max_tokens or None)
        choose(self.thinking, value.thinking)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        sampling = self.sampling.values()
        return {
            **sampling,
            "max_tokens": sampling["max_tokens"] or 0,
            "system_prompt": self.system_prompt.text() if self.system_prompt.text().strip() else "",
            "thinking": self.thinking.currentData(),
        }

    def problem(self) -> str:
        """A field that holds no number."""
        return self.sampling.problem()
