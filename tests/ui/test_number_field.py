from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from ui.number_field import NumberField


@pytest.fixture(autouse=True)
def _polish() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.Polish))
    yield
    QLocale.setDefault(before)


def field(qtbot: QtBot, **options: object) -> NumberField:
    made = NumberField("Temperature", **options)
    qtbot.addWidget(made)
    return made


def test_a_fraction_with_a_comma_keeps_its_fraction(qtbot: QtBot) -> None:
    temperature = field(qtbot, most=10)
    qtbot.keyClicks(temperature, "0,7")
    assert (temperature.value(), temperature.problem()) == (0.7, "")
    temperature.set_value(1.25)
    assert temperature.text() == "1,25"


def test_an_empty_field_says_what_holds_and_has_no_value(qtbot: QtBot) -> None:
    temperature = field(qtbot)
    temperature.set_inherited(0.2)
    assert temperature.value() is None
    assert temperature.problem() == ""
    assert temperature.placeholderText() == "0,2"
    assert temperature.accessibleDescription() == "Empty means 0,2"
    temperature.set_inherited(None, "random")
    assert temperature.placeholderText() == "random"


@pytest.mark.parametrize(
    ("options", "text", "problem"),
    [
        ({}, "hot", "Temperature: “hot” is not a number."),
        ({"is_whole": True}, "1,5", "Temperature: “1,5” is not a whole number."),
        ({"most": 1}, "1,5", "Temperature has to be from 0 to 1."),
        ({}, "-1", "Temperature has to be at least 0."),
        ({"most": 10, "above_least": True}, "0", "Temperature has to be more than 0 and at most 10."),
    ],
)
def test_what_is_wrong_is_said_and_has_no_value(
    qtbot: QtBot, options: dict[str, object], text: str, problem: str
) -> None:
    temperature = field(qtbot, **options)
    temperature.setText(text)
    assert temperature.problem() == problem
    assert temperature.value() is None
    assert temperature.property("invalid")
    temperature.clear()
    assert not temperature.property("invalid")
