"""Collects Python's cyclic garbage in the thread of Qt's objects alone.

Python's own collector runs in whichever thread happens to allocate. In a background thread it would end objects of Qt
that nobody refers to any more, with their timers and children, which only the thread that made them may do.

What the start has made stays until the end, and is left out of each look: that would take 60 ms, which are felt.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS = 2_000


def collect_what_is_due() -> None:
    """Collect the oldest generation that has reached Python's own threshold, which takes the younger ones with it."""
    counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, limit) in enumerate(counted) if count > limit > 0]
    if due:
        gc.collect(max(due))


class Collector(QObject):
    """Takes the place of Python's own collector until `release`."""

    def __init__(self) -> None:
        super().__init__()
        gc.disable()
        gc.freeze()
        self._has_looked = False
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def release(self) -> None:
        """Let Python do it by itself again; no other thread is left by now."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    @Slot()
    def _look(self) -> None:
        if self._has_looked:
            collect_what_is_due()
        else:
            gc.collect()
            gc.freeze()
            self._has_looked = True
