"""The local API as the rest of the engine sees it. Until it is switched on nothing listens, and nothing of it loads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.protocol import (
    AnyCommand,
    ApiState,
    ConfigureApi,
    Event,
    LoadFailed,
    LoadProgress,
    ModelLoaded,
    ModelUnloaded,
)

if TYPE_CHECKING:
    from engine.api.desk import Desk
    from engine.api.server import Server


class LocalApi:
    """Stands between the engine and the window: events of requests that other programs made stay here.

    Args:
        post: Gives a command to the engine; must not block.
        emit: Gives an event to the window; must not block.
    """

    def __init__(self, post: Callable[[AnyCommand], None], emit: Callable[[Event], None]) -> None:
        self._post = post
        self._emit = emit
        self._state = ApiState(state="off")
        self._model: Event = ModelUnloaded()  # what was last told of it
        self._desk: Desk | None = None
        self._server: Server | None = None

    def take(self, event: Event) -> None:
        """What the engine has to tell, in any of its threads."""
        if isinstance(event, ModelLoaded | LoadProgress | LoadFailed | ModelUnloaded):
            self._model = event
        if self._desk is None or not self._desk.take(event):
            self._emit(event)

    def configure(self, command: ConfigureApi) -> None:
        """Listen, or no longer; what became of it is told."""
        if self._server is None:
            if not command.enabled:
                self._tell()
                return
            from engine.api.desk import Desk
            from engine.api.server import Server

            self._desk = Desk(self._post, self._tell)
            self._desk.take(self._model)
            self._server = Server(self._desk, self._set)
        self._server.configure(command)

    def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()

    def _set(self, state: ApiState) -> None:
        self._state = state
        self._tell()

    def _tell(self) -> None:
        state, desk = self._state, self._desk
        if desk is not None:
            state = replace(state, running_requests=desk.num_running, requests=desk.num_requests)
        self._emit(state)
