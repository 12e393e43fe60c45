"""Scrolling that glides: a turn of the wheel or a key moves what is read within a moment, not at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Slot
from PySide6.QtWidgets import QScrollBar

_GLIDE_MS = 120


class Glide(QObject):
    """Moves a scroll bar.

    It goes by steps, not to a place: what is scrolled may find out meanwhile that it is longer or shorter.

    Args:
        is_reduced: Asked each time; if so it jumps.
    """

    def __init__(self, bar: QScrollBar, is_reduced: Callable[[], bool]) -> None:
        super().__init__(bar)
        self._bar = bar
        self._is_reduced = is_reduced
        self._pixels = 0
        self._done = 0
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setDuration(_GLIDE_MS)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._step)
        bar.sliderPressed.connect(self.stop)

    @property
    def left(self) -> int:
        """How many pixels it still has to go; negative for upwards."""
        is_going = self._animation.state() == QVariantAnimation.State.Running
        return self._pixels - self._done if is_going else 0

    def by(self, pixels: int) -> None:
        """Go so far, on top of what is left; the other way, what is left is dropped."""
        left = self.left
        self._animation.stop()
        if self._is_reduced():
            self._bar.setValue(self._bar.value() + pixels)
            return
        self._pixels = pixels + (left if left * pixels > 0 else 0)
        self._done = 0
        self._animation.start()

    @Slot()
    def stop(self) -> None:
        """Stay where it is."""
        self._animation.stop()

    @Slot(object)
    def _step(self, share: float) -> None:
        pixels = round(self._pixels * share) - self._done
        if pixels:
            self._done += pixels
            before = self._bar.value()
            self._bar.setValue(before + pixels)
            if before in (self._bar.minimum(), self._bar.maximum()) and self._bar.value() == before:
                self._animation.stop()  # there is no farther
