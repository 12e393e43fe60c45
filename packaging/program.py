"""What every installation of Kvasir holds: the program, the window's libraries, uv, and the locks of the engine."""

from __future__ import annotations

import ast
import fnmatch
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import wheels
from environment import SetupError
from targets import LINUX, Target
from tree import Tree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
_FOLDERS = ("app", "engine", "ui", "resources")
_WINDOW_FOLDERS = ("app", "ui", "resources")
_NOT_FOR_USERS = ("ui/screenshots.py", "ui/tour.py", "ui/*_scenes.py")
_KINDS = {".py", ".svg", ".json", ".txt", ".qm"}


def version() -> str:
    """The program's, from the one place where it stands."""
    found = re.search(r'^VERSION = "([^"]+)"', (ROOT / "engine/protocol/__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def carried_wheels(target: Target, folder: Path) -> tuple[list[Path], Path]:
    """The wheels of the window's libraries, and the one of uv."""
    return wheels.fetch(HERE / "locks" / "window.txt", target, folder), uv_wheel(target, folder)


def uv_wheel(target: Target, folder: Path) -> Path:
    """The one of uv alone; it holds a program, which no Python matters to."""
    (uv,) = wheels.fetch(HERE / "locks" / "uv.txt", target, folder, target.pythons[:1])
    return uv


def program(target: Target, libraries: list[Path], uv: Path) -> Tree:
    """The program's folder, as it is installed.

    Raises:
        SetupError: The window imports something that is not carried.
    """
    tree = Tree()
    for name in _FOLDERS:
        for path in sorted((ROOT / name).rglob("*")):
            relative = path.relative_to(ROOT).as_posix()
            if path.suffix in _KINDS and "__pycache__" not in path.parts and not _is_for_us(relative):
                tree.add(relative, path.read_bytes())
    tree.add("main.py", (ROOT / "main.py").read_bytes())
    tree.add("start.py", (HERE / "start.py").read_bytes())
    for lock in sorted((HERE / "locks").iterdir()):
        tree.add(f"locks/{lock.name}", lock.read_bytes())
    tree.add("locks/torch_builds.json", (HERE / "torch_builds.json").read_bytes())
    if target is LINUX:
        tree.add("uv", wheels.member(uv, "/scripts/uv"), executable=True)
        tree.graft(wheels.unpack(libraries), "lib/site-packages")
        tree.graft(wheels.papers(uv), "lib/site-packages")
        _add_environment(tree, target)
    else:
        tree.add("uv.exe", wheels.member(uv, "/scripts/uv.exe"))
        tree.graft(wheels.unpack(libraries), "libraries")
        tree.graft(wheels.papers(uv), "libraries")
    tree.add("THIRD-PARTY.txt", third_parties([*libraries, uv]))
    lacking = sorted(_imported(tree) - _importable(tree))
    if lacking:
        raise SetupError(f"The window imports {', '.join(lacking)}, which is not carried. Run packaging/lock.py first.")
    return tree


def _is_for_us(path: str) -> bool:
    return any(fnmatch.fnmatch(path, pattern) for pattern in _NOT_FOR_USERS)


def _imported(tree: Tree) -> set[str]:
    """Top-level modules that the window's process may import, found by reading it."""
    found: set[str] = set()
    for path, entry in tree:
        if path.endswith(".py") and path.partition("/")[0] in (*_WINDOW_FOLDERS, "main.py", "start.py"):
            for node in ast.walk(ast.parse(entry.content)):
                if isinstance(node, ast.Import):
                    found.update(alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module.partition(".")[0])
    return found


def _importable(tree: Tree) -> set[str]:
    def tops() -> Iterator[str]:
        for path, _ in tree:
            inside = re.sub(r"^(lib/site-packages|libraries)/", "", path)
            yield inside.partition("/")[0].partition(".")[0]

    return {*sys.stdlib_module_names, *tops()}


def _add_environment(tree: Tree, target: Target) -> None:
    """Make the folder a virtual environment of whichever Python the distribution has.

    So child processes that run Python find the same libraries, and programs that a link opens do not.
    """
    tree.add("pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n")
    tree.link("bin/python3", "/usr/bin/python3")
    for python in target.pythons:
        tree.link(f"lib/python{python}/site-packages", "../site-packages")


def third_parties(carried: list[Path]) -> str:
    """What of others is carried along, and under which licence."""
    lines = [
        "Kvasir carries these libraries and programs. Their own licence files lie beside them, in *.dist-info folders.",
        "Qt and PySide6 are used under the LGPL, version 3; their files may be replaced by others of the same version.",
        "",
    ]
    for wheel in carried:
        about = wheels.metadata(wheel)
        line = f"{about['name']} {about['version']}: {about['licence']}"
        if line not in lines:
            lines.append(line)
    return "\n".join(lines) + "\n"
