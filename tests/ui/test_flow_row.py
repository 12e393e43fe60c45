"""Rows of controls that go on in the next line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.flow_row import FlowRow

Make = Callable[..., tuple[QWidget, list[QWidget]]]


class Box(QWidget):
    def sizeHint(self) -> QSize:
        return QSize(100, 20)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    """A window with some boxes of 100 by 20, and a gap of 10 between them."""

    def make_one(number: int, outdent: int = 0) -> tuple[QWidget, list[QWidget]]:
        window = QWidget()
        qtbot.addWidget(window)
        row = FlowRow(gap=10, outdent=outdent)
        boxes: list[QWidget] = [Box() for _ in range(number)]
        for box in boxes:
            row.addWidget(box)
        layout = QVBoxLayout(window)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addStretch(1)
        return window, boxes

    return make_one


def places(window: QWidget, boxes: list[QWidget], width: int) -> list[tuple[int, int]]:
    window.resize(width, 200)
    window.show()
    return [(box.x(), box.y()) for box in boxes]


def test_what_has_room_stands_in_one_line(make: Make) -> None:
    assert places(*make(3), 320) == [(0, 0), (110, 0), (220, 0)]


def test_what_has_none_goes_on_below(make: Make) -> None:
    window, boxes = make(3)
    assert places(window, boxes, 319) == [(0, 0), (110, 0), (0, 30)]
    assert places(window, boxes, 150) == [(0, 0), (0, 30), (0, 60)]
    assert window.layout().heightForWidth(150) == 80


def test_what_is_hidden_takes_no_room(make: Make) -> None:
    window, boxes = make(3)
    boxes[1].hide()
    assert places(window, boxes, 210)[::2] == [(0, 0), (110, 0)]


def test_no_window_is_narrower_than_the_widest_of_them(make: Make) -> None:
    window, _boxes = make(3)
    assert window.minimumSizeHint().width() == 100
    assert window.sizeHint().width() == 320


def test_lines_may_begin_in_the_margin(make: Make) -> None:
    window, boxes = make(2, outdent=6)
    window.layout().setContentsMargins(20, 0, 0, 0)
    assert places(window, boxes, 230) == [(14, 0), (124, 0)]


def test_from_right_to_left_the_first_is_the_rightmost(make: Make) -> None:
    window, boxes = make(2)
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert places(window, boxes, 300) == [(200, 0), (90, 0)]
