"""The dialog for settings: how the cache is kept."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QRadioButton, QScrollArea, QVBoxLayout, QWidget

from app.cache_controller import CacheController
from app.model_controller import ModelController
from app.settings import SettingsStore
from ui.context_policies import policy_choice
from ui.controls import CheckBox, button, hairline, label
from ui.kv_formats import FORMATS
from ui.theme import SPACING, Theme
from ui.tier_settings import TierSettings

_ROUND_THE_DIALOG = 80
"""Pixels of the screen that the frame of the dialog, and a little air, take from its height."""


class SettingsDialog(QDialog):
    """Shows the settings as they are; only `Save` changes them, all at once, since a loaded model is loaded anew."""

    def __init__(
        self,
        theme: Theme,
        settings: SettingsStore,
        models: ModelController,
        caches: CacheController,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWindowTitle("Settings")
        value = settings.value
        body = QWidget()
        body.setProperty("kind", "surface")
        layout = QVBoxLayout(body)
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
        layout.addWidget(hairline())
        self.grading = CheckBox(theme, "Pack older parts of long chats smaller when memory runs short")
        self.grading.setToolTip("Before anything that is kept warm has to go")
        self.grading.setChecked(value.kv_grading)
        hint = "More chats stay warm; what was said long ago is rounded more than the rest."
        layout.addLayout(_with_hint(self.grading, hint))
        if models.state.kind in ("loading", "ready"):
            note = "Saving a change of these loads the model again and stops answers in progress."
            layout.addWidget(label(note, "caption"))
        layout.addWidget(hairline())
        layout.addWidget(label("Where it is kept", "heading"))
        self.tiers = TierSettings(theme, value, caches)
        layout.addWidget(self.tiers)
        layout.addWidget(hairline())
        layout.addWidget(label("When a chat fills the model's context", "heading"))
        self.context_policy = policy_choice(theme, value.context_policy)
        layout.addWidget(self.context_policy)
        note = "No message is lost: what the model no longer sees is faded. A chat can have a choice of its own."
        layout.addWidget(label(note, "caption", wrap=True))
        layout.addStretch(1)
        self.save = button("Save", self.accept, kind="primary")
        self.save.setDefault(True)
        self._lay_out(body)
        self.formats.button(self._format_names.index(value.kv_format)).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """As large as the settings need, as far as the screen allows; only now is the size of the letters known."""
        super().showEvent(event)
        if event.spontaneous():
            return
        body = self._body
        width = body.sizeHint().width() + self._scroll.verticalScrollBar().sizeHint().width()
        body_height = max(body.heightForWidth(width), body.minimumSizeHint().height())
        height = body_height + 1 + self._buttons.sizeHint().height()
        self._scroll.setMinimumWidth(width)
        self.resize(width, min(height, self.screen().availableGeometry().height() - _ROUND_THE_DIALOG))

    def accept(self) -> None:
        """Take over what was chosen."""
        kv_format = self._format_names[self.formats.checkedId()]
        self._settings.update(
            kv_format=kv_format,
            kv_grading=self.grading.isChecked(),
            context_policy=self.context_policy.currentData(),
            **self.tiers.changes(),
        )
        super().accept()

    def _lay_out(self, body: QWidget) -> None:
        """The settings, which scroll where the screen is too low for them, above the buttons, which stay."""
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(SPACING.wide, SPACING.medium, SPACING.wide, SPACING.medium)
        buttons.setSpacing(SPACING.small)
        buttons.addStretch(1)
        buttons.addWidget(button("Cancel", self.reject))
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addWidget(hairline())
        layout.addLayout(buttons)
        self._body, self._scroll, self._buttons = body, scroll, buttons


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
