"""The dialog for settings: how the cache is kept."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from app.model_controller import ModelController
from app.settings import SettingsStore
from ui.controls import CheckBox, button, hairline, label
from ui.kv_formats import FORMATS
from ui.theme import SPACING, Theme


class SettingsDialog(QDialog):
    """Shows the settings as they are; only `Save` changes them, all at once, since a loaded model is loaded anew."""

    def __init__(self, theme: Theme, settings: SettingsStore, models: ModelController, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWindowTitle("Settings")
        value = settings.value
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
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
            layout.addLayout(_with_hint(choice, words.hint))
            if name == value.kv_format:
                choice.setChecked(True)
                choice.setFocus()
        layout.addWidget(hairline())
        self.grading = CheckBox(theme, "Pack older parts of long chats smaller when memory runs short")
        self.grading.setToolTip("Before anything that is kept warm has to go")
        self.grading.setChecked(value.kv_grading)
        hint = "More chats stay warm; what was said long ago is rounded more than the rest."
        layout.addLayout(_with_hint(self.grading, hint))
        if models.state.kind in ("loading", "ready"):
            note = "Saving a change loads the model again; answers that are being written stop."
            layout.addWidget(label(note, "caption"))
        layout.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(button("Cancel", self.reject))
        self.save = button("Save", self.accept, kind="primary")
        self.save.setDefault(True)
        buttons.addWidget(self.save)
        layout.addLayout(buttons)

    def accept(self) -> None:
        """Take over what was chosen."""
        kv_format = self._format_names[self.formats.checkedId()]
        self._settings.update(kv_format=kv_format, kv_grading=self.grading.isChecked())
        super().accept()


def _with_hint(control: QWidget, hint: str) -> QVBoxLayout:
    """A choice and, below its words, what it means."""
    control.setAccessibleDescription(hint)
    caption = label(hint, "caption")
    caption.setContentsMargins(SPACING.wide + SPACING.tight, 0, 0, 0)
    layout = QVBoxLayout()
    layout.setSpacing(0)
    layout.addWidget(control)
    layout.addWidget(caption)
    return layout
