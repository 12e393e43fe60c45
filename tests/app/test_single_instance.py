from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.paths import Paths

ROOT = Path(__file__).resolve().parents[2]

# The first to start says "first" and then each "raise" that it gets; a later one says what became of it and leaves.
_PROGRAM = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from app.paths import Paths
from app.single_instance import SingleInstance

core = QCoreApplication([])
instance = SingleInstance(Paths.resolve(), has_window=sys.argv[1:] != ["terminal"])
instance.raise_requested.connect(lambda: print("raise", flush=True))
if not instance.acquire():
    print("raised" if instance.was_raised else "refused", instance.problem, flush=True)
    sys.exit(0)
print("first", flush=True)
if sys.argv[1:] == ["ending"]:
    instance.begin_to_end()
    QTimer.singleShot(2_000, instance.release)
core.exec()
"""

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(kvasir_home: Path) -> Iterator[Start]:
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_start_raises_the_first_window_and_leaves(start: Start) -> None:
    first = start()
    assert line(first) == "first"
    second = start()
    assert line(second) == "raised Kvasir is open already."
    assert second.wait(30) == 0
    assert line(first) == "raise"


def test_what_a_killed_process_left_behind_is_in_nobodys_way(start: Start) -> None:
    killed = start()
    assert line(killed) == "first"
    killed.kill()
    killed.wait()
    assert Paths.resolve().instance_lock.exists()
    successor = start()
    assert line(successor) == "first"
    assert line(start()).startswith("raised")
    assert line(successor) == "raise"


def test_another_home_is_another_program(start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert line(start()) == "first"
    monkeypatch.setenv("KVASIR_HOME", str(tmp_path / "other"))
    assert line(start()) == "first"


def test_where_a_terminal_is_open_the_second_start_says_so(start: Start) -> None:
    assert line(start("terminal")) == "first"
    assert line(start()) == "refused Kvasir is open already, in a terminal. Close it there first."


def test_one_that_is_about_to_end_is_waited_for(start: Start) -> None:
    assert line(start("ending")) == "first"
    assert line(start()) == "first"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
def test_a_frozen_first_process_is_named_with_its_number(start: Start) -> None:
    frozen = start()
    assert line(frozen) == "first"
    frozen.send_signal(signal.SIGSTOP)
    refused = line(start())
    assert refused.startswith("refused Kvasir seems to be open already")
    assert f"process {frozen.pid} on" in refused
