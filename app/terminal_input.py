"""What comes from the terminal: lines, and Ctrl+C."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal


class TerminalLines(QObject):
    """Reads standard input in a thread that ends with the process."""

    line = Signal(str)
    ended = Signal()

    def __init__(self, descriptor: int = 0) -> None:
        super().__init__()
        self._descriptor = descriptor

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        encoding = sys.stdin.encoding if sys.stdin is not None else "utf-8"
        try:
            # A reader of our own: sys.stdin's lock, held by this thread, would abort the interpreter at its end.
            with open(self._descriptor, encoding=encoding, errors="replace", closefd=False) as lines:
                for line in lines:
                    self.line.emit(line.rstrip("\r\n"))
            self.ended.emit()
        except OSError:
            self.ended.emit()
        except RuntimeError:
            # This object is gone: the program is ending while we were waiting for a line.
            pass


class Interrupts(QObject):
    """Ctrl+C, and a polite request to end, as signals of Qt.

    Python runs its signal handlers only between its own instructions, of which a waiting event loop has none: a byte
    written to a socket at each signal wakes it.
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
        self._previous = {number: signal.signal(number, self._on_signal) for number in (signal.SIGINT, signal.SIGTERM)}

    def close(self) -> None:
        """Give the signals back to whoever had them."""
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _drain(self) -> None:
        self._reader.recv(4096)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT:
            self.interrupted.emit()
        else:
            self.terminated.emit()
