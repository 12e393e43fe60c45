"""The packages, built once for all tests that install them, and the settings of pip as uv understands them."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHEELS = ROOT / "build" / "wheels"


@cache
def pip_setting(name: str) -> str:
    """What this machine's pip is told, by whichever of its files and variables."""
    asked = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        key, _, value = line.partition("=")
        if key.endswith(f".{name}"):
            return value.strip("'\"")
    return ""


def uv_settings() -> dict[str, str]:
    """So that uv asks the same index as pip."""
    index = pip_setting("index-url")
    return {"UV_DEFAULT_INDEX": index} if index else {}


def torch_folder() -> str:
    """A folder of pip's own with a wheel of torch for processors; empty if there is none."""
    for folder in pip_setting("find-links").split():
        if list(Path(folder.removeprefix("file://")).glob("torch-*+cpu-cp311-*.whl")):
            return folder.removeprefix("file://")
    return ""


def build(system: str, out: Path) -> Path:
    """Build the packages for one system; returns their folder."""
    command = [sys.executable, str(ROOT / "packaging" / "build.py"), system, "--out", str(out), "--wheels", str(WHEELS)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    sys.stdout.write(built.stdout)
    return out
