from __future__ import annotations

from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ui.stacked_bar import BarPart, Legend, StackedBar
from ui.theme import Theme


def picture(qtbot: QtBot, bar: StackedBar) -> QImage:
    qtbot.addWidget(bar)
    bar.resize(200, 20)
    return bar.grab().toImage()


def colour_at(image: QImage, share: float) -> str:
    return QColor(image.pixel(round(share * image.width()), image.height() // 2)).name()


def test_each_part_is_as_wide_as_its_share(theme: Theme, qtbot: QtBot) -> None:
    bar = StackedBar(theme)
    bar.show_parts([BarPart("a", 60, "accent"), BarPart("b", 30, "warning"), BarPart("c", 10, "sunken")])
    image = picture(qtbot, bar)
    colours = theme.colours
    assert [colour_at(image, share) for share in (0.1, 0.58, 0.62, 0.88, 0.95)] == [
        colours.accent,
        colours.accent,
        colours.warning,
        colours.warning,
        colours.sunken,
    ]


def test_whatever_there_is_can_be_seen(theme: Theme, qtbot: QtBot) -> None:
    bar = StackedBar(theme)
    bar.show_parts([BarPart("big", 10**9, "sunken"), BarPart("small", 1, "accent"), BarPart("free", 10**9, "raised")])
    image = picture(qtbot, bar)
    shown = {QColor(image.pixel(x, 10)).name() for x in range(image.width())}
    assert theme.colours.accent in shown


def test_what_is_not_the_programs_own_is_told_apart_without_colours(theme: Theme, qtbot: QtBot) -> None:
    plain, hatched = StackedBar(theme), StackedBar(theme)
    plain.show_parts([BarPart("a", 1, "border")])
    hatched.show_parts([BarPart("a", 1, "border", is_hatched=True)])
    assert picture(qtbot, plain) != picture(qtbot, hatched)


def test_a_bar_says_its_parts_to_those_who_hear_it(theme: Theme, qtbot: QtBot) -> None:
    bar = StackedBar(theme)
    qtbot.addWidget(bar)
    bar.show_parts([BarPart("Weights", 2 * 1024**2, "accent"), BarPart("Free", 1024, "sunken")])
    assert bar.accessibleDescription() == "Weights 2.0 MB, Free 1.0 kB"


def test_the_legend_has_a_line_for_each_part_and_no_other(theme: Theme, qtbot: QtBot) -> None:
    legend = Legend(theme)
    qtbot.addWidget(legend)
    legend.show()

    def words() -> list[str]:
        return [each.text() for each in legend.findChildren(QLabel) if each.isVisible()]

    legend.show_parts([BarPart("a", 1024, "accent", "What it is."), BarPart("b", 2048, "warning")])
    assert words() == ["a", "1.0 kB", "b", "2.0 kB"]
    legend.show_parts([BarPart("c", 3072, "accent")])
    assert words() == ["c", "3.0 kB"]
    assert legend.findChildren(QLabel)[0].toolTip() == ""
