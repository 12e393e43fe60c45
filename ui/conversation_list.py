"""The left pane: new chat, search, and the list of conversations."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QListView, QMenu, QVBoxLayout, QWidget

from app.chat_controller import ChatController
from app.library_controller import LibraryController
from ui.controls import IconButton, label
from ui.conversation_delegate import ConversationDelegate
from ui.conversation_model import ID_ROLE, ConversationModel
from ui.theme import SPACING, Theme

_CLOCK_MS = 60_000


class ConversationList(QWidget):
    """Shows the library. `chosen` carries the id of the conversation that the user turned to."""

    chosen = Signal(str)
    entered = Signal()
    new_requested = Signal()
    delete_requested = Signal(str)

    def __init__(
        self, theme: Theme, library: LibraryController, chat: ChatController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(200)
        self.model = ConversationModel(library, chat, self)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search chats")
        self.search.setAccessibleName("Search chats")
        self.search.setClearButtonEnabled(True)
        self._magnifier = self.search.addAction(theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._on_search)
        self.search.installEventFilter(self)
        self.nothing = label("", "muted", wrap=True)
        self.nothing.hide()

        self.view = QListView()
        self.view.setAccessibleName("Chats")
        self.view.setModel(self.model)
        self.view.setItemDelegate(ConversationDelegate(theme, self.view))
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setUniformItemSizes(True)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.activated.connect(self.entered)
        self.view.clicked.connect(self.entered)
        self._shown_id = ""
        for rows_changed in (self.model.rowsInserted, self.model.rowsRemoved):
            rows_changed.connect(self._mark)

        heading = QHBoxLayout()
        heading.addWidget(label("Chats", "heading"), 1)
        heading.addWidget(IconButton(theme, "plus", "New chat (Ctrl+N)", self.new_requested.emit))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        heading.setContentsMargins(SPACING.small, 0, 0, 0)
        layout.addLayout(heading)
        layout.addWidget(self.search)
        layout.addWidget(self.nothing)
        layout.addWidget(self.view, 1)

        clock = QTimer(self)
        clock.setInterval(_CLOCK_MS)
        clock.timeout.connect(self.view.viewport().update)  # `5 min` becomes `6 min`
        clock.start()
        self._theme = theme
        theme.changed.connect(self._restyle)

    def select(self, conversation_id: str) -> None:
        """Mark a conversation without telling anyone; it stays marked while a search hides and shows it."""
        self._shown_id = conversation_id
        self._mark()

    @Slot()
    def _mark(self) -> None:
        index = self.model.index_of(self._shown_id)
        selection = self.view.selectionModel()
        selection.blockSignals(True)
        selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        selection.blockSignals(False)
        self.view.scrollTo(index)
        self.view.viewport().update()

    def rename(self, conversation_id: str) -> None:
        """Open the title for writing."""
        index = self.model.index_of(conversation_id)
        if index.isValid():
            self.view.setFocus()
            self.view.edit(index)

    @Slot()
    def focus_search(self) -> None:
        """Take up the search, its old words marked for overwriting."""
        self.search.setFocus()
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search, Down goes to the list and Escape clears it."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self.view.setFocus()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _restyle(self) -> None:
        self._magnifier.setIcon(self._theme.icon("search"))
        self.view.doItemsLayout()

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self.model.set_search(text)
        is_empty = bool(text.strip()) and not self.model.rowCount()
        self.nothing.setText(f"No chat contains “{text.strip()}”.")
        self.nothing.setVisible(is_empty)

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        # Rows that come and go also move the current one; only the user's hand chooses.
        if current.isValid() and self.view.hasFocus():
            self.chosen.emit(current.data(ID_ROLE))

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        index = self.view.indexAt(position)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        conversation_id = index.data(ID_ROLE)  # its row may be another one by the time that the user chooses
        menu.addAction("Rename", lambda: self.rename(conversation_id))
        menu.addAction("Delete", lambda: self.delete_requested.emit(conversation_id))
        menu.popup(self.view.viewport().mapToGlobal(position))
