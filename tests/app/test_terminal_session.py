from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.cache_monitor import ConversationCache
from app.conversation import Conversation, Message
from app.terminal_answer import TerminalAnswer
from app.terminal_output import TerminalOutput
from app.terminal_session import TerminalSession
from tests.fakes.fake_engine import LEDGER_FILE, THOUGHT


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


def test_lines_that_still_wait_when_the_program_is_ended_are_not_obeyed(
    make_application: Callable[[str], Application], qtbot: QtBot
) -> None:
    application = make_application("endless")
    terminal = open_terminal(application)
    application.start()
    terminal.session.begin()
    terminal.session.take_line("go on")
    qtbot.waitUntil(lambda: "and and" in terminal.out.getvalue(), timeout=30_000)
    terminal.session.take_line("a thought")
    terminal.session.abandon()
    application.chat.close()
    assert [message.role for message in application.library.branch(terminal.conversation.id)] == ["user", "assistant"]


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


class Typist:
    """Someone who types a line, waits for what comes of it, and reads what it wrote."""

    def __init__(self, application: Application, qtbot: QtBot) -> None:
        self.application = application
        self.terminal = open_terminal(application)
        self.qtbot = qtbot
        application.start()
        self.terminal.session.begin()

    def type(self, line: str) -> tuple[str, list[str]]:
        """What the line put on standard output, and the lines it put on standard error."""
        out_from, err_from = len(self.terminal.out.getvalue()), len(self.terminal.err.getvalue())
        self.terminal.session.take_line(line)
        self.qtbot.waitUntil(lambda: not self.terminal.session.is_busy, timeout=30_000)
        return self.terminal.out.getvalue()[out_from:], self.terminal.err.getvalue()[err_from:].splitlines()

    def said(self, line: str) -> list[str]:
        return self.type(line)[1]

    def answered(self, line: str) -> str:
        return self.type(line)[0]


@pytest.fixture
def make_typist(make_application: Callable[[str], Application], qtbot: QtBot) -> Callable[[str], Typist]:
    return lambda mode: Typist(make_application(mode), qtbot)


MakeTypist = Callable[[str], Typist]


def test_versions_are_listed_chosen_deleted_and_brought_back(make_typist: MakeTypist) -> None:
    typist = make_typist("normal")
    assert typist.said("/versions") == ["There are no other versions."]
    typist.type("one")
    typist.type("/retry")
    assert typist.answered("/edit two") == "two (1 messages) \n"
    assert typist.said("/versions") == ["   1  one", "*  2  two"]
    assert typist.said("/version 1")[1:] == ["› one", "one (1 messages) "]
    assert typist.said("/versions") == ["   1  one (1 messages)", "*  2  one (1 messages)"]
    assert typist.said("/version 3") == ["Say which one, for example /version 1; /versions shows the numbers."]
    assert typist.said("/delete") == ["3 messages were deleted."]
    assert typist.said("/versions") == ["There are no other versions."]
    assert typist.said("/undo")[1] == "› one"
    assert typist.said("/undo") == ["Nothing was deleted here."]


def test_an_answer_that_was_cut_off_says_how_it_goes_on_and_only_what_is_new_is_printed(
    make_typist: MakeTypist,
) -> None:
    typist = make_typist("normal")
    assert typist.said("cut")[-1] == "The answer reached the longest length that is set; /continue goes on with it."
    assert typist.answered("/continue") == "and more (2 messages) \n"
    assert typist.said("/continue") == ["The last answer was not cut off, so there is nothing to go on with."]


def test_the_system_prompt_and_the_settings_are_of_the_open_conversation(make_typist: MakeTypist) -> None:
    typist = make_typist("normal")
    assert typist.said("/system") == ["There is no system prompt."]
    typist.type("one")
    assert typist.said("/system Be brief.") == [
        "The system prompt comes first, so the whole chat (12 tokens) is read again with your next message.",
        "The system prompt is: Be brief.",
    ]
    assert typist.said("/set temperature 0,7") == ["Nothing has to be read again."]
    assert typist.said("/set top_p 1.5") == ["top_p cannot be 1.5. It may be 0 to 1, or default."]
    assert typist.said("/set thinking maybe") == ["thinking cannot be maybe. It may be on, off, or default."]
    assert typist.said("/set colour red") == ["There is no setting colour; /set shows those there are."]
    shown = typist.said("/set")
    assert "* temperature 0.7" in shown and "  top_p 0.95" in shown and "  seed random" in shown
    typist.type("/set temperature default")
    assert "  temperature 0.2" in typist.said("/set")
    assert typist.answered("two") == "two (4 messages) \n"
    typist.type("/new")
    assert typist.said("/system") == ["There is no system prompt."]


