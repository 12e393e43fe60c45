"""The window: three panes, the keys, and which conversation is shown."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, QPoint, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow, QMessageBox, QSplitter

from app.application import Application
from app.engine_client import EngineState
from app.library_controller import View
from app.notices import Notice
from app.servers import is_remote
from app.translation import tr
from ui import dialogs, pane_ring, window_commands
from ui.announcer import Announcer
from ui.cache_sidebar import CacheSidebar
from ui.chat_actions import ChatActions
from ui.chat_pane import ChatPane
from ui.command_palette import CommandPalette
from ui.commands import Commands
from ui.conversation_list import ConversationList
from ui.dialogs import ModelsPage, PageName
from ui.key_bindings import KeyBindings
from ui.message_menu import MessageMenu
from ui.side_panes import SidePanes
from ui.theme import Theme

_START_SIZE = (1220, 800)
_MINIMUM_SIZE = (420, 420)
_LIST_WIDTH = 250
_SIDEBAR_WIDTH = 290


class MainWindow(QMainWindow):
    """Shows an `Application`; owns which conversation is open."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self.theme = theme
        self.application = application
        self._conversation_id = ""
        self._deleted_id = ""
        self._engine_failure = ""
        self.setWindowTitle("Kvasir")
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.commands = Commands(KeyBindings(application.settings), self)
        self.chat_actions = ChatActions(application, self.commands, self)
        self.list = ConversationList(theme, application, self.chat_actions)
        self.pane = ChatPane(theme, application)
        self.messages = MessageMenu(application, self.commands, self.pane.view, self)
        self.sidebar = CacheSidebar(theme, application)
        self.panes = SidePanes(self, application.settings, self.list, self.sidebar)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        for pane in (self.list, self.pane, self.sidebar):
            self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([_LIST_WIDTH, _START_SIZE[0] - _LIST_WIDTH - _SIDEBAR_WIDTH, _SIDEBAR_WIDTH])
        self.setCentralWidget(self._splitter)
        self.commands.add(*window_commands.commands(self))
        self._label_buttons()
        self._connect()
        self.command_palette = CommandPalette(self)
        self._announcer = Announcer(application, self)
        self._restore_geometry()
        self.panes.show_wanted()
        self.pane.composer.setFocus()

    @property
    def conversation_id(self) -> str:
        """The conversation that is shown."""
        return self._conversation_id

    def open(self, conversation_id: str) -> None:
        """Turn to a conversation."""
        self._conversation_id = conversation_id
        self.application.front_chat.show(conversation_id)
        self.pane.open(conversation_id)
        self.list.select(conversation_id)
        self._show_title()

    @Slot()
    def new_chat(self) -> None:
        """Begin a conversation, or turn to the one that is still empty."""
        self.list.show_view("list")
        self.open(self.application.library.create().id)
        self.pane.composer.setFocus()

    @Slot()
    def new_temporary_chat(self) -> None:
        """Begin a conversation of which nothing is kept, or turn to the one that is still empty."""
        self.list.show_view("list")
        self.open(self.application.library.create(temporary=True).id)
        self.pane.composer.setFocus()

    def step(self, by: int) -> None:
        """Turn to the chat below (1) or above (-1) the present one in the list."""
        ids = self.list.model.ids()
        if self._conversation_id in ids:
            place = ids.index(self._conversation_id) + by
            if 0 <= place < len(ids):
                self.turn_to(ids[place])

    def show_list(self, view: View) -> None:
        """Have the chats, the archive or the trash in sight, with the keys."""
        self.panes.call_list()
        self.list.show_view(view)
        self.list.view.setFocus()

    def search_chats(self) -> None:
        """Take up the search of the list."""
        self.panes.call_list()
        if self.list.model.view == "trash":
            self.list.show_view("list")
        self.list.focus_search()

    def open_palette(self) -> None:
        """Let the user find a command, a chat or a model by typing, or no longer."""
        self.command_palette.toggle()

    def open_keys(self) -> None:
        """Show all keys on top of the window."""
        dialogs.keys(self)

    def open_settings(self, page: PageName = "general") -> None:
        """Show the settings on top of the window."""
        dialogs.settings(self, page)

    def open_log(self) -> None:
        """Show what the program and its engine noted."""
        dialogs.log(self)

    def open_diagnostics(self) -> None:
        """Show what this machine has and what Kvasir makes of it."""
        dialogs.diagnostics(self)

    def open_about(self) -> None:
        """Show what Kvasir is, and what it is made of."""
        dialogs.about(self)

    def open_memory(self) -> None:
        """Show the memory in a window of its own, or bring that to the front."""
        dialogs.memory(self)

    @Slot(str)
    def plan_memory(self, path: str = "") -> None:
        """Show what a model would take of memory; an empty path means the one that is, or was, chosen.

        One on a server takes none here.
        """
        models = self.application.models
        if (path := path or models.state.path) and not is_remote(path):
            dialogs.planner(self, path)

    def open_models(self, page: ModelsPage = "installed") -> None:
        """Show all models in a window of its own, or bring that to the front."""
        dialogs.models(self, page)

    def open_how_it_works(self) -> None:
        """Show what the cache does, on the loaded model and the chat that is shown."""
        dialogs.how_it_works(self, self._conversation_id)

    def open_chat_settings(self, conversation_id: str = "") -> None:
        """Show what a chat does otherwise than the rest; an empty id means the one that is shown."""
        dialogs.chat_settings(self, conversation_id or self._conversation_id)

    def show_prompt(self, conversation_id: str = "") -> None:
        """Show what the model sees of a chat; an empty id means the one that is shown."""
        dialogs.prompt(self, conversation_id or self._conversation_id)

    def export(self, conversation_ids: Sequence[str] = ()) -> None:
        """Ask where conversations are to be written; none means the one that is shown."""
        library = self.application.library
        ids = [each for each in conversation_ids if library.conversation(each) is not None] or [self._conversation_id]
        dialogs.export(self, ids)

    def import_chats(self) -> None:
        """Ask for files of other programs."""
        dialogs.import_chats(self)

    @Slot()
    def come_forward(self) -> None:
        """Be seen: another start of the program was asked for this window."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, wherever nothing else wants it, stops the answer."""
        if event.key() == Qt.Key.Key_Escape:
            self.pane.stop()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the newest chat: only now is it known how wide its lines are."""
        super().showEvent(event)
        if not self._conversation_id:
            self._open_newest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side panes come and go with the room there is."""
        super().resizeEvent(event)
        self.panes.fit(event.oldSize().width(), event.size().width())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep place and size; ask first if conversations would be lost."""
        if (sentence := self.application.unsaved_sentence()) and not self._may_lose(sentence):
            event.ignore()
            return
        for dialog in self.findChildren(QDialog):
            dialog.done(QDialog.DialogCode.Rejected)
        geometry = base64.b64encode(self.saveGeometry().data()).decode("ascii")
        self.application.settings.update(window_geometry=geometry)
        super().closeEvent(event)

    # --- set-up -------------------------------------------------------------------------------------------------------

    def stops(self) -> tuple[pane_ring.Stop, ...]:
        """The parts of the window that the keys go round."""
        pane, view = self.pane, self.pane.view
        return (
            pane_ring.Stop(self.list, lambda: self.list.view),
            pane_ring.Stop(pane.banners, lambda: pane_ring.first_control(pane.banners)),
            pane_ring.Stop(view, view.newest_text),
            pane_ring.Stop(pane.composer, lambda: pane.composer.edit),
            pane_ring.Stop(self.sidebar, lambda: pane_ring.first_control(self.sidebar)),
        )

    def _label_buttons(self) -> None:
        tell = self.commands.tell
        tell(self.list.new, "chat.new")
        tell(self.pane.picker, "model.choose")
        tell(self.pane.list_button, "view.list")
        tell(self.pane.settings_button, "chat.settings")
        tell(self.pane.sidebar_button, "view.sidebar")
        tell(self.pane.composer.attach, "message.attach")
        tell(self.sidebar.settings, "program.cache_settings")
        tell(self.sidebar.memory, "view.memory")
        find = "message.find"
        title = self.commands.named(find).title
        self.pane.view.reading.find_title = lambda: self.commands.menu_text(title, find)

    def _connect(self) -> None:
        library = self.application.library
        self.list.chosen.connect(self.turn_to)
        self.list.entered.connect(self.pane.composer.setFocus)
        self.list.new_requested.connect(self.new_chat)
        self.list.temporary_requested.connect(self.new_temporary_chat)
        self.list.import_requested.connect(self.import_chats)
        self.list.export_requested.connect(self.export)
        self.chat_actions.opened.connect(self.open)
        self.chat_actions.rename_requested.connect(self.rename)
        self.chat_actions.export_requested.connect(self.export)
        self.chat_actions.settings_requested.connect(self.open_chat_settings)
        self.chat_actions.prompt_requested.connect(self.show_prompt)
        self.messages.forked.connect(self.open)
        self.pane.settings_requested.connect(self.open_chat_settings)
        self.pane.menu_requested.connect(self._open_menu)
        self.pane.list_toggled.connect(self.panes.toggle_list)
        self.pane.sidebar_toggled.connect(self.panes.toggle_sidebar)
        self.pane.file_requested.connect(self.ask_file)
        self.pane.folder_requested.connect(self.ask_folder)
        self.pane.search_requested.connect(lambda: self.open_models("search"))
        self.pane.plan_requested.connect(self.plan_memory)
        self.pane.picker.manage_requested.connect(lambda: self.open_models())
        self.sidebar.settings_requested.connect(lambda: self.open_settings("cache"))
        self.sidebar.api.settings_requested.connect(lambda: self.open_settings("api"))
        self.sidebar.memory_requested.connect(self.open_memory)
        self.pane.banners.ways = {
            "cache": (tr("Settings of the cache"), lambda: self.open_settings("cache")),
            "models": (tr("Folders with models"), lambda: self.open_settings("models")),
            "storage": (tr("Show the folders"), lambda: self.open_settings("storage")),
            "log": (tr("Show the log"), self.open_log),
        }
        library.changed.connect(self._on_library_changed)
        self.application.engine.state_changed.connect(self._on_engine_state)

    def _restore_geometry(self) -> None:
        self.resize(*_START_SIZE)
        if saved := self.application.settings.value.window_geometry:
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(saved.encode())))

    # --- conversations ------------------------------------------------------------------------------------------------

    def _open_newest(self) -> None:
        conversations = self.application.library.conversations()
        newest = max(conversations, key=lambda conversation: conversation.updated_at, default=None)
        self.open((newest or self.application.library.create()).id)

    @Slot(str)
    def turn_to(self, conversation_id: str, message_id: str = "") -> None:
        """Open what the user chose, at a message, or else at the one in which the list's search found its words."""
        self.open(conversation_id)
        if found := message_id or self.list.model.found_id(conversation_id):
            self.pane.show_message(found)

    def targets(self) -> list[str]:
        """What keys are meant for."""
        return self.list.chosen_ids(self._conversation_id) or [self._conversation_id]

    @Slot(str)
    def rename(self, key: str = "") -> None:
        """Open the name of a chat or of a group for writing; an empty key means the row with the keys, or this chat."""
        self.panes.call_list()
        if key:
            self.list.rename(key)
        else:
            self.list.rename_here(self._conversation_id)

    def move_chats(self) -> None:
        """Ask for a folder to put chats into."""
        place = self.list.view if self.list.view.hasFocus() else self.pane
        self.chat_actions.folder_menu(self.targets(), self).popup(place.mapToGlobal(place.rect().topLeft()))

    @Slot(object)
    def _open_menu(self, place: QPoint) -> None:
        self.chat_actions.menu([self._conversation_id], "list", self).popup(place)

    @Slot()
    def _on_library_changed(self) -> None:
        library = self.application.library
        if library.conversation(self._conversation_id) is None:
            self._deleted_id = self._conversation_id
            self._open_newest()
        elif self._deleted_id and library.conversation(self._deleted_id) is not None:
            self.open(self._deleted_id)  # the deletion was undone
            self._deleted_id = ""
        self._show_title()

    def _show_title(self) -> None:
        conversation = self.application.library.conversation(self._conversation_id)
        self.setWindowTitle(f"{conversation.title} – Kvasir" if conversation is not None else "Kvasir")

    # --- questions ----------------------------------------------------------------------------------------------------

    @Slot()
    def ask_file(self) -> None:
        """Let the user choose a model in a file."""
        dialog = QFileDialog(self, tr("Choose a GGUF file"), filter=tr("GGUF models (*.gguf);;All files (*)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._ask(dialog, self.pane.choose_model)

    @Slot()
    def ask_folder(self) -> None:
        """Let the user choose a folder with models."""
        dialog = QFileDialog(self, tr("Choose a folder with models"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._ask(dialog, self.application.models.add_folder)

    def _ask(self, dialog: QFileDialog, take: Callable[[str], object]) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: take(path))
        dialog.open()

    @Slot(object)
    def _on_engine_state(self, state: EngineState) -> None:
        self.pane.banners.withdraw(self._engine_failure)
        self._engine_failure = state.sentence
        answer = self.pane.view.last_answer()
        is_said = answer is not None and answer.message.error == state.sentence
        if state.kind == "failed" and not is_said:
            restart = self.application.engine.restart
            self.pane.banners.show_notice(Notice("error", state.sentence, tr("Start it again"), restart))

    def _may_lose(self, sentence: str) -> bool:
        question = QMessageBox(QMessageBox.Icon.Warning, "Kvasir", sentence, parent=self)
        leave = question.addButton(tr("Close and lose them"), QMessageBox.ButtonRole.DestructiveRole)
        question.addButton(tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        question.exec()
        return question.clickedButton() is leave
