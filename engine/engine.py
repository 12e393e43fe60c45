"""The engine without its pipes: commands in, events out, one forward per step."""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.cache.tiers import Tiers
from engine.errors import LoadAborted, LoadError
from engine.free_memory import free_memory
from engine.ledger import cache_report
from engine.loading import Loading
from engine.memory_watch import MemoryWatch
from engine.metrics import metrics_read
from engine.planning import Planning
from engine.protocol import (
    Abort,
    AbortLoad,
    AnyCommand,
    CacheReport,
    CacheTried,
    ConfigureCache,
    CountTokens,
    DropCache,
    EngineReady,
    Event,
    ExplainModel,
    Finished,
    Generate,
    Heartbeat,
    ListServerModels,
    LoadFailed,
    LoadModel,
    MatchPrompts,
    ModelExplained,
    ModelInfo,
    ModelLoaded,
    ModelUnloaded,
    Notice,
    PackCache,
    ParkCache,
    PinCache,
    Ping,
    PlanMemory,
    Pong,
    PromptRendered,
    PromptsMatched,
    ReadMetrics,
    RenderPrompt,
    ShowConversation,
    Shutdown,
    TryCache,
    UnloadModel,
    WatchCache,
)
from engine.remote.host import RemoteHost
from engine.rooms import PresentModel, private_bytes
from engine.surroundings import cpu_device, devices, surroundings
from engine.token_counting import TokenCounting

if TYPE_CHECKING:
    from engine.answering import Answering

log = logging.getLogger(__name__)

_NOWHERE_TO_PARK = Notice(
    severity="info",
    message="There is nowhere to park this conversation's cache: the cache on disk is off, full or cannot be written. "
    "Give it room in the settings.",
    topic="cache",
)

_NOTHING_TO_SHOW = "No model is loaded, and this is shown on the loaded one. Choose one first."


