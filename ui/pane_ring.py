"""From pane to pane by key: a step leads to where the keys are of use there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True, slots=True)
class Stop:
    """A part of the window, and what in it gets the keys; None where nothing can have them now."""

    pane: QWidget
    entry: Callable[[], QWidget | None]


def go(stops: Sequence[Stop], step: int) -> None:
    """Give the keys to the next (1) or the previous (-1) part that is in sight and can have them."""
    focus = QApplication.focusWidget()
    here = next((number for number, stop in enumerate(stops) if focus is not None and _holds(stop.pane, focus)), -1)
    if here < 0 and step < 0:
        here = 0
    for distance in range(1, len(stops) + 1):
        stop = stops[(here + step * distance) % len(stops)]
        entry = stop.entry() if stop.pane.isVisible() else None
        if entry is not None:
            reason = Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason
            entry.setFocus(reason)
            return


def first_control(pane: QWidget) -> QWidget | None:
    """What Tab would come to first in a pane."""
    for child in pane.findChildren(QWidget):
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisible() and child.isEnabled():
            return child
    return None


def _holds(pane: QWidget, focus: QWidget) -> bool:
    return pane is focus or pane.isAncestorOf(focus)
