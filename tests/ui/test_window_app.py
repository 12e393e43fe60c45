from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.paths import Paths
from tests.fakes import fake_engine

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGTERM")


@pytest.fixture
def start(kvasir_home: Path) -> Iterator[object]:
    """Starts the program as a user does, with the fake engine behind it."""
    paths = Paths.below(kvasir_home)
    paths.make()
    paths.settings_file.write_text('{"model_path": "fake-model.gguf"}')
    environment = os.environ | {
        "KVASIR_ENGINE_ARGV": json.dumps([sys.executable, fake_engine.__file__, "normal"]),
        "QT_QPA_PLATFORM": "offscreen",
    }
    running: list[subprocess.Popen[bytes]] = []

    def start_one() -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=environment)
        running.append(process)
        return process

    yield start_one
    for process in running:
        if process.poll() is None:
            process.kill()
        process.wait()


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} did not appear"
        os.sched_yield()


def test_a_polite_request_to_end_closes_the_window_in_order(start, kvasir_home: Path) -> None:
    window = start()
    wait_for(Paths.below(kvasir_home).database)
    window.send_signal(signal.SIGTERM)
    assert window.wait(20) == 0
    assert json.loads(Paths.below(kvasir_home).settings_file.read_text())["window_geometry"]


def test_a_second_start_leaves_at_once_and_the_first_goes_on(start, kvasir_home: Path) -> None:
    first = start()
    wait_for(Paths.below(kvasir_home).database)
    second = start()
    assert second.wait(30) == 0
    assert first.poll() is None
    first.send_signal(signal.SIGTERM)
    assert first.wait(20) == 0
