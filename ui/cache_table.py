"""The caches of all conversations as a table, and buttons for what can be done with the chosen one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QMenu, QTableView, QVBoxLayout, QWidget

from app.application import Application
from app.cache_monitor import LOCAL_API, CacheReport, ConversationCache, place_text, places
from app.numbers import number
from app.translation import tr
from ui import formats
from ui.cache_actions import CacheAction, cache_actions, cache_title, can_be_parked, fill_menu
from ui.controls import button, label
from ui.kv_formats import format_mix
from ui.theme import SPACING

_ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ALIGN_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_LEAST_ROWS, _MOST_ROWS = 4, 12
_NUM_ACTIONS = 4


@dataclass(frozen=True, slots=True)
class TableRow:
    """What the table shows of a conversation."""

    title: str
    cache: ConversationCache
    cells: tuple[str, ...]


def table_row(title: str, cache: ConversationCache, on_card: bool, now: float) -> TableRow:
    """The cells of a conversation, in the order of `CacheModel.headings`."""
    where = [place_text(place) for _bytes, place in places(cache, on_card)]
    size = [formats.size(num_bytes) for num_bytes, _place in places(cache, on_card)]
    return TableRow(
        title,
        cache,
        (
            f"{title} ({tr('pinned')})" if cache.pinned else title,
            ", ".join(where) or "–",
            number(cache.tokens),
            ", ".join(size) or "–",
            format_mix(cache.formats) or "–",
            formats.size(cache.shared_bytes) if cache.shared_bytes else "–",
            formats.relative_time(cache.last_used, now) if cache.last_used else "–",
        ),
    )


class CacheModel(QAbstractTableModel):
    """Follows the ledger; tells only what has changed."""

    NUMBERS = (2, 3, 5)
    """Columns that are aligned to the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.headings = (
            tr("Chat"),
            tr("Where"),
            tr("Tokens"),
            tr("Size"),
            tr("Format"),
            tr("Shared"),
            tr("Last used"),
        )
        self.rows: tuple[TableRow, ...] = ()

    def show_rows(self, rows: tuple[TableRow, ...]) -> bool:
        """Take the present rows; whether they are of other conversations, or in another order, than before."""
        before, self.rows = self.rows, rows
        if [row.cache.conversation_id for row in before] != [row.cache.conversation_id for row in rows]:
            self.beginResetModel()
            self.endResetModel()
            return True
        for place, (old, new) in enumerate(zip(before, rows, strict=True)):
            for column, (was, cell) in enumerate(zip(old.cells, new.cells, strict=True)):
                if was != cell:  # one by one: for several cells at once a view draws all that it shows
                    self.dataChanged.emit(self.index(place, column), self.index(place, column))
        return False

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """One for each conversation."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """One for each heading."""
        return 0 if parent is not None and parent.isValid() else len(self.headings)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell; the chat in the tool tip, where its column is too narrow, and whose cache it is."""
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in self.NUMBERS:
            return _ALIGN_RIGHT
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.title}\n{row.cache.model_name}".rstrip()
        return row.cells[index.column()] if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The headings; rows have none."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGN_RIGHT if section in self.NUMBERS else _ALIGN_LEFT
        return self.headings[section] if role == Qt.ItemDataRole.DisplayRole else None


