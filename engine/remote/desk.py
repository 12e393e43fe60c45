"""What the engine's commands mean for a model elsewhere. Everything here runs in the event loop's thread."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from engine.errors import LoadAborted
from engine.protocol import (
    Abort,
    CacheTried,
    CountTokens,
    Event,
    ExplainModel,
    Finished,
    Generate,
    ListServerModels,
    LoadFailed,
    LoadModel,
    LoadProgress,
    MatchPrompts,
    ModelExplained,
    ModelInfo,
    ModelLoaded,
    PromptRendered,
    PromptsMatched,
    RenderPrompt,
    ServerModelsListed,
    TokensCounted,
    TryCache,
    WatchCache,
)
from engine.remote import servers
from engine.remote.answer import RemoteAnswer
from engine.remote.connection import Connection, Patience
from engine.remote.failures import RemoteError
from engine.remote.model import RemoteModel

if TYPE_CHECKING:
    from engine.remote.host import RemoteCommand

log = logging.getLogger(__name__)

_ELSEWHERE = "This model runs on a server, and what it keeps of a conversation can only be seen there."
_NOTHING_LOADED = "No model is loaded. Choose one and send the message again."
_NOT_PASSED_ON = "This model runs on a server. Functions and texts without a template are not passed on to it."
_ANSWERED_ALREADY = "This conversation is still being answered. Stop that answer first."


class RemoteDesk:
    """Owner of the model elsewhere, of its answers in progress, and of questions to other servers."""

    def __init__(self, emit: Callable[[Event], None], patience: Patience | None = None) -> None:
        self._emit = emit
        self._patience = patience or Patience()
        self._model: RemoteModel | None = None
        self._loading: tuple[LoadModel, asyncio.Task[None]] | None = None
        self._answers: dict[str, tuple[Generate, asyncio.Task[None]]] = {}
        self._questions: set[asyncio.Task[None]] = set()
        self._watch = WatchCache()

    @property
    def num_running(self) -> int:
        """Answers in progress; may be read from any thread."""
        return len(self._answers)

    def take(self, command: RemoteCommand) -> None:
        """Carry out a command, or begin to."""
        match command:
            case LoadModel():
                self._loading = (command, self._begin(self._load(command)))
            case ListServerModels():
                question = self._begin(self._list(command))
                self._questions.add(question)
                question.add_done_callback(self._questions.discard)
            case Generate():
                self._generate(command)
            case Abort(request_id=request_id):
                if request_id in self._answers:
                    self._answers[request_id][1].cancel()
            case RenderPrompt():
                self._emit(self._rendered(command))
            case CountTokens():
                counts = [estimate(text) for text in command.texts] if self._model is not None else []
                self._emit(TokensCounted(count_id=command.count_id, counts=counts, are_estimates=True))
            case WatchCache():
                self._watch = command
                if self._model is not None:
                    self._model.watch(command.ledger)
            case ExplainModel(request_id=request_id):
                self._emit(ModelExplained(request_id=request_id))
            case TryCache(request_id=request_id):
                self._emit(CacheTried(request_id=request_id, message=_ELSEWHERE))
            case MatchPrompts(request_id=request_id):
                self._emit(PromptsMatched(request_id=request_id, message=_ELSEWHERE))

    def abort_load(self, load_id: str) -> None:
        """Stop loading; no effect if that load has ended."""
        if self._loading is not None and self._loading[0].load_id == load_id:
            self._loading[1].cancel()
            self._loading = None
            self._emit(LoadFailed(load_id=load_id, code="aborted", message=LoadAborted().sentence))

    async def leave(self) -> None:
        """Let the model go; its answers end with what has come."""
        if self._loading is not None:
            self.abort_load(self._loading[0].load_id)
        tasks = [task for _command, task in self._answers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        model, self._model = self._model, None
        if model is not None:
            await model.close()

    async def close(self) -> None:
        """Leave, and ask no server any more."""
        await self.leave()
        questions = tuple(self._questions)
        for question in questions:
            question.cancel()
        await asyncio.gather(*questions, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work)

    async def _load(self, command: LoadModel) -> None:
        assert command.remote is not None
        started = time.perf_counter()
        self._emit(LoadProgress(load_id=command.load_id, stage="Connecting to the server"))
        connection = Connection(command.remote, self._patience)
        try:
            offer = await servers.look(connection)
        except RemoteError as error:
            await connection.close()
            self._loading = None
            self._emit(LoadFailed(load_id=command.load_id, code=_code(error), message=error.sentence))
            return
        except asyncio.CancelledError:
            await connection.close()
            raise
        name = command.remote_model
        model = offer.models.get(name)
        info = ModelInfo(
            path=command.path,
            name=name,
            architecture="",
            fingerprint="",
            tokenizer_id="",
            dtype="",
            device="remote",
            context_tokens=model.context_tokens if model is not None else 0,
            weights_bytes=0,
            kv_bytes_per_token=0,
            attention_path="plain",
            thinking="optional" if servers.knows_thinking(offer.kind) else "none",
            load_seconds=time.perf_counter() - started,
            server=command.remote.name,
        )
        self._loading = None
        self._model = RemoteModel(name, offer.kind, connection, self._emit)
        log.info("Reached %s on %s (%s)", name, command.remote, offer.kind or "of an unknown kind")
        self._emit(ModelLoaded(load_id=command.load_id, model=info))
        self._model.watch(self._watch.ledger)

    async def _list(self, command: ListServerModels) -> None:
        connection = Connection(command.server, self._patience)
        try:
            offer = await servers.look(connection)
            models = list(offer.models.values())
            self._emit(ServerModelsListed(list_id=command.list_id, models=models, kind=offer.kind))
        except RemoteError as error:
            self._emit(ServerModelsListed(list_id=command.list_id, message=error.sentence))
        finally:
            await connection.close()

    def _generate(self, command: Generate) -> None:
        if self._model is None:
            self._refuse(command, _NOTHING_LOADED)
        elif command.plain or command.tools:
            self._refuse(command, _NOT_PASSED_ON)
        elif command.conversation_id in {other.conversation_id for other, _task in self._answers.values()}:
            self._refuse(command, _ANSWERED_ALREADY)
        else:
            model, answer = self._model, self._model.answer(command)
            task = self._begin(answer.run())
            self._answers[command.request_id] = (command, task)
            task.add_done_callback(lambda task: self._ended(command, model, answer, task))

    def _ended(self, command: Generate, model: RemoteModel, answer: RemoteAnswer, task: asyncio.Task[None]) -> None:
        del self._answers[command.request_id]
        if task.cancelled():
            answer.stopped()
        model.count(answer)

    def _refuse(self, command: Generate, message: str) -> None:
        self._emit(Finished(request_id=command.request_id, reason="error", message=message))

    def _rendered(self, command: RenderPrompt) -> PromptRendered:
        if self._model is None:
            return PromptRendered(request_id=command.request_id, message=_NOTHING_LOADED)
        return PromptRendered(request_id=command.request_id, text=self._model.as_sent(command))


def estimate(text: str) -> int:
    """How many tokens a text may have: the tokenizer is elsewhere."""
    return -(-2 * len(text) // 7)


def _code(error: RemoteError) -> str:
    if error.status in (401, 403):
        return "no_permission"
    return "not_found" if error.status == 404 else "unreachable"
