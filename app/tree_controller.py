"""Takes parts out of a conversation's tree, and puts them back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from app.chat_controller import ChatController
from app.notices import Notices
from app.store.conversation_store import ConversationStore
from app.translation import tr


@dataclass(frozen=True, slots=True)
class _Deleted:
    """What was taken out.

    Attributes:
        head_id: What was shown; None where it stayed, as another branch was shown.
        showed_end: Nothing stood below `head_id`.
    """

    conversation_id: str
    message_ids: tuple[str, ...]
    head_id: str | None = None
    showed_end: bool = True


class TreeController(QObject):
    """What is deleted is only hidden, so that it can be brought back exactly as it was; it goes with the trash."""

    def __init__(self, store: ConversationStore, chat: ChatController, notices: Notices) -> None:
        super().__init__()
        self._store = store
        self._chat = chat
        self._notices = notices
        self._deleted: list[_Deleted] = []

    def delete_version(self, message_id: str) -> None:
        """Delete one version of a message with all that follows it, and post a notice with which that can be undone.

        An answer in progress that is part of it is stopped. The version before it is shown then, or the one after it,
        or what was said before it where there is no other.
        """
        message = self._store.message(message_id)
        conversation = None if message is None else self._store.conversation(message.conversation_id)
        if message is None or conversation is None:
            return
        tree = self._store.tree(conversation.id)
        below = tree.below(message_id)
        activity = self._chat.activity(conversation.id)
        if activity is not None and activity.message_id in below:
            self._chat.stop(conversation.id)
        deleted, head_id = _Deleted(conversation.id, below), conversation.head_id
        if head_id is not None and head_id in below:
            deleted = replace(deleted, head_id=head_id, showed_end=tree.newest_leaf(head_id) == head_id)
            self._store.set_head(conversation.id, tree.head_without(message_id))
        self._store.delete_messages(below)
        self._deleted.append(deleted)
        self._chat.branch_changed.emit(conversation.id)
        what = tr("%n messages were deleted.", len(below)) if len(below) > 1 else tr("The message was deleted.")
        self._notices.post("info", what, tr("Undo"), lambda: self._restore(deleted))

    def can_undo_delete(self, conversation_id: str) -> bool:
        """Whether anything was deleted from this conversation in this session that can be brought back."""
        return any(deleted.conversation_id == conversation_id for deleted in self._deleted)

    def undo_delete(self, conversation_id: str) -> bool:
        """Bring back what was deleted last from this conversation in this session; False if there is nothing."""
        for deleted in reversed(self._deleted):
            if deleted.conversation_id == conversation_id:
                self._restore(deleted)
                return True
        return False

    def _restore(self, deleted: _Deleted) -> None:
        if deleted not in self._deleted:
            return
        self._deleted.remove(deleted)
        self._store.restore_messages(deleted.message_ids)
        head_id = deleted.head_id
        if head_id is not None and self._store.message(head_id) is not None:
            if deleted.showed_end:  # what was deleted before below it, and was undone before, is back with it
                head_id = self._store.tree(deleted.conversation_id).newest_leaf(head_id)
            self._store.set_head(deleted.conversation_id, head_id)
        self._chat.branch_changed.emit(deleted.conversation_id)
