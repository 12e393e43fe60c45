"""The page of the settings for models: where they are looked for, and how much context they get."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QListWidget

from app.application import Application
from app.settings import Settings
from app.translation import tr
from ui.choices import choice, choose
from ui.controls import CheckBox, button
from ui.model_details import weights_words
from ui.number_field import NumberField
from ui.settings_page import SettingsPage
from ui.theme import SPACING, Theme

_FOLDER_ROWS = 3


class ModelsPage(SettingsPage):
    """Where models are looked for, and how they are loaded."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._add_heading(tr("Folders with models"))
        note = tr(
            "Looked through beside Kvasir's own folder and the Hugging Face cache. Models are used where they lie."
        )
        self._add_note(note, "muted")
        self.folders = QListWidget()
        self.folders.setProperty("kind", "box")
        self.folders.setAccessibleName(tr("Folders with models"))
        self.folders.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.folders.setFixedHeight(_FOLDER_ROWS * (self.fontMetrics().height() + 2 * SPACING.small))
        self._layout.addWidget(self.folders)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        buttons.addWidget(button(tr("Add folder …"), self._ask_folder))
        self.remove = button(tr("Remove from list"), self._remove)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        self._layout.addLayout(buttons)
        self.folders.itemSelectionChanged.connect(self._on_selection)
        self._on_selection()
        self._add_heading(tr("Loading"))
        self.context = NumberField(tr("Context"), is_whole=True)
        self.context.set_inherited(None, tr("as much as the model was made for"))
        self.context.setToolTip(tr("In tokens. A smaller one takes less memory."))
        self.context.textChanged.connect(self.changed)
        self.weights = choice(theme, tr("Weights"), weights_words(), application.settings.value.weights)
        self.weights.setToolTip(
            tr(
                "What a model has learned, as it lies in memory. Smaller weights take less of it, and answers are "
                "written faster. They are tried on a test text when the model is loaded."
            )
        )
        self.at_start = CheckBox(theme, tr("Load the last model when Kvasir starts"))
        self._add_grid({tr("Context in tokens"): self.context, tr("Weights"): self.weights})
        self._add_load_note(application.models.state.kind)
        self._layout.addWidget(self.at_start)
        self._layout.addStretch(1)
        self.show_values(application.settings.value)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        self.folders.clear()
        self.folders.addItems(value.model_folders)
        self.context.set_value(value.context_tokens or None)
        choose(self.weights, value.weights)
        self.at_start.setChecked(value.load_at_start)

    def restore(self) -> None:
        """As in a new program, but for the folders, which are things that the user has and no matter of taste."""
        self.show_values(msgspec.structs.replace(Settings(), model_folders=self._listed()))

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "model_folders": self._listed(),
            "context_tokens": self.context.value() or 0,
            "weights": self.weights.currentData(),
            "load_at_start": self.at_start.isChecked(),
        }

    def problem(self) -> str:
        """A context that is no number."""
        return self.context.problem()

    def add_folder(self, folder: str) -> None:
        """Look there too; no effect if it is in the list."""
        if folder and not self.folders.findItems(folder, Qt.MatchFlag.MatchExactly):
            self.folders.addItem(folder)

    def _listed(self) -> list[str]:
        return [self.folders.item(row).text() for row in range(self.folders.count())]

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, tr("Choose a folder with models"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.add_folder)
        dialog.open()

    def _remove(self) -> None:
        for item in self.folders.selectedItems():
            self.folders.takeItem(self.folders.row(item))

    @Slot()
    def _on_selection(self) -> None:
        self.remove.setEnabled(bool(self.folders.selectedItems()))