class Engine:
    """Owner of the model and of the load in progress. Used by one thread only, the step loop.

    Args:
        emit: Takes events; must not block.
        wake: Called from the loading thread when `step` should be called again.
        is_unwanted: Whether what ends a request, by its id, waits to be handled.
    """

    REPORT_SECONDS = 0.25
    IDLE_REPORT_SECONDS = 1.0
    """So often an idle engine tells where memory is to those who look: other programs take some too."""
    REPORT_SHARE = 0.01
    """Of a core, that reports may take; one that takes longer to make comes less often."""
    LOOK_SECONDS = 1.0
    """How often the computer's free memory is looked at, and while there is nothing else to be done:"""
    IDLE_LOOK_SECONDS = 5.0
    SAVE_SECONDS = 2.0
    """How long what is not on the disk yet may take when the model goes; the rest is computed again if it is needed."""

    def __init__(
        self,
        emit: Callable[[Event], None],
        wake: Callable[[], None],
        is_unwanted: Callable[[str], bool] = lambda _request_id: False,
    ) -> None:
        self.stopping = False
        self._emit = emit
        self._wake = wake
        self._is_unwanted = is_unwanted
        self._loading: Loading | None = None
        self._load_after: threading.Thread | None = None
        self._finished: list[Loading] = []  # appended by the loading thread, emptied by the step loop
        self._answering: Answering | None = None
        self._steps = 0
        self._front = ""
        self._reported: CacheReport | None = None
        self._report_at = 0.0
        self._is_report_due = False
        self._tiers = Tiers(lambda sentence: emit(Notice(severity="warning", message=sentence, topic="cache")))
        self._memory = MemoryWatch(emit, self._tiers)
        self._are_books_checked = False
        self._is_configured = False
        self._counting = TokenCounting(emit)
        self._planning = Planning(emit)
        self._remote = RemoteHost(emit)
        self.free_memory: Callable[[], int] = free_memory
        self._look_at = 0.0
        self._idle_bytes = 0  # of this process, before the first model
        self._kv_budget_bytes: int | None = None  # what came while a model was being loaded

    def start(self, torch_later: bool = False) -> None:
        """Import torch in the background, which takes seconds, and say what it can use.

        Args:
            torch_later: Not before it is needed: the model that will be asked for runs elsewhere.
        """
        if torch_later:
            self._emit(EngineReady(devices=[cpu_device()], has_torch=False))
        else:
            self._begin_import()

    def _begin_import(self) -> None:
        """No effect if it was begun."""
        if self._load_after is None:
            self._load_after = threading.Thread(target=self._import_torch, name="import", daemon=True)
            self._load_after.start()

    def _import_torch(self) -> None:
        # Each pass of the garbage collector walks all that was imported before, and nothing of it is garbage: without
        # them importing takes four fifths of the time. Frozen, it is left out of later passes too.
        gc.disable()
        try:
            import torch
            import transformers

            self._emit(
                EngineReady(
                    devices=devices(),
                    torch_version=str(torch.__version__),
                    transformers_version=str(transformers.__version__),
                    surroundings=surroundings(),
                )
            )
            import engine.answering
            import engine.loader  # noqa: F401 # what every load needs, while nobody waits for it yet
        except Exception:
            log.exception("torch cannot be imported; each load will say so.")
        finally:
            gc.freeze()
            gc.enable()
            self._idle_bytes = private_bytes()

    def handle(self, command: AnyCommand) -> None:
        """Carry out one command, or begin to."""
        self._are_books_checked = False
        match command:
            case LoadModel():
                self._load(command)
            case ListServerModels():
                self._remote.take(command)
            case (
                Generate() | RenderPrompt() | CountTokens() | Abort() | ExplainModel() | TryCache() | MatchPrompts()
            ) if self._remote.is_chosen:
                self._remote.take(command)
            case AbortLoad(load_id=load_id):
                if self._loading is not None and self._loading.command.load_id == load_id:
                    self._give_up_loading()
                self._remote.abort_load(load_id)
            case UnloadModel():
                self._give_up_loading()
                self._unload()
                self._remote.leave()
                self._emit(ModelUnloaded())
            case PlanMemory():
                self._begin_import()
                self._planning.add(command, self._present(), self._idle_bytes)
            case Generate():
                self._generate(command)
            case RenderPrompt():
                self._render(command)
            case CountTokens():
                self._counting.add(command, self._answering.count if self._answering is not None else None)
            case Abort(request_id=request_id):
                if self._answering is not None:
                    self._answering.abort(request_id)
            case ConfigureCache():
                self._configure_cache(command)
            case ParkCache(conversation_id=conversation_id):
                if self._answering is not None and not self._answering.parking.park(conversation_id):
                    self._emit(_NOWHERE_TO_PARK)
            case PackCache(conversation_id=conversation_id):
                if self._answering is not None:
                    self._answering.pack_smaller(conversation_id)
            case ShowConversation(conversation_id=conversation_id):
                self._front = conversation_id
                if self._answering is not None:
                    self._answering.scheduler.front = conversation_id
            case WatchCache():
                self._memory.watch(command)
                self._remote.take(command)
            case ExplainModel() | TryCache() | MatchPrompts():
                self._explain(command)
            case PinCache(conversation_id=conversation_id, pinned=pinned):
                if self._answering is not None:
                    self._answering.parking.pin(conversation_id, pinned)
                self._tiers.set_pinned(conversation_id, pinned)
            case DropCache(conversation_id=conversation_id):
                if self._answering is not None:
                    self._answering.drop(conversation_id)
                self._tiers.drop(conversation_id)
            case ReadMetrics(request_id=request_id):
                self._emit(metrics_read(request_id, self._tiers.counters, self._answering))
            case Ping(seq=seq):
                self._emit(Pong(seq=seq))
            case Shutdown():
                self.stopping = True

    def step(self) -> bool:
        """Do one piece of work; False if there is none, and nothing will come before a command or a wake-up."""
        while self._finished:
            self._end_load(self._finished.pop(0))
        worked = self._answering is not None and self._answering.step()
        self._steps += worked
        worked = self._counting.step() or worked
        self._look_at_memory()
        # One record at a time: a command that comes meanwhile waits for no more than that.
        worked = worked or (self._answering is not None and self._answering.parking.save_next())
        self._are_books_checked = self._are_books_checked and not worked
        self._report(idle=not worked)
        return worked

    @property
    def idle_seconds(self) -> float | None:
        """After how long an idle engine is to be stepped again, though nothing came; None for never."""
        if self._is_report_due:
            return max(self._report_at - time.monotonic(), 0.0)
        if self._memory.wants_memory:
            return self.IDLE_REPORT_SECONDS
        return self.IDLE_LOOK_SECONDS if self._answering is not None else None

    def close(self) -> None:
        """Finish what runs."""
        self._planning.close()
        self._give_up_loading()
        self._remote.close()
        self._unload()

    def heartbeat(self) -> Heartbeat:
        """Called from the writer thread: plain reads of numbers only."""
        answering = self._answering
        running = len(answering.scheduler) if answering else self._remote.num_running
        return Heartbeat(steps=self._steps, running_requests=running)

    def _load(self, command: LoadModel) -> None:
        self._give_up_loading()
        self._unload()
        self._remote.leave()
        self._kv_budget_bytes = None
        if command.remote is not None:
            self._remote.take(command)
            return
        self._begin_import()
        self._loading = Loading(command, self._emit, self._loading_finished, after=self._load_after)
        self._load_after = self._loading.thread

    def _present(self) -> PresentModel:
        if self._answering is None:
            return PresentModel()
        cache = self._answering.cache
        used_bytes = cache.pool.used_bytes + cache.snapshots.used_bytes
        return PresentModel(self._answering.info.device, self._answering.info.weights_bytes + used_bytes)

    def _loading_finished(self, loading: Loading) -> None:
        self._finished.append(loading)
        self._wake()

    def _give_up_loading(self) -> None:
        if self._loading is None:
            return
        loading, self._loading = self._loading, None
        loading.abort()
        aborted = LoadAborted()
        self._emit(LoadFailed(load_id=loading.command.load_id, code="aborted", message=aborted.sentence))

    def _end_load(self, loading: Loading) -> None:
        outcome, loading.outcome = loading.outcome, None
        if loading is not self._loading:
            return  # it was given up; that has been said, and what it made goes with this frame
        self._loading = None
        self._are_books_checked = False  # so that the ledger is told of the new model
        load_id = loading.command.load_id
        if isinstance(outcome, LoadError):
            self._emit(LoadFailed(load_id=load_id, code=outcome.code, message=outcome.sentence))
        elif isinstance(outcome, LoadAborted) or outcome is None:
            self._emit(LoadFailed(load_id=load_id, code="aborted", message=LoadAborted().sentence))
        else:
            from engine.answering import Answering

            self._answering = Answering(outcome, self._emit, self._tiers, self._is_unwanted)
            self._answering.scheduler.front = self._front
            if self._kv_budget_bytes is not None:
                self._answering.set_budget(self._kv_budget_bytes)
            log.info("Loaded %s", outcome.info)
            self._emit(ModelLoaded(load_id=load_id, model=outcome.info))
            if notice := slow_decode_notice(outcome.info):
                self._emit(notice)
        gc.collect()  # what a failed load left in reference cycles can be gigabytes

    def _unload(self) -> None:
        if self._answering is None:
            return
        self._counting.forget()
        self._answering.abort_all()
        self._answering.parking.save_all(self.SAVE_SECONDS)
        device, self._answering = self._answering.device, None
        gc.collect()
        from engine.device_memory import give_back_freed

        give_back_freed(device)

    def _generate(self, command: Generate) -> None:
        if self._answering is None:
            self._emit(
                Finished(
                    request_id=command.request_id,
                    reason="error",
                    message="No model is loaded. Choose one and send the message again.",
                )
            )
            return
        self._answering.add(command)

    def _render(self, command: RenderPrompt) -> None:
        if self._answering is None:
            message = "No model is loaded, and each sees a conversation in a way of its own. Choose one first."
            self._emit(PromptRendered(request_id=command.request_id, message=message))
            return
        self._emit(self._answering.render(command))

    def _explain(self, command: ExplainModel | TryCache | MatchPrompts) -> None:
        request_id = command.request_id
        explaining = None if self._answering is None else self._answering.explaining
        if isinstance(command, ExplainModel):
            explaining.explain(command) if explaining else self._emit(ModelExplained(request_id=request_id))
        elif isinstance(command, TryCache):
            if explaining is not None:
                explaining.begin_trial(command)
            else:
                self._emit(CacheTried(request_id=request_id, message=_NOTHING_TO_SHOW))
        elif explaining is not None:
            explaining.match(command)
        else:
            self._emit(PromptsMatched(request_id=request_id, message=_NOTHING_TO_SHOW))

    def _look_at_memory(self) -> None:
        """Once a second while there is a model: other programs may have come to need what its cache has."""
        now = time.monotonic()
        if self._answering is not None and now >= self._look_at:
            self._look_at = now + self.LOOK_SECONDS
            self._answering.look_at_memory(self.free_memory(), now)

    def _report(self, idle: bool) -> None:
        """The ledger: at once when the engine falls idle, before that for those who look, and not too often."""
        started = time.monotonic()
        if self._answering is None and not self._is_configured:
            return
        # Readings differ each time, so that each command that finds the engine idle would bring a report.
        self._is_report_due = idle and self._memory.wants_memory and started < self._report_at
        if self._is_report_due or (started < self._report_at and not idle):
            return
        has_worked = not self._are_books_checked
        if idle and has_worked:
            self._check_books()
        if (idle and has_worked) or self._memory.wants_ledger:
            memory = self._memory.read(self._answering) if self._memory.wants_memory else None
            report = cache_report(self._tiers, self._answering, self._memory.process_bytes(), memory)
            if report != self._reported:
                self._reported = report
                self._emit(report)
        elif not idle:
            self._memory.note(self._answering)
        took = time.monotonic() - started
        self._report_at = started + max(self.REPORT_SECONDS, took / self.REPORT_SHARE)

    def _configure_cache(self, command: ConfigureCache) -> None:
        self._tiers.configure(command)
        self._is_configured = True
        if command.kv_budget_bytes is None:
            return
        if self._answering is not None:
            self._answering.set_budget(command.kv_budget_bytes)
        else:
            self._kv_budget_bytes = command.kv_budget_bytes

    def _check_books(self) -> None:
        """Whenever nothing else is to be done the cache proves itself; one that cannot is thrown away, not used."""
        self._are_books_checked = True
        if self._answering is None:
            return
        try:
            self._answering.cache.check()
        except AssertionError:
            log.exception("The cache contradicts itself and is thrown away.")
            self._answering.forget_everything()
            self._emit(
                Notice(
                    severity="warning",
                    message="The cache had a fault and was emptied. No answer is affected; the next one reads its "
                    "conversation anew. Please report this with the engine's log.",
                    topic="log",
                )
            )


def slow_decode_notice(info: ModelInfo) -> Notice | None:
    """What the user of a graphics card should know where it has no kernels; None where all is well."""
    if not info.device.startswith("cuda") or not info.kernels.startswith("torch"):
        return None
    return Notice(
        severity="info",
        message="Long chats will be answered more slowly than this graphics card could: its kernels need the package "
        "triton and a card of the Ampere generation or newer. Answers are the same.",
    )
