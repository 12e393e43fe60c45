from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.conversation import Message, Receipt
from ui.answer_status import AnswerStatus


@pytest.mark.parametrize(
    ("receipt", "tool_tip"),
    [
        (Receipt(cached_tokens=7912, read_tokens=38), "Answered by Some model"),
        (
            Receipt(cached_tokens=7912, read_tokens=38, fetched_tokens=64, fetched_bytes=3 * 1024**2),
            "Answered by Some model\n64 reused tokens came back from disk or RAM (3.0 MB)",
        ),
    ],
)
def test_a_receipt_tells_those_who_point_at_it_what_came_back_from_disk(
    qtbot: QtBot, receipt: Receipt, tool_tip: str
) -> None:
    status = AnswerStatus()
    qtbot.addWidget(status)
    status.show_ending(
        Message("m", "c", None, "assistant", "Yes.", 0.0, "complete", receipt=receipt, model_name="Some model")
    )
    (sentence,) = [label for label in status.findChildren(QLabel) if label.text().startswith("reused")]
    assert status.text() == "reused 7,912 · read 38"
    assert sentence.toolTip() == tool_tip


def test_a_line_that_has_no_room_for_all_ends_behind_a_figure(qtbot: QtBot) -> None:
    status = AnswerStatus()
    qtbot.addWidget(status)
    receipt = Receipt(cached_tokens=261, read_tokens=21)
    status.show_ending(Message("m", "c", None, "assistant", "Yes.", 0.0, "length", receipt=receipt))
    (sentence,) = [label for label in status.findChildren(QLabel) if "261" in label.text()]
    assert " · reused\N{NO-BREAK SPACE}261 · read\N{NO-BREAK SPACE}21" in sentence.text()
    assert " · reused 261 · read 21" in status.text()
