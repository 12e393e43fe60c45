"""Owns the engine's process: starts it, carries lines both ways, and says in a sentence how it ended."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app import process_end
from app.line_buffer import LineBuffer
from app.log_files import MAX_LOG_BYTES
from app.silence_watch import SilenceWatch
from app.windows_job import ChildGuard
from engine.protocol import MAX_LINE_BYTES, TORCH_LATER

_log = logging.getLogger(__name__)

_TICK_MS = 1_000

STARTUP_SILENCE_SECONDS = 180.0
"""Importing torch from a cold disk holds the interpreter for long, heartbeats included."""
SILENCE_SECONDS = 20.0
"""Ten heartbeats."""

_ENVIRONMENT = {
    "PYTHONUTF8": "1",
    "PYTHONUNBUFFERED": "1",
    # Waiting threads sleep: spinning ones starve each other as soon as another program wants a core.
    "OMP_WAIT_POLICY": "passive",
    "TOKENIZERS_PARALLELISM": "false",
    # The engine never uses the network; models are fetched by the app, and only when the user asks.
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
}


def default_argv() -> list[str]:
    """The program itself, started as an engine."""
    return [sys.executable, str(Path(__file__).resolve().parent.parent / "main.py"), "--engine"]


class EngineProcess(QObject):
    """One child at a time.

    Args:
        argv: Program and arguments.
        log: Receives the child's standard error.
        silence_seconds: How long the child may say nothing before it counts as hung; see `expect_heartbeats`.
        startup_silence_seconds: The same until then.

    Attributes:
        torch_later: Whether the next child is to leave torch alone until it is needed.
    """

    line_received = Signal(object)  # bytes
    ended = Signal(str)  # how, as a sentence; empty if it was asked to

    def __init__(
        self,
        argv: Sequence[str],
        log: logging.Handler,
        silence_seconds: float = SILENCE_SECONDS,
        startup_silence_seconds: float = STARTUP_SILENCE_SECONDS,
    ) -> None:
        super().__init__()
        self.torch_later = False
        self._argv = list(argv)
        self._silence_seconds = silence_seconds
        self._startup_silence_seconds = startup_silence_seconds
        self._log = log
        self._guard = ChildGuard()
        self._stdout = LineBuffer(MAX_LINE_BYTES)
        self._stderr = LineBuffer(MAX_LOG_BYTES)
        self._last_words = ""
        self._verdict: str | None = None
        self._watch = SilenceWatch(startup_silence_seconds, _TICK_MS / 1000)
        self._ticker = QTimer(self, interval=_TICK_MS)
        self._ticker.timeout.connect(self._tick)
        self._process = QProcess(self)
        if sys.platform != "win32":
            # Ctrl+C in a terminal is meant for this process, which then asks the engine to stop the answer.
            self._process.setUnixProcessParameters(QProcess.UnixProcessFlag.CreateNewSession)
        self._process.started.connect(self._on_started)
        self._process.readyReadStandardOutput.connect(self._read_stdout)
        self._process.readyReadStandardError.connect(self._read_stderr)
        self._process.errorOccurred.connect(self._on_error)
        self._process.finished.connect(self._on_finished)

    @property
    def is_running(self) -> bool:
        """From `start` until `ended`."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    @property
    def pid(self) -> int:
        """0 while there is no process."""
        return self._process.processId()

    def start(self) -> None:
        """Start the child; no effect while one runs. Failure comes as `ended`."""
        if self.is_running:
            return
        self._stdout = LineBuffer(MAX_LINE_BYTES)
        self._stderr = LineBuffer(MAX_LOG_BYTES)
        self._last_words = ""
        self._verdict = None
        self._watch = SilenceWatch(self._startup_silence_seconds, _TICK_MS / 1000)
        self._ticker.start()
        self._process.setProcessEnvironment(_environment(self.torch_later))
        self._process.start(self._argv[0], self._argv[1:])

    def expect_heartbeats(self) -> None:
        """From now on the child has no reason to be silent for long."""
        self._watch.limit_seconds = self._silence_seconds

    def write(self, line: bytes) -> None:
        """Send one line; no effect while there is no child, whose end is told by `ended`."""
        if self.is_running:
            self._process.write(line)

    def kill(self, verdict: str = "") -> None:
        """End the child at once; `ended` will carry `verdict` in place of the way it died."""
        if self.is_running:
            self._verdict = verdict
            self._process.kill()

    def close(self, timeout_ms: int) -> None:
        """End the child in order and wait: its standard input is closed; after `timeout_ms` it is killed."""
        if self.is_running:
            self._verdict = ""
            self._process.closeWriteChannel()
            if not self._process.waitForFinished(timeout_ms):
                self._process.kill()
                self._process.waitForFinished(1_000)
        self._log.close()

    def _on_started(self) -> None:
        self._guard.add(self.pid)

    def _read_stdout(self) -> None:
        self._watch.heard()
        for line in self._stdout.feed(bytes(self._process.readAllStandardOutput().data())):
            self.line_received.emit(line)

    def _read_stderr(self) -> None:
        for line in self._stderr.feed(bytes(self._process.readAllStandardError().data())):
            text = line.decode("utf-8", "replace").rstrip()
            if text:
                self._last_words = text
                self._log.handle(logging.makeLogRecord({"msg": text}))

    def _tick(self) -> None:
        if self._watch.tick(time.monotonic()):
            self.kill(process_end.hung(self._watch.limit_seconds))

    def _on_error(self, error: QProcess.ProcessError) -> None:
        # Every other error is followed by `finished`.
        if error == QProcess.ProcessError.FailedToStart:
            self._end(process_end.could_not_start(self._argv[0], self._process.errorString()))

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_stdout()
        self._read_stderr()
        if self._verdict is not None:
            self._end(self._verdict)
        elif status == QProcess.ExitStatus.CrashExit:
            self._end(process_end.ended_by_signal(code))
        else:
            self._end(process_end.ended_with_code(code, self._last_words))

    def _end(self, sentence: str) -> None:
        self._ticker.stop()
        if sentence:
            _log.error("%s", sentence)
        self.ended.emit(sentence)


def _environment(torch_later: bool) -> QProcessEnvironment:
    environment = QProcessEnvironment.systemEnvironment()
    if torch_later:
        environment.insert(TORCH_LATER, "1")
    for name, value in _ENVIRONMENT.items():
        environment.insert(name, value)
    return environment
