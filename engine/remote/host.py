"""Hosts a model that runs elsewhere: takes the engine's commands to a thread with an event loop of its own.

The step loop is never kept waiting by a network, and an answer that is stopped closes its connection at once.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import TimeoutError as WaitTimeout
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.protocol import (
    Abort,
    CountTokens,
    Event,
    ExplainModel,
    Generate,
    ListServerModels,
    LoadModel,
    MatchPrompts,
    RenderPrompt,
    TryCache,
    WatchCache,
)

if TYPE_CHECKING:
    from engine.remote.desk import RemoteDesk

log = logging.getLogger(__name__)

RemoteCommand: TypeAlias = (
    LoadModel
    | ListServerModels
    | Generate
    | Abort
    | RenderPrompt
    | CountTokens
    | ExplainModel
    | TryCache
    | MatchPrompts
    | WatchCache
)

_LEAVING_SECONDS = 1.0


class RemoteHost:
    """Used by the step loop's thread. The loop and all that it needs come with the first command that needs them.

    Args:
        emit: Takes events from any thread; must not block.
    """

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._loop: asyncio.AbstractEventLoop | None = None
        self._desk: RemoteDesk | None = None
        self._watch = WatchCache()
        self.is_chosen = False
        """Whether the model that was last asked for is one elsewhere."""
        self.make_desk: Callable[[Callable[[Event], None]], RemoteDesk] = _desk

    @property
    def num_running(self) -> int:
        """Answers in progress."""
        return self._desk.num_running if self._desk is not None else 0

    def take(self, command: RemoteCommand) -> None:
        """Carry out a command, or begin to; what comes of it is told by events."""
        if isinstance(command, WatchCache):
            self._watch = command
            if self._loop is None:
                return
        if isinstance(command, LoadModel):
            self.is_chosen = True
        self._call(self._started().take, command)

    def abort_load(self, load_id: str) -> None:
        """Stop loading; no effect if that load has ended, or is not one of here."""
        if self._desk is not None:
            self._call(self._desk.abort_load, load_id)

    def leave(self) -> None:
        """Let the model go, if there is one. What runs there ends, and that is told, before this returns."""
        self.is_chosen = False
        if self._desk is not None:
            self._wait(self._desk.leave())

    def close(self) -> None:
        """Leave, and end the thread."""
        self.is_chosen = False
        if self._desk is not None and self._loop is not None:
            self._wait(self._desk.close())
            self._loop.call_soon_threadsafe(self._loop.stop)

    def _started(self) -> RemoteDesk:
        if self._desk is None:
            self._loop = loop = asyncio.new_event_loop()
            threading.Thread(target=_run, args=(loop,), name="remote", daemon=True).start()
            self._desk = self.make_desk(self._emit)
            self._call(self._desk.take, self._watch)
        return self._desk

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(function, *arguments)

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        assert self._loop is not None
        try:
            asyncio.run_coroutine_threadsafe(work, self._loop).result(_LEAVING_SECONDS)
        except WaitTimeout:
            log.warning("A server took too long to be left.")


def _desk(emit: Callable[[Event], None]) -> RemoteDesk:
    from engine.remote.desk import RemoteDesk  # brings httpx, which only those wait for who need it

    return RemoteDesk(emit)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()
