"""The list of conversations: what is in it, and what can be done to one."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.cache_controller import CacheController
from app.chat_controller import ChatController
from app.conversation import Conversation, Message
from app.copying import copied
from app.drafts import Drafts
from app.notices import Notices
from app.store.conversation_store import ConversationStore
from app.store.conversation_store import View as View
from app.store.search import Passage as Passage
from app.translation import tr


class LibraryController(QObject):
    """Reads always show what is on the disk, with the text of running answers added."""

    changed = Signal()  # titles, order, places or number of conversations

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
        self._is_held = False
        chat.branch_changed.connect(lambda _conversation_id: self._tell())

    def conversations(self, view: View = "list") -> tuple[Conversation, ...]:
        """Those of a view: pinned ones first, then the one that was used last."""
        return self._store.conversations(view)

    def conversation(self, conversation_id: str) -> Conversation | None:
        """None for one that does not exist or is in the trash."""
        return self._store.conversation(conversation_id)

    def search(self, text: str) -> tuple[Conversation, ...]:
        """Those, archived ones too, in whose title or messages every word occurs; the list for a blank text."""
        return self._store.search(text)

    def passage(self, conversation_id: str, text: str) -> Passage | None:
        """Where in a conversation that `search` found the words stand; None where only the title has them."""
        return self._store.passage(conversation_id, text)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Do things to many conversations, and tell of all of it once, at the end."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self.changed.emit()

    def folders(self) -> tuple[str, ...]:
        """All that hold something."""
        return self._store.folders()

    def create(self, temporary: bool = False) -> Conversation:
        """An empty conversation; one that was never used is given again, so that empty ones do not pile up.

        Args:
            temporary: Nothing of it is ever written; it is gone when it is deleted or the program ends.
        """
        self._drafts.flush()  # one that is being typed in is used
        conversation = self._store.create(temporary)
        self._tell()
        return conversation

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a title, made one line; no effect if it is blank."""
        title = " ".join(title.split())
        if title:
            self._store.rename(conversation_id, title)
            self._tell()

    def set_folder(self, conversation_id: str, folder: str) -> None:
        """File it under a name, made one line; a blank name takes it out of its folder."""
        self._store.set_folder(conversation_id, " ".join(folder.split()))
        self._tell()

    def pin(self, conversation_id: str, pinned: bool) -> None:
        """Let it stand at the top of the list, or no longer."""
        self._store.set_pinned_conversation(conversation_id, pinned)
        self._tell()

    def archive(self, conversation_id: str, archived: bool) -> None:
        """Put it away, where it can still be found, or take it out again."""
        self._store.set_archived(conversation_id, archived)
        self._tell()

    def duplicate(self, conversation_id: str) -> Conversation | None:
        """A copy of a conversation with all versions of its messages; None if there is no such conversation."""
        conversation = self._store.conversation(conversation_id)
        if conversation is None:
            return None
        return self._take_copy(conversation, self._store.tree(conversation_id).messages, "copy")

    def fork(self, message_id: str) -> Conversation | None:
        """A conversation of its own that leads up to a message; None if there is no such message."""
        message = self._store.message(message_id)
        conversation = None if message is None else self._store.conversation(message.conversation_id)
        if conversation is None:
            return None
        branch = self._store.tree(conversation.id).branch(message_id)
        return self._take_copy(replace(conversation, head_id=message_id), branch, "branch")

    def delete(self, *conversation_ids: str) -> None:
        """Stop their answers, put them into the trash, and post a notice with which that can be undone.

        Their caches are dropped a minute later. Temporary conversations are gone at once and for good.
        """
        found = [each for each in map(self._store.conversation, conversation_ids) if each is not None]
        for conversation in found:
            self._chat.stop(conversation.id)
        self._drafts.flush()
        if temporary := [conversation.id for conversation in found if conversation.is_temporary]:
            self._delete_for_good(temporary)
        kept = [conversation for conversation in found if not conversation.is_temporary]
        self._store.delete(*(conversation.id for conversation in kept))
        for conversation in kept:
            self._deleted.append(conversation.id)
            self._caches.conversation_deleted(conversation.id)
        if found:
            self._tell()
        if kept:
            what = tr("%n chats were deleted.", len(kept))
            if len(kept) == 1:
                what = tr("“{title}” was deleted.").format(title=kept[0].title)
            self._notices.post("info", what, tr("Undo"), lambda: self._restore_all(kept))

    def can_undo_delete(self) -> bool:
        """Whether anything was deleted in this session that can be brought back."""
        return bool(self._deleted)

    def undo_delete(self) -> Conversation | None:
        """Bring back what was deleted last in this session; None if there is nothing left to bring back."""
        return self.restore(self._deleted[-1]) if self._deleted else None

    def restore(self, conversation_id: str) -> Conversation | None:
        """Take a conversation out of the trash; None if it is gone for good."""
        if conversation_id in self._deleted:
            self._deleted.remove(conversation_id)
        conversation = self._store.restore(conversation_id)
        self._tell()
        return conversation

    def delete_for_good(self, conversation_ids: Iterable[str]) -> None:
        """Remove conversations, in the trash or not, with their caches. That cannot be undone."""
        conversation_ids = tuple(conversation_ids)
        for conversation_id in conversation_ids:
            self._chat.stop(conversation_id)
        self._delete_for_good(conversation_ids)
        self._tell()

    def empty_trash(self) -> None:
        """Remove all that is in the trash, which cannot be undone."""
        self.delete_for_good(conversation.id for conversation in self.conversations("trash"))

    def close(self) -> None:
        """Forget temporary conversations; call it before the engine is stopped."""
        self._delete_for_good([each.id for view in _VIEWS for each in self.conversations(view) if each.is_temporary])

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

    def _tell(self) -> None:
        if not self._is_held:
            self.changed.emit()

    def _restore_all(self, conversations: Iterable[Conversation]) -> None:
        with self.batch():
            for conversation in conversations:
                self.restore(conversation.id)

    def _take_copy(self, conversation: Conversation, messages: Sequence[Message], mark: str) -> Conversation:
        copy = copied(
            conversation,
            [self._chat.newest(message) for message in messages],
            self._store.cuts(conversation.id),
            title=f"{conversation.title} ({mark})",
            now=time.time(),
        )
        self._store.take_in(copy.conversation, copy.messages)
        for cut in copy.cuts:
            self._store.add_cut(copy.conversation.id, cut)
        self._tell()
        return copy.conversation

    def _delete_for_good(self, conversation_ids: Sequence[str]) -> None:
        for conversation_id in conversation_ids:
            self._drafts.forget(conversation_id)
            self._caches.drop(conversation_id)
        self._store.delete_for_good(conversation_ids)
        gone = set(conversation_ids)
        self._deleted = [each for each in self._deleted if each not in gone]


_VIEWS: tuple[View, ...] = ("list", "archive")
