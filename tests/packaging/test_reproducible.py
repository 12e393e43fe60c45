"""The same inputs give the same bytes, whatever the folder, the clock's zone and the user's mask are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.built import ROOT, WHEELS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
NEEDED = {"linux": "zstd", "windows": "makensis"}


@pytest.mark.parametrize("system", ["linux", "windows"])
def test_a_second_build_in_another_place_gives_the_same_bytes(system: str, tmp_path: Path) -> None:
    if shutil.which(NEEDED[system]) is None:
        pytest.skip(f"{NEEDED[system]} is not installed")
    # The sources stand still in a copy; in the tree itself somebody may be at work.
    copies = [tmp_path / "one", tmp_path / "another place"]
    for name in ("app", "engine", "ui", "resources", "packaging"):
        shutil.copytree(ROOT / name, copies[0] / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "main.py", copies[0])
    shutil.copytree(copies[0], copies[1])
    sums = []
    for copy, zone, mask in zip(copies, ("UTC", "Asia/Tokyo"), (0o022, 0o077), strict=True):
        command = [sys.executable, str(copy / "packaging" / "build.py"), system, "--out", str(copy / "dist")]
        built = subprocess.run(
            [*command, "--wheels", str(WHEELS)],
            env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000", "TZ": zone, "PYTHONHASHSEED": str(mask)},
            umask=mask,
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 0, built.stdout + built.stderr
        sums.append((copy / "dist" / "SHA256SUMS").read_text("utf-8"))
    assert sums[0] == sums[1]
    assert len(sums[0].splitlines()) >= 3
