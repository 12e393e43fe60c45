"""The dialogs over the window. Each is imported when it is first asked for, so that no start waits for any of them.

`over` is the dialog that asks for another one: what the window alone owns could not be used before that is closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.main_window import MainWindow

PageName: TypeAlias = Literal[
    "general", "models", "servers", "generation", "cache", "appearance", "storage", "api", "advanced"
]
"""The pages of the settings, in their order."""
ModelsPage: TypeAlias = Literal["installed", "recommended", "search", "downloads"]
"""The pages of the window with models, in their order."""


def settings(window: MainWindow, page: PageName) -> None:
    """What holds for the whole program."""
    from ui.settings_dialog import SettingsDialog

    SettingsDialog(window.theme, window.application, window, page).open()


def chat_settings(window: MainWindow, conversation_id: str) -> None:
    """What a chat does otherwise than the rest."""
    from ui.chat_settings_dialog import ChatSettingsDialog

    ChatSettingsDialog(window.theme, window.application, conversation_id, window).open()


def prompt(window: MainWindow, conversation_id: str) -> None:
    """What the model sees of a chat."""
    from ui.prompt_dialog import PromptDialog

    PromptDialog(window.theme, window.application.prompts, conversation_id, window).open()


def export(window: MainWindow, conversation_ids: Sequence[str]) -> None:
    """Where conversations are to be written."""
    from ui.export_dialog import ExportDialog

    ExportDialog(window.application.exchange, window.application.library, conversation_ids, window).open()


def import_chats(window: MainWindow) -> None:
    """Files of other programs."""
    from ui.import_dialog import ImportDialog

    ImportDialog(window.application.exchange, window).open()


def keys(window: MainWindow, over: QWidget | None = None) -> None:
    """All keys."""
    from ui.keys_dialog import KeysDialog

    KeysDialog(window.theme, window.commands, over or window).open()


def planner(window: MainWindow, path: str, stored_bytes: int = 0, over: QWidget | None = None) -> None:
    """What a model would take of memory."""
    from ui.planner_dialog import PlannerDialog

    dialog = PlannerDialog(window.theme, window.application, path, over or window, stored_bytes)
    dialog.load_requested.connect(window.pane.load_model)
    dialog.open()


def models(window: MainWindow, page: ModelsPage) -> None:
    """All models, in a window of its own: a new one, or the one that is there comes to the front."""
    from ui.models_dialog import ModelsDialog

    dialog = window.findChild(ModelsDialog)
    if dialog is None:
        dialog = ModelsDialog(window.theme, window.application, window)
        dialog.load_requested.connect(window.pane.choose_model)
        dialog.plan_requested.connect(lambda path, stored_bytes: planner(window, path, stored_bytes, dialog))
        dialog.file_requested.connect(window.ask_file)
        dialog.folder_requested.connect(window.ask_folder)
    dialog.show_page(page)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def memory(window: MainWindow) -> None:
    """The memory, in a window of its own: a new one, or the one that is there comes to the front."""
    from ui.memory_panel import MemoryPanel

    panel = window.findChild(MemoryPanel)
    if panel is None:
        panel = MemoryPanel(window.theme, window.application, window)
        panel.opened.connect(window.turn_to)
        panel.opened.connect(window.come_forward)
        panel.settings_requested.connect(lambda: settings(window, "cache"))
        panel.how_requested.connect(window.open_how_it_works)
    panel.show()
    panel.raise_()
    panel.activateWindow()


def how_it_works(window: MainWindow, conversation_id: str) -> None:
    """What the cache does, on the loaded model and a chat, in a window of its own: a new one, or the one there is."""
    from ui.how_it_works import HowItWorks

    pages = window.findChild(HowItWorks)
    if pages is None:
        pages = HowItWorks(window.theme, window.application, conversation_id, window)
    else:
        pages.match.show_conversation(conversation_id)
    pages.show()
    pages.raise_()
    pages.activateWindow()


def log(window: MainWindow, over: QWidget | None = None) -> None:
    """What the program and its engine noted, in a window of its own: a new one, or the one that is there."""
    from ui.log_window import LogWindow

    owner = over or window
    shown = owner.findChild(LogWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if shown is None:
        shown = LogWindow(window.theme, window.application.paths, owner)
    shown.show()
    shown.raise_()
    shown.activateWindow()


def diagnostics(window: MainWindow, over: QWidget | None = None) -> None:
    """What this machine has, and what Kvasir makes of it."""
    from ui.diagnostics_dialog import DiagnosticsDialog

    DiagnosticsDialog(window.application, over or window).open()


def about(window: MainWindow, over: QWidget | None = None) -> None:
    """What Kvasir is, and what it is made of."""
    from ui.about_dialog import AboutDialog

    AboutDialog(window.application.paths, over or window).open()
