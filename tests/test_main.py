from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.paths import Paths
from engine.protocol import VERSION
from tests.app.conftest import fake_argv

ROOT = Path(__file__).resolve().parents[1]


def run_main(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *arguments],
        input="",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        timeout=60,
        check=False,
    )


def test_it_says_its_version() -> None:
    assert run_main("--version").stdout == f"Kvasir {VERSION}\n"


def test_an_unknown_argument_is_refused() -> None:
    assert run_main("--nonsense").returncode == 2


def test_importing_it_loads_nothing_that_could_delay_the_engine() -> None:
    code = "import sys; before = set(sys.modules); import main; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "['__future__', 'main']"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_it_says_so_and_chats_in_the_terminal(kvasir_home: Path) -> None:
    paths = Paths.resolve()
    paths.make()
    paths.settings_file.write_text('{"model_path": "/models/fake-model"}')
    without = dict.fromkeys(["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"], "")
    done = run_main(KVASIR_ENGINE_ARGV=json.dumps(fake_argv("mute")), **without)
    first, *rest = done.stderr.splitlines()
    assert first.startswith("There is no display here") and first.endswith("terminal instead.")
    assert "Kvasir. Type a message, or /help." in rest
    assert done.returncode == 0
