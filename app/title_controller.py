"""Lets the model give a new conversation its title, on a fork of the chat that leaves its cache alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from app.chat_controller import ChatController
from app.context_controller import ContextController
from app.conversation import Message, new_id
from app.engine_client import EngineClient, EngineState
from app.model_controller import ModelController, ModelState
from app.settings import SettingsStore
from app.store.conversation_store import ConversationStore
from app.titles import TITLE_REQUEST, clean_title, first_title
from engine.protocol import Abort, ChatMessage, Delta, Event, Finished, Generate, SamplingParams

_TITLE_TOKENS = 24
_THINKING_TOKENS = 512
"""For a model that cannot be told to leave its thinking out."""
_LAST_ANSWER = 3
"""A conversation whose first answers were followed too soon may still get its title after this one."""


@dataclass(slots=True)
class _Request:
    id: str
    conversation_id: str
    first_id: str
    answer: str
    text: list[str] = field(default_factory=list)


class TitleController(QObject):
    """Asks once for each conversation, and gives way to the user at once.

    Temporary conversations are not asked about, nor those that have a title of their own. Where the model says nothing
    that makes a title, the one made of the first message stays.
    """

    titled = Signal(str)  # conversation_id

    def __init__(
        self,
        engine: EngineClient,
        models: ModelController,
        store: ConversationStore,
        chat: ChatController,
        context: ContextController,
        settings: SettingsStore,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._models = models
        self._store = store
        self._chat = chat
        self._context = context
        self._settings = settings
        self._requests: dict[str, _Request] = {}  # by request id
        self._asked: set[str] = set()  # ids of first messages that were made a title of, or could not be
        chat.message_changed.connect(self._on_message)
        chat.branch_changed.connect(self._give_way)
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)
        models.state_changed.connect(self._on_model_state)

    @property
    def is_asking(self) -> bool:
        """Whether a model is making a title."""
        return bool(self._requests)

    def _on_message(self, message: Message) -> None:
        if message.role != "assistant" or message.state != "complete" or not self._settings.value.automatic_titles:
            return
        conversation = self._store.conversation(message.conversation_id)
        if conversation is None or conversation.is_temporary or not conversation.title_is_default:
            return
        branch = self._store.tree(conversation.id).branch(conversation.head_id)
        answers = sum(each.role == "assistant" for each in branch)
        if not branch or branch[-1].id != message.id or answers > _LAST_ANSWER or not message.text.strip():
            return
        first = branch[0]
        # Any other title is one that the model has given before.
        if first.id not in self._asked and conversation.title == first_title(first):
            self._ask(conversation.id, branch)

    def _ask(self, conversation_id: str, branch: tuple[Message, ...]) -> None:
        info = self._models.state.info
        if info is None:
            return
        request = _Request(new_id(), conversation_id, branch[0].id, branch[-1].text)
        prompt, summary = self._context.prompt(conversation_id, branch)
        conversation = self._store.conversation(conversation_id)
        if conversation is None:
            return
        self._requests[request.id] = request
        self._engine.send(
            Generate(
                request_id=request.id,
                conversation_id=new_id(),
                messages=[*prompt.messages, ChatMessage(role="user", content=TITLE_REQUEST)],
                sampling=SamplingParams(
                    temperature=0.0,
                    max_tokens=_THINKING_TOKENS if info.thinking == "always" else _TITLE_TOKENS,
                ),
                cache="once",
                summary=summary,
                thinking="off" if info.thinking == "optional" else "default",
                kv_format=conversation.settings.kv_format or None,
                begun_at=conversation.created_at,
            )
        )

    def _give_way(self, conversation_id: str) -> None:
        for request in tuple(self._requests.values()):
            if request.conversation_id == conversation_id:
                del self._requests[request.id]
                self._engine.send(Abort(request_id=request.id))

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, Delta | Finished):
            return
        request = self._requests.get(event.request_id)
        if request is None:
            return
        if isinstance(event, Delta):
            if event.moved:
                request.text.clear()
            request.text.append(event.text)
            return
        del self._requests[request.id]
        if event.reason in ("stop", "length"):
            self._asked.add(request.first_id)
            title = clean_title("".join(request.text))
            # A small model may say its answer once more.
            if title and not request.answer.lstrip().casefold().startswith(title.casefold()):
                self._store.set_title_by_model(request.conversation_id, title)
                self.titled.emit(request.conversation_id)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            self._requests.clear()

    def _on_model_state(self, state: ModelState) -> None:
        if state.kind != "ready":
            self._requests.clear()  # the engine ends what ran with the model before
