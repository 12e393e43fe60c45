"""How Python is set up for the window, tried in a process of its own: it holds for all that comes after."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def said_by(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_no_source_is_read_for_an_import() -> None:
    code = (
        "from app.interpreter import prepare\n"
        "prepare()\n"
        "import linecache, PySide6.QtCore, app.settings\n"
        "print(app.settings.__file__ in linecache.cache)"
    )
    assert said_by(code) == "False"


def test_a_thread_that_computes_takes_short_turns() -> None:
    code = "import sys; from app.interpreter import prepare; prepare(); print(sys.getswitchinterval() < 0.001)"
    assert said_by(code) == "True"


def test_the_window_waits_for_nothing_that_it_does_not_show() -> None:
    unseen = {"sqlite_utils", "filelock", "keyring", "httpx", "ziamath", "pypdf", "docx"}
    code = "import sys, ui.window_app; print(*{name.partition('.')[0] for name in sys.modules})"
    assert not set(said_by(code).split()) & unseen
