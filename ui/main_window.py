"""The window: three panes, the keys, and which conversation is shown."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow, QMessageBox, QSplitter, QWidget

from app.application import Application
from app.engine_client import EngineState
from app.notices import Notice
from ui.cache_sidebar import CacheSidebar
from ui.chat_actions import ChatActions
from ui.chat_pane import ChatPane
from ui.chat_settings_dialog import ChatSettingsDialog
from ui.conversation_list import ConversationList
from ui.export_dialog import ExportDialog
from ui.import_dialog import ImportDialog
from ui.message_menu import MessageMenu
from ui.prompt_dialog import PromptDialog
from ui.settings_dialog import PageName, SettingsDialog
from ui.theme import Theme

_START_SIZE = (1220, 800)
_MINIMUM_SIZE = (420, 420)
_LIST_WIDTH = 250
_SIDEBAR_WIDTH = 290
_LIST_NEEDS_WIDTH = 700
_SIDEBAR_NEEDS_WIDTH = 980
"""In a narrower window the pane gives its room to the chat until the user calls it."""
_CHAT_NEEDS_WIDTH = 360
"""A pane that the user calls does not squeeze the chat more than this."""


class MainWindow(QMainWindow):
    """Shows an `Application`; owns which conversation is open."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._theme = theme
        self._application = application
        self._conversation_id = ""
        self._deleted_id = ""
        self._engine_failure = ""
        self.setWindowTitle("Kvasir")
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.chat_actions = ChatActions(application, self)
        self.list = ConversationList(theme, application, self.chat_actions)
        self.pane = ChatPane(theme, application)
        self.messages = MessageMenu(application, self.pane.view, self)
        self.sidebar = CacheSidebar(theme, application)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        for pane in (self.list, self.pane, self.sidebar):
            self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([_LIST_WIDTH, _START_SIZE[0] - _LIST_WIDTH - _SIDEBAR_WIDTH, _SIDEBAR_WIDTH])
        self.setCentralWidget(self._splitter)
        self._add_keys()
        self._connect()
        self._restore_geometry()
        for side_pane, is_wanted, needed in self._side_panes():
            side_pane.setVisible(is_wanted and self.width() >= needed)
        self._open_newest()
        self.pane.composer.setFocus()

    @property
    def conversation_id(self) -> str:
        """The conversation that is shown."""
        return self._conversation_id

    def open(self, conversation_id: str) -> None:
        """Turn to a conversation."""
        self._conversation_id = conversation_id
        self.pane.open(conversation_id)
        self.list.select(conversation_id)
        self._show_title()

    @Slot()
    def new_chat(self) -> None:
        """Begin a conversation, or turn to the one that is still empty."""
        self.list.show_view("list")
        self.open(self._application.library.create().id)
        self.pane.composer.setFocus()

    @Slot()
    def new_temporary_chat(self) -> None:
        """Begin a conversation of which nothing is kept, or turn to the one that is still empty."""
        self.list.show_view("list")
        self.open(self._application.library.create(temporary=True).id)
        self.pane.composer.setFocus()

    def open_settings(self, page: PageName = "General") -> None:
        """Show the settings on top of the window."""
        SettingsDialog(self._theme, self._application, self, page).open()

    def open_chat_settings(self, conversation_id: str = "") -> None:
        """Show what a chat does otherwise than the rest; an empty id means the one that is shown."""
        ChatSettingsDialog(self._theme, self._application, conversation_id or self._conversation_id, self).open()

    def show_prompt(self, conversation_id: str = "") -> None:
        """Show what the model sees of a chat; an empty id means the one that is shown."""
        PromptDialog(self._theme, self._application.prompts, conversation_id or self._conversation_id, self).open()

    def export(self, conversation_ids: Sequence[str] = ()) -> None:
        """Ask where conversations are to be written; none means the one that is shown."""
        library = self._application.library
        ids = [each for each in conversation_ids if library.conversation(each) is not None] or [self._conversation_id]
        ExportDialog(self._application.exchange, library, ids, self).open()

    def import_chats(self) -> None:
        """Ask for files of other programs."""
        ImportDialog(self._application.exchange, self).open()

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side panes come and go with the room there is."""
        super().resizeEvent(event)
        before, now = event.oldSize().width(), event.size().width()
        for pane, is_wanted, needed in self._side_panes():
            if (before < needed) != (now < needed):
                pane.setVisible(is_wanted and now >= needed)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep place and size; ask first if conversations would be lost."""
        if (sentence := self._application.unsaved_sentence()) and not self._may_lose(sentence):
            event.ignore()
            return
        for dialog in self.findChildren(QDialog):
            dialog.done(QDialog.DialogCode.Rejected)
        geometry = base64.b64encode(self.saveGeometry().data()).decode("ascii")
        self._application.settings.update(window_geometry=geometry)
        super().closeEvent(event)

    # --- set-up -------------------------------------------------------------------------------------------------------

    def _add_keys(self) -> None:
        do, targets = self.chat_actions, self._targets
        keys: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("New chat", "Ctrl+N", self.new_chat),
            ("New temporary chat", "Ctrl+Shift+N", self.new_temporary_chat),
            ("Search chats", "Ctrl+K", self._search),
            ("Rename chat", "F2", self._rename),
            ("Pin chat", "Ctrl+Shift+P", lambda: do.pin(targets())),
            ("Move chat to a folder", "Ctrl+Shift+F", self._move),
            ("Duplicate chat", "Ctrl+Shift+D", lambda: do.duplicate(targets()[0])),
            ("Archive chat", "Ctrl+E", lambda: do.archive(targets())),
            ("Delete chat", "Ctrl+Shift+Backspace", lambda: do.delete(targets())),
            ("Import chats", "Ctrl+O", self.import_chats),
            ("Export chats", "Ctrl+Shift+E", lambda: self.export(targets())),
            ("Settings of this chat", "Ctrl+I", self.open_chat_settings),
            ("What the model sees", "Ctrl+Shift+I", self.show_prompt),
            ("Answer again", "Ctrl+R", self.pane.regenerate),
            ("Go on with the answer", "Alt+Return", self.pane.continue_answer),
            ("Write a message", "Shift+Esc", self.pane.composer.setFocus),
            ("Attach files", "Ctrl+Shift+A", self.pane.composer.choose_files),
            ("Copy the last answer", "Ctrl+Shift+C", self.pane.copy_last_answer),
            ("Choose a model", "Ctrl+Shift+M", self.pane.picker.open_list),
            ("Show or hide the chats", "Ctrl+B", self._toggle_list),
            ("Show or hide the cache", "Ctrl+Shift+B", self._toggle_sidebar),
            ("Settings", "Ctrl+,", self.open_settings),
            ("Quit", "Ctrl+Q", self.close),
        )
        for name, key, act in keys:
            action = QAction(name, self)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(lambda _checked=False, act=act: act())
            self.addAction(action)

    def _connect(self) -> None:
        library = self._application.library
        self.list.chosen.connect(self._turn_to)
        self.list.entered.connect(self.pane.composer.setFocus)
        self.list.new_requested.connect(self.new_chat)
        self.list.temporary_requested.connect(self.new_temporary_chat)
        self.list.import_requested.connect(self.import_chats)
        self.list.export_requested.connect(self.export)
        self.chat_actions.opened.connect(self.open)
        self.chat_actions.rename_requested.connect(self._rename)
        self.chat_actions.export_requested.connect(self.export)
        self.chat_actions.settings_requested.connect(self.open_chat_settings)
        self.chat_actions.prompt_requested.connect(self.show_prompt)
        self.messages.forked.connect(self.open)
        self.pane.settings_requested.connect(self.open_chat_settings)
        self.pane.menu_requested.connect(self._open_menu)
        self.pane.list_toggled.connect(self._toggle_list)
        self.pane.sidebar_toggled.connect(self._toggle_sidebar)
        self.pane.file_requested.connect(self._ask_file)
        self.pane.folder_requested.connect(self._ask_folder)
        self.sidebar.settings_requested.connect(lambda: self.open_settings("Cache and memory"))
        library.changed.connect(self._on_library_changed)
        self._application.engine.state_changed.connect(self._on_engine_state)

    def _restore_geometry(self) -> None:
        self.resize(*_START_SIZE)
        if saved := self._application.settings.value.window_geometry:
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(saved.encode())))

    # --- conversations ------------------------------------------------------------------------------------------------

    def _open_newest(self) -> None:
        conversations = self._application.library.conversations()
        newest = max(conversations, key=lambda conversation: conversation.updated_at, default=None)
        self.open((newest or self._application.library.create()).id)

    @Slot(str)
    def _turn_to(self, conversation_id: str) -> None:
        """Open what the user chose in the list, at the message in which words were found."""
        self.open(conversation_id)
        if found := self.list.model.found_id(conversation_id):
            self.pane.show_message(found)

    def _targets(self) -> list[str]:
        """What keys are meant for."""
        return self.list.chosen_ids(self._conversation_id) or [self._conversation_id]

    @Slot(str)
    def _rename(self, key: str = "") -> None:
        self._call_list()
        if key:
            self.list.rename(key)
        else:
            self.list.rename_here(self._conversation_id)

    def _move(self) -> None:
        place = self.list.view if self.list.view.hasFocus() else self.pane
        self.chat_actions.folder_menu(self._targets(), self).popup(place.mapToGlobal(place.rect().topLeft()))

    @Slot(object)
    def _open_menu(self, place: QPoint) -> None:
        self.chat_actions.menu([self._conversation_id], "list", self).popup(place)

    @Slot()
    def _on_library_changed(self) -> None:
        library = self._application.library
        if library.conversation(self._conversation_id) is None:
            self._deleted_id = self._conversation_id
            self._open_newest()
        elif self._deleted_id and library.conversation(self._deleted_id) is not None:
            self.open(self._deleted_id)  # the deletion was undone
            self._deleted_id = ""
        self._show_title()

    def _show_title(self) -> None:
        conversation = self._application.library.conversation(self._conversation_id)
        self.setWindowTitle(f"{conversation.title} – Kvasir" if conversation is not None else "Kvasir")

    # --- panes --------------------------------------------------------------------------------------------------------

    def _side_panes(self) -> tuple[tuple[QWidget, bool, int], ...]:
        """Each with whether the user wants it and how wide a window it needs."""
        settings = self._application.settings.value
        return (
            (self.list, settings.list_visible, _LIST_NEEDS_WIDTH),
            (self.sidebar, settings.sidebar_visible, _SIDEBAR_NEEDS_WIDTH),
        )

    @Slot()
    def _toggle_list(self) -> None:
        self._application.settings.update(list_visible=self._toggle(self.list))

    @Slot()
    def _toggle_sidebar(self) -> None:
        self._application.settings.update(sidebar_visible=self._toggle(self.sidebar))

    def _toggle(self, pane: QWidget) -> bool:
        if not pane.isHidden():
            pane.hide()
            return False
        self._call(pane)
        return True

    def _call(self, pane: QWidget) -> None:
        """Show a side pane. If both have no room the other one gives way; if even one has none the window grows."""
        if self.width() < _SIDEBAR_NEEDS_WIDTH:
            (self.sidebar if pane is self.list else self.list).hide()
        pane.show()
        self.resize(max(self.width(), pane.minimumWidth() + _CHAT_NEEDS_WIDTH), self.height())

    def _call_list(self) -> None:
        if self.list.isHidden():
            self._call(self.list)

    def _search(self) -> None:
        self._call_list()
        if self.list.model.view == "trash":
            self.list.show_view("list")
        self.list.focus_search()

    # --- questions ----------------------------------------------------------------------------------------------------

    @Slot()
    def _ask_file(self) -> None:
        dialog = QFileDialog(self, "Choose a GGUF file", filter="GGUF models (*.gguf);;All files (*)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._ask(dialog, self._application.models.load)

    @Slot()
    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, "Choose a folder with models")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._ask(dialog, self._application.models.add_folder)

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
            restart = self._application.engine.restart
            self.pane.banners.show_notice(Notice("error", state.sentence, "Start it again", restart))

    def _may_lose(self, sentence: str) -> bool:
        question = QMessageBox(QMessageBox.Icon.Warning, "Kvasir", sentence, parent=self)
        leave = question.addButton("Close and lose them", QMessageBox.ButtonRole.DestructiveRole)
        question.addButton("Stay", QMessageBox.ButtonRole.RejectRole)
        question.exec()
        return question.clickedButton() is leave
