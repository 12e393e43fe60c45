from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from ui.theme import Theme
from ui.thinking_part import ThinkingPart


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def part(theme: Theme, qtbot: QtBot, clock: Clock) -> ThinkingPart:
    part = ThinkingPart(theme, now=clock)
    qtbot.addWidget(part)
    return part


def test_without_thoughts_there_is_nothing_to_be_seen(part: ThinkingPart) -> None:
    part.show_thoughts("", is_running=True)
    assert part.isHidden()


def test_it_is_open_while_the_model_thinks_and_tells_how_long(part: ThinkingPart, clock: Clock) -> None:
    part.show_thoughts("Let", is_running=True)
    clock.seconds = 12.4
    part.show_thoughts("Let me see.", is_running=True)
    assert part.is_open and part.text.toPlainText() == "Let me see."
    assert part.words() == "Thinking … 12 s"


def test_it_closes_when_the_answer_begins(part: ThinkingPart, clock: Clock) -> None:
    part.show_thoughts("Let me see.", is_running=True)
    clock.seconds = 12.4
    part.show_thoughts("Let me see.", is_running=False)
    assert not part.is_open and part.text.isHidden()
    assert part.words() == "Thought for 12 s"


def test_thoughts_of_another_day_have_no_time(part: ThinkingPart) -> None:
    part.show_thoughts("Let me see.", is_running=False)
    assert part.words() == "Thought" and not part.is_open


def test_the_user_opens_and_closes_it_by_keys_and_it_stays_so(part: ThinkingPart, qtbot: QtBot) -> None:
    part.show_thoughts("Let me see.", is_running=True)
    button = part.findChild(QToolButton)
    with qtbot.waitSignal(part.toggled) as toggled:
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert toggled.args == [False] and not part.is_open
    part.show_thoughts("Let me see. More.", is_running=True)
    assert not part.is_open
    assert button.accessibleName() == "Thinking …. Show what the model thought"
    qtbot.keyClick(button, Qt.Key.Key_Space)
    part.show_thoughts("Let me see. More.", is_running=False)
    assert part.is_open
