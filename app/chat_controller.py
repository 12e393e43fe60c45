"""Asks for answers and keeps what comes: the user's words are on the disk before the engine hears of them."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from app.answer_in_progress import Activity as Activity
from app.answer_in_progress import AnswerInProgress
from app.context_controller import ContextController
from app.conversation import ContextPolicy, Message, MessageState, new_id, title_from
from app.drafts import Drafts
from app.engine_client import EngineClient, EngineState
from app.model_controller import FetchState, ModelController, ModelState
from app.settings import SettingsStore
from app.store.conversation_store import ConversationStore
from engine.protocol import Abort, ContextTrimmed, Delta, Event, Finished, Generate, PrefillProgress

_TELL_MS = 50
_WRITE_MS = 1_500

_RESTARTED = "The engine was restarted. The answer so far is kept."
_LOADING = "Waiting for the model to be loaded."
_FETCHING = "Waiting for the starter model to be fetched."


class ChatController(QObject):
    """One answer at a time for each conversation; several conversations may be answered at once.

    `send`, `edit` and `regenerate` return None, and do nothing, if the text is blank or the conversation is being
    answered. Without a model the answer waits for one. However an answer ends, its text is kept.
    """

    branch_changed = Signal(str)  # conversation_id: messages were added or the head moved
    message_changed = Signal(object)  # Message: its text grew or its state changed; at most 20 times a second each
    activity_changed = Signal(str)  # conversation_id

    def __init__(
        self,
        engine: EngineClient,
        models: ModelController,
        store: ConversationStore,
        drafts: Drafts,
        settings: SettingsStore,
        context: ContextController,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._models = models
        self._store = store
        self._drafts = drafts
        self._settings = settings
        self._context = context
        self._answers: dict[str, AnswerInProgress] = {}  # by request id
        self._untold: set[str] = set()  # request ids
        self._tell_timer = QTimer(self, interval=_TELL_MS, singleShot=True)
        self._tell_timer.timeout.connect(self._tell)
        self._write_timer = QTimer(self, interval=_WRITE_MS)
        self._write_timer.timeout.connect(self._write)
        engine.event_received.connect(self._on_event)
        models.state_changed.connect(self._on_model_state)
        models.fetch_changed.connect(self._on_fetch)
        engine.state_changed.connect(self._on_engine_state)

    def send(self, conversation_id: str, text: str) -> Message | None:
        """Add the user's message to the shown branch and ask for an answer; returns the user's message."""
        conversation = self._store.conversation(conversation_id)
        if conversation is None or not text.strip() or self.is_running(conversation_id):
            return None
        message = _message(conversation_id, conversation.head_id, text)
        self._ask(message, clear_draft=True)
        return message

    def edit(self, message_id: str, text: str) -> Message | None:
        """Add another version of a user's message and ask for an answer to it; returns the new version."""
        old = self._store.message(message_id)
        if old is None or old.role != "user" or not text.strip() or self.is_running(old.conversation_id):
            return None
        message = _message(old.conversation_id, old.parent_id, text)
        self._ask(message)
        return message

    def regenerate(self, message_id: str) -> Message | None:
        """Ask for another version of an answer, or for an answer to a user's message; returns the new, empty answer."""
        old = self._store.message(message_id)
        if old is None or self.is_running(old.conversation_id):
            return None
        return self._answer(old.conversation_id, old.id if old.role == "user" else old.parent_id)

    def answer_with(self, message_id: str, policy: ContextPolicy) -> Message | None:
        """Answer again where the context was too small, and let this happen in the conversation from now on."""
        old = self._store.message(message_id)
        if old is None or self.is_running(old.conversation_id):
            return None
        self._context.choose(old.conversation_id, policy)
        return self.regenerate(message_id)

    def select_version(self, message_id: str) -> None:
        """Show the branch through this message, down to what was written last below it."""
        message = self._store.message(message_id)
        if message is not None:
            tree = self._store.tree(message.conversation_id)
            self._store.set_head(message.conversation_id, tree.newest_leaf(message_id))
            self.branch_changed.emit(message.conversation_id)

    def stop(self, conversation_id: str) -> None:
        """End the answer in progress and keep its text; no effect if there is none."""
        answer = self._running(conversation_id)
        if answer is None:
            return
        if answer.activity.phase == "waiting":
            self._close(answer, answer.cut_off("stopped"))
        else:
            answer.stopping()
            self._engine.send(Abort(request_id=answer.request_id))
            self.activity_changed.emit(conversation_id)

    def is_running(self, conversation_id: str) -> bool:
        """Whether an answer is in progress."""
        return self._running(conversation_id) is not None

    def activity(self, conversation_id: str) -> Activity | None:
        """What the answer in progress is doing; None if there is none."""
        answer = self._running(conversation_id)
        return None if answer is None else answer.activity

    def newest(self, message: Message) -> Message:
        """The message with the text that has come since it was read from the store."""
        answer = self._running(message.conversation_id)
        return answer.message if answer is not None and answer.message.id == message.id else message

    def close(self) -> None:
        """Keep what has come of every answer; call it when the engine will say no more."""
        for answer in tuple(self._answers.values()):
            self._close(answer, answer.cut_off("stopped"))

    def _ask(self, message: Message, clear_draft: bool = False) -> None:
        if clear_draft:
            self._drafts.forget(message.conversation_id)
        self._store.add(message, title=self._title_for(message), clear_draft=clear_draft)
        self._answer(message.conversation_id, message.id)

    def _title_for(self, message: Message) -> str:
        return title_from(message.text) if message.parent_id is None else ""

    def _answer(self, conversation_id: str, parent_id: str | None) -> Message:
        fetching = self._models.fetch.kind == "running"
        message = Message(new_id(), conversation_id, parent_id, "assistant", "", time.time(), "streaming")
        answer = AnswerInProgress(message, _FETCHING if fetching else _LOADING)
        self._store.add(message)
        self._answers[answer.request_id] = answer
        self._write_timer.start()
        self.branch_changed.emit(conversation_id)
        self.activity_changed.emit(conversation_id)
        if self._models.state.kind == "ready":
            self._generate(answer)
        else:
            self._models.load_wanted()
        return message

    def _generate(self, answer: AnswerInProgress) -> None:
        state = self._models.state
        conversation_id = answer.activity.conversation_id
        prompt, summary = self._context.prompt(conversation_id, self._branch(answer))
        policy = self._context.policy(conversation_id)
        answer.asked(state.name, prompt, policy)
        self._store.set_model(conversation_id, state.path)
        self._engine.send(
            Generate(
                request_id=answer.request_id,
                conversation_id=conversation_id,
                messages=prompt.messages,
                sampling=self._settings.value.sampling(),
                context_policy=policy,
                summary=summary,
            )
        )
        self.activity_changed.emit(conversation_id)

    def _branch(self, answer: AnswerInProgress) -> tuple[Message, ...]:
        """What is to be answered."""
        return self._store.tree(answer.activity.conversation_id).branch(answer.message.parent_id)

    def _running(self, conversation_id: str) -> AnswerInProgress | None:
        for answer in self._answers.values():
            if answer.activity.conversation_id == conversation_id:
                return answer
        return None

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, PrefillProgress | ContextTrimmed | Delta | Finished):
            return
        answer = self._answers.get(event.request_id)
        if answer is None:
            return
        if isinstance(event, Finished):
            self._close(answer, answer.finished(event))
            return
        if isinstance(event, ContextTrimmed):
            cut = answer.trimmed(event)
            if cut is not None:
                self._context.take_cut(answer.activity.conversation_id, self._branch(answer), cut)
        elif isinstance(event, Delta):
            answer.delta(event)
        else:
            answer.prefill(event)
        self._untold.add(event.request_id)
        if not self._tell_timer.isActive():
            self._tell_timer.start()

    def _on_model_state(self, state: ModelState) -> None:
        if state.kind == "ready":
            for answer in self._waiting():
                self._generate(answer)
        elif state.kind == "failed":
            self._close_waiting("failed", state.sentence)
        elif state.kind == "none":
            self._close_waiting("stopped", "No model was loaded to answer this.")

    def _on_fetch(self, state: FetchState) -> None:
        if self._models.state.kind in ("loading", "ready"):
            return
        if state.kind == "failed":
            self._close_waiting("failed", state.sentence)
        elif state.kind == "idle":
            self._close_waiting("stopped", "The fetch of the starter model was stopped.")

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            for answer in tuple(self._answers.values()):
                if answer.activity.phase != "waiting":
                    self._close(answer, answer.cut_off("failed", state.sentence or _RESTARTED))

    def _waiting(self) -> tuple[AnswerInProgress, ...]:
        return tuple(answer for answer in self._answers.values() if answer.activity.phase == "waiting")

    def _close_waiting(self, state: MessageState, sentence: str) -> None:
        for answer in self._waiting():
            self._close(answer, answer.cut_off(state, sentence))

    def _close(self, answer: AnswerInProgress, message: Message) -> None:
        del self._answers[answer.request_id]
        self._untold.discard(answer.request_id)
        if not self._answers:
            self._write_timer.stop()
        self._store.update(message)
        self.message_changed.emit(message)
        self.activity_changed.emit(message.conversation_id)

    def _tell(self) -> None:
        untold, self._untold = self._untold, set()
        for request_id in untold:
            answer = self._answers.get(request_id)  # whoever was told of the one before may have ended this one
            if answer is None:
                continue
            if answer.message.text:
                self.message_changed.emit(answer.message)
            self.activity_changed.emit(answer.activity.conversation_id)

    def _write(self) -> None:
        for answer in tuple(self._answers.values()):
            if answer.is_unsaved:
                self._store.update(answer.message)
                answer.saved()


def _message(conversation_id: str, parent_id: str | None, text: str) -> Message:
    return Message(new_id(), conversation_id, parent_id, "user", text, time.time())
