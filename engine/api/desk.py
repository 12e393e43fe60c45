"""Carries requests to the engine and its events back: this side is asyncio's, the other one the step loop's."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from engine.api.errors import ApiError
from engine.api.lanes import Lanes
from engine.api.metrics import Metrics
from engine.protocol import (
    LOCAL_API,
    Abort,
    AnyCommand,
    ChatMessage,
    Delta,
    Event,
    Finished,
    Generate,
    LoadFailed,
    LoadProgress,
    MetricsRead,
    ModelInfo,
    ModelLoaded,
    ModelUnloaded,
    PrefillProgress,
    ReadMetrics,
)

Told: TypeAlias = PrefillProgress | Delta | Finished | MetricsRead

MOST_REQUESTS = 64
"""At once; who comes then is told to try again later."""

ANY_MODEL = "kvasir"
"""A name for whatever model is loaded, so that other programs need not be told when the user changes it."""

_REMEMBERED_ANSWERS = 256


class Asked:
    """One request: what the engine tells of it, in order, until its `Finished`."""

    def __init__(self, request_id: str, abort: Callable[[], None]) -> None:
        self.request_id = request_id
        self.began = time.monotonic()
        self._abort = abort
        self._told: asyncio.Queue[Told] = asyncio.Queue()
        self._is_over = False

    def put(self, event: Told) -> None:
        """The engine has told something."""
        self._told.put_nowait(event)

    async def next(self) -> Told:
        """What comes next; nothing does after `Finished`."""
        event = await self._told.get()
        self._is_over = isinstance(event, Finished | MetricsRead)
        return event

    def close(self) -> None:
        """Nobody listens any more: the engine need not go on."""
        if not self._is_over:
            self._is_over = True
            self._abort()


class Desk:
    """Owner of the requests that run, and of what is remembered from one to the next.

    Args:
        post: Gives a command to the engine; called from any thread, must not block.
        changed: Called when a request came or ended.

    Attributes:
        num_requests: That have come so far.
    """

    def __init__(self, post: Callable[[AnyCommand], None], changed: Callable[[], None]) -> None:
        self._post = post
        self._changed = changed
        self._loop: asyncio.AbstractEventLoop | None = None
        self._model: ModelInfo | None = None
        self._ids = itertools.count(1)
        self._running: dict[str, Asked] = {}
        self._commands: dict[str, Generate] = {}
        self._lanes = Lanes()
        self._metrics = Metrics()
        self._answers: OrderedDict[tuple[str, str], ChatMessage] = OrderedDict()
        self.num_requests = 0

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Requests will come from this loop."""
        self._loop = loop

    def take(self, event: Event) -> bool:
        """Look at an event, in the thread that tells it. Whether it is for the local API alone."""
        match event:
            case ModelLoaded(model=model):
                self._model = model
            case LoadProgress() | LoadFailed() | ModelUnloaded():
                self._model = None
            case PrefillProgress() | Delta() | Finished() | MetricsRead():
                if event.request_id.startswith(LOCAL_API):
                    assert self._loop is not None
                    self._loop.call_soon_threadsafe(self._deliver, event)
                    return True
        return False

    @property
    def model(self) -> ModelInfo | None:
        """The loaded one."""
        return self._model

    def model_named(self, name: str) -> ModelInfo:
        """The loaded model, if that is its name.

        Raises:
            ApiError: There is none, or it is another.
        """
        if self._model is None:
            raise ApiError(503, "No model is loaded. Choose one in Kvasir first.", code="no_model")
        if name not in (self._model.name, ANY_MODEL):
            sentence = f"The model {name!r} is not loaded. The one that is: {self._model.name!r}."
            raise ApiError(404, sentence, code="model_not_found", param="model")
        return self._model

    @property
    def num_running(self) -> int:
        """Requests that have not ended."""
        return len(self._commands)

    def ask(self, command: Generate) -> Asked:
        """Begin a request; its ids are given here.

        Raises:
            ApiError: There are too many already.
        """
        if len(self._commands) >= MOST_REQUESTS:
            sentence = f"{MOST_REQUESTS} requests are being answered already. Try again when some have ended."
            raise ApiError(429, sentence, headers={"Retry-After": "5"})
        request_id = f"{LOCAL_API}:{next(self._ids)}"
        command = msgspec.structs.replace(
            command,
            request_id=request_id,
            conversation_id=self._lanes.take(command.messages),
            messages=self._with_known_ids(command.messages),
            cache="apart",
        )
        asked = Asked(request_id, lambda: self._post(Abort(request_id=request_id)))
        self._running[request_id] = asked
        self._commands[request_id] = command
        self.num_requests += 1
        self._post(command)
        self._changed()
        return asked

    async def metrics_page(self) -> str:
        """What the engine is doing, which it tells between two steps, and what was asked here."""
        asked = Asked(f"{LOCAL_API}:{next(self._ids)}", lambda: None)
        self._running[asked.request_id] = asked
        self._post(ReadMetrics(request_id=asked.request_id))
        read = await asked.next()
        assert isinstance(read, MetricsRead)
        return self._metrics.page(read, self._model)

    def abort_all(self) -> None:
        """Stop all requests."""
        for request_id in self._commands:
            self._post(Abort(request_id=request_id))

    def remember(self, content: str, reasoning: str, finished: Finished) -> None:
        """Keep the ids of an answer, which its client will send back as text: as ids the cache knows it."""
        if not finished.token_ids and not finished.reasoning_ids:
            return
        for said in ("", reasoning):  # most clients send back what was answered, and not what was thought
            self._answers[content, said] = ChatMessage(
                role="assistant",
                content=content,
                token_ids=finished.token_ids,
                reasoning=said,
                reasoning_ids=finished.reasoning_ids if said else [],
                tokenizer_id=finished.tokenizer_id,
            )
            self._answers.move_to_end((content, said))
        while len(self._answers) > _REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)

    def _with_known_ids(self, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
        """The same, where answers that were generated here have their ids again."""
        return [
            message
            if message.role != "assistant" or message.tool_calls
            else self._answers.get((message.content, message.reasoning), message)
            for message in messages
        ]

    def _deliver(self, event: Told) -> None:
        asked = self._running.get(event.request_id)
        if asked is None:
            return
        asked.put(event)
        if isinstance(event, Finished | MetricsRead):
            del self._running[event.request_id]
            command = self._commands.pop(event.request_id, None)
            if command is not None and isinstance(event, Finished):
                self._metrics.ended(event, time.monotonic() - asked.began)
                self._lanes.give_back(command.conversation_id)
                self._changed()
