"""The conversations as Qt's item model: rows come, go and change places, so selection and editing survive."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot

from app.application import Application
from app.cache_monitor import CacheReport, Place, place_text, places
from app.library_controller import Passage, View
from app.store.folding import fold
from app.translation import tr
from ui import formats
from ui.conversation_rows import ChatRow, Group, Row, grouped

Index = QModelIndex | QPersistentModelIndex

ID_ROLE = Qt.ItemDataRole.UserRole
"""The conversation's id; empty for the heading of a group."""
ROW_ROLE = Qt.ItemDataRole.UserRole + 1
TIME_ROLE = Qt.ItemDataRole.UserRole + 2
IS_RUNNING_ROLE = Qt.ItemDataRole.UserRole + 3
PLACES_ROLE = Qt.ItemDataRole.UserRole + 4
"""Where its cache lies, the fastest place first: pairs of bytes and words."""

MOST_HITS = 100
_MOST_STEPS = 50
"""What comes and goes in more places than that is sooner shown anew."""
_NO_PARENT = QModelIndex()
_TITLE_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole)


class ConversationModel(QAbstractListModel):
    """One view of the library, or what of it matches the search; empty until `show_view`.

    Attributes:
        view: Chats, archive or trash.
        words: What is searched for; empty for nothing.
    """

    refreshed = Signal()
    """Rows may have come, gone or changed places."""

    def __init__(self, application: Application, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = application.library
        self._chat = application.chat
        self._models = application.models
        self._closed = set(application.settings.value.closed_groups)
        self.view: View = "list"
        self.words = ""
        self._rows: list[Row] = []
        self._keys: list[str] = []
        self._numbers: dict[str, int] = {}  # by key
        self._running: set[str] = set()
        self._found: dict[str, Passage | None] = {}
        self._places: dict[str, list[tuple[int, Place]]] = {}
        self._library.changed.connect(self.refresh)
        self._chat.activity_changed.connect(self._on_activity)
        application.cache.changed.connect(self._on_caches)
        self._on_caches(application.cache.report())

    def show_view(self, view: View) -> None:
        """Turn to the chats, the archive or the trash."""
        self.view = view
        self._begin_anew(self._wanted())

    def set_search(self, text: str) -> None:
        """Show what contains the text in its title or messages, of the trash in its title; everything for none."""
        self.words = text.strip()
        self._begin_anew(self._wanted())

    def set_open(self, key: str, is_open: bool) -> None:
        """Show what is in a group, or its heading alone."""
        (self._closed.discard if is_open else self._closed.add)(key)
        self.refresh()

    def reveal(self, conversation_id: str) -> QModelIndex:
        """Open the group that a conversation of this view is folded into; returns where it stands."""
        if not self.index_of(conversation_id).isValid():
            everything = grouped(self._library.conversations(self.view), ())
            heading = ""
            for row in everything:
                heading = row.key if isinstance(row, Group) else heading
                if row.key == conversation_id:
                    self.set_open(heading, is_open=True)
        return self.index_of(conversation_id)

    def closed_groups(self) -> list[str]:
        """Keys of the groups that show their heading alone."""
        return sorted(self._closed)

    def index_of(self, key: str) -> QModelIndex:
        """Where a conversation or group stands; an invalid index if it is not shown."""
        number = self._numbers.get(key)
        return QModelIndex() if number is None else self.index(number)

    def group_of(self, index: Index) -> QModelIndex:
        """The heading above a row; itself for a heading, an invalid index where there is none."""
        for number in range(index.row(), -1, -1):
            if isinstance(self._rows[number], Group):
                return self.index(number)
        return QModelIndex()

    def found_id(self, conversation_id: str) -> str:
        """The message of a conversation in which the search found its words; empty for none."""
        row = self.index_of(conversation_id).data(ROW_ROLE)
        return row.found_id if isinstance(row, ChatRow) else ""

    def ids(self) -> list[str]:
        """The conversations that are shown."""
        return [row.key for row in self._rows if isinstance(row, ChatRow)]

    @Slot()
    def refresh(self) -> None:
        """Take the library's present list; rows that stay are the same to Qt, wherever they go."""
        wanted = self._wanted()
        keys = [row.key for row in wanted]
        if keys != self._keys and not self._follow(wanted, keys):
            self._begin_anew(wanted)
            return
        self._rows = wanted
        if wanted:
            self.dataChanged.emit(self.index(0), self.index(len(wanted) - 1))
        self.refreshed.emit()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """A flat list; headings are rows of it."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the delegate paints and screen readers say."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return self._with_passage(row) if isinstance(row, ChatRow) else row
        if isinstance(row, Group):
            return _group_data(row, role)
        conversation = row.conversation
        if role in _TITLE_ROLES:
            return conversation.title
        if role == ID_ROLE:
            return conversation.id
        if role == TIME_ROLE:
            return formats.relative_time(conversation.deleted_at or conversation.updated_at, time.time())
        if role == IS_RUNNING_ROLE:
            return conversation.id in self._running
        if role == PLACES_ROLE:
            return self._places.get(conversation.id, [])
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join([conversation.title, *self._notes(row)])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = "answering" if index.data(IS_RUNNING_ROLE) else index.data(TIME_ROLE)
            return ", ".join(
                [conversation.title, state, *self._notes(row), *filter(None, [self._with_passage(row).snippet])]
            )
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename a conversation or a folder; a name of spaces changes nothing."""
        row = self._rows[index.row()]
        name = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not name or name == index.data():
            return False
        if isinstance(row, ChatRow):
            self._library.rename(row.key, name)
        else:
            self._rename_folder(row.folder, name)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row can be chosen; what has a name of the user's can be renamed, but not in the trash."""
        flags = super().flags(index)
        if not index.isValid() or self.view == "trash":
            return flags
        row = self._rows[index.row()]
        has_name = isinstance(row, ChatRow) or bool(row.folder)
        return flags | Qt.ItemFlag.ItemIsEditable if has_name else flags

    # ------------------------------------------------------------------------------------------------------------------

    def _with_passage(self, row: ChatRow) -> ChatRow:
        """A row with the passage that has the words that are searched for; looked up once, for rows that are seen."""
        if not self.words or self.view == "trash":
            return row
        if row.key not in self._found:
            self._found[row.key] = self._library.passage(row.key, self.words)
        found = self._found[row.key]
        return row if found is None else row._replace(snippet=found.snippet, found_id=found.message_id)

    def _wanted(self) -> list[Row]:
        self._found.clear()
        if self.view == "trash":
            found = self._library.conversations("trash")
            return [ChatRow(each.id, each) for each in found if fold(self.words) in fold(each.title)]
        if self.words:
            return [ChatRow(found.id, found) for found in self._library.search(self.words)[:MOST_HITS]]
        return grouped(self._library.conversations(self.view), self._closed)

    def _begin_anew(self, rows: list[Row]) -> None:
        self.beginResetModel()
        self._take(rows)
        self.endResetModel()
        self.refreshed.emit()

    def _take(self, rows: list[Row]) -> None:
        self._rows = rows
        self._keys = [row.key for row in rows]
        self._numbers = {key: number for number, key in enumerate(self._keys)}

    def _follow(self, wanted: list[Row], keys: list[str]) -> bool:
        """Remove, reorder and insert rows until the keys are these; False, with nothing done, if that takes long."""
        kept = set(keys)
        gone = _runs(number for number, key in enumerate(self._keys) if key not in kept)
        new = _runs(number for number, key in enumerate(keys) if key not in self._numbers)
        if len(gone) + len(new) > _MOST_STEPS:
            return False
        for first, last in gone:
            self.beginRemoveRows(_NO_PARENT, first, last)
            self._take([*self._rows[:first], *self._rows[last + 1 :]])
            self.endRemoveRows()
        self._reorder([key for key in keys if key in self._numbers])
        for first, last in reversed(new):
            self.beginInsertRows(_NO_PARENT, first, last)
            self._take([*self._rows[:first], *wanted[first : last + 1], *self._rows[first:]])
            self.endInsertRows()
        return True

    def _reorder(self, keys: list[str]) -> None:
        if keys == self._keys:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        held = [self._keys[index.row()] for index in before]
        self._take([self._rows[self._numbers[key]] for key in keys])
        self.changePersistentIndexList(before, [self.index_of(key) for key in held])
        self.layoutChanged.emit()

    def _rename_folder(self, folder: str, name: str) -> None:
        with self._library.batch():
            for view in ("list", "archive"):
                for conversation in self._library.conversations(view):
                    if conversation.folder == folder:
                        self._library.set_folder(conversation.id, name)

    def _notes(self, row: ChatRow) -> list[str]:
        """What the marks beside a title mean."""
        conversation = row.conversation
        where = [
            f"{formats.size(bytes_)} {place_text(place)}" for bytes_, place in self._places.get(conversation.id, ())
        ]
        notes = (
            tr("temporary") if conversation.is_temporary else "",
            tr("archived") if conversation.archived and self.view != "archive" else "",
            tr("in {folder}").format(folder=conversation.folder)
            if conversation.folder and (self.words or conversation.pinned)
            else "",
            tr("cache: {where}").format(where=", ".join(where)) if where else "",
        )
        return [note for note in notes if note]

    @Slot(str)
    def _on_activity(self, conversation_id: str) -> None:
        is_running = self._chat.activity(conversation_id) is not None
        if is_running == (conversation_id in self._running):
            return  # it only goes on
        (self._running.add if is_running else self._running.discard)(conversation_id)
        index = self.index_of(conversation_id)
        if index.isValid():
            self.dataChanged.emit(index, index, [IS_RUNNING_ROLE])

    @Slot(object)
    def _on_caches(self, report: CacheReport | None) -> None:
        on_card = self._models.state.on_card
        caches = () if report is None else report.conversations
        found = {cache.conversation_id: places(cache, on_card) for cache in caches}
        changed = {key for key in found.keys() | self._places.keys() if found.get(key) != self._places.get(key)}
        self._places = found
        for index in map(self.index_of, changed):
            if index.isValid():
                self.dataChanged.emit(index, index, [PLACES_ROLE])


def _group_data(group: Group, role: int) -> Any:
    if role in _TITLE_ROLES:
        return group.title
    if role == ID_ROLE:
        return ""
    if role == Qt.ItemDataRole.AccessibleTextRole:
        words = (
            tr("{name}, group of %n chats, open", group.num_chats)
            if group.is_open
            else tr("{name}, group of %n chats, closed", group.num_chats)
        )
        return words.format(name=group.title)
    return None


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """First and last of each unbroken run; the numbers ascend, the runs descend."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs[::-1]
