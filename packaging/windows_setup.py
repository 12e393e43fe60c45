"""The Windows setup program, compiled on Linux by makensis from the scripts in windows/."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import icons
from environment import SetupError
from program import HERE, ROOT
from tree import Tree

_SCRIPTS = HERE / "windows"
_TERMINAL = '@"%~dp0window\\Scripts\\python.exe" -E "%~dp0start.py" %*\r\n'


def setup(program: Tree, version: str, time: int, target: Path) -> Tree:
    """Write the setup program; returns what it will install.

    Raises:
        SetupError: There is no makensis here, or it failed.
    """
    if shutil.which("makensis") is None:
        raise SetupError("The program makensis is needed. On Debian and Ubuntu install it with: sudo apt install nsis")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "kvasir.ico").write_bytes(icons.ico(ROOT / "resources/icons/kvasir.svg"))
        python = json.loads((HERE / "torch_builds.json").read_text("utf-8"))["windows_python"]
        _compile("launcher.nsi", work, time, VERSION=version, PYTHON=python, OUTFILE=str(work / "Kvasir.exe"))
        tree = installed(program, (work / "Kvasir.exe").read_bytes())
        tree.write(work / "files")
        (work / "files.nsh").write_text(file_list(tree, work / "files"), "utf-8")
        size = str(tree.size_bytes() // 1024)
        _compile("setup.nsi", work, time, VERSION=version, SIZE_KB=size, OUTFILE=str(target))
    return tree


def installed(program: Tree, launcher: bytes) -> Tree:
    """What the setup program puts on the disk, but for its uninstaller."""
    tree = Tree()
    for path, entry in program:
        tree.add(path, entry.content)
    tree.add("Kvasir.exe", launcher)
    tree.add("kvasir.cmd", _TERMINAL)
    return tree


def file_list(tree: Tree, folder: Path) -> str:
    """What to put where, and what to remove again, as macros for the script: in one order, and nothing but our own."""
    install, remove = ["!macro InstallFiles"], ["!macro RemoveFiles"]
    place = None
    for path, _ in sorted(tree, key=lambda item: (item[0].rpartition("/")[0], item[0])):
        parent = path.rpartition("/")[0]
        if parent != place:
            install.append(f'SetOutPath "{_windows(parent)}"')
            place = parent
        install.append(f'File "{folder / path}"')
        remove.append(f'Delete "{_windows(path)}"')
    # What the interpreter compiled of ours.
    caches = {f"{path.rpartition('/')[0]}/__pycache__".lstrip("/") for path, _ in tree if path.endswith(".py")}
    remove += [f'Delete "{_windows(cache)}\\*.pyc"' for cache in sorted(caches)]
    for parent in sorted({*tree.folders(), *caches}, reverse=True):
        remove.append(f'RMDir "{_windows(parent)}"')
    return "\n".join([*install, "!macroend", *remove, "!macroend", ""])


def _windows(path: str) -> str:
    return "\\".join(["$INSTDIR", *path.replace("$", "$$").split("/")]).rstrip("\\")


def _compile(script: str, work: Path, time: int, **defined: str) -> None:
    definitions = [f"-D{name}={value}" for name, value in {"ICON": str(work / "kvasir.ico"), **defined}.items()]
    command = ["makensis", "-V2", "-NOCD", "-INPUTCHARSET", "UTF8", *definitions, str(_SCRIPTS / script)]
    done = subprocess.run(
        command,
        cwd=work,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(time)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SetupError(f"makensis could not compile {script}:\n{done.stdout}{done.stderr}")
