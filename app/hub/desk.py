"""Asks the Hub one thing after the other and brings each answer to who wanted it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from app.hub.messages import AnyReply, Failed, Request
from app.hub.process import HubProcess
from app.translation import tr

_IDLE_MS = 60_000
"""The child has a hundred megabytes; without work it leaves."""
_PATIENCE_MS = 60_000
"""A server that takes a question and says nothing for so long counts as lost."""


class HubDesk(QObject):
    """Keeps one child for questions, and starts it when there is one."""

    def __init__(self, argv: Sequence[str] = ()) -> None:
        super().__init__()
        self._process = HubProcess(argv)
        self._process.replied.connect(self._on_reply)
        self._waiting: deque[tuple[Request, Callable[[AnyReply], None]]] = deque()
        self._is_asking = False
        self._idle = QTimer(self, interval=_IDLE_MS, singleShot=True)
        self._idle.timeout.connect(self._process.end)
        self._patience = QTimer(self, interval=_PATIENCE_MS, singleShot=True)
        self._patience.timeout.connect(self._give_up)

    def ask(self, request: Request, on_reply: Callable[[AnyReply], None]) -> None:
        """Ask when the questions before are answered; `on_reply` gets a `Failed` where it cannot be answered.

        A question of the same kind that still waits is dropped: nobody wants the answer to what was typed before.
        """
        self._waiting = deque(each for each in self._waiting if type(each[0]) is not type(request))
        self._waiting.append((request, on_reply))
        self._idle.stop()
        self._next()

    def close(self) -> None:
        """End the child; what was asked is not answered any more."""
        self._waiting.clear()
        self._idle.stop()
        self._patience.stop()
        self._process.end()

    def _next(self) -> None:
        if not self._is_asking and self._waiting:
            self._is_asking = True
            self._patience.start()
            self._process.send(self._waiting[0][0])
            self._present = self._waiting.popleft()[1]
        elif not self._is_asking:
            self._idle.start()

    def _on_reply(self, reply: AnyReply) -> None:
        self._is_asking = False
        self._patience.stop()
        self._present(reply)
        self._next()

    def _give_up(self) -> None:
        self._process.end()
        self._on_reply(Failed(code="connection", where=tr("the Hugging Face Hub")))
