from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.server_monitor import ServerReport, hit_share
from engine.protocol import ServerSlot
from ui.server_part import ServerPart


def shown(qtbot: QtBot, report: ServerReport | None) -> list[str]:
    part = ServerPart()
    qtbot.addWidget(part)
    part.show_report("Office", report)
    return part.text().splitlines()


def test_before_the_server_has_told_anything_it_is_being_asked(qtbot: QtBot) -> None:
    lines = shown(qtbot, None)
    assert lines[0] == "On Office" and "is asked how its cache is used" in lines[1]
    assert len(lines) == 2


def test_what_a_server_does_not_tell_is_left_out_and_said_why(qtbot: QtBot) -> None:
    report = ServerReport(server="Office", message="Office does not tell.", own_reused_tokens=5, own_read_tokens=7)
    assert shown(qtbot, report) == [
        "On Office",
        "Office does not tell.",
        "Reused for you: 5 tokens",
        "Read for you: 7 tokens",
    ]


def test_the_slots_of_a_llama_server_are_told_one_by_one(qtbot: QtBot) -> None:
    slots = [
        ServerSlot(number=0, is_busy=True, tokens=1234, context_tokens=4096),
        ServerSlot(number=1, is_busy=False),
    ]
    assert shown(qtbot, ServerReport(server="Office", slots=slots))[-2:] == [
        "Slot 0: answering · 1,234 of 4,096 tokens",
        "Slot 1: waits",
    ]


def test_a_server_that_nobody_has_asked_anything_has_no_share_of_hits() -> None:
    assert hit_share(ServerReport(server="Office", queried_tokens=0, hit_tokens=0)) == -1
    assert hit_share(ServerReport(server="Office", queried_tokens=4, hit_tokens=3)) == 0.75
