"""The pages of the settings but for the cache's: general, models, generation and storage."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from app.application import Application
from ui.choices import THINKING, TextBox, choice
from ui.controls import CheckBox, ElidedLabel, button, label
from ui.number_field import NumberField
from ui.sampling_fields import SamplingFields
from ui.theme import SPACING, Theme

_THEMES = {"system": "As the system", "light": "Light", "dark": "Dark"}
_POINTS = (0, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24)
_DTYPES = {
    "auto": "Automatic (recommended)",
    "bfloat16": "bfloat16",
    "float16": "float16",
    "float32": "float32 (twice the memory)",
}
_FOLDER_ROWS = 3


class _Page(QWidget):
    """Fields below each other; `changes` has what was chosen, as `SettingsStore.update` takes it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACING.medium)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        raise NotImplementedError

    def problem(self) -> str:
        """What cannot be saved, as a sentence; empty for nothing."""
        return ""

    def _add_grid(self, rows: Mapping[str, QWidget]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACING.medium)
        grid.setVerticalSpacing(SPACING.small)
        grid.setColumnStretch(1, 1)
        for number, (name, control) in enumerate(rows.items()):
            words = label(name)
            words.setBuddy(control)
            grid.addWidget(words, number, 0)
            grid.addWidget(control, number, 1)
        self._layout.addLayout(grid)


class GeneralPage(_Page):
    """How the program looks, and titles."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        self.theme = choice(theme, "Colours", _THEMES, value.theme)
        sizes = {str(points): f"{points} pt" if points else "Automatic" for points in {*_POINTS, value.font_points}}
        self.letters = choice(
            theme, "Size of letters", dict(sorted(sizes.items(), key=_points)), str(value.font_points)
        )
        self._layout.addWidget(label("Appearance", "heading"))
        self._add_grid({"Colours": self.theme, "Size of letters": self.letters})
        self._layout.addSpacing(SPACING.small)
        self._layout.addWidget(label("Chats", "heading"))
        self.titles = CheckBox(theme, "Let the model give new chats their titles")
        self.titles.setChecked(value.automatic_titles)
        self._layout.addWidget(self.titles)
        note = "It is asked beside the chat, after the first answer; the chat itself stays as it is."
        self._layout.addWidget(label(note, "caption", wrap=True))
        self._layout.addStretch(1)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "theme": self.theme.currentData(),
            "font_points": int(self.letters.currentData()),
            "automatic_titles": self.titles.isChecked(),
        }


class ModelsPage(_Page):
    """Where models are looked for, and how they are loaded."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        self._layout.addWidget(label("Folders with models", "heading"))
        note = "Looked through beside Kvasir's own folder and the Hugging Face cache. Models are used where they lie."
        self._layout.addWidget(label(note, "muted", wrap=True))
        self.folders = QListWidget()
        self.folders.setProperty("kind", "box")
        self.folders.setAccessibleName("Folders with models")
        self.folders.addItems(value.model_folders)
        self.folders.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.folders.setFixedHeight(_FOLDER_ROWS * (self.fontMetrics().height() + 2 * SPACING.small))
        self._layout.addWidget(self.folders)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        buttons.addWidget(button("Add folder …", self._ask_folder))
        self.remove = button("Remove from list", self._remove)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        self._layout.addLayout(buttons)
        self.folders.itemSelectionChanged.connect(self._on_selection)
        self._on_selection()
        self._layout.addSpacing(SPACING.small)
        self._layout.addWidget(label("Loading", "heading"))
        self.context = NumberField("Context", is_whole=True)
        self.context.set_value(value.context_tokens or None)
        self.context.set_inherited(None, "as much as the model was made for")
        self.context.setToolTip("In tokens. A smaller one takes less memory.")
        self.context.textChanged.connect(self.changed)
        self.dtype = choice(theme, "Numbers of the model", _DTYPES, value.dtype)
        self._add_grid({"Context in tokens": self.context, "Numbers of the model": self.dtype})
        if application.models.state.kind in ("loading", "ready"):
            note = "Saving a change of these loads the model again and stops answers in progress."
            self._layout.addWidget(label(note, "caption", wrap=True))
        self._layout.addStretch(1)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "model_folders": [self.folders.item(row).text() for row in range(self.folders.count())],
            "context_tokens": self.context.value() or 0,
            "dtype": self.dtype.currentData(),
        }

    def problem(self) -> str:
        """A context that is no number."""
        return self.context.problem()

    def add_folder(self, folder: str) -> None:
        """Look there too; no effect if it is in the list."""
        if folder and not self.folders.findItems(folder, Qt.MatchFlag.MatchExactly):
            self.folders.addItem(folder)

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, "Choose a folder with models")
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


class GenerationPage(_Page):
    """How answers come about, in chats that say nothing else."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        self._layout.addWidget(label("System prompt", "heading"))
        self.system_prompt = TextBox("System prompt", 4)
        self.system_prompt.setPlaceholderText("None")
        self.system_prompt.setPlainText(value.system_prompt)
        self._layout.addWidget(self.system_prompt)
        note = "What every chat begins with that has none of its own. The model reads it before all else."
        self._layout.addWidget(label(note, "caption", wrap=True))
        self._layout.addSpacing(SPACING.small)
        self._layout.addWidget(label("Sampling", "heading"))
        self.sampling = SamplingFields()
        self.sampling.set_values({key: getattr(value, key) for key in self.sampling.fields})
        self.sampling.fields["max_tokens"].set_value(value.max_tokens or None)
        self.sampling.set_inherited(application.chat_settings.recommended())
        self.sampling.changed.connect(self.changed)
        self._layout.addWidget(self.sampling)
        note = "An empty field takes what the model's maker recommends. A chat can have settings of its own (Ctrl+I)."
        self._layout.addWidget(label(note, "caption", wrap=True))
        self._layout.addSpacing(SPACING.small)
        self._layout.addWidget(label("Thinking", "heading"))
        self.thinking = choice(theme, "Thinking before answers", THINKING, value.thinking)
        self._add_grid({"Think before answers": self.thinking})
        self._layout.addStretch(1)

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


class StoragePage(_Page):
    """Where everything lies; nothing is changed here."""

    def __init__(self, _theme: Theme, application: Application) -> None:
        super().__init__()
        paths = application.paths
        self._layout.addWidget(label("Where things lie", "heading"))
        for name, folder, note in (
            ("Chats", paths.data, "With their attachments, their backups and the starter model."),
            ("Settings", paths.config, "All that is chosen in this window."),
            ("Cache", paths.cache, "May be deleted at any time; chats are then read again."),
            ("Logs", paths.logs, "What the program and its engine noted."),
        ):
            self._add_place(name, folder, note)
        self._layout.addStretch(1)

    def changes(self) -> dict[str, object]:
        """Nothing."""
        return {}

    def _add_place(self, name: str, folder: Path, note: str) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        path = ElidedLabel("caption")
        path.show_text(str(folder))
        words.addWidget(label(name))
        words.addWidget(path)
        words.addWidget(label(note, "caption"))
        url = QUrl.fromLocalFile(str(folder))
        show = button("Open folder", lambda: QDesktopServices.openUrl(url))
        show.setAccessibleName(f"Open folder: {name}")
        row = QHBoxLayout()
        row.setSpacing(SPACING.medium)
        row.addLayout(words, 1)
        row.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(row)


def _points(item: tuple[str, str]) -> int:
    return int(item[0])
