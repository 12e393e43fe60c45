"""One process for each data folder: a second start shows the window of the first."""

from __future__ import annotations

import contextlib
import hashlib

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.paths import Paths
from app.translation import tr

_RAISE = b"raise\n"
_RAISED = b"raised\n"
_NO_WINDOW = b"no window\n"
_TIMEOUT_MS = 2_000
_ENDING_MS = 8_000
"""Longer than the program takes from closing its window to its end."""


class SingleInstance(QObject):
    """Holds the lock of the data folder and listens for later starts.

    Attributes:
        was_raised: After `acquire` said no: the other process shows its window; nothing is left to say.
        problem: After `acquire` said no: why, as a sentence.

    Args:
        paths: Whose data folder is meant.
        has_window: Whether this process has a window to show to later starts.
    """

    raise_requested = Signal()

    def __init__(self, paths: Paths, has_window: bool = True) -> None:
        super().__init__()
        self._paths = paths
        self._has_window = has_window
        self._lock = QLockFile(str(paths.instance_lock))
        # A lock is stale if its process is gone, however old it is.
        self._lock.setStaleLockTime(0)
        digest = hashlib.sha256(str(paths.data.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
        self._name = f"kvasir-{digest[:16]}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self.was_raised = False
        self.problem = ""

    def acquire(self) -> bool:
        """Become the one process; where another one is, ask it to show its window and return False.

        One that is about to end is waited for. True as well where no lock can be made at all: in a folder without
        write permission nothing is written.
        """
        with contextlib.suppress(OSError):
            self._paths.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._lock.tryLock(0) and self._lock.error() == QLockFile.LockError.LockFailedError:
            socket = QLocalSocket()
            socket.connectToServer(self._name)
            if socket.waitForConnected(_TIMEOUT_MS) or not self._lock.tryLock(_ENDING_MS):
                self._ask_to_raise(socket)
                return False
        # What a crash left behind would refuse the name; it is ours while we hold the lock.
        QLocalServer.removeServer(self._name)
        self._server.listen(self._name)
        return True

    def begin_to_end(self) -> None:
        """Answer no later start any more: the window is gone, and whoever starts now waits for `release`."""
        self._server.close()

    def release(self) -> None:
        """Let the next start be the first."""
        self._server.close()
        self._lock.unlock()

    def _ask_to_raise(self, socket: QLocalSocket) -> None:
        answer = b""
        if socket.state() == QLocalSocket.LocalSocketState.ConnectedState:
            socket.write(_RAISE)
            if socket.waitForReadyRead(_TIMEOUT_MS):
                answer = bytes(socket.readLine().data())
        if answer == _RAISED:
            self.was_raised = True
            self.problem = tr("Kvasir is open already.")
        elif answer == _NO_WINDOW:
            self.problem = tr("Kvasir is open already, in a terminal. Close it there first.")
        else:
            pid, host, _program = self._lock.getLockInfo()
            self.problem = tr(
                "Kvasir seems to be open already: process {pid} on {host} holds {instance_lock} and does not answer. "
                "End that process, or delete the file if there is no such process."
            ).format(pid=pid, host=host, instance_lock=self._paths.instance_lock)

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        while socket.canReadLine():
            if socket.readLine().data() == _RAISE:
                socket.write(_RAISED if self._has_window else _NO_WINDOW)
                if self._has_window:
                    self.raise_requested.emit()
