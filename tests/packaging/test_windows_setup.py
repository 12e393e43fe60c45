"""The Windows setup program under Wine: what it puts where, and that nothing is left of it but the user's data.

Wine runs the setup program, its uninstaller and the launcher. It does not run uv (Debian 12's Wine lacks a library that
uv needs), so a small program stands in for it, and no Python is started.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging import built

WINE = shutil.which("wine64") or next((path for path in ("/usr/lib/wine/wine64",) if Path(path).exists()), "")
MISSING = [
    name
    for name in ("makensis", "xvfb-run", "wineserver")
    if not (shutil.which(name) or Path(f"/usr/lib/wine/{name}").exists())
]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not WINE or bool(MISSING), reason=f"needs wine64 and {', '.join(MISSING) or 'nothing else'}"),
]

_SILENT = """
Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
OutFile "${OUTFILE}"
"""
PYTHON = (
    _SILENT
    + r"""
Section
    FileOpen $0 "$EXEDIR\called.txt" w
    FileWriteUTF16LE $0 "$CMDLINE"
    FileClose $0
SectionEnd
"""
)
UV = (
    _SILENT
    + r"""
Section
    SetOutPath "$EXEDIR\window\Scripts"
    File "pythonw.exe"
    FileOpen $0 "$EXEDIR\window\pyvenv.cfg" w
    FileClose $0
SectionEnd
"""
)


class Windows:
    """A Windows of its own: a Wine prefix in a folder."""

    def __init__(self, folder: Path) -> None:
        self.drive = folder / "drive_c"
        self._variables = os.environ | {
            "WINEPREFIX": str(folder),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
        }
        self.run("wineboot", "--init")
        self.user = self.drive / "users" / os.environ.get("USER", "root")
        self.local = self.user / "AppData" / "Local"

    def run(self, *command: str, code: int = 0) -> str:
        """Run a program to its end; returns what it wrote."""
        done = subprocess.run(
            ["xvfb-run", "-a", WINE, *command],
            env=self._variables,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == code, (command, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def registry(self) -> set[str]:
        """The user's part of it that programs write to."""
        return set(self.run("reg", "query", r"HKCU\Software", "/s").splitlines())

    def files(self) -> set[str]:
        return {path.relative_to(self.drive).as_posix() for path in self.drive.rglob("*") if "Temp" not in path.parts}

    def stop(self) -> None:
        server = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
        subprocess.run([server, "--kill"], env=self._variables, check=False)


def wait_until_gone(path: Path) -> None:
    """An uninstaller goes on in a copy of itself after it has returned."""
    deadline = time.monotonic() + 120
    while path.exists():
        assert time.monotonic() < deadline, sorted(path.rglob("*"))[:20]
        time.sleep(0.2)


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return next(built.build("windows", tmp_path_factory.mktemp("dist")).glob("*setup.exe"))


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    windows = Windows(tmp_path_factory.mktemp("wine"))
    yield windows
    windows.stop()


def manifest(setup: Path) -> dict[str, str]:
    """What must lie in the folder of the program, with the SHA-256 of each file."""
    (listed,) = setup.parent.glob("*.files")
    lines = (line.split("  ", 1) for line in listed.read_text("utf-8").splitlines())
    return {path: digest for digest, path in lines}


def test_it_installs_what_its_manifest_says_and_removes_all_of_it_but_the_users_data(
    setup: Path, windows: Windows
) -> None:
    files, registry = windows.files(), windows.registry()
    home = windows.local / "Programs" / "Kvasir"
    windows.run(str(setup), "/S", "/DESKTOP")

    there = {path.relative_to(home).as_posix(): path for path in home.rglob("*") if path.is_file()}
    sums = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()}
    del sums["uninstall.exe"]
    assert sums == manifest(setup)
    new = windows.registry() - registry
    assert any("DisplayVersion" in line for line in new) and any("QuietUninstallString" in line for line in new)
    assert (windows.user / "Desktop" / "Kvasir.lnk").exists()

    data = windows.local / "kvasir" / "conversations.db"
    data.parent.mkdir()
    data.write_bytes(b"words")
    compiled = home / "app" / "__pycache__"
    compiled.mkdir()
    (compiled / "paths.cpython-313.pyc").write_bytes(b"compiled")
    windows.run(str(home / "uninstall.exe"), "/S")
    wait_until_gone(home)
    assert data.read_bytes() == b"words"
    left = (
        windows.files()
        - files
        - {"users/root/AppData/Local/kvasir", "users/root/AppData/Local/kvasir/conversations.db"}
    )
    assert {path for path in left if not path.endswith("AppData/Local/Programs")} == set()
    # A fresh Wine lacks the folder of all programs' entries, which every Windows has.
    all_programs = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Uninstall"
    assert windows.registry() - registry <= {all_programs}


def test_an_upgrade_keeps_data_and_interpreter_and_drops_what_the_new_version_lacks(
    setup: Path, windows: Windows
) -> None:
    folder = windows.drive / "Käse & Brot" / ("lang" * 20)
    place = "C:\\Käse & Brot\\" + "lang" * 20
    # In words, because it must not stand in quotes, which Wine puts around an argument with spaces.
    windows.run(str(setup), "/S", *f"/D={place}".split(" "))
    interpreter = folder / "window" / "Scripts" / "pythonw.exe"
    interpreter.parent.mkdir(parents=True)
    interpreter.write_bytes(b"an interpreter")
    (folder / "main.py").write_bytes(b"an older version")
    data = windows.local / "kvasir" / "conversations.db"
    data.parent.mkdir(exist_ok=True)
    data.write_bytes(b"words")

    windows.run(str(setup), "/S")
    assert interpreter.read_bytes() == b"an interpreter"
    assert hashlib.sha256((folder / "main.py").read_bytes()).hexdigest() == manifest(setup)["main.py"]
    assert data.exists()

    windows.run(str(folder / "uninstall.exe"), "/S", "/DATA=remove")
    wait_until_gone(folder)
    assert not data.parent.exists()


def test_the_launcher_has_the_interpreter_fetched_once_and_says_when_that_fails(
    setup: Path, windows: Windows, tmp_path: Path
) -> None:
    home = windows.local / "Programs" / "Kvasir"
    windows.run(str(setup), "/S")
    # Wine cannot start uv, which is how a fetch that fails looks from outside.
    windows.run(str(home / "Kvasir.exe"), "/S", code=1)
    assert not (home / "window").exists()

    for text, program in ((PYTHON, tmp_path / "pythonw.exe"), (UV, home / "uv.exe")):
        script = tmp_path / "stand-in.nsi"
        script.write_text(text, "utf-8")
        subprocess.run(["makensis", "-V1", f"-DOUTFILE={program}", str(script)], check=True)
    called = home / "window" / "Scripts" / "called.txt"
    for argument in ("--first", "größer"):
        windows.run(str(home / "Kvasir.exe"), argument)
        deadline = time.monotonic() + 30
        while not called.exists():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        said = called.read_text("utf-16-le")
        assert "start.py" in said and "-E" in said and argument in said
        called.unlink()
    windows.run(str(home / "uninstall.exe"), "/S")
    wait_until_gone(home)
