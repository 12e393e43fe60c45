"""An engine for the local API that answers what a test has written, without a model and without torch."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.api.service import LocalApi
from engine.protocol import (
    Abort,
    AnyCommand,
    ApiState,
    CacheCounters,
    ConfigureApi,
    Delta,
    Event,
    Finished,
    Generate,
    MetricsRead,
    ModelInfo,
    ModelLoaded,
    PrefillProgress,
    ReadMetrics,
    Receipt,
)

MODEL = ModelInfo(
    path="/models/tiny",
    name="tiny ø",
    architecture="Llama",
    fingerprint="f",
    tokenizer_id="t",
    dtype="float32",
    device="cpu",
    context_tokens=1024,
    weights_bytes=1,
    kv_bytes_per_token=1,
    attention_path="fast",
)

Script = Callable[[Generate], list[Event]]


def says(text: str, *, reasoning: str = "", cached: int = 0, prompt: int = 9) -> Script:
    """A script: each request gets this answer, a letter at a time."""

    def script(command: Generate) -> list[Event]:
        name = command.request_id
        receipt = Receipt(cached_tokens=cached, read_tokens=prompt - cached, generated_tokens=len(text))
        return [
            PrefillProgress(request_id=name, prompt_tokens=prompt, cached_tokens=cached, read_tokens=prompt - cached),
            *(Delta(request_id=name, reasoning=letter) for letter in reasoning),
            *(Delta(request_id=name, text=letter) for letter in text),
            Finished(request_id=name, reason="stop", receipt=receipt, token_ids=[1, 2], tokenizer_id="t"),
        ]

    return script


class ScriptedEngine:
    """Commands in, the script's events out.

    Attributes:
        events: What the window was told.
    """

    def __init__(self) -> None:
        self.script: Script = says("yes")
        self.asked: list[Generate] = []
        self.aborted: list[str] = []
        self.events: list[Event] = []
        self._states: list[ApiState] = []
        self._changed = threading.Condition()
        self.api = LocalApi(self._post, self._emit)
        self.api.take(ModelLoaded(load_id="l", model=MODEL))

    def listen(self, **wanted: object) -> ApiState:
        """Switch the API on, and wait for what comes of it."""
        self._states.clear()
        self.api.configure(ConfigureApi(**{"enabled": True, "port": 0, **wanted}))  # type: ignore[arg-type] # kwargs
        self.wait_for(lambda: bool(self._states))
        return self._states[-1]

    def wait_for(self, holds: Callable[[], bool]) -> None:
        """Until something holds that commands or events bring about."""
        with self._changed:
            assert self._changed.wait_for(holds, 20)

    def _post(self, command: AnyCommand) -> None:
        if isinstance(command, Generate):
            self.asked.append(command)
            for event in self.script(command):
                self.api.take(event)
        elif isinstance(command, Abort):
            self.aborted.append(command.request_id)
            self.api.take(Finished(request_id=command.request_id, reason="aborted"))
        elif isinstance(command, ReadMetrics):
            counters = CacheCounters(read_tokens=30, reused_tokens=70, generated_tokens=5)
            self.api.take(
                MetricsRead(
                    request_id=command.request_id,
                    running_requests=2,
                    waiting_requests=1,
                    cache_used_bytes=25,
                    cache_budget_bytes=100,
                    counters=counters,
                )
            )
        with self._changed:
            self._changed.notify_all()

    def _emit(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            if isinstance(event, ApiState):
                self._states.append(event)
            self._changed.notify_all()


@contextmanager
def scripted() -> Iterator[ScriptedEngine]:
    """One, until the end of the block."""
    engine = ScriptedEngine()
    try:
        yield engine
    finally:
        engine.api.close()


def taken_port() -> socket.socket:
    """A port of this computer that somebody listens at."""
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    return taken
