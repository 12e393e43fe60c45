"""Asks the engine to show on the loaded model how its cache works; the answers come as the engine finds them."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QObject, Signal

from app.chat_settings_controller import ChatSettingsController
from app.context_controller import ContextController
from app.conversation import TEMPORARY, new_id
from app.engine_client import EngineClient, EngineState
from app.model_controller import ModelController
from app.store.conversation_store import ConversationStore
from app.translation import tr
from engine.protocol import CachedKind as CachedKind
from engine.protocol import CacheTried as CacheTried
from engine.protocol import ChatMessage, Event, ExplainModel, Generate, MatchPrompts, TryCache
from engine.protocol import LayerCache as LayerCache
from engine.protocol import ModelExplained as ModelExplained
from engine.protocol import PromptMatch as PromptMatch
from engine.protocol import PromptsMatched as PromptsMatched
from engine.protocol import TrialSide as TrialSide

TRIAL_TOKENS = 12
_NEXT_MESSAGE = "…"


class Explanations(QObject):
    """One question of each kind at a time: a new one takes the place of the one before."""

    explained = Signal(object)  # ModelExplained
    tried = Signal(object)  # CacheTried, one for each token
    matched = Signal(object)  # PromptsMatched: the prompt as it is, then with the other system prompt

    def __init__(
        self,
        engine: EngineClient,
        models: ModelController,
        store: ConversationStore,
        context: ContextController,
        settings: ChatSettingsController,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._models = models
        self._store = store
        self._context = context
        self._settings = settings
        self._asked: dict[type[Event], str] = {}  # what kind of answer, request id
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    @property
    def has_model(self) -> bool:
        """Whether there is a model to show it on."""
        return not self.obstacle

    @property
    def obstacle(self) -> str:
        """Why there is nothing to show it on, as a sentence; empty where there is a model."""
        if self._models.state.kind != "ready":
            return tr("Load a model to see this on it.")
        if self._models.state.is_remote:
            return tr(
                "The loaded model runs on a server, which does not show what its cache does. Load one that runs on "
                "this computer."
            )
        return ""

    def explain(self) -> None:
        """Ask what each layer keeps."""
        if self.has_model:
            self._engine.send(ExplainModel(request_id=self._ask(ModelExplained)))

    def try_cache(self, question: str) -> None:
        """Let the model answer a question with and without a cache, as far as a dozen tokens."""
        if self.has_model:
            messages = [ChatMessage(role="user", content=question)]
            self._engine.send(TryCache(request_id=self._ask(CacheTried), messages=messages, max_tokens=TRIAL_TOKENS))

    def system_prompt(self, conversation_id: str) -> str:
        """What a chat begins with at present."""
        return self._settings.effective(conversation_id).system_prompt

    def match(self, conversation_id: str, system_prompt: str) -> None:
        """Ask how much of a chat's next prompt is cached, as it is and with another system prompt."""
        if not self.has_model:
            return
        conversation = self._store.conversation(conversation_id)
        branch = self._store.tree(conversation_id).branch(None if conversation is None else conversation.head_id)
        prompt, summary = self._context.prompt(conversation_id, branch)
        messages = prompt.messages
        if not messages or messages[-1].role != "user":
            messages = [*messages, ChatMessage(role="user", content=_NEXT_MESSAGE)]
        request_id = self._ask(PromptsMatched)
        present = Generate(
            request_id=request_id,
            conversation_id=conversation_id,
            messages=messages,
            cache="temporary" if conversation_id.startswith(TEMPORARY) else "keep",
            summary=summary,
            thinking=self._settings.effective(conversation_id).thinking,
            kv_format=self._settings.own(conversation_id).kv_format or None,
            begun_at=self._settings.begun_at(conversation_id),
        )
        changed = msgspec.structs.replace(present, messages=_with_system_prompt(messages, system_prompt))
        self._engine.send(MatchPrompts(request_id=request_id, prompts=[present, changed]))

    def _ask(self, kind: type[Event]) -> str:
        self._asked[kind] = new_id()
        return self._asked[kind]

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, ModelExplained | CacheTried | PromptsMatched):
            return
        if self._asked.get(type(event)) != event.request_id:
            return
        if isinstance(event, ModelExplained):
            self.explained.emit(event)
        elif isinstance(event, CacheTried):
            self.tried.emit(event)
        else:
            self.matched.emit(event)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind == "ready":
            return
        ended = tr("The engine ended before it could tell.")
        asked, self._asked = self._asked, {}
        if request_id := asked.get(CacheTried):
            self.tried.emit(CacheTried(request_id=request_id, message=ended))
        if request_id := asked.get(PromptsMatched):
            self.matched.emit(PromptsMatched(request_id=request_id, message=ended))


def _with_system_prompt(messages: list[ChatMessage], system_prompt: str) -> list[ChatMessage]:
    turns = [message for message in messages if message.role != "system"]
    return [ChatMessage(role="system", content=system_prompt), *turns] if system_prompt.strip() else turns
