"""The answers in progress: asks the engine for them, joins what it tells, and writes it down."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.answer_in_progress import AnswerInProgress
from app.chat_settings_controller import ChatSettingsController
from app.context_controller import ContextController
from app.conversation import TEMPORARY, Message, MessageState
from app.engine_client import EngineClient, EngineState
from app.model_controller import FetchState, ModelController, ModelState
from app.store.conversation_store import ConversationStore
from app.translation import mark, tr
from engine.protocol import Abort, ContextTrimmed, Delta, Event, Finished, Generate, PrefillProgress

_TELL_MS = 50
_WRITE_MS = 1_500

_RESTARTED = mark("The engine was restarted. The answer so far is kept.")
_LOADING = mark("Waiting for the model to be loaded.")
_FETCHING = mark("Waiting for the starter model to be fetched.")
_OTHERS = mark("Waiting for the answers of another model, before the model of this chat is loaded.")


class Answers(QObject):
    """One at a time for each conversation; several conversations may be answered at once.

    An answer waits while there is no model, or not the one that was chosen for its conversation: that one is loaded as
    soon as no other answer would be stopped by it. However an answer ends, its text is kept.
    """

    began = Signal(str)  # conversation_id: there is an answer in progress
    changed = Signal(object)  # Message: its text grew or its state changed; at most 20 times a second each
    activity_changed = Signal(str)  # conversation_id

    def __init__(
        self,
        engine: EngineClient,
        models: ModelController,
        store: ConversationStore,
        settings: ChatSettingsController,
        context: ContextController,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._models = models
        self._store = store
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

    def begin(self, message: Message) -> None:
        """Answer what stands before this message, or go on with it if it has begun; the store has it already."""
        fetching = self._models.fetch.kind == "running"
        answer = AnswerInProgress(message, tr(_FETCHING if fetching else _LOADING))
        self._answers[answer.request_id] = answer
        self._write_timer.start()
        self.began.emit(message.conversation_id)
        self.activity_changed.emit(message.conversation_id)
        self._serve()

    def running(self, conversation_id: str) -> AnswerInProgress | None:
        """The answer that is in progress."""
        for answer in self._answers.values():
            if answer.activity.conversation_id == conversation_id:
                return answer
        return None

    @property
    def is_busy(self) -> bool:
        """Whether a model works on any answer, so that loading another one would stop it."""
        return any(answer.activity.phase != "waiting" for answer in self._answers.values())

    def stop(self, conversation_id: str) -> None:
        """End the answer in progress and keep its text; no effect if there is none."""
        answer = self.running(conversation_id)
        if answer is None:
            return
        if answer.activity.phase == "waiting":
            self._close(answer, answer.cut_off("stopped"))
        else:
            answer.stopping()
            self._engine.send(Abort(request_id=answer.request_id))
            self.activity_changed.emit(conversation_id)

    def close(self) -> None:
        """Keep what has come of every answer; call it when the engine will say no more."""
        for answer in tuple(self._answers.values()):
            self._close(answer, answer.cut_off("stopped"), serve=False)

    def _serve(self) -> None:
        """Ask for every answer whose model is there, and see to it that the next one's comes."""
        self._ask_where_ready()
        waiting = self._waiting()
        if not waiting or self._models.state.kind == "loading":
            return
        wanted = self._wanted(waiting[0])
        if self.is_busy:
            for answer in waiting:
                answer.waits_for(tr(_OTHERS))
                self.activity_changed.emit(answer.activity.conversation_id)
        elif wanted:
            self._models.load_for_chat(wanted)
        else:
            self._models.load_wanted()

    def _ask_where_ready(self) -> None:
        if self._models.state.kind == "ready":
            for answer in self._waiting():
                if self._is_for(answer, self._models.state.path):
                    self._ask(answer)

    def _is_for(self, answer: AnswerInProgress, model_path: str) -> bool:
        return self._wanted(answer) in ("", model_path)

    def _wanted(self, answer: AnswerInProgress) -> str:
        """The model that was chosen for its conversation; empty for whichever is loaded."""
        return self._settings.own(answer.activity.conversation_id).model_path

    def _ask(self, answer: AnswerInProgress) -> None:
        state = self._models.state
        conversation_id = answer.activity.conversation_id
        prompt, summary = self._context.prompt(conversation_id, self._branch(answer), continues=answer.continues)
        policy = self._context.policy(conversation_id)
        settings = self._settings.effective(conversation_id)
        answer.asked(state.name, prompt, policy)
        self._store.set_model(conversation_id, state.path)
        self._engine.send(
            Generate(
                request_id=answer.request_id,
                conversation_id=conversation_id,
                messages=prompt.messages,
                sampling=settings.sampling,
                cache="temporary" if conversation_id.startswith(TEMPORARY) else "keep",
                context_policy=policy,
                summary=summary,
                continues=answer.continues,
                thinking=settings.thinking,
                kv_format=self._settings.own(conversation_id).kv_format or None,
                begun_at=self._settings.begun_at(conversation_id),
            )
        )
        self.activity_changed.emit(conversation_id)

    def _branch(self, answer: AnswerInProgress) -> tuple[Message, ...]:
        """What is to be answered, with the beginning of the answer if there is one; nothing if it was deleted."""
        message = answer.message
        if self._store.message(message.id) is None:
            return ()
        head_id = message.id if answer.continues else message.parent_id
        return self._store.tree(message.conversation_id).branch(head_id)

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
            cut, branch = answer.trimmed(event), self._branch(answer)
            if cut is not None and branch:
                self._context.take_cut(answer.activity.conversation_id, branch, cut)
        elif isinstance(event, Delta):
            answer.delta(event)
        else:
            answer.prefill(event)
        self._untold.add(event.request_id)
        if not self._tell_timer.isActive():
            self._tell_timer.start()

    def _on_model_state(self, state: ModelState) -> None:
        if state.kind == "ready":
            self._ask_where_ready()
        elif state.kind == "failed":
            for answer in self._waiting():
                if (self._wanted(answer) or self._models.wanted_path) == state.path:
                    self._close(answer, answer.cut_off("failed", state.sentence), serve=False)
        elif state.kind == "none":
            self._close_waiting("stopped", tr("No model was loaded to answer this."))
        # Later: whoever else is told of this state must hear of it before there is another.
        QTimer.singleShot(0, self, self._serve)

    def _on_fetch(self, state: FetchState) -> None:
        if self._models.state.kind in ("loading", "ready"):
            return
        if state.kind == "failed":
            self._close_waiting("failed", state.sentence)
        elif state.kind == "idle":
            self._close_waiting("stopped", tr("The fetch of the starter model was stopped."))

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            for answer in tuple(self._answers.values()):
                if answer.activity.phase != "waiting":
                    self._close(answer, answer.cut_off("failed", state.sentence or tr(_RESTARTED)), serve=False)

    def _waiting(self) -> tuple[AnswerInProgress, ...]:
        return tuple(answer for answer in self._answers.values() if answer.activity.phase == "waiting")

    def _close_waiting(self, state: MessageState, sentence: str) -> None:
        for answer in self._waiting():
            self._close(answer, answer.cut_off(state, sentence), serve=False)

    def _close(self, answer: AnswerInProgress, message: Message, serve: bool = True) -> None:
        del self._answers[answer.request_id]
        self._untold.discard(answer.request_id)
        if not self._answers:
            self._write_timer.stop()
        self._store.update(message)
        self.changed.emit(message)
        self.activity_changed.emit(message.conversation_id)
        if serve:
            self._serve()  # one that waited for another model may come now

    def _tell(self) -> None:
        untold, self._untold = self._untold, set()
        for request_id in untold:
            answer = self._answers.get(request_id)  # whoever was told of the one before may have ended this one
            if answer is None:
                continue
            if answer.message.text or answer.message.reasoning:
                self.changed.emit(answer.message)
            self.activity_changed.emit(answer.activity.conversation_id)

    def _write(self) -> None:
        for answer in tuple(self._answers.values()):
            if answer.is_unsaved:
                self._store.update(answer.message)
                answer.saved()
