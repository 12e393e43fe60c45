"""The engine as the app sees it: commands in, events out, and one state."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app import process_end
from app.engine_process import EngineProcess
from engine.protocol import (
    PROTOCOL_VERSION,
    Command,
    EngineReady,
    Hello,
    ProtocolError,
    Shutdown,
    decode_event,
    encode,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineState:
    """How the engine's process is.

    Attributes:
        sentence: With `failed`: what happened and what to do.
        pid: 0 while there is no process that has said hello.
    """

    kind: Literal["stopped", "starting", "ready", "failed"]
    sentence: str = ""
    pid: int = 0


class EngineClient(QObject):
    """Speaks the protocol with the process and keeps its state.

    `ready` means that it has said hello: commands are read from then on, though torch may still be loading.
    """

    event_received = Signal(object)  # engine.protocol.Event
    state_changed = Signal(object)  # EngineState

    def __init__(self, process: EngineProcess) -> None:
        super().__init__()
        self._process = process
        self._state = EngineState("stopped")
        self._queue: list[Command] = []
        self._restarts = False
        process.line_received.connect(self._on_line)
        process.ended.connect(self._on_ended)

    @property
    def state(self) -> EngineState:
        """How it is now."""
        return self._state

    def leave_torch(self, is_left: bool) -> None:
        """Whether the next engine is to be started without torch, which a model elsewhere does not need."""
        self._process.torch_later = is_left

    def start(self) -> None:
        """Start the engine; no effect if it runs."""
        if self._state.kind in ("stopped", "failed"):
            self._set(EngineState("starting"))
            self._process.start()

    def restart(self) -> None:
        """End the engine, whatever it does, and start a new one."""
        if self._process.is_running:
            self._restarts = True
            self._process.kill()
        else:
            self.start()

    def send(self, command: Command) -> None:
        """Send now, or as soon as the engine has said hello; dropped while no engine runs or if it ends before."""
        if self._state.kind == "ready":
            self._process.write(encode(command))
        elif self._state.kind == "starting":
            self._queue.append(command)

    def stop(self, timeout_ms: int) -> None:
        """End the engine in order and wait; it is killed when `timeout_ms` have passed."""
        self._restarts = False
        self._process.write(encode(Shutdown()))
        self._process.close(timeout_ms)

    def _on_line(self, line: bytes) -> None:
        try:
            event = decode_event(line)
        except ProtocolError as error:
            _log.warning("A line of the engine was left out: %s", error)
            return
        if isinstance(event, Hello):
            self._on_hello(event)
        elif isinstance(event, EngineReady) and event.has_torch:
            self._process.expect_heartbeats()
        self.event_received.emit(event)

    def _on_hello(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL_VERSION:
            self._process.kill(process_end.speaks_another_protocol(hello.protocol, PROTOCOL_VERSION))
            return
        queue, self._queue = self._queue, []
        for command in queue:
            self._process.write(encode(command))
        self._set(EngineState("ready", pid=hello.pid))

    def _on_ended(self, sentence: str) -> None:
        self._queue = []
        if self._restarts:
            self._restarts = False
            self._set(EngineState("starting"))
            self._process.start()
        else:
            self._set(EngineState("failed", sentence) if sentence else EngineState("stopped"))

    def _set(self, state: EngineState) -> None:
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)
