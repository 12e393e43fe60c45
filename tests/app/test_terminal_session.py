from __future__ import annotations

import io
from collections.abc import Callable

from pytestqt.qtbot import QtBot

from app.application import Application
from app.terminal_answer import TerminalAnswer
from app.terminal_output import TerminalOutput
from app.terminal_session import TerminalSession


def test_ctrl_c_names_the_lines_that_are_not_answered_any_more(
    make_application: Callable[[str], Application], qtbot: QtBot
) -> None:
    application = make_application("endless")
    out, err = io.StringIO(), io.StringIO()
    output = TerminalOutput(out, err)
    answer = TerminalAnswer(application, output)
    conversation = application.library.create()
    session = TerminalSession(application, answer, output, conversation)
    application.start()
    session.begin()
    session.take_line("go on")
    qtbot.waitUntil(lambda: "and and" in out.getvalue(), timeout=30_000)
    session.take_line("a thought")
    session.take_line("another")
    session.interrupt()
    assert err.getvalue().splitlines()[-2:] == [
        "Not sent, because the answer was stopped: a thought",
        "Not sent, because the answer was stopped: another",
    ]
    with qtbot.waitSignal(answer.ended, timeout=30_000):
        pass
    assert [message.text[:5] for message in application.library.branch(conversation.id)] == ["go on", "go on"]
