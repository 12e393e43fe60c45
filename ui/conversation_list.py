"""The left pane: new chat, search, and the list of chats, of the archive or of the trash."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QActionGroup, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.application import Application
from app.library_controller import View
from app.translation import mark, tr
from ui import formats
from ui.chat_actions import ChatActions
from ui.controls import IconButton, button, label
from ui.conversation_model import ID_ROLE, MOST_HITS, ROW_ROLE, ConversationModel
from ui.conversation_rows import Group
from ui.conversation_view import ConversationView
from ui.search_field import SearchField
from ui.theme import SPACING, Theme

_CLOCK_MS = 60_000
_VIEWS: dict[View, str] = {"list": mark("Chats"), "archive": mark("Archive"), "trash": mark("Trash")}
_NOTHING: dict[View, str] = {
    "list": mark("No chat yet."),
    "archive": mark("Nothing is archived. Chats that you archive are kept here, and searched like all others."),
    "trash": mark("The trash is empty."),
}
_TRASH_NOTE = mark("Deleted chats are kept for 30 days.")


class ConversationList(QWidget):
    """Shows the library. `chosen` carries the id of the conversation that the user turned to."""

    chosen = Signal(str)
    entered = Signal()
    new_requested = Signal()
    temporary_requested = Signal()
    import_requested = Signal()
    export_requested = Signal()

    def __init__(
        self, theme: Theme, application: Application, actions: ChatActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(220)
        self._theme = theme
        self._library = application.library
        self._settings = application.settings
        self._actions = actions
        self.model = ConversationModel(application, self)
        self.view = ConversationView(theme, self.model)
        self.heading = button("", self._open_views, kind="heading")
        self.heading.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the name
        self.search = SearchField(theme)
        self.nothing = label("", "muted", wrap=True)
        self.more = label("", "caption", wrap=True)
        self.empty = button(tr("Empty trash …"), actions.empty_trash)
        self._note = label(tr(_TRASH_NOTE), "caption", wrap=True)
        self._lay_out()

        self.search.textChanged.connect(self._on_search)
        self.search.installEventFilter(self)
        self.view.chosen.connect(self.chosen)
        self.view.entered_chat.connect(self.entered)
        self.view.menu_requested.connect(self._show_menu)
        self.view.deleted.connect(self._delete_selected)
        self.model.refreshed.connect(self._on_refreshed)
        clock = QTimer(self)
        clock.setInterval(_CLOCK_MS)
        clock.timeout.connect(self.view.viewport().update)  # `5 min` becomes `6 min`
        clock.start()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_view("list")

    def select(self, conversation_id: str) -> None:
        """Mark a conversation without telling anyone; it stays marked while a search hides and shows it."""
        self.view.select(conversation_id)

    @Slot(str)
    def show_view(self, view: View) -> None:
        """Turn to the chats, the archive or the trash, with nothing searched for."""
        self.search.clear()
        name = tr(_VIEWS[view])
        self.heading.setText(name)
        self.heading.setAccessibleName(tr("{view}: choose chats, archive or trash").format(view=name))
        is_trash = view == "trash"
        self.search.setPlaceholderText(tr("Search the trash") if is_trash else tr("Search chats"))
        self.search.setAccessibleName(tr("Search titles in the trash") if is_trash else tr("Search chats"))
        self.view.setAccessibleName(name)
        self.model.show_view(view)

    def rename(self, key: str) -> None:
        """Open the title of a conversation, or the name of a group that is shown, for writing."""
        conversation = self._library.conversation(key)
        if conversation is not None and not self.model.index_of(key).isValid():
            self.show_view("archive" if conversation.archived else "list")
        index = self.model.reveal(key)
        if index.isValid():
            self.view.setFocus()
            self.view.setCurrentIndex(index)
            self.view.edit(index)

    def rename_here(self, conversation_id: str) -> None:
        """Rename the row that has the keys, or else this conversation."""
        row = self.view.currentIndex().data(ROW_ROLE)
        self.rename(row.key if self.view.hasFocus() and row is not None else conversation_id)

    def chosen_ids(self, conversation_id: str) -> list[str]:
        """What keys are meant for: the conversations that are selected where the list has the keys, or else this."""
        return self.view.selected_ids() if self.view.hasFocus() else [conversation_id]

    @Slot()
    def focus_search(self) -> None:
        """Take up the search, its old words marked for overwriting."""
        self.search.setFocus()
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search, Down goes to the list, Enter to the first hit, and Escape clears it."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self.view.setFocus()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.model.words and self.model.ids():
                self.chosen.emit(self.model.ids()[0])
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    # ------------------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(self.heading)
        top.addStretch(1)
        self._more_button = IconButton(self._theme, "more", tr("More: temporary chat, import, export"), self._open_more)
        top.addWidget(self._more_button)
        self.new = IconButton(self._theme, "plus", "", self.new_requested.emit)
        top.addWidget(self.new)
        for words in (self.nothing, self.more, self._note):
            words.setContentsMargins(SPACING.small, SPACING.tight, SPACING.small, SPACING.tight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        layout.addLayout(top)
        layout.addWidget(self.search)
        layout.addWidget(self.nothing)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.more)
        layout.addWidget(self._note)
        layout.addWidget(self.empty)

    def _open_views(self) -> None:
        menu = self._menu(tr("Choose what is listed"))
        group = QActionGroup(menu)
        for view, name in _VIEWS.items():
            action = menu.addAction(f"{tr(name)}   {formats.number(len(self._library.conversations(view)))}")
            action.setActionGroup(group)
            action.setCheckable(True)
            action.setChecked(view == self.model.view)
            action.triggered.connect(lambda _checked=False, view=view: self.show_view(view))
        menu.popup(self.heading.mapToGlobal(self.heading.rect().bottomLeft()))

    def _open_more(self) -> None:
        menu = self._menu(tr("More"))
        key = self._actions.menu_text
        menu.addAction(key(tr("New chat"), "chat.new"), self.new_requested.emit)
        menu.addAction(key(tr("New temporary chat"), "chat.new_temporary"), self.temporary_requested.emit)
        menu.addSeparator()
        menu.addAction(key(tr("Import …"), "chat.import"), self.import_requested.emit)
        menu.addAction(key(tr("Export …"), "chat.export"), self.export_requested.emit)
        menu.popup(self._more_button.mapToGlobal(self._more_button.rect().bottomLeft()))

    def _menu(self, name: str) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(name)
        return menu

    @Slot(QModelIndex, QPoint)
    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, Group):
            if row.folder:
                self._actions.group_menu(row.folder, self).popup(place)
            return
        # Rows may be others by the time that the user chooses.
        selected, conversation_id = self.view.selected_ids(), index.data(ID_ROLE)
        ids = selected if conversation_id in selected else [conversation_id]
        self._actions.menu(ids, self.model.view, self).popup(place)

    @Slot()
    def _delete_selected(self) -> None:
        ids = self.view.selected_ids()
        if ids and self.model.view == "trash":
            self._actions.delete_for_good(ids)
        elif ids:
            self._actions.delete(ids)

    @Slot()
    def _restyle(self) -> None:
        self.heading.setIcon(self._theme.icon("down"))

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self.model.set_search(text)

    @Slot()
    def _on_refreshed(self) -> None:
        closed = self.model.closed_groups()
        if closed != self._settings.value.closed_groups:
            self._settings.update(closed_groups=closed)
        is_trash, count, words = self.model.view == "trash", self.model.rowCount(), self.model.words
        self.nothing.setText(
            tr("No chat contains “{words}”.").format(words=words) if words else tr(_NOTHING[self.model.view])
        )
        self.nothing.setVisible(not count)
        self.more.setText(
            tr("The first {count} chats are shown. Another word finds fewer.").format(count=formats.number(MOST_HITS))
        )
        self.more.setVisible(bool(words) and not is_trash and count == MOST_HITS)
        for part in (self._note, self.empty):
            part.setVisible(is_trash)
        self.empty.setEnabled(bool(count))
