"""Ctrl+C in the terminal and the system's polite request to end close the window in order."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, QTimer, Slot

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class QuitSignals(QObject):
    """While Qt waits, Python runs no signal handler; a byte in a socket wakes Qt, and Python with it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._drain)
        self._old_fd = signal.set_wakeup_fd(self._writer.fileno())
        self._old_handlers = {number: signal.signal(number, self._quit) for number in _SIGNALS}

    def release(self) -> None:
        """Put everything back as it was."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._old_fd)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        self._reader.close()
        self._writer.close()

    def _quit(self, _number: int, _frame: FrameType | None) -> None:
        QTimer.singleShot(0, QCoreApplication.quit)  # also counts when the event loop has yet to begin

    @Slot()
    def _drain(self) -> None:
        self._reader.recv(64)
