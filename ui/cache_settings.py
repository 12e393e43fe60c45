"""The page of the settings for the cache: how it is packed, where it lies, what happens when a context is full."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from app.application import Application
from ui.context_policies import policy_choice
from ui.controls import CheckBox, hairline, label, tab_to_checked, with_hint
from ui.kv_formats import FORMATS
from ui.theme import SPACING, Theme
from ui.tier_settings import TierSettings


class CachePage(QWidget):
    """`changes` has what was chosen, as `SettingsStore.update` takes it."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.medium)
        layout.addWidget(label("Cache format", "heading"))
        about = "What the model has read of your chats is kept, so that it need not be read again. Smaller fits more."
        layout.addWidget(label(about, "muted", wrap=True))
        self.formats = QButtonGroup(self)
        self._format_names = tuple(FORMATS)
        for number, (name, words) in enumerate(FORMATS.items()):
            choice = QRadioButton(words.name)
            choice.setAccessibleName(f"Cache format: {words.name}")
            choice.setToolTip(f"{name}: {words.bits:g} bits for each number of the cache")
            self.formats.addButton(choice, number)
            layout.addLayout(with_hint(choice, words.hint))
            if name == value.kv_format:
                choice.setChecked(True)
        tab_to_checked(self.formats)
        layout.addWidget(hairline())
        self.grading = CheckBox(theme, "Pack older parts of long chats smaller when memory runs short")
        self.grading.setToolTip("Before anything that is kept warm has to go")
        self.grading.setChecked(value.kv_grading)
        hint = "More chats stay warm; what was said long ago is rounded more than the rest."
        layout.addLayout(with_hint(self.grading, hint))
        if application.models.state.kind in ("loading", "ready"):
            note = "Saving a change of these loads the model again and stops answers in progress."
            layout.addWidget(label(note, "caption"))
        layout.addWidget(hairline())
        layout.addWidget(label("Where it is kept", "heading"))
        self.tiers = TierSettings(theme, value, application.caches)
        layout.addWidget(self.tiers)
        layout.addWidget(hairline())
        layout.addWidget(label("When a chat fills the model's context", "heading"))
        self.context_policy = policy_choice(theme, value.context_policy)
        layout.addWidget(self.context_policy)
        note = "No message is lost: what the model no longer sees is faded. A chat can have a choice of its own."
        layout.addWidget(label(note, "caption", wrap=True))
        layout.addStretch(1)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "kv_format": self._format_names[self.formats.checkedId()],
            "kv_grading": self.grading.isChecked(),
            "context_policy": self.context_policy.currentData(),
            **self.tiers.changes(),
        }

    def problem(self) -> str:
        """Lists leave nothing to be wrong."""
        return ""
