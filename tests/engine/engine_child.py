"""The real engine process over real pipes, for tests: commands in, events out, nothing waits for ever."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from engine.protocol import (
    AnyEvent,
    ChatMessage,
    Command,
    Delta,
    Finished,
    Generate,
    SamplingParams,
    decode_event,
    encode,
)

ROOT = Path(__file__).parents[2]
E = TypeVar("E")


class EngineChild:
    """A running engine. Events are kept in the order in which they came."""

    def __init__(self, *, read: bool = True) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "main.py", "--engine"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "OMP_WAIT_POLICY": "passive", "HF_HUB_OFFLINE": "1"},
        )
        self.events: list[AnyEvent] = []
        self.stderr = ""
        self._reading = threading.Lock()
        self._log_lines: queue.Queue[str] = queue.Queue()
        self._arrived: queue.Queue[AnyEvent | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._stderr_reader = threading.Thread(target=self._read_stderr, daemon=True)
        self._stderr_reader.start()
        if read:
            self._reader.start()

    def start_reading(self) -> None:
        self._reader.start()

    def send(self, *commands: Command) -> None:
        self.send_raw(b"".join(encode(command) for command in commands))

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait_for(self, kind: type[E], where: Callable[[E], bool] = lambda event: True, seconds: float = 90) -> E:
        """The next event of a kind that meets a condition; events before it stay in `events`."""
        while True:
            event = self._arrived.get(timeout=seconds)
            assert event is not None, f"The engine ended:\n{self.stderr}"
            self.events.append(event)
            if isinstance(event, kind) and where(event):
                return event

    def wait_for_log(self, text: str, seconds: float = 90) -> None:
        """The next line on standard error that holds `text`."""
        while text not in self._log_lines.get(timeout=seconds):
            pass

    def answer(self, request_id: str, messages: list[ChatMessage], **sampling: object) -> tuple[str, Finished]:
        """Run one request to its end."""
        params = SamplingParams(**{"temperature": 0.0, **sampling})  # type: ignore[arg-type] # kwargs
        self.send(Generate(request_id=request_id, conversation_id=request_id, messages=messages, sampling=params))
        finished = self.wait_for(Finished, lambda event: event.request_id == request_id)
        return self.text_of(request_id), finished

    def text_of(self, request_id: str) -> str:
        return "".join(e.text for e in self.events if isinstance(e, Delta) and e.request_id == request_id)

    def close(self) -> int:
        """End the command pipe and wait for the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            return self.process.wait(30)
        finally:
            self.process.kill()
            self.process.wait()
            for thread, pipe in ((self._reader, self.process.stdout), (self._stderr_reader, self.process.stderr)):
                if thread.ident is not None:
                    thread.join(30)
                if pipe is not None:
                    pipe.close()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Read nothing for a while, as a window does that the system has stopped."""
        with self._reading:
            yield

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._reading:
                pass
            self._arrived.put(decode_event(line))
        self._arrived.put(None)

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr += line.decode(errors="replace")
            self._log_lines.put(line.decode(errors="replace"))


def user(text: str) -> ChatMessage:
    return ChatMessage(role="user", content=text)
