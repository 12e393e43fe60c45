from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.terminal_output import TerminalOutput

ROOT = Path(__file__).resolve().parents[2]


class Stream(io.StringIO):
    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def test_the_answer_and_the_rest_go_different_ways() -> None:
    out, err = Stream(False), Stream(False)
    output = TerminalOutput(out, err)
    output.write("Warsaw")
    output.say("reused 1")
    assert (out.getvalue(), err.getvalue()) == ("Warsaw", "reused 1\n")


def test_a_sentence_does_not_stick_to_the_answer_that_it_interrupts() -> None:
    out, err = Stream(True), Stream(True)
    output = TerminalOutput(out, err)
    output.write("War")
    output.say("The engine crashed.")
    output.end_line()
    assert (out.getvalue(), err.getvalue()) == ("War\n", "The engine crashed.\n")


def test_an_answer_in_a_file_is_not_broken_by_a_sentence_on_the_terminal() -> None:
    out = Stream(False)
    output = TerminalOutput(out, Stream(True))
    output.write("War")
    output.say("Not much room is left.")
    output.write("saw")
    output.end_line()
    output.end_line()
    assert out.getvalue() == "Warsaw\n"


def test_an_answer_cannot_give_orders_to_the_terminal() -> None:
    out = Stream(True)
    TerminalOutput(out, Stream(True)).write("a\x1b[2Jb\x07\tc\nd\x9be")
    assert out.getvalue() == "a[2Jb\tc\nde"


def test_what_is_thought_is_dimmed_on_a_terminal_and_stands_apart_from_the_answer() -> None:
    shared = Stream(True)
    output = TerminalOutput(shared, shared)
    output.think("Let me ")
    output.think("see\x1b[2J.")
    output.write("Yes.")
    output.end_line()
    assert shared.getvalue() == "\x1b[2mLet me \x1b[22m\x1b[2msee[2J.\x1b[22m\nYes.\n"


def test_elsewhere_one_line_says_that_the_model_thinks() -> None:
    out, err = Stream(False), Stream(False)
    output = TerminalOutput(out, err)
    output.think("Let me ")
    output.think("see.")
    output.write("Yes.")
    output.say("reused 1")
    assert (out.getvalue(), err.getvalue()) == ("Yes.", "Thinking …\nreused 1\n")


def test_a_file_gets_the_answer_as_it_is() -> None:
    out = Stream(False)
    TerminalOutput(out, Stream(False)).write("a\x1bb")
    assert out.getvalue() == "a\x1bb"


def test_progress_is_one_moving_line_on_a_terminal_and_erased_by_what_follows() -> None:
    err = Stream(True)
    output = TerminalOutput(Stream(True), err)
    output.progress("Fetching", 0.5)
    output.progress("Fetching", 1.0)
    output.say("Done.")
    assert err.getvalue() == (
        "\r\x1b[KFetching [############............]  50%"
        "\r\x1b[KFetching [########################] 100%"
        "\r\x1b[KDone.\n"
    )


def test_progress_elsewhere_is_one_line_for_each_stage() -> None:
    err = Stream(False)
    output = TerminalOutput(Stream(False), err)
    for fraction in (0.0, 0.5, 1.0):
        output.progress("Fetching", fraction)
    output.progress("Loading", -1)
    assert err.getvalue() == "Fetching\nLoading\n"


def test_a_prompt_comes_back_after_what_was_written_over_it() -> None:
    shared = Stream(True)
    output = TerminalOutput(shared, shared)
    output.ask()
    output.progress("Loading", -1)
    output.end_progress()
    output.say("A notice.")
    erase = "\r\x1b[K"
    assert shared.getvalue() == f"› {erase}Loading ...{erase}› {erase}A notice.\n› "


def test_after_a_line_was_typed_no_prompt_comes_back_by_itself() -> None:
    shared = Stream(True)
    output = TerminalOutput(shared, shared)
    output.ask()
    output.line_was_typed()
    output.say("A list.")
    assert shared.getvalue() == "› A list.\n"


def test_where_nobody_types_there_is_no_prompt() -> None:
    out = Stream(False)
    TerminalOutput(out, Stream(False)).ask()
    assert out.getvalue() == ""


def run_python(code: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from app.terminal_output import TerminalOutput\n" + code],
        capture_output=True,
        cwd=ROOT,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    code = "output = TerminalOutput()\nfor _ in range(10_000): output.write('x' * 100)\noutput.say('end')"
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [sys.executable, "-c", "from app.terminal_output import TerminalOutput\n" + code],
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    os.close(writer)
    _, err = process.communicate()
    assert (process.returncode, err) == (0, b"end\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_that_is_not_utf_8_shows_what_it_can(encoding: str) -> None:
    done = run_python(
        "TerminalOutput().write('Łódź – 漢字 ok')", env={**os.environ, "PYTHONIOENCODING": f"{encoding}:strict"}
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode(encoding).endswith("ok")
    assert "?" in done.stdout.decode(encoding)


def test_closed_streams_are_no_error() -> None:
    done = run_python(
        "import sys\nsys.stdout = sys.stderr = None\noutput = TerminalOutput()\noutput.write('a')\noutput.say('b')"
    )
    assert done.returncode == 0
