"""The conversations as Qt's item model: rows move, come and go one by one, so selection and editing survive."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot

from app.chat_controller import ChatController
from app.conversation import Conversation
from app.library_controller import LibraryController
from ui import formats

Index = QModelIndex | QPersistentModelIndex

ID_ROLE = Qt.ItemDataRole.UserRole
TIME_ROLE = Qt.ItemDataRole.UserRole + 1
IS_RUNNING_ROLE = Qt.ItemDataRole.UserRole + 2

_NO_PARENT = QModelIndex()


class ConversationModel(QAbstractListModel):
    """What the library holds, or what of it matches the search."""

    def __init__(self, library: LibraryController, chat: ChatController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._chat = chat
        self._search = ""
        self._rows: list[Conversation] = list(library.conversations())
        library.changed.connect(self.refresh)
        chat.activity_changed.connect(self._on_activity)

    def set_search(self, text: str) -> None:
        """Show only what contains the text in its title or messages; everything for none."""
        self._search = text.strip()
        self.refresh()

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Where a conversation stands; an invalid index if it is not shown."""
        for row, conversation in enumerate(self._rows):
            if conversation.id == conversation_id:
                return self.index(row)
        return QModelIndex()

    @Slot()
    def refresh(self) -> None:
        """Take the library's present list with the fewest changes of rows."""
        wanted = list(self._library.search(self._search) if self._search else self._library.conversations())
        kept = {conversation.id for conversation in wanted}
        for row in reversed(range(len(self._rows))):
            if self._rows[row].id not in kept:
                self.beginRemoveRows(_NO_PARENT, row, row)
                del self._rows[row]
                self.endRemoveRows()
        for row, conversation in enumerate(wanted):
            self._place(row, conversation)
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """A flat list."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the delegate paints and screen readers say."""
        if not index.isValid():
            return None
        conversation = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.ToolTipRole):
            return conversation.title
        if role == ID_ROLE:
            return conversation.id
        if role == TIME_ROLE:
            return formats.relative_time(conversation.updated_at, time.time())
        if role == IS_RUNNING_ROLE:
            return self._chat.activity(conversation.id) is not None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = "answering" if index.data(IS_RUNNING_ROLE) else index.data(TIME_ROLE)
            return f"{conversation.title}, {state}"
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename; a title of spaces changes nothing."""
        title = str(value).strip()
        conversation = self._rows[index.row()]
        if role != Qt.ItemDataRole.EditRole or not title or title == conversation.title:
            return False
        self._library.rename(conversation.id, title)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row can be chosen and renamed."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() else flags

    def _place(self, row: int, conversation: Conversation) -> None:
        present = next((at for at, other in enumerate(self._rows) if other.id == conversation.id), None)
        if present is None:
            self.beginInsertRows(_NO_PARENT, row, row)
            self._rows.insert(row, conversation)
            self.endInsertRows()
            return
        if present != row:
            self.beginMoveRows(_NO_PARENT, present, present, _NO_PARENT, row)
            del self._rows[present]
            self._rows.insert(row, conversation)
            self.endMoveRows()
        self._rows[row] = conversation

    @Slot(str)
    def _on_activity(self, conversation_id: str) -> None:
        index = self.index_of(conversation_id)
        if index.isValid():
            self.dataChanged.emit(index, index, [IS_RUNNING_ROLE])
