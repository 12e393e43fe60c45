"""The page of the settings that says where everything lies."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout

from app.application import Application
from app.translation import tr
from ui.controls import ElidedLabel, button, label
from ui.local_files import open_folder
from ui.settings_page import SettingsPage
from ui.theme import Theme


class StoragePage(SettingsPage):
    """The folders, each with a way there; nothing is changed here."""

    has_defaults = False

    def __init__(self, _theme: Theme, application: Application) -> None:
        super().__init__()
        paths = application.paths
        self._add_heading(tr("Where things lie"))
        for name, folder, note in (
            (tr("Chats"), paths.data, tr("With their attachments, their backups and the starter model.")),
            (tr("Settings"), paths.config, tr("All that is chosen in this window.")),
            (tr("Cache"), paths.cache, tr("May be deleted at any time; chats are then read again.")),
            (tr("Logs"), paths.logs, tr("What the program and its engine noted.")),
        ):
            self._add_place(name, folder, note)
        self._add_note(tr("The variable KVASIR_HOME, set before Kvasir starts, moves all of it into one folder."))
        self._layout.addStretch(1)

    def _add_place(self, name: str, folder: Path, note: str) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        path = ElidedLabel("caption")
        path.show_text(str(folder))
        words.addWidget(label(name))
        words.addWidget(path)
        words.addWidget(label(note, "caption"))
        show = button(tr("Open folder"), lambda: open_folder(folder))
        show.setAccessibleName(tr("Open folder: {name}").format(name=name))
        self._add_beside(words, show)