class CacheTable(QWidget):
    """The table; Return opens the chosen chat, and a menu offers what the buttons do."""

    opened = Signal(str)

    def __init__(self, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self._chosen_id = ""
        self._minute = 0.0
        self._titles: dict[str, str] = {}  # as far as they were looked up since the library changed
        application.library.changed.connect(self._titles.clear)
        self._can_be_parked = False
        self.model = CacheModel(self)
        self.view = QTableView()
        self.view.setModel(self.model)
        self.view.setAccessibleName(tr("Caches of all chats"))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setTabKeyNavigation(False)
        self.view.setShowGrid(False)
        self.view.setWordWrap(False)
        self.view.verticalHeader().hide()
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.view.activated.connect(self._open_chosen)
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        self.view.selectionModel().selectionChanged.connect(self._on_selection)
        self._nothing = label(tr("Nothing is cached yet."), "muted")
        self._buttons = [button("", partial(self._act, place)) for place in range(_NUM_ACTIONS)]
        top = QHBoxLayout()
        top.setSpacing(SPACING.small)
        top.addWidget(label(tr("Conversations"), "section"), 1)
        for each in self._buttons:
            top.addWidget(each)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.small)
        layout.addLayout(top)
        layout.addWidget(self._nothing)
        layout.addWidget(self.view, 1)
        layout.addStretch(0)  # where there is no table, the words stay at the top
        self.show_report(None)

    def show_report(self, report: CacheReport | None) -> None:
        """Take the latest ledger."""
        conversations = [] if report is None else report.conversations
        self._can_be_parked = report is not None and can_be_parked(report)
        on_card, now = self._application.models.state.on_card, time.time()
        known = {row.cache.conversation_id: row for row in self.model.rows}
        is_another_minute, self._minute = self._minute != now // 60, now // 60
        rows = []
        for cache in conversations:
            title = self._title(cache.conversation_id)
            row = known.get(cache.conversation_id)
            if row is None or is_another_minute or (row.title, row.cache) != (title, cache):
                row = table_row(title, cache, on_card, now)
            rows.append(row)
        chosen_id = self._chosen_id
        if self.model.show_rows(tuple(rows)):
            self.view.resizeColumnsToContents()  # not at every number that changes, which costs much
            self._choose(chosen_id)
            row_height = self.view.verticalHeader().defaultSectionSize()
            shown = max(min(len(rows), _MOST_ROWS), _LEAST_ROWS)
            self.view.setMinimumHeight(self.view.horizontalHeader().sizeHint().height() + shown * row_height + 8)
        self.view.setVisible(bool(rows))
        self._nothing.setVisible(not rows)
        self._show_actions()

    def actions_of_chosen(self) -> tuple[CacheAction, ...]:
        """What can be done with the chosen conversation; nothing if none is chosen."""
        row = self._chosen()
        if row is None:
            return ()
        return cache_actions(
            self._application.caches,
            row.cache,
            can_be_parked=self._can_be_parked,
            is_running=self._application.chat.is_running(row.cache.conversation_id),
        )

    def choose(self, conversation_id: str) -> None:
        """Choose a conversation; no effect if it has no row."""
        self._choose(conversation_id)
        self._show_actions()

    def _title(self, conversation_id: str) -> str:
        if conversation_id not in self._titles:
            self._titles[conversation_id] = cache_title(self._application.library, conversation_id)
        return self._titles[conversation_id]

    def _choose(self, conversation_id: str) -> None:
        for place, row in enumerate(self.model.rows):
            if row.cache.conversation_id == conversation_id:
                if self.view.currentIndex().row() != place or not self.view.selectionModel().hasSelection():
                    self.view.selectRow(place)
                return

    def _chosen(self) -> TableRow | None:
        rows = self.view.selectionModel().selectedRows()
        return self.model.rows[rows[0].row()] if rows else None

    @Slot()
    def _on_selection(self) -> None:
        row = self._chosen()
        if row is not None:
            self._chosen_id = row.cache.conversation_id
        self._show_actions()

    def _show_actions(self) -> None:
        actions = self.actions_of_chosen()
        for place, each in enumerate(self._buttons):
            is_there = place < len(actions)
            each.setVisible(is_there)
            if is_there and (each.text(), each.isEnabled()) != (actions[place].title, actions[place].is_possible):
                each.setText(actions[place].title)
                each.setAccessibleName(actions[place].title)
                each.setToolTip(actions[place].meaning)
                each.setEnabled(actions[place].is_possible)

    def _act(self, place: int) -> None:
        actions = self.actions_of_chosen()
        if place < len(actions) and actions[place].is_possible:
            actions[place].act()

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        fill_menu(menu, self.actions_of_chosen())
        if menu.actions():
            menu.popup(self.view.viewport().mapToGlobal(place))

    @Slot(QModelIndex)
    def _open_chosen(self, _index: QModelIndex) -> None:
        row = self._chosen()
        if row is not None and row.cache.conversation_id != LOCAL_API:
            self.opened.emit(row.cache.conversation_id)
