"""The whole program as a user starts it: `main.py` in a process of its own, with a home that is thrown away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.paths import Paths
from tests.e2e.keyboard import Keyboard
from tests.models import CONVERTED

ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(kvasir_home: Path) -> Paths:
    """A fresh home, but for the converted copy of the starter model, which other tests have made."""
    paths = Paths.resolve()
    paths.make()
    CONVERTED.mkdir(parents=True, exist_ok=True)
    paths.converted.rmdir()
    paths.converted.symlink_to(CONVERTED, target_is_directory=True)
    return paths


@pytest.fixture
def choose_model(home: Paths) -> Callable[[Path], None]:
    """Write the settings of somebody who has chosen this model."""

    def choose(path: Path) -> None:
        home.settings_file.write_text(json.dumps({"model_path": str(path), "temperature": 0.0}), encoding="utf-8")

    return choose


@pytest.fixture
def start(home: Paths) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start `main.py`; whatever still runs at the end of the test is killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start_program(*arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(os.environ),
        )
        started.append(process)
        return process

    yield start_program
    for process in started:
        if process.poll() is None:
            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
        process.communicate(timeout=30)


@pytest.fixture
def begin(
    qtbot: QtBot, qapp: QApplication, home: Paths, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Keyboard]]:
    """Begin to use the window, once what was begun before has ended; the last one ends with the test."""
    monkeypatch.setattr("app.model_controller.HF_HUB_CACHE", str(home.cache / "no-hub"))
    begun: list[Keyboard] = []

    def begin_one() -> Keyboard:
        end()
        begun.append(Keyboard(qtbot, qapp, home))
        return begun[-1]

    def end() -> None:
        while begun:
            begun.pop().program.close()

    yield begin_one
    end()
    qapp.setStyleSheet("")
