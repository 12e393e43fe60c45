from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.engine_process import EngineProcess
from app.log_files import log_handler

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture
def make_process(qapp: QObject, tmp_path: Path) -> Iterator[Callable[..., EngineProcess]]:
    made: list[EngineProcess] = []

    def make(code: str, **limits: float) -> EngineProcess:
        made.append(EngineProcess([sys.executable, "-c", code], log_handler(tmp_path / "engine.log"), **limits))
        return made[-1]

    yield make
    for process in made:
        process.close(2_000)
        assert not process.is_running


def sentence_at_end(process: EngineProcess, qtbot: QtBot) -> str:
    with qtbot.waitSignal(process.ended, timeout=20_000) as ended:
        process.start()
    return str(ended.args[0])


@posix_only
@pytest.mark.parametrize(
    ("signal_name", "how"),
    [
        ("SIGKILL", "was ended by the system (signal 9, SIGKILL)"),
        ("SIGSEGV", "crashed (signal 11, SIGSEGV)"),
        ("SIGTERM", "was ended from outside (signal 15, SIGTERM)"),
    ],
)
def test_an_end_by_a_signal_is_named(
    make_process: Callable[..., EngineProcess], qtbot: QtBot, signal_name: str, how: str
) -> None:
    code = "import os, resource, signal; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
    process = make_process(code + f"os.kill(os.getpid(), signal.{signal_name})")
    sentence = sentence_at_end(process, qtbot)
    assert how in sentence
    assert "your next message starts the engine again" in sentence


def test_an_exit_code_is_told_with_the_last_words(make_process: Callable[..., EngineProcess], qtbot: QtBot) -> None:
    process = make_process("import sys; sys.exit('ModuleNotFoundError: no torch.')")
    assert "exit code 1: ModuleNotFoundError: no torch." in sentence_at_end(process, qtbot)


def test_leaving_in_order_without_having_been_asked_is_an_unexpected_end(
    make_process: Callable[..., EngineProcess], qtbot: QtBot
) -> None:
    assert "exit code 0" in sentence_at_end(make_process("pass"), qtbot)


def test_a_program_that_is_missing_is_named(qapp: QObject, qtbot: QtBot) -> None:
    process = EngineProcess(["/no/such/program"], logging.NullHandler())
    assert "could not be started: /no/such/program" in sentence_at_end(process, qtbot)
    assert not process.is_running


def test_a_child_that_hangs_is_ended_and_said_to_have_hung(
    make_process: Callable[..., EngineProcess], qtbot: QtBot
) -> None:
    process = make_process("import sys; sys.stdin.read()", startup_silence_seconds=1.0)
    assert "had not answered for 1 seconds" in sentence_at_end(process, qtbot)


def test_an_end_that_was_asked_for_needs_no_sentence(make_process: Callable[..., EngineProcess], qtbot: QtBot) -> None:
    process = make_process("import sys; print('up', flush=True); sys.stdin.read()")
    with qtbot.waitSignal(process.line_received):
        process.start()
    with qtbot.waitSignal(process.ended) as ended:
        process.close(5_000)
    assert ended.args == [""]


def test_a_child_that_will_not_leave_is_killed(make_process: Callable[..., EngineProcess], qtbot: QtBot) -> None:
    process = make_process("import sys, threading; print('up', flush=True); sys.stdin.read(); threading.Event().wait()")
    with qtbot.waitSignal(process.line_received):
        process.start()
    process.close(50)
    assert not process.is_running


def test_lines_go_both_ways_whole(make_process: Callable[..., EngineProcess], qtbot: QtBot) -> None:
    process = make_process(
        "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"
    )
    received: list[bytes] = []
    process.line_received.connect(received.append)
    sent = [b"short", "føø".encode(), b"x" * 300_000, b"end"]
    process.start()
    for line in sent:
        process.write(line + b"\n")
    qtbot.waitUntil(lambda: len(received) == len(sent))
    assert received == sent


def test_standard_error_goes_to_the_log(
    make_process: Callable[..., EngineProcess], qtbot: QtBot, tmp_path: Path
) -> None:
    process = make_process("import sys; print('naïve warning', file=sys.stderr)")
    sentence_at_end(process, qtbot)
    assert (tmp_path / "engine.log").read_text("utf-8") == "naïve warning\n"


def test_the_log_does_not_grow_without_limit(
    make_process: Callable[..., EngineProcess], qtbot: QtBot, tmp_path: Path
) -> None:
    process = make_process("import sys\nfor _ in range(50_000): sys.stderr.write('x' * 100 + '\\n')")
    sentence_at_end(process, qtbot)
    logs = list(tmp_path.glob("engine.log*"))
    assert 1 < len(logs) <= 3
    assert sum(log.stat().st_size for log in logs) < 7_000_000


def test_a_log_that_cannot_be_written_does_not_keep_the_engine_from_running(qapp: QObject, qtbot: QtBot) -> None:
    process = EngineProcess([sys.executable, "-c", "pass"], log_handler(Path("/no/such/folder/engine.log")))
    assert "exit code 0" in sentence_at_end(process, qtbot)


def test_the_environment_keeps_threads_asleep_and_the_network_out(
    make_process: Callable[..., EngineProcess], qtbot: QtBot
) -> None:
    process = make_process("import json, os, sys; print(json.dumps(dict(os.environ)), flush=True); sys.stdin.read()")
    with qtbot.waitSignal(process.line_received) as line:
        process.start()
    environment = json.loads(line.args[0])
    assert environment["OMP_WAIT_POLICY"] == "passive"
    assert environment["HF_HUB_OFFLINE"] == environment["TRANSFORMERS_OFFLINE"] == "1"
    assert environment["PATH"] == os.environ["PATH"]


@posix_only
def test_ctrl_c_in_the_terminal_does_not_reach_the_child(
    make_process: Callable[..., EngineProcess], qtbot: QtBot
) -> None:
    process = make_process("import os, sys; print(os.getpgid(0), flush=True); sys.stdin.read()")
    with qtbot.waitSignal(process.line_received) as line:
        process.start()
    assert int(line.args[0]) != os.getpgid(0)


def test_a_process_can_be_started_again(make_process: Callable[..., EngineProcess], qtbot: QtBot) -> None:
    process = make_process("import os; print(os.getpid(), flush=True)")
    pids: list[bytes] = []
    process.line_received.connect(pids.append)
    sentence_at_end(process, qtbot)
    sentence_at_end(process, qtbot)
    assert len(set(pids)) == 2
