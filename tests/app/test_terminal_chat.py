from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.paths import Paths
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from tests.app.conftest import FAKE_MODEL, fake_argv

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 60


def environment(mode: str) -> dict[str, str]:
    return {**os.environ, "KVASIR_ENGINE_ARGV": json.dumps(fake_argv(mode)), "PYTHONUTF8": "1"}


def chat(mode: str, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "chat", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(mode),
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


def stored(paths: Paths) -> list[list[str]]:
    """The texts of each conversation's branch, the newest conversation first."""
    database = Database.open(paths.database, paths.backups)
    store = ConversationStore(database)
    branches = [
        [message.text for message in store.tree(conversation.id).branch(conversation.head_id)]
        for conversation in store.conversations()
    ]
    database.close()
    return branches


def test_once_prints_the_answer_and_nothing_else_to_standard_output(paths: Paths) -> None:
    done = chat("normal", "--once", "Grüße aus Łódź")
    assert done.stdout == "Grüße aus Łódź (1 messages) \n"
    assert done.stderr.splitlines()[-1] == "reused 4 · read 6 · first word 0.01 s · 50 tok/s"
    assert done.returncode == 0
    assert stored(paths) == [["Grüße aus Łódź", "Grüße aus Łódź (1 messages) "]]


def test_once_can_go_on_with_a_conversation(paths: Paths) -> None:
    chat("normal", "--once", "one")
    database = Database.open(paths.database, paths.backups)
    (conversation,) = ConversationStore(database).conversations()
    database.close()
    done = chat("normal", "--once", "two", "--conversation", conversation.id[:8])
    assert done.stdout == "two (3 messages) \n"
    assert len(stored(paths)) == 1


def test_a_model_can_be_given_for_this_time(paths: Paths) -> None:
    done = chat("no-load", "--once", "hello", "--model", "/models/other")
    assert done.stderr.splitlines()[-1] == "/models/other is not a model."
    assert json.loads(paths.settings_file.read_text())["model_path"] == FAKE_MODEL


@pytest.mark.parametrize(
    ("mode", "arguments", "sentence"),
    [
        ("no-load", ["--once", "hello"], f"{FAKE_MODEL} is not a model."),
        ("fail", ["--once", "hello"], "The fake engine fails on purpose."),
        ("normal", ["--once", "  "], "There is nothing to answer: the text is empty."),
        ("normal", ["--once", "hello", "--conversation", "zzz"], "There is no conversation whose id begins with zzz."),
        ("stranger", ["--once", "hello"], "parts of two versions of Kvasir are mixed"),
    ],
)
def test_what_goes_wrong_is_a_sentence_and_exit_code_1(
    paths: Paths, mode: str, arguments: list[str], sentence: str
) -> None:
    done = chat(mode, *arguments)
    assert sentence in done.stderr
    assert done.stdout.strip() == ""
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_an_engine_that_dies_leaves_its_words_and_a_sentence(paths: Paths) -> None:
    done = chat("exit", "--once", "please die now")
    assert (done.stdout, done.returncode) == ("please die \n", 1)
    assert "exit code 3" in done.stderr


def test_a_script_can_be_piped_in(paths: Paths) -> None:
    done = chat("normal", lines="one\ntwo\n/new\nthree\n/list\n/open 2\n/retry\n/nonsense\n/help\n")
    assert done.stdout == "one (1 messages) \ntwo (3 messages) \nthree (1 messages) \ntwo (3 messages) \n"
    assert done.returncode == 0
    assert "*  1  three" in done.stderr
    assert "   2  one" in done.stderr
    assert "There is no command /nonsense" in done.stderr
    assert "/retry" in done.stderr
    assert len(stored(paths)) == 2


def test_open_goes_by_the_list_that_was_shown(paths: Paths) -> None:
    chat("normal", lines="one\n/new\ntwo\n/list\n/open 2\nthree\n/open 1\nfour\n")
    assert [branch[0::2] for branch in stored(paths)] == [["two", "four"], ["one", "three"]]


def test_open_says_what_it_opened_even_if_nothing_was_said_there(paths: Paths) -> None:
    assert "--- New chat" in chat("normal", lines="/open 1\n").stderr


def test_open_shows_why_an_answer_is_missing(paths: Paths) -> None:
    done = chat("fail", lines="one\n/open 1\n")
    assert done.stderr.partition("--- one")[2].splitlines()[1:] == ["› one", "The fake engine fails on purpose."]


def test_quit_leaves_before_the_lines_that_follow(paths: Paths) -> None:
    done = chat("normal", lines="one\n/quit\ntwo\n")
    assert done.stdout == "one (1 messages) \n"
    assert done.returncode == 0


def test_a_path_is_a_message_and_not_a_command(paths: Paths) -> None:
    assert chat("normal", lines="/etc/hosts is a file\n").stdout == "/etc/hosts is a file (1 messages) \n"


def test_a_reader_that_leaves_early_does_not_cost_the_answer(paths: Paths) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "chat", "--once", "hello"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        env=environment("normal"),
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
    assert stored(paths) == [["hello", "hello (1 messages) "]]


def test_a_second_terminal_is_told_that_kvasir_is_open(paths: Paths, in_terminal: Callable[[str], Terminal]) -> None:
    in_terminal("normal").wait_for("› ")
    done = chat("normal", "--once", "hello")
    assert "Kvasir is open already, in a terminal." in done.stderr
    assert done.returncode == 1


class Terminal:
    """The interactive chat behind a pseudo-terminal, as a person has it."""

    def __init__(self, mode: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), "chat"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(mode),
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until the text was seen; returns what came before it."""
        while text not in self.seen:
            try:
                chunk = os.read(self._master, 4096)
            except OSError:
                chunk = b""
            assert chunk, f"{text!r} never came after {self.seen!r}"
            self.seen += chunk.decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def in_terminal(paths: Paths) -> Iterator[Callable[[str], Terminal]]:
    opened: list[Terminal] = []

    def open_terminal(mode: str) -> Terminal:
        opened.append(Terminal(mode))
        return opened[-1]

    yield open_terminal
    for terminal in opened:
        terminal.close()


def test_the_first_ctrl_c_stops_the_answer_and_the_second_leaves(
    paths: Paths, in_terminal: Callable[[str], Terminal]
) -> None:
    terminal = in_terminal("endless")
    terminal.wait_for("› ")
    terminal.type("go on\n")
    terminal.wait_for("and and and")
    terminal.interrupt()
    terminal.wait_for("reused 4")
    terminal.wait_for("› ")
    terminal.interrupt()
    assert terminal.process.wait(TIMEOUT_SECONDS) == 0
    assert stored(paths)[0][1].startswith("go on (1 messages) and")


def test_a_line_that_the_terminal_cut_off_is_not_sent(paths: Paths, in_terminal: Callable[[str], Terminal]) -> None:
    terminal = in_terminal("normal")
    terminal.wait_for("› ")
    terminal.type("word " * 1000 + "end\n")
    terminal.wait_for("was not sent")
    terminal.type("short\n")
    terminal.wait_for("tok/s")
    assert stored(paths)[0][0] == "short"


def test_an_engine_that_dies_is_told_once_and_on_a_line_of_its_own(in_terminal: Callable[[str], Terminal]) -> None:
    terminal = in_terminal("exit")
    terminal.wait_for("› ")
    terminal.type("please die now\n")
    terminal.wait_for("please die \r\nThe engine ended unexpectedly")
    terminal.wait_for("\r\n")
    assert terminal.wait_for("› ") == ""


def test_ctrl_d_leaves(in_terminal: Callable[[str], Terminal]) -> None:
    terminal = in_terminal("normal")
    terminal.wait_for("› ")
    terminal.type("hello\n")
    terminal.wait_for("tok/s")
    terminal.wait_for("› ")
    terminal.type("\x04")
    assert terminal.process.wait(TIMEOUT_SECONDS) == 0


def test_a_polite_end_from_outside_keeps_the_words(paths: Paths, in_terminal: Callable[[str], Terminal]) -> None:
    terminal = in_terminal("endless")
    terminal.wait_for("› ")
    terminal.type("go on\n")
    terminal.wait_for("and and")
    terminal.process.terminate()
    assert terminal.process.wait(TIMEOUT_SECONDS) == 1
    assert stored(paths)[0][1].startswith("go on (1 messages) and")
