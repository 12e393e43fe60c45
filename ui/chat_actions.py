"""What can be done with conversations: the menu of the list and of the open chat, and what their keys do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.application import Application
from app.conversation import Conversation
from app.library_controller import View
from app.translation import tr
from ui.commands import Commands
from ui.questions import NameDialog, confirm

Ids = Sequence[str]


class ChatActions(QObject):
    """Does it to one conversation or to several; what needs the window leaves as a signal.

    Every method that gets ids leaves those alone that are no longer there.

    Attributes:
        menu_text: As `Commands.menu_text`.
    """

    opened = Signal(str)
    rename_requested = Signal(str)
    export_requested = Signal(object)
    """Carries the ids of what was chosen; none for the open chat."""
    settings_requested = Signal(str)
    prompt_requested = Signal(str)

    def __init__(self, application: Application, commands: Commands, window: QWidget) -> None:
        super().__init__(window)
        self.menu_text = commands.menu_text
        self._library = application.library
        self._window = window

    def menu(self, ids: Ids, view: View, parent: QWidget) -> QMenu:
        """All that can be done with these conversations of one view; a key stands beside what has one."""
        menu = _menu(parent, tr("Chat") if len(ids) == 1 else tr("%n chats", len(ids)))
        if view == "trash":
            menu.addAction(tr("Restore"), partial(self.restore, ids))
            menu.addAction(tr("Delete for good …") + "\tDel", partial(self.delete_for_good, ids))
            return menu
        found = self._found(ids)
        if len(found) == 1:
            menu.addAction(self.menu_text(tr("Rename"), "chat.rename"), lambda: self.rename_requested.emit(ids[0]))
        is_pinned = bool(found) and all(conversation.pinned for conversation in found)
        menu.addAction(self.menu_text(tr("Unpin") if is_pinned else tr("Pin"), "chat.pin"), partial(self.pin, ids))
        folders = self.folder_menu(ids, menu)
        folders.setTitle(self.menu_text(tr("Move to folder"), "chat.move"))
        menu.addMenu(folders)
        if len(found) == 1:
            menu.addAction(self.menu_text(tr("Duplicate"), "chat.duplicate"), partial(self.duplicate, ids[0]))
        is_archived = bool(found) and all(conversation.archived for conversation in found)
        archive = tr("Take out of archive") if is_archived else tr("Move to archive")
        menu.addAction(self.menu_text(archive, "chat.archive"), partial(self.archive, ids))
        menu.addAction(self.menu_text(tr("Export …"), "chat.export"), lambda: self.export_requested.emit(list(ids)))
        if len(found) == 1:
            menu.addSeparator()
            settings = self.menu_text(tr("Settings of this chat …"), "chat.settings")
            menu.addAction(settings, lambda: self.settings_requested.emit(ids[0]))
            prompt = self.menu_text(tr("What the model sees …"), "chat.prompt")
            menu.addAction(prompt, lambda: self.prompt_requested.emit(ids[0]))
        menu.addSeparator()
        menu.addAction(self.menu_text(tr("Delete"), "chat.delete"), partial(self.delete, ids))
        return menu

    def folder_menu(self, ids: Ids, parent: QWidget) -> QMenu:
        """The folders that there are, none, and a new one."""
        menu = _menu(parent, tr("Move to folder"))
        present = {conversation.folder for conversation in self._found(ids)}
        for folder in self._library.folders():
            action = menu.addAction(folder.replace("&", "&&"), partial(self.move, ids, folder))
            action.setCheckable(True)
            action.setChecked(present == {folder})
        menu.addAction(tr("New folder …"), partial(self.ask_folder, ids))
        if present - {""}:
            menu.addSeparator()
            menu.addAction(tr("Take out of folder"), partial(self.move, ids, ""))
        return menu

    def group_menu(self, folder: str, parent: QWidget) -> QMenu:
        """What can be done with a folder."""
        menu = _menu(parent, folder)
        rename = self.menu_text(tr("Rename folder"), "chat.rename")
        menu.addAction(rename, lambda: self.rename_requested.emit(f"folder:{folder}"))
        ids = [each.id for view in _OPEN for each in self._library.conversations(view) if each.folder == folder]
        menu.addAction(tr("Export …"), lambda: self.export_requested.emit(ids))
        menu.addAction(tr("Remove folder, keep its chats"), partial(self.move, ids, ""))
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
        take = partial(self.move, ids)
        NameDialog(tr("New folder"), tr("Name of the folder"), "", tr("Move"), take, self._window).open()

    def duplicate(self, conversation_id: str) -> None:
        """Make a copy and turn to it."""
        copy = self._library.duplicate(conversation_id)
        if copy is not None:
            self.opened.emit(copy.id)

    def delete(self, ids: Ids) -> None:
        """Put them into the trash; ask first about what would be gone for good."""
        written = [each for each in self._found(ids) if each.is_temporary and each.head_id is not None]
        if written:
            question = tr("Delete this temporary chat?") if len(ids) == 1 else tr("Delete %n chats?", len(ids))
            explanation = tr("A temporary chat is kept nowhere and cannot be brought back.")
            confirm(self._window, question, explanation, tr("Delete"), lambda: self._library.delete(*ids))
        else:
            self._library.delete(*ids)

    def undo_delete(self) -> None:
        """Bring back what was deleted last, and turn to it."""
        conversation = self._library.undo_delete()
        if conversation is not None:
            self.opened.emit(conversation.id)

    def restore(self, ids: Ids) -> None:
        """Take them out of the trash, and turn to one that came alone."""
        with self._library.batch():
            for conversation_id in ids:
                self._library.restore(conversation_id)
        if len(ids) == 1:
            self.opened.emit(ids[0])

    def delete_for_good(self, ids: Ids) -> None:
        """Remove them, after a question."""
        confirm(
            self._window,
            tr("Delete this chat for good?") if len(ids) == 1 else tr("Delete %n chats for good?", len(ids)),
            tr("That cannot be undone."),
            tr("Delete for good"),
            lambda: self._library.delete_for_good(ids),
        )

    def empty_trash(self) -> None:
        """Remove all that is in the trash, after a question."""
        confirm(
            self._window,
            tr("Empty the trash, with %n chats?", len(self._library.conversations("trash"))),
            tr("That cannot be undone."),
            tr("Empty trash"),
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
