"""The row of a form that takes its settings from a preset, or makes a preset of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.chat_settings_controller import ChatSettingsController
from app.conversation import ChatSettings, Preset
from app.translation import tr
from ui.controls import ComboBox, IconButton, button
from ui.questions import NameDialog, confirm
from ui.theme import SPACING, Theme


class PresetBar(QWidget):
    """`chosen` carries the preset that the user took.

    Args:
        current: The settings of the form, to be kept as a preset.
    """

    chosen = Signal(object)

    def __init__(
        self, theme: Theme, settings: ChatSettingsController, current: Callable[[], ChatSettings], window: QWidget
    ) -> None:
        super().__init__()
        self._settings = settings
        self._current = current
        self._window = window
        self.combo = ComboBox(theme)
        self.combo.setAccessibleName(tr("Preset"))
        self.save = button(tr("Save as preset …"), self._ask_name)
        self.delete = IconButton(theme, "trash", tr("Delete this preset"), self._ask_delete)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.combo, 1)
        layout.addWidget(self.save)
        layout.addWidget(self.delete)
        self.setFocusProxy(self.combo)
        settings.presets_changed.connect(self._refresh)
        self._refresh()
        self.combo.activated.connect(self._on_activated)

    def set_can_save(self, can_save: bool) -> None:
        """Whether the form says something that can be kept."""
        self.save.setEnabled(can_save)

    @Slot()
    def _refresh(self, chosen_id: str = "") -> None:
        chosen_id = chosen_id or self.combo.currentData() or ""
        self.combo.clear()
        self.combo.addItem(tr("None"), "")
        for preset in self._settings.presets():
            self.combo.addItem(preset.name, preset.id)
        self.combo.setCurrentIndex(max(0, self.combo.findData(chosen_id)))
        self.delete.setEnabled(self.combo.currentIndex() > 0)

    def _chosen(self) -> Preset | None:
        return next((each for each in self._settings.presets() if each.id == self.combo.currentData()), None)

    @Slot()
    def _on_activated(self) -> None:
        preset = self._chosen()
        self.delete.setEnabled(preset is not None)
        if preset is not None:
            self.chosen.emit(preset)

    def _ask_name(self) -> None:
        preset = self._chosen()
        name = preset.name if preset is not None else ""
        NameDialog(
            tr("Save as preset"), tr("Name of the preset"), name, tr("Save preset"), self._keep, self._window
        ).open()

    def _keep(self, name: str) -> None:
        same = next((each.id for each in self._settings.presets() if each.name == name), "")
        preset = self._settings.save_preset(name, self._current(), same)
        if preset is not None:
            self._refresh(preset.id)

    def _ask_delete(self) -> None:
        preset = self._chosen()
        if preset is not None:
            explanation = tr("Chats keep what they took from it.")
            question = tr("Delete the preset “{name}”?").format(name=preset.name)
            confirm(self._window, question, explanation, tr("Delete"), lambda: self._settings.delete_preset(preset.id))
