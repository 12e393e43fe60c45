from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from pytestqt.qtbot import QtBot

from app.application import Application
from app.cache_monitor import ConversationCache
from app.conversation import Conversation
from app.terminal_answer import TerminalAnswer
from app.terminal_output import TerminalOutput
from app.terminal_session import TerminalSession
from tests.fakes.fake_engine import LEDGER_FILE


@dataclass(frozen=True)
class Terminal:
    """A session over a new conversation, and what it has written."""

    session: TerminalSession
    answer: TerminalAnswer
    conversation: Conversation
    out: io.StringIO
    err: io.StringIO


def open_terminal(application: Application) -> Terminal:
    out, err = io.StringIO(), io.StringIO()
    output = TerminalOutput(out, err)
    answer = TerminalAnswer(application, output)
    conversation = application.library.create()
    session = TerminalSession(application, answer, output, conversation)
    return Terminal(session, answer, conversation, out, err)


def test_ctrl_c_names_the_lines_that_are_not_answered_any_more(
    make_application: Callable[[str], Application], qtbot: QtBot
) -> None:
    application = make_application("endless")
    terminal = open_terminal(application)
    session, answer, out, err = terminal.session, terminal.answer, terminal.out, terminal.err
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
    assert [message.text[:5] for message in application.library.branch(terminal.conversation.id)] == ["go on", "go on"]


def test_a_full_context_names_the_commands_and_one_of_them_answers_again(
    make_application: Callable[[str], Application], qtbot: QtBot
) -> None:
    application = make_application("full")
    terminal = open_terminal(application)
    session, answer, out, err = terminal.session, terminal.answer, terminal.out, terminal.err
    application.start()

    def say(line: str) -> list[str]:
        """What stands on standard error after the answer."""
        err.seek(0)
        err.truncate(0)
        with qtbot.waitSignal(answer.ended, timeout=30_000):
            session.take_line(line)
        return err.getvalue().splitlines()

    say("one")
    say("two words")
    session.take_line("/context")
    assert err.getvalue().splitlines()[-1] == (
        "81% of the model's context is used. When it is full, the answer ends, and you choose (stop)."
    )
    assert say("three")[-1] == "/context trim, /context compact and /context window answer it again."
    said = say("/context trim")
    assert any("no longer sees 2 messages" in line for line in said)
    assert out.getvalue().endswith("three (5 messages) \n")
    session.take_line("/context stop")
    assert err.getvalue().splitlines()[-1].endswith("you choose (stop).")
    session.take_line("/context nonsense")
    assert err.getvalue().splitlines()[-1].endswith("you choose (stop).")


def test_the_cache_of_each_conversation_is_listed_and_that_of_the_open_one_changed(
    make_application: Callable[[str], Application], qtbot: QtBot
) -> None:
    application = make_application("normal")
    terminal = open_terminal(application)
    session, conversation, err = terminal.session, terminal.conversation, terminal.err
    cache = ConversationCache(conversation_id=conversation.id, tokens=70, blocks=2, shared_blocks=0, bytes=3_000_000)
    (application.paths.kv / LEDGER_FILE).write_bytes(msgspec.json.encode([cache]))

    def listed() -> str:
        session.take_line("/cache")
        return err.getvalue().splitlines()[-1]

    assert listed() == "Nothing is cached."
    application.start()
    qtbot.waitUntil(lambda: listed() == "* New chat: 70 tokens · 3.0 MB in memory", timeout=30_000)
    session.take_line("/cache pin")
    qtbot.waitUntil(lambda: listed().endswith(" · pinned"), timeout=30_000)
    session.take_line("/cache unpin")
    session.take_line("/cache park")
    qtbot.waitUntil(lambda: listed() == "* New chat: 70 tokens · 3.0 MB on disk", timeout=30_000)
    session.take_line("/cache nonsense")
    assert err.getvalue().splitlines()[-1].endswith("pin, unpin, park or drop.")
    session.take_line("/cache drop")
    qtbot.waitUntil(lambda: listed() == "Nothing is cached.", timeout=30_000)
