"""What the model sees of a conversation: the exact prompt and its tokens, as the engine would read them."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.chat_settings_controller import ChatSettingsController
from app.context_controller import ContextController
from app.conversation import Message, new_id
from app.drafts import Drafts
from app.engine_client import EngineClient, EngineState
from app.model_controller import ModelController
from app.store.conversation_store import ConversationStore
from app.translation import mark, tr
from engine.protocol import Event, PromptRendered, RenderPrompt

_NO_MODEL = mark("Load a model to see what it sees: each has a template of its own.")
_NOTHING = mark("There is nothing in this chat yet that a model could see.")
_ENDED = mark("The engine ended before it could tell.")


@dataclass(frozen=True, slots=True)
class ShownPrompt:
    """The prompt of a conversation's next answer.

    Attributes:
        text: With all marks of the model's template.
        token_ids: Of the whole prompt.
        pieces: The text of each of them, as far as one token is text by itself.
        sentence: Why there is no prompt; empty where there is one.
    """

    conversation_id: str
    text: str = ""
    token_ids: tuple[int, ...] = ()
    pieces: tuple[str, ...] = ()
    sentence: str = ""


class PromptView(QObject):
    """Answers each `ask` with one `shown`, at once or when the engine has told."""

    shown = Signal(object)  # ShownPrompt

    def __init__(
        self,
        engine: EngineClient,
        models: ModelController,
        store: ConversationStore,
        drafts: Drafts,
        context: ContextController,
        settings: ChatSettingsController,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._models = models
        self._store = store
        self._drafts = drafts
        self._context = context
        self._settings = settings
        self._asked: dict[str, str] = {}  # conversation id by request id
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def ask(self, conversation_id: str) -> None:
        """Show what the model would see if the draft were sent now, or if there is none, what it has seen."""
        if self._models.state.kind != "ready":
            self.shown.emit(ShownPrompt(conversation_id, sentence=tr(_NO_MODEL)))
            return
        prompt, summary = self._context.prompt(conversation_id, self._branch(conversation_id))
        if not prompt.messages:
            self.shown.emit(ShownPrompt(conversation_id, sentence=tr(_NOTHING)))
            return
        request_id = new_id()
        self._asked[request_id] = conversation_id
        self._engine.send(
            RenderPrompt(
                request_id=request_id,
                messages=prompt.messages,
                summary=summary,
                thinking=self._settings.effective(conversation_id).thinking,
                begun_at=self._settings.begun_at(conversation_id),
            )
        )

    def _branch(self, conversation_id: str) -> tuple[Message, ...]:
        conversation = self._store.conversation(conversation_id)
        head_id = None if conversation is None else conversation.head_id
        branch = self._store.tree(conversation_id).branch(head_id)
        text, attachments = self._drafts.get(conversation_id), self._store.draft_attachments(conversation_id)
        draft = Message(new_id(), conversation_id, head_id, "user", text, time.time(), attachments=tuple(attachments))
        return (*branch, draft)  # a blank one is left out of the prompt

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, PromptRendered):
            return
        conversation_id = self._asked.pop(event.request_id, None)
        if conversation_id is not None:
            shown = ShownPrompt(conversation_id, event.text, tuple(event.token_ids), tuple(event.pieces), event.message)
            self.shown.emit(shown)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            asked, self._asked = self._asked, {}
            for conversation_id in asked.values():
                self.shown.emit(ShownPrompt(conversation_id, sentence=tr(_ENDED)))
