"""What can be done with conversations: the menu of the list and of the open chat, and what their keys do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.application import Application
from app.conversation import Conversation
from app.library_controller import View
from ui import formats
from ui.questions import NameDialog, confirm

Ids = Sequence[str]


class ChatActions(QObject):
    """Does it to one conversation or to several; what needs the window leaves as a signal.

    Every method that gets ids leaves those alone that are no longer there.
    """

    opened = Signal(str)
    rename_requested = Signal(str)
    export_requested = Signal(object)
    """Carries the ids of what was chosen; none for the open chat."""
    settings_requested = Signal(str)
    prompt_requested = Signal(str)

    def __init__(self, application: Application, window: QWidget) -> None:
        super().__init__(window)
        self._library = application.library
        self._window = window

    def menu(self, ids: Ids, view: View, parent: QWidget) -> QMenu:
        """All that can be done with these conversations of one view; a key stands beside what has one."""
        menu = _menu(parent, "Chat" if len(ids) == 1 else formats.count(len(ids), "chat"))
        if view == "trash":
            menu.addAction("Restore", partial(self.restore, ids))
            menu.addAction("Delete for good …\tDel", partial(self.delete_for_good, ids))
            return menu
        found = self._found(ids)
        if len(found) == 1:
            menu.addAction("Rename\tF2", lambda: self.rename_requested.emit(ids[0]))
        is_pinned = bool(found) and all(conversation.pinned for conversation in found)
        menu.addAction("Unpin\tCtrl+Shift+P" if is_pinned else "Pin\tCtrl+Shift+P", partial(self.pin, ids))
        folders = self.folder_menu(ids, menu)
        folders.setTitle("Move to folder\tCtrl+Shift+F")
        menu.addMenu(folders)
        if len(found) == 1:
            menu.addAction("Duplicate\tCtrl+Shift+D", partial(self.duplicate, ids[0]))
        is_archived = bool(found) and all(conversation.archived for conversation in found)
        menu.addAction("Take out of archive\tCtrl+E" if is_archived else "Archive\tCtrl+E", partial(self.archive, ids))
        menu.addAction("Export …\tCtrl+Shift+E", lambda: self.export_requested.emit(list(ids)))
        if len(found) == 1:
            menu.addSeparator()
            menu.addAction("Settings of this chat …\tCtrl+I", lambda: self.settings_requested.emit(ids[0]))
            menu.addAction("What the model sees …\tCtrl+Shift+I", lambda: self.prompt_requested.emit(ids[0]))
        menu.addSeparator()
        menu.addAction("Delete\tDel", partial(self.delete, ids))
        return menu

    def folder_menu(self, ids: Ids, parent: QWidget) -> QMenu:
        """The folders that there are, none, and a new one."""
        menu = _menu(parent, "Move to folder")
        present = {conversation.folder for conversation in self._found(ids)}
        for folder in self._library.folders():
            action = menu.addAction(folder.replace("&", "&&"), partial(self.move, ids, folder))
            action.setCheckable(True)
            action.setChecked(present == {folder})
        menu.addAction("New folder …", partial(self.ask_folder, ids))
        if present - {""}:
            menu.addSeparator()
            menu.addAction("Take out of folder", partial(self.move, ids, ""))
        return menu

    def group_menu(self, folder: str, parent: QWidget) -> QMenu:
        """What can be done with a folder."""
        menu = _menu(parent, folder)
        menu.addAction("Rename folder\tF2", lambda: self.rename_requested.emit(f"folder:{folder}"))
        ids = [each.id for view in _OPEN for each in self._library.conversations(view) if each.folder == folder]
        menu.addAction("Export …", lambda: self.export_requested.emit(ids))
        menu.addAction("Remove folder, keep its chats", partial(self.move, ids, ""))
        return menu

    def pin(self, ids: Ids) -> None:
        """Pin them, or if all are pinned, unpin them."""
        found = self._found(ids)
        is_pinned = all(conversation.pinned for conversation in found)
        with self._library.batch():
            for conversation in found:
                self._library.pin(conversation.id, not is_pinned)

    def archive(self, ids: Ids) -> None:
        """Put them away, or if all are, take them out again."""
        found = self._found(ids)
        is_archived = all(conversation.archived for conversation in found)
        with self._library.batch():
            for conversation in found:
                self._library.archive(conversation.id, not is_archived)

    def move(self, ids: Ids, folder: str) -> None:
        """File them; an empty name takes them out of their folders."""
        with self._library.batch():
            for conversation in self._found(ids):
                self._library.set_folder(conversation.id, folder)

    def ask_folder(self, ids: Ids) -> None:
        """File them under a new name."""
        NameDialog("New folder", "Name of the folder", "", "Move", partial(self.move, ids), self._window).open()

    def duplicate(self, conversation_id: str) -> None:
        """Make a copy and turn to it."""
        copy = self._library.duplicate(conversation_id)
        if copy is not None:
            self.opened.emit(copy.id)

    def delete(self, ids: Ids) -> None:
        """Put them into the trash; ask first about what would be gone for good."""
        written = [each for each in self._found(ids) if each.is_temporary and each.head_id is not None]
        if written:
            what = "this temporary chat" if len(ids) == 1 else formats.count(len(ids), "chat")
            explanation = "A temporary chat is kept nowhere and cannot be brought back."
            confirm(self._window, f"Delete {what}?", explanation, "Delete", lambda: self._library.delete(*ids))
        else:
            self._library.delete(*ids)

    def restore(self, ids: Ids) -> None:
        """Take them out of the trash, and turn to one that came alone."""
        with self._library.batch():
            for conversation_id in ids:
                self._library.restore(conversation_id)
        if len(ids) == 1:
            self.opened.emit(ids[0])

    def delete_for_good(self, ids: Ids) -> None:
        """Remove them, after a question."""
        what = "this chat" if len(ids) == 1 else formats.count(len(ids), "chat")
        confirm(
            self._window,
            f"Delete {what} for good?",
            "That cannot be undone.",
            "Delete for good",
            lambda: self._library.delete_for_good(ids),
        )

    def empty_trash(self) -> None:
        """Remove all that is in the trash, after a question."""
        count = formats.count(len(self._library.conversations("trash")), "chat")
        confirm(
            self._window,
            f"Empty the trash, with {count}?",
            "That cannot be undone.",
            "Empty trash",
            self._library.empty_trash,
        )

    def _found(self, ids: Ids) -> list[Conversation]:
        return [each for each in map(self._library.conversation, ids) if each is not None]


_OPEN: tuple[View, ...] = ("list", "archive")


def _menu(parent: QWidget, name: str) -> QMenu:
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName(name)
    return menu
