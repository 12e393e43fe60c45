from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ui.attachment_chip import AttachmentChip, ChipRow
from ui.theme import Theme


@pytest.fixture
def chip(qtbot: QtBot, theme: Theme) -> AttachmentChip:
    chip = AttachmentChip(theme, "report.pdf", "pdf", is_removable=True)
    qtbot.addWidget(chip)
    chip.show()
    return chip


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_open_it(qtbot: QtBot, chip: AttachmentChip, key: Qt.Key) -> None:
    with qtbot.waitSignal(chip.clicked):
        qtbot.keyClick(chip, key)


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_keys_take_it_away(qtbot: QtBot, chip: AttachmentChip, key: Qt.Key) -> None:
    with qtbot.waitSignal(chip.remove_requested):
        qtbot.keyClick(chip, key)


def test_the_cross_takes_it_away_and_does_not_open_it(qtbot: QtBot, chip: AttachmentChip) -> None:
    with qtbot.assertNotEmitted(chip.clicked), qtbot.waitSignal(chip.remove_requested):
        qtbot.mouseClick(chip.remove, Qt.MouseButton.LeftButton)
    assert chip.remove.accessibleName() == "Remove report.pdf"


def test_a_click_anywhere_else_opens_it(qtbot: QtBot, chip: AttachmentChip) -> None:
    chip.set_caption("12 tokens")
    with qtbot.waitSignal(chip.clicked):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.accessibleName() == "report.pdf, 12 tokens"


def test_one_that_stays_has_no_cross(qtbot: QtBot, theme: Theme) -> None:
    chip = AttachmentChip(theme, "report.pdf", "pdf", is_removable=False)
    qtbot.addWidget(chip)
    assert chip.remove is None
    with qtbot.assertNotEmitted(chip.remove_requested):
        qtbot.keyClick(chip, Qt.Key.Key_Delete)


def test_chips_stand_side_by_side_as_far_as_there_is_room(qtbot: QtBot, theme: Theme) -> None:
    row = ChipRow()
    qtbot.addWidget(row)
    row.show_chips([AttachmentChip(theme, f"file {n}.txt", "text", is_removable=True) for n in range(4)])
    row.fit(10_000)
    assert len({chip.y() for chip in row.chips()}) == 1
    one_row = row.height()
    width = row.chips()[1].geometry().right() + 1
    row.fit(width)
    assert [chip.y() > 0 for chip in row.chips()] == [False, False, True, True]
    assert row.height() > 2 * one_row - 1
    row.fit(60)
    assert all(chip.width() <= 60 for chip in row.chips())
    assert len({chip.y() for chip in row.chips()}) == 4


def test_a_row_without_chips_has_no_height(qtbot: QtBot, theme: Theme) -> None:
    row = ChipRow()
    qtbot.addWidget(row)
    row.fit(300)
    assert row.height() == 0


def test_a_longer_caption_moves_the_chips_behind(qtbot: QtBot, theme: Theme) -> None:
    row = ChipRow()
    qtbot.addWidget(row)
    first, second = (AttachmentChip(theme, name, "text", is_removable=True) for name in "ab")
    row.show_chips([first, second])
    row.fit(10_000)
    row.show()
    before = second.x()
    first.set_caption("1,234 tokens")
    qtbot.waitUntil(lambda: second.x() > before)
