from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollBar
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Driver
from ui import motion
from ui.gliding import Glide
from ui.row_area import RowArea

Open = Callable[..., Driver]


@pytest.fixture
def bar(qtbot: QtBot) -> QScrollBar:
    bar = QScrollBar()
    qtbot.addWidget(bar)
    bar.setRange(0, 1000)
    bar.setValue(500)
    return bar


def test_it_comes_to_where_a_jump_would_and_stops_on_the_way(qtbot: QtBot, bar: QScrollBar) -> None:
    places: list[int] = []
    bar.valueChanged.connect(places.append)
    glide = Glide(bar, lambda: False)
    glide.by(200)
    assert glide.left == 200
    qtbot.waitUntil(lambda: not glide.left)
    assert bar.value() == 700
    assert len(places) > 1 and places == sorted(places)


def test_turns_in_the_same_direction_add_up_and_one_back_turns_at_once(qtbot: QtBot, bar: QScrollBar) -> None:
    glide = Glide(bar, lambda: False)
    glide.by(100)
    glide.by(100)
    assert glide.left == 200
    qtbot.waitUntil(lambda: not glide.left)
    assert bar.value() == 700
    glide.by(300)
    glide.by(-100)
    assert glide.left == -100
    qtbot.waitUntil(lambda: not glide.left)
    assert bar.value() == 600


def test_it_goes_on_from_wherever_the_bar_was_put_meanwhile(qtbot: QtBot, bar: QScrollBar) -> None:
    glide = Glide(bar, lambda: False)
    glide.by(100)
    bar.setRange(0, 2000)
    bar.setValue(1500)
    qtbot.waitUntil(lambda: not glide.left)
    assert bar.value() == 1600


def test_it_ends_at_the_ends(qtbot: QtBot, bar: QScrollBar) -> None:
    glide = Glide(bar, lambda: False)
    glide.by(5000)
    qtbot.waitUntil(lambda: not glide.left)
    assert bar.value() == 1000


def test_with_reduced_motion_it_jumps(bar: QScrollBar) -> None:
    glide = Glide(bar, lambda: True)
    glide.by(-200)
    assert bar.value() == 300 and glide.left == 0


def test_the_users_choice_goes_before_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    for says_system in (True, False):
        monkeypatch.setattr(motion, "_is_reduced_by_system", lambda says_system=says_system: says_system)
        assert motion.is_reduced("reduced") and not motion.is_reduced("full")
        assert motion.is_reduced("system") == says_system


def test_the_system_can_be_asked(qapp: QApplication) -> None:
    assert motion._is_reduced_by_system() in (True, False)


def turn_wheel(view: RowArea, notches: int) -> None:
    place = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        place,
        view.viewport().mapToGlobal(place),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_chat_glides_away_from_its_end_by_wheel_and_by_key_and_comes_back(open_window: Open) -> None:
    driver = open_window()
    for number in range(8):
        driver.ask(f"{number} " + "words and more " * 30)
    view = driver.window.pane.view
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    turn_wheel(view, 1)
    assert view.glide.left < 0
    driver.qtbot.waitUntil(lambda: not view.glide.left)
    by_wheel = bar.maximum() - bar.value()
    assert by_wheel == pytest.approx(3 * bar.singleStep(), abs=4)
    driver.qtbot.waitUntil(view.to_end.isVisible)
    view.newest_text().setFocus()
    view.reading.selection.clear()
    driver.key(Qt.Key.Key_Up)
    driver.qtbot.waitUntil(lambda: not view.glide.left)
    assert bar.maximum() - bar.value() > by_wheel
    driver.key(Qt.Key.Key_End)
    driver.qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert not view.to_end.isVisible()


def test_one_small_step_leads_away_from_the_end(open_window: Open) -> None:
    driver = open_window()
    for number in range(8):
        driver.ask(f"{number} " + "words and more " * 30)
    view = driver.window.pane.view
    bar = view.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    view.glide.by(-bar.singleStep())
    driver.qtbot.waitUntil(lambda: not view.glide.left)
    assert bar.maximum() - bar.value() == pytest.approx(bar.singleStep(), abs=4)
