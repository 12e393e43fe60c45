from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.growing_edit import GrowingEdit


@pytest.fixture
def edit(qtbot: QtBot) -> GrowingEdit:
    edit = GrowingEdit("Message")
    qtbot.addWidget(edit)
    edit.resize(300, edit.height())
    edit.show()
    return edit


def compose(edit: GrowingEdit, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(edit, event)


def test_enter_belongs_to_the_input_method_while_it_composes(qtbot: QtBot, edit: GrowingEdit) -> None:
    compose(edit, "にほ")
    with qtbot.assertNotEmitted(edit.submitted):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    compose(edit, "", "日本")
    with qtbot.waitSignal(edit.submitted):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.text().startswith("日本")


def test_arrows_and_escape_belong_to_the_input_method_while_it_composes(qtbot: QtBot, edit: GrowingEdit) -> None:
    told: list[str] = []
    edit.recalled.connect(lambda: told.append("recalled"))
    edit.stepped.connect(lambda _step: told.append("stepped"))
    edit.cancelled.connect(lambda: told.append("cancelled"))
    compose(edit, "にほ")
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        qtbot.keyClick(edit, key)
    assert told == []
    compose(edit, "")
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Escape):
        qtbot.keyClick(edit, key)
    assert told == ["recalled", "stepped", "cancelled"]


def test_left_and_right_step_only_in_an_empty_box(qtbot: QtBot, edit: GrowingEdit) -> None:
    steps: list[int] = []
    edit.stepped.connect(steps.append)
    qtbot.keyClick(edit, Qt.Key.Key_Left)
    qtbot.keyClick(edit, Qt.Key.Key_Right)
    assert steps == [-1, 1]
    edit.setPlainText("words")
    qtbot.keyClick(edit, Qt.Key.Key_Right)
    edit.setPlainText("")
    qtbot.keyClick(edit, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert steps == [-1, 1]


def test_the_enter_key_of_the_number_pad_sends_too(qtbot: QtBot, edit: GrowingEdit) -> None:
    with qtbot.waitSignal(edit.submitted):
        qtbot.keyClick(edit, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)


def test_the_box_grows_with_its_lines_up_to_the_limit(edit: GrowingEdit) -> None:
    edit.set_height_limit(120)
    one = edit.height()
    edit.setPlainText("one\ntwo\nthree")
    three = edit.height()
    edit.setPlainText("line\n" * 100)
    assert one < three < 120
    assert edit.height() == 120
    edit.clear()
    assert edit.height() == one


def test_the_height_is_right_before_the_box_is_shown(qtbot: QtBot, edit: GrowingEdit) -> None:
    early = GrowingEdit("Message")
    qtbot.addWidget(early)
    for box in (early, edit):
        box.setPlainText("one\ntwo\nthree")
    assert early.height() == edit.height()


def test_a_paste_brings_words_only(edit: GrowingEdit) -> None:
    document = QTextDocument()
    document.setHtml("<h1>Big</h1><img src='x.png'><b>bold</b>")
    source = QMimeData()
    source.setHtml(document.toHtml())
    source.setText("Big\n  bold")
    edit.insertFromMimeData(source)
    assert edit.text() == "Big\n  bold"


def test_no_break_spaces_are_kept(edit: GrowingEdit) -> None:
    source = QMimeData()
    source.setText("10\u00a0000\tkm\n")
    edit.insertFromMimeData(source)
    assert edit.text() == "10\u00a0000\tkm\n"


def test_up_recalls_only_from_an_empty_box(qtbot: QtBot, edit: GrowingEdit) -> None:
    with qtbot.waitSignal(edit.recalled):
        qtbot.keyClick(edit, Qt.Key.Key_Up)
    edit.setPlainText("words")
    with qtbot.assertNotEmitted(edit.recalled):
        qtbot.keyClick(edit, Qt.Key.Key_Up)
