"""Ctrl+C, and a polite request to end, as signals of Qt: with them the window and the terminal chat end in order."""

from __future__ import annotations

import signal
import socket
import sys

from PySide6.QtCore import QObject, QSocketNotifier, Signal


class Interrupts(QObject):
    """Ctrl+C, and a polite request to end or the loss of the terminal, as signals of Qt.

    They come from the event loop, so never in the middle of something else, and none is lost before the loop runs: the
    interpreter writes each signal's number to a socket, which wakes the loop.
    """

    interrupted = Signal()
    terminated = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._drain)
        numbers = [signal.SIGINT, signal.SIGTERM]
        if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup sets it
            numbers.append(signal.SIGHUP)
        # A handler of Python's must be there for the number to be written; there is nothing left for it to do.
        self._previous = {number: signal.signal(number, lambda _number, _frame: None) for number in numbers}

    def close(self) -> None:
        """Give the signals back to whoever had them."""
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _drain(self) -> None:
        for number in self._reader.recv(4096):
            if number == signal.SIGINT:
                self.interrupted.emit()
            else:
                self.terminated.emit()