def test_what_the_model_sees_is_shown_and_the_lines_behind_it_wait(make_typist: MakeTypist) -> None:
    typist = make_typist("normal")
    typist.type("one")
    assert typist.said("/prompt") == ["<user> one", "<assistant> one (1 messages) ", "--- 6 tokens"]
    typist.application.models.unload()
    assert "Load a model" in typist.said("/prompt")[0]


def test_a_file_goes_with_the_next_message_and_what_is_no_file_is_said(make_typist: MakeTypist, tmp_path: Path) -> None:
    typist = make_typist("normal")
    file = tmp_path / "a zoo.txt"
    file.write_text("walrus, penguin")
    assert typist.said(f"/attach '{file}'") == ["“a zoo.txt”: 15 characters."]
    assert "walrus, penguin" in typist.answered("How many?")
    assert typist.said("/attach") == ["Nothing is attached."]
    assert "nothing.txt" in typist.said(f"/attach {tmp_path / 'nothing.txt'}")[0]
    typist.type(f"/attach {file}")
    assert typist.said("/detach") == ["Nothing is attached."]


def test_conversations_are_found_named_forked_and_forgotten(make_typist: MakeTypist) -> None:
    typist = make_typist("normal")
    typist.type("about walruses")
    assert typist.said("/title All of them") == ["The title is “All of them”."]
    assert "“All of them (branch)”" in typist.said("/fork")[0]
    typist.type("/temporary")
    typist.type("nobody knows")
    assert typist.said("/list")[0] == "*  1  nobody knows (temporary)"
    assert [line[6:] for line in typist.said("/search walruses")] == ["All of them (branch)", "All of them"]
    assert typist.said("/open 2")[0] == "--- All of them"
    assert typist.said("/search penguins") == ["Nothing was found for penguins."]


def test_another_model_is_chosen_for_the_open_conversation(make_typist: MakeTypist) -> None:
    typist = make_typist("normal")
    typist.type("one")
    assert typist.said("/model")[0] == "The model is fake-model."
    typist.type("/model /models/other")
    typist.type("two")
    assert typist.application.library.branch(typist.terminal.conversation.id)[-1].model_name == "other"


def test_what_the_model_thinks_is_told_beside_its_answer(make_typist: MakeTypist) -> None:
    typist = make_typist("thinking")
    out, err = typist.type("one")
    assert out == "one (1 messages) \n"
    assert "Thinking …" in err and not any(THOUGHT.strip() in line for line in err)


def test_every_command_is_in_the_help_with_what_it_does(make_typist: MakeTypist) -> None:
    lines = make_typist("normal").said("/help")
    names = {line.split()[0] for line in lines}
    assert {"/continue", "/temporary", "/version", "/undo", "/attach", "/prompt", "/search", "/set", "/quit"} <= names
    assert all(len(line.split()) > 1 and len(line) <= 120 for line in lines)


def test_the_answer_behind_what_turned_out_to_be_thinking_is_printed_from_its_first_letter(
    make_application: Callable[[str], Application],
) -> None:
    application = make_application("normal")
    conversation = application.library.create()
    begun = Message("m", conversation.id, None, "assistant", "", 0.0, "streaming")
    application.store.add(begun)
    output = Printed()
    answer = TerminalAnswer(application, output)  # type: ignore[arg-type]
    answer.follow(conversation.id)
    tell = application.chat.message_changed.emit
    tell(replace(begun, text="Let me see."))
    tell(replace(begun, reasoning="Let me see.", text="It is."))
    tell(replace(begun, reasoning="Let me see.", text="It is. Yes.", state="complete"))
    assert output.texts == ["Let me see.", "It is.", " Yes."]


class Printed:
    """The texts of answers that were printed; the rest goes nowhere."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def write(self, text: str) -> None:
        self.texts += [text] * bool(text)

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_arguments: None
