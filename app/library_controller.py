"""The list of conversations: what is in it, and what can be done to one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.cache_controller import CacheController
from app.chat_controller import ChatController
from app.conversation import Conversation, Message
from app.drafts import Drafts
from app.notices import Notices
from app.store.conversation_store import ConversationStore


class LibraryController(QObject):
    """Reads always show what is on the disk, with the text of running answers added."""

    changed = Signal()  # titles, order or number of conversations

    def __init__(
        self, store: ConversationStore, drafts: Drafts, chat: ChatController, caches: CacheController, notices: Notices
    ) -> None:
        super().__init__()
        self._store = store
        self._drafts = drafts
        self._chat = chat
        self._caches = caches
        self._notices = notices
        self._deleted: list[str] = []
        chat.branch_changed.connect(lambda _conversation_id: self.changed.emit())

    def conversations(self) -> tuple[Conversation, ...]:
        """All, the one that was used last first."""
        return self._store.conversations()

    def conversation(self, conversation_id: str) -> Conversation | None:
        """None for one that does not exist or was deleted."""
        return self._store.conversation(conversation_id)

    def search(self, text: str) -> tuple[Conversation, ...]:
        """Those in whose title or messages every word occurs; all for a blank text."""
        return self._store.search(text)

    def create(self) -> Conversation:
        """An empty conversation; one that was never used is given again, so that empty ones do not pile up."""
        conversation = self._store.create()
        self.changed.emit()
        return conversation

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a title, made one line; no effect if it is blank."""
        title = " ".join(title.split())
        if title:
            self._store.rename(conversation_id, title)
            self.changed.emit()

    def delete(self, conversation_id: str) -> None:
        """Stop its answer, hide it, and post a notice with which that can be undone; until then its cache is kept."""
        conversation = self._store.conversation(conversation_id)
        if conversation is None:
            return
        self._chat.stop(conversation_id)
        self._drafts.flush()
        self._store.delete(conversation_id)
        self._deleted.append(conversation_id)
        self._caches.conversation_deleted(conversation_id)
        self.changed.emit()
        self._notices.post("info", f"“{conversation.title}” was deleted.", "Undo", self.undo_delete)

    def undo_delete(self) -> Conversation | None:
        """Bring back what was deleted last in this session; None if there is nothing left to bring back."""
        if not self._deleted:
            return None
        conversation = self._store.restore(self._deleted.pop())
        self.changed.emit()
        return conversation

    def branch(self, conversation_id: str) -> tuple[Message, ...]:
        """The messages that are shown, first one first."""
        conversation = self._store.conversation(conversation_id)
        if conversation is None:
            return ()
        branch = self._store.tree(conversation_id).branch(conversation.head_id)
        return tuple(self._chat.newest(message) for message in branch)

    def siblings(self, message_id: str) -> tuple[Message, ...]:
        """All versions of a message, itself included, oldest first; none if there is no such message."""
        message = self._store.message(message_id)
        if message is None:
            return ()
        siblings = self._store.tree(message.conversation_id).siblings(message_id)
        return tuple(self._chat.newest(sibling) for sibling in siblings)

    def draft(self, conversation_id: str) -> str:
        """What was typed and not yet sent."""
        return self._drafts.get(conversation_id)

    def set_draft(self, conversation_id: str, text: str) -> None:
        """Keep what is typed; may be called at every keystroke."""
        self._drafts.set(conversation_id, text)
