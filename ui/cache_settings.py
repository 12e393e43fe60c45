"""The page of the settings for the cache: how it is packed, where it lies, what happens when a context is full."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QRadioButton

from app.application import Application
from app.settings import Settings
from app.translation import tr
from ui import formats
from ui.choices import choose
from ui.context_policies import policy_choice
from ui.controls import CheckBox, hairline, label, tab_to_checked, with_hint
from ui.kv_formats import FORMATS
from ui.settings_page import SettingsPage
from ui.theme import Theme
from ui.tier_settings import TierSettings


class CachePage(SettingsPage):
    """Format, places and what gives way."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        layout = self._layout
        layout.addWidget(label(tr("Cache format"), "heading"))
        about = tr(
            "What the model has read of your chats is kept, so that it need not be read again. Smaller fits more."
        )
        layout.addWidget(label(about, "muted", wrap=True))
        self.formats = QButtonGroup(self)
        self._format_names = tuple(FORMATS)
        for number, (name, words) in enumerate(FORMATS.items()):
            choice = QRadioButton(words.name)
            choice.setAccessibleName(tr("Cache format: {name}").format(name=words.name))
            choice.setToolTip(
                tr("{format}: {bits} bits for each number of the cache").format(
                    format=name, bits=formats.decimal(words.bits)
                )
            )
            self.formats.addButton(choice, number)
            layout.addLayout(with_hint(choice, words.hint))
        tab_to_checked(self.formats)
        layout.addWidget(hairline())
        self.grading = CheckBox(theme, tr("Pack older parts of long chats smaller when memory runs short"))
        self.grading.setToolTip(tr("Before anything that is kept warm has to go"))
        hint = tr("More chats stay warm; what was said long ago is rounded more than the rest.")
        layout.addLayout(with_hint(self.grading, hint))
        self._add_load_note(application.models.state.kind)
        layout.addWidget(hairline())
        layout.addWidget(label(tr("Where it is kept"), "heading"))
        self.tiers = TierSettings(theme, value, application.caches)
        layout.addWidget(self.tiers)
        layout.addWidget(hairline())
        layout.addWidget(label(tr("When a chat fills the model's context"), "heading"))
        self.context_policy = policy_choice(theme, value.context_policy)
        layout.addWidget(self.context_policy)
        note = tr("No message is lost: what the model no longer sees is faded. A chat can have a choice of its own.")
        layout.addWidget(label(note, "caption", wrap=True))
        layout.addStretch(1)
        self.show_values(value)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        self.formats.button(self._format_names.index(value.kv_format)).setChecked(True)
        self.grading.setChecked(value.kv_grading)
        self.tiers.show_values(value)
        choose(self.context_policy, value.context_policy)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "kv_format": self._format_names[self.formats.checkedId()],
            "kv_grading": self.grading.isChecked(),
            "context_policy": self.context_policy.currentData(),
            **self.tiers.changes(),
        }
