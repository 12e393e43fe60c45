"""A search field: its cross is there while there is something to clear."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from ui.search_field import SearchField
from ui.theme import Theme


def test_the_cross_comes_with_the_first_letter_clears_and_goes(qtbot: QtBot, theme: Theme) -> None:
    field = SearchField(theme, "Search")
    qtbot.addWidget(field)
    field.show()
    assert field.accessibleName() == field.placeholderText() == "Search"
    assert not field.cross.isVisible()
    qtbot.keyClicks(field, "ab")
    (button,) = (each for each in field.findChildren(QToolButton) if each.defaultAction() is field.cross)
    qtbot.waitUntil(button.isVisible)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert field.text() == "" and not field.cross.isVisible()


def test_its_icons_are_those_of_the_theme(qtbot: QtBot, theme: Theme) -> None:
    field = SearchField(theme)
    qtbot.addWidget(field)
    field.setText("a")
    before = field.grab().toImage()
    theme.choose("dark")
    assert field.cross.icon().pixmap(16).toImage() == theme.icon("close").pixmap(16).toImage()
    assert field.grab().toImage() != before
