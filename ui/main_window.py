"""The window: three panes, the keys, and which conversation is shown."""

from __future__ import annotations

import base64
from collections.abc import Callable

from PySide6.QtCore import QByteArray, Qt, Slot
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox, QSplitter, QWidget

from app.application import Application
from app.engine_client import EngineState
from app.notices import Notice
from ui.cache_sidebar import CacheSidebar
from ui.chat_pane import ChatPane
from ui.conversation_list import ConversationList
from ui.settings_dialog import SettingsDialog
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
        self.list = ConversationList(theme, application.library, application.chat)
        self.pane = ChatPane(theme, application)
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
        self.list.search.clear()
        self.open(self._application.library.create().id)
        self.pane.composer.setFocus()

    @Slot()
    def open_settings(self) -> None:
        """Show the settings on top of the window."""
        app = self._application
        dialog = SettingsDialog(self._theme, app.settings, app.models, app.caches, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

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
        geometry = base64.b64encode(self.saveGeometry().data()).decode("ascii")
        self._application.settings.update(window_geometry=geometry)
        super().closeEvent(event)

    # --- set-up -------------------------------------------------------------------------------------------------------

    def _add_keys(self) -> None:
        picker = self.pane.picker
        keys: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("New chat", "Ctrl+N", self.new_chat),
            ("Search chats", "Ctrl+K", self._search),
            ("Rename chat", "F2", lambda: self.list.rename(self._conversation_id)),
            ("Delete chat", "Ctrl+Shift+Backspace", lambda: self._delete(self._conversation_id)),
            ("Answer again", "Ctrl+R", self.pane.regenerate),
            ("Write a message", "Shift+Esc", self.pane.composer.setFocus),
            ("Copy the last answer", "Ctrl+Shift+C", self.pane.copy_last_answer),
            ("Choose a model", "Ctrl+Shift+M", picker.open_list),
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
        self.list.chosen.connect(self.open)
        self.list.entered.connect(self.pane.composer.setFocus)
        self.list.new_requested.connect(self.new_chat)
        self.list.delete_requested.connect(self._delete)
        self.pane.list_toggled.connect(self._toggle_list)
        self.pane.sidebar_toggled.connect(self._toggle_sidebar)
        self.pane.file_requested.connect(self._ask_file)
        self.pane.folder_requested.connect(self._ask_folder)
        self.sidebar.settings_requested.connect(self.open_settings)
        library.changed.connect(self._on_library_changed)
        self._application.engine.state_changed.connect(self._on_engine_state)

    def _restore_geometry(self) -> None:
        self.resize(*_START_SIZE)
        if saved := self._application.settings.value.window_geometry:
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(saved.encode())))

    # --- conversations ------------------------------------------------------------------------------------------------

    def _open_newest(self) -> None:
        conversations = self._application.library.conversations()
        self.open(conversations[0].id if conversations else self._application.library.create().id)

    def _delete(self, conversation_id: str) -> None:
        self._deleted_id = conversation_id if conversation_id == self._conversation_id else ""
        self._application.library.delete(conversation_id)

    @Slot()
    def _on_library_changed(self) -> None:
        library = self._application.library
        if library.conversation(self._conversation_id) is None:
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

    def _search(self) -> None:
        if self.list.isHidden():
            self._call(self.list)
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
