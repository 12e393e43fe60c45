"""The list view of conversations: which row the user turns to, groups that fold, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget

from app.translation import tr
from ui.conversation_delegate import ConversationDelegate
from ui.conversation_model import ID_ROLE, ROW_ROLE, ConversationModel, Index
from ui.conversation_rows import Group
from ui.theme import Theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ConversationView(QListView):
    """Several rows can be selected; only a single one that the user selects is turned to."""

    chosen = Signal(str)
    """The user turned to a conversation."""
    entered_chat = Signal()
    """The user wants to write in it."""
    deleted = Signal()
    menu_requested = Signal(QModelIndex, QPoint)
    """Carries the row and a place on the screen."""

    def __init__(self, theme: Theme, model: ConversationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conversations = model
        self._shown_id = ""
        self.setAccessibleName(tr("Chats"))
        self.setUniformItemSizes(True)  # before the model comes, or all of its rows are measured
        self.setItemDelegate(ConversationDelegate(theme, model, self))
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().selectionChanged.connect(self._on_selection)
        self.activated.connect(self._enter)
        self.clicked.connect(self._on_click)
        model.modelReset.connect(self.mark)
        model.rowsInserted.connect(self.mark)
        theme.changed.connect(self.doItemsLayout)

    def select(self, conversation_id: str) -> None:
        """Mark a conversation without telling anyone; it stays marked while a search hides and shows it."""
        self._shown_id = conversation_id
        index = self._conversations.index_of(conversation_id)
        if self.selected_ids() != [conversation_id]:
            self.setCurrentIndex(index)
        self.scrollTo(index)

    def selected_ids(self) -> list[str]:
        """The conversations that are selected, from the top down."""
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        return [index.data(ID_ROLE) for index in rows if index.data(ID_ROLE)]

    @Slot()
    def mark(self) -> None:
        """Select what is shown, unless the user is busy with something else that is there."""
        if not (self.hasFocus() and self.selectionModel().hasSelection()):
            self.setCurrentIndex(self._conversations.index_of(self._shown_id))

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """All rows are equally high, whatever they say; QListView would lay them all out again."""
        QAbstractItemView.dataChanged(self, first, last, roles)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold groups, delete; everything else as in any list."""
        index = self.currentIndex()
        is_group = isinstance(index.data(ROW_ROLE), Group)
        heading = self._conversations.group_of(index) if index.isValid() else index
        if event.key() == Qt.Key.Key_Delete and self.state() != QAbstractItemView.State.EditingState:
            self.deleted.emit()
        elif is_group and event.key() in (*_ENTER, Qt.Key.Key_Space):
            self._toggle(index)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and heading.isValid() and not event.modifiers():
            self._fold(index, heading, is_right=event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The right button asks what can be done with a row; it does not turn to it."""
        if event.button() != Qt.MouseButton.RightButton:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """At the row that is pointed at, or for the menu key at the present one."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            place = self.visualRect(index).bottomLeft()
        else:
            index, place = self.indexAt(event.pos()), event.pos()
        if index.isValid():
            self.menu_requested.emit(index, self.viewport().mapToGlobal(place))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A heading that has no use any more gives the mark back to what is shown."""
        super().focusOutEvent(event)
        now = QApplication.focusWidget()
        is_left = event.reason() != Qt.FocusReason.PopupFocusReason and not (now is not None and self.isAncestorOf(now))
        if is_left and not self.selected_ids():
            self.mark()

    def _fold(self, index: QModelIndex, heading: QModelIndex, *, is_right: bool) -> None:
        group: Group = heading.data(ROW_ROLE)
        if index == heading:
            if group.is_open != is_right:
                self._toggle(heading)
        elif not is_right:
            self.setCurrentIndex(heading)

    def _toggle(self, index: QModelIndex) -> None:
        group: Group = index.data(ROW_ROLE)
        self._conversations.set_open(group.key, not group.is_open)

    @Slot(QItemSelection, QItemSelection)
    def _on_selection(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        # Rows that come and go also change what is selected; only the user's hand chooses.
        if self.hasFocus() and self._conversations.view != "trash":
            ids = self.selected_ids()
            if len(ids) == 1 and ids != [self._shown_id]:
                self._shown_id = ids[0]
                self.chosen.emit(ids[0])

    @Slot(QModelIndex)
    def _on_click(self, index: QModelIndex) -> None:
        if isinstance(index.data(ROW_ROLE), Group):
            self._toggle(index)
        elif len(self.selectionModel().selectedRows()) == 1:
            self._enter(index)

    @Slot(QModelIndex)
    def _enter(self, index: QModelIndex) -> None:
        conversation_id = index.data(ID_ROLE)
        if not conversation_id or self._conversations.view == "trash":
            return
        if conversation_id != self._shown_id:
            self.setCurrentIndex(index)
        self.entered_chat.emit()
