"""Lines from the terminal, and the end of them."""

from __future__ import annotations

import os
import sys
import threading

from PySide6.QtCore import QObject, Signal

_CUT_OFF_BYTES = 4095
"""Linux keeps this much of a line that is typed or pasted, and drops the rest without a word."""


class TerminalLines(QObject):
    """Reads standard input in a thread that ends with the process."""

    line = Signal(str)
    line_cut_off = Signal()
    ended = Signal()

    def __init__(self, descriptor: int = 0) -> None:
        super().__init__()
        self._descriptor = descriptor

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        cuts_off = sys.platform == "linux" and os.isatty(self._descriptor)
        encoding = sys.stdin.encoding if sys.stdin is not None else "utf-8"
        try:
            # A reader of our own: sys.stdin's lock, held by this thread, would abort the interpreter at its end.
            with open(self._descriptor, encoding=encoding, errors="replace", closefd=False) as lines:
                for line in lines:
                    text = line.rstrip("\r\n")
                    if cuts_off and len(text.encode(encoding, "replace")) >= _CUT_OFF_BYTES:
                        self.line_cut_off.emit()
                    else:
                        self.line.emit(text)
            self.ended.emit()
        except OSError:
            self.ended.emit()
        except RuntimeError:
            # This object is gone: the program is ending while we were waiting for a line.
            pass
