"""Something that is done at most so often: at once after a rest, else as soon as the pause is over."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer


class Paced(QObject):
    """Runs `act` after `ask`, never twice within the pause.

    Args:
        owner: It ends with this object.
    """

    def __init__(self, owner: QObject, pause_ms: int, act: Callable[[], None]) -> None:
        super().__init__(owner)
        self._pause_ms = pause_ms
        self._act = act
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._run)

    def ask(self) -> None:
        """Have it done soon; asking again until then changes nothing."""
        if not self._timer.isActive():
            passed_ms = self._since.elapsed() if self._since.isValid() else self._pause_ms
            self._timer.start(max(self._pause_ms - passed_ms, 0))

    def stop(self) -> None:
        """Forget what was asked for."""
        self._timer.stop()

    def _run(self) -> None:
        self._since.start()
        self._act()
