"""The child process that speaks with the Hub, as the app sees it: requests in, replies out."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from app.hub.messages import Failed, Progress, Request, decode_reply, encode
from app.line_buffer import LineBuffer
from app.log_files import MAX_LOG_BYTES
from app.windows_job import ChildGuard

_log = logging.getLogger(__name__)

_MAX_LINE_BYTES = 16 << 20
_END_WAIT_MS = 2_000
_ENVIRONMENT = {
    "PYTHONUTF8": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_SYMLINKS_WARNING": "1",
    # Its storage cannot be gone on with where it stopped; the same files come over plain HTTP.
    "HF_HUB_DISABLE_XET": "1",
}


def default_argv() -> list[str]:
    """The program itself, started to speak with the Hub."""
    return [sys.executable, str(Path(__file__).resolve().parent.parent.parent / "main.py"), "--hub"]


class HubProcess(QObject):
    """One child at a time; `send` starts it. Its end while something was asked of it is a reply too."""

    replied = Signal(object)  # AnyReply

    def __init__(self, argv: Sequence[str] = ()) -> None:
        super().__init__()
        self._argv = list(argv) or default_argv()
        self._open_requests = 0
        self._last_words = ""
        self._guard = ChildGuard()
        self._process: QProcess | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a child."""
        return self._process is not None

    def send(self, request: Request) -> None:
        """Ask; `replied` follows."""
        if self._process is None:
            self._process = self._start()
        self._open_requests += 1
        self._process.write(encode(request))

    def end(self) -> None:
        """End the child, whatever it does; no effect if there is none. Nothing more comes of it."""
        if self._process is not None:
            process, self._process = self._process, None
            self._open_requests = 0
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(_END_WAIT_MS)
            process.deleteLater()

    def _start(self) -> QProcess:
        self._stdout = LineBuffer(_MAX_LINE_BYTES)
        self._stderr = LineBuffer(MAX_LOG_BYTES)
        self._last_words = ""
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in _ENVIRONMENT.items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        if sys.platform != "win32":
            process.setUnixProcessParameters(QProcess.UnixProcessFlag.CreateNewSession)
        process.started.connect(self._on_started)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_log)
        process.errorOccurred.connect(self._on_error)
        process.finished.connect(self._on_finished)
        process.start(self._argv[0], self._argv[1:])
        return process

    def _on_started(self) -> None:
        if self._process is not None:
            self._guard.add(self._process.processId())

    def _read(self) -> None:
        if self._process is None:
            return
        newest: Progress | None = None  # of many that came at once only the last says something
        for line in self._stdout.feed(bytes(self._process.readAllStandardOutput().data())):
            try:
                reply = decode_reply(line)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                _log.warning("A line of the Hub's process was left out: %s", error)
                continue
            if isinstance(reply, Progress):
                newest = reply
            else:
                newest = None
                self._open_requests -= 1
                self.replied.emit(reply)
        if newest is not None:
            self.replied.emit(newest)

    def _read_log(self) -> None:
        if self._process is None:
            return
        for line in self._stderr.feed(bytes(self._process.readAllStandardError().data())):
            text = line.decode("utf-8", "replace").rstrip()
            if text:
                self._last_words = text
                _log.info("hub: %s", text)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        # Every other error is followed by `finished`.
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._last_words = self._process.errorString()
            self._on_finished()

    def _on_finished(self) -> None:
        self._read()
        self._read_log()
        if self._process is not None:
            self._process.deleteLater()
            self._process = None
        lost, self._open_requests = self._open_requests, 0
        for _ in range(lost):
            self.replied.emit(Failed(code="internal", detail=self._last_words))
