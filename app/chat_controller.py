"""What can be done in a conversation: the user's words are on the disk before the engine hears of them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

import msgspec
from PySide6.QtCore import QObject, Signal

from app.answer_in_progress import Activity as Activity
from app.answers import Answers
from app.chat_settings_controller import ChatSettingsController
from app.context_controller import ContextController
from app.conversation import Attachment, ContextPolicy, Message, new_id
from app.drafts import Drafts
from app.model_controller import ModelController
from app.store.conversation_store import ConversationStore
from app.titles import first_title


class ChatController(QObject):
    """One answer at a time for each conversation; several conversations may be answered at once.

    Whatever would add to a conversation returns None, and does nothing, while it is being answered, or if there is
    nothing to say. Without a model the answer waits for one. However an answer ends, its text is kept.
    """

    branch_changed = Signal(str)  # conversation_id: messages were added or the head moved
    message_changed = Signal(object)  # Message: its text grew or its state changed; at most 20 times a second each
    activity_changed = Signal(str)  # conversation_id

    def __init__(
        self,
        answers: Answers,
        models: ModelController,
        store: ConversationStore,
        drafts: Drafts,
        settings: ChatSettingsController,
        context: ContextController,
    ) -> None:
        super().__init__()
        self._answers = answers
        self._models = models
        self._store = store
        self._drafts = drafts
        self._settings = settings
        self._context = context
        answers.began.connect(self.branch_changed)
        answers.changed.connect(self.message_changed)
        answers.activity_changed.connect(self.activity_changed)

    def send(self, conversation_id: str, text: str) -> Message | None:
        """Add the user's message, with what is attached to the draft, and ask for an answer; returns the message."""
        conversation = self._store.conversation(conversation_id)
        if conversation is None or self.is_running(conversation_id):
            return None
        attachments = self._store.draft_attachments(conversation_id)
        if not text.strip() and not attachments:
            return None
        message = _message(conversation_id, conversation.head_id, text, attachments)
        self._drafts.forget(conversation_id)
        self._ask(message, clear_draft=True)
        return message

    def edit(self, message_id: str, text: str) -> Message | None:
        """Add another version of a user's message, with its attachments and its pin, and ask for an answer to it."""
        old = self._idle(message_id, "user")
        if old is None or not (text.strip() or old.attachments):
            return None
        copies = (msgspec.structs.replace(attachment, id=new_id()) for attachment in old.attachments)
        message = replace(_message(old.conversation_id, old.parent_id, text, copies), pinned=old.pinned)
        self._ask(message)
        return message

    def edit_answer(self, message_id: str, text: str) -> Message | None:
        """Put words into the model's mouth: another version of its answer, which nothing is asked about."""
        old = self._idle(message_id, "assistant")
        if old is None or not text.strip() or text == old.text:
            return None
        message = replace(
            old,
            id=new_id(),
            text=text,
            created_at=time.time(),
            state="complete",
            error="",
            receipt=None,
            token_ids=(),
        )
        self._store.add(message)
        self.branch_changed.emit(message.conversation_id)
        return message

    def regenerate(self, message_id: str) -> Message | None:
        """Ask for another version of an answer, or for an answer to a user's message; returns the new, empty answer."""
        old = self._idle(message_id)
        return (
            None if old is None else self._answer(old.conversation_id, old.id if old.role == "user" else old.parent_id)
        )

    def answer_with(self, message_id: str, policy: ContextPolicy) -> Message | None:
        """Answer again where the context was too small, and let this happen in the conversation from now on."""
        old = self._idle(message_id)
        if old is None:
            return None
        self._context.choose(old.conversation_id, policy)
        return self.regenerate(message_id)

    def can_continue(self, message_id: str) -> bool:
        """Whether it is an answer that was cut off, with nothing said after it, in a conversation that is idle."""
        message = self._idle(message_id, "assistant")
        return (
            message is not None
            and message.can_go_on
            and self._store.tree(message.conversation_id).newest_leaf(message_id) == message_id
        )

    def continue_answer(self, message_id: str) -> Message | None:
        """Go on with an answer that was cut off, where it ended; returns it. None where `can_continue` says no."""
        old = self._store.message(message_id)
        if old is None or not self.can_continue(message_id):
            return None
        message = replace(old, state="streaming", error="")
        self._store.update(message)
        self._store.set_head(message.conversation_id, message.id)
        self._answers.begin(message)
        return message

    def use_model(self, conversation_id: str, path: str) -> None:
        """Let a model answer in this conversation from now on; an empty path takes whichever is loaded.

        It is loaded now if nothing is being answered, else when it is needed. The program's own choice stays.
        """
        own = self._settings.own(conversation_id)
        self._settings.change(conversation_id, msgspec.structs.replace(own, model_path=path))
        is_there = self._models.state.path == path and self._models.state.kind in ("loading", "ready")
        if path and not is_there and not self._answers.is_busy:
            self._models.load_for_chat(path)

    def select_version(self, message_id: str) -> None:
        """Show the branch through this message, down to what was written last below it."""
        message = self._store.message(message_id)
        if message is not None:
            tree = self._store.tree(message.conversation_id)
            self._store.set_head(message.conversation_id, tree.newest_leaf(message_id))
            self.branch_changed.emit(message.conversation_id)

    def stop(self, conversation_id: str) -> None:
        """End the answer in progress and keep its text; no effect if there is none."""
        self._answers.stop(conversation_id)

    def is_running(self, conversation_id: str) -> bool:
        """Whether an answer is in progress."""
        return self._answers.running(conversation_id) is not None

    def activity(self, conversation_id: str) -> Activity | None:
        """What the answer in progress is doing; None if there is none."""
        answer = self._answers.running(conversation_id)
        return None if answer is None else answer.activity

    def newest(self, message: Message) -> Message:
        """The message with the text that has come since it was read from the store."""
        answer = self._answers.running(message.conversation_id)
        return answer.message if answer is not None and answer.message.id == message.id else message

    def close(self) -> None:
        """Keep what has come of every answer; call it when the engine will say no more."""
        self._answers.close()

    def _idle(self, message_id: str, role: str = "") -> Message | None:
        """The message, if it has this role and its conversation is not being answered."""
        message = self._store.message(message_id)
        if message is None or self.is_running(message.conversation_id) or role not in ("", message.role):
            return None
        return message

    def _ask(self, message: Message, clear_draft: bool = False) -> None:
        title = first_title(message) if message.parent_id is None else ""
        self._store.add(message, title=title, clear_draft=clear_draft)
        self._answer(message.conversation_id, message.id)

    def _answer(self, conversation_id: str, parent_id: str | None) -> Message:
        message = Message(new_id(), conversation_id, parent_id, "assistant", "", time.time(), "streaming")
        self._store.add(message)
        self._answers.begin(message)
        return message


def _message(conversation_id: str, parent_id: str | None, text: str, attachments: Iterable[Attachment] = ()) -> Message:
    return Message(new_id(), conversation_id, parent_id, "user", text, time.time(), attachments=tuple(attachments))
