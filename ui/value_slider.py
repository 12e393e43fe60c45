"""A slider over some values, with the present one in words beside its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from ui.controls import label
from ui.theme import SPACING


class ValueSlider(QWidget):
    """Goes from value to value, which need not be equally far apart.

    Args:
        name: What is chosen.
        words: Says a value.
    """

    changed = Signal()

    def __init__(self, name: str, words: Callable[[int], str]) -> None:
        super().__init__()
        self._words = words
        self._values: tuple[int, ...] = (0,)
        self._value_label = label()
        self.slider = _Slider()
        self.slider.setAccessibleName(name)
        self.slider.valueChanged.connect(self._on_place)
        caption = label(name)
        caption.setBuddy(self.slider)
        line = QHBoxLayout()
        line.addWidget(caption, 1)
        line.addWidget(self._value_label)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.tight)
        layout.addLayout(line)
        layout.addWidget(self.slider)

    def set_values(self, values: Sequence[int]) -> None:
        """Take other values, ascending; the present one is kept as nearly as can be."""
        if tuple(values) != self._values:
            before = self.value()
            self._values = tuple(values)
            self.slider.blockSignals(True)
            self.slider.setRange(0, len(values) - 1)
            self.slider.blockSignals(False)
            self.set_value(before)

    def value(self) -> int:
        """What is chosen."""
        return self._values[min(self.slider.value(), len(self._values) - 1)]

    def set_value(self, value: int) -> None:
        """Choose the largest value that is not above this one, or the first."""
        places = [place for place, known in enumerate(self._values) if known <= value]
        self.slider.setValue(places[-1] if places else 0)
        self._on_place()

    @Slot()
    def _on_place(self) -> None:
        words = self._words(self.value())
        self._value_label.setText(words)
        self.slider.setAccessibleDescription(words)  # its own value is a place in the list, which says nothing
        self.changed.emit()


class _Slider(QSlider):
    """Leaves the wheel to what scrolls until it has the focus."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPageStep(1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
