"""Sets Kvasir up in .venv, then starts it, its tests or its checks. Needs nothing but Python's standard library.

Linux:    make run, make test (the Makefile shows all of them)
Windows:  py packaging\\bootstrap.py run
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

from display import private_display
from environment import Environment, SetupError, can_make_environments, say
from system_libraries import (
    QT_CORE_LIBRARIES,
    QT_WIDGET_LIBRARIES,
    QT_X11_LIBRARIES,
    library_sentence,
    missing_libraries,
)

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)

LEFTOVERS = (
    ".venv",
    "build",
    "dist",
    "screenshots",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    ".import_linter_cache",
)


def python_complaint(version: tuple[int, int]) -> str:
    """Why this Python cannot be used; empty if it can."""
    if version >= OLDEST_PYTHON:
        return ""
    present, oldest = (".".join(str(number) for number in pair) for pair in (version, OLDEST_PYTHON))
    return (
        f"Python {present} is too old, Kvasir needs {oldest} or newer. "
        f"If a newer one is installed, name it, as in: make run PYTHON=python{oldest}"
    )


def run(environment: Environment, args: list[str]) -> int:
    """Start the program: the window, or with `chat` the terminal chat."""
    environment.prepare(frozenset())
    _require(QT_CORE_LIBRARIES, "The program cannot start")
    if args[:1] != ["chat"] and "DISPLAY" in os.environ:
        missing = missing_libraries(QT_WIDGET_LIBRARIES | QT_X11_LIBRARIES)
        if missing:
            say(library_sentence(missing, "The chat may open here in the terminal instead of in a window"))
    command = [str(environment.python), str(ROOT / "main.py"), *args]
    if os.name != "nt":  # there is nothing left to do here, and signals shall reach the program itself
        os.execv(command[0], command)
    return subprocess.call(command)


def test(environment: Environment, args: list[str]) -> int:
    """Fetch the model that the tests use, then run the tests; arguments go to pytest."""
    return _test(environment, [], args)


def test_slow(environment: Environment, args: list[str]) -> int:
    """Run the tests that `test` leaves out because they take long."""
    return _test(environment, ["--slow"], ["-m", "slow", *args])


def test_packaging(environment: Environment, args: list[str]) -> int:
    """Build the installers, install and use them in clean roots, and remove them; takes half an hour."""
    return _test(environment, [], ["-m", "slow", "tests/packaging", *args])


def dist(environment: Environment, args: list[str]) -> int:
    """Build the installers for Linux and Windows into the folder dist/; arguments go to packaging/build.py."""
    environment.prepare(frozenset())
    command = [str(environment.python), str(ROOT / "packaging" / "build.py"), *(args or ["linux", "windows"])]
    return subprocess.call(command, cwd=ROOT)


def _test(environment: Environment, models: list[str], args: list[str]) -> int:
    environment.prepare(frozenset({"test"}))
    _require(QT_CORE_LIBRARIES | QT_WIDGET_LIBRARIES, "The tests cannot run")
    code = subprocess.call([str(environment.python), "-m", "tests.models", *models], cwd=ROOT)
    if code != 0:
        return code
    with private_display() as variables:
        command = [str(environment.python), "-m", "pytest", *args]
        return subprocess.call(command, cwd=ROOT, env=os.environ | variables)


def check(environment: Environment, args: list[str]) -> int:
    """Check style, formatting, types and who imports whom; all of them, also after one complained."""
    environment.prepare(frozenset({"dev"}))
    codes = []
    for tool, *arguments in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["lint-imports"]):
        say(" ".join([tool, *arguments]))
        codes.append(subprocess.call([str(environment.scripts / tool), *arguments], cwd=ROOT))
    return max(codes)


def screenshots(environment: Environment, args: list[str]) -> int:
    """Draw the window in its main states into the folder screenshots/; the model for it is fetched if need be."""
    environment.prepare(frozenset())
    _require(QT_CORE_LIBRARIES | QT_WIDGET_LIBRARIES, "No window can be drawn")
    with private_display() as variables:
        command = [str(environment.python), "-m", "ui.screenshots", "--out", "screenshots", *args]
        return subprocess.call(command, cwd=ROOT, env=os.environ | variables)


def translations(environment: Environment, args: list[str]) -> int:
    """Gather what the program says, make the files that it reads translations from, and say what lacks one."""
    environment.prepare(frozenset())
    command = [str(environment.python), str(ROOT / "packaging" / "translations.py"), *args]
    return subprocess.call(command, cwd=ROOT)


def clean(environment: Environment, args: list[str]) -> int:
    """Remove .venv and what tools left in this folder; conversations and models lie elsewhere and stay."""
    for name in LEFTOVERS:
        shutil.rmtree(environment.root / name, ignore_errors=True)
    for cache in [*environment.root.rglob("__pycache__"), *environment.root.glob("*.egg-info")]:
        shutil.rmtree(cache, ignore_errors=True)
    return 0


def missing_packages(environment: Environment, args: list[str]) -> int:
    """Print the Debian packages that are missing here, for scripts that may install them."""
    packages = set(missing_libraries(QT_CORE_LIBRARIES | QT_WIDGET_LIBRARIES | QT_X11_LIBRARIES).values())
    if not can_make_environments():
        packages.add("python3-venv")
    print(*sorted(packages))
    return 0


def _require(libraries: Mapping[str, str], consequence: str) -> None:
    missing = missing_libraries(libraries)
    if missing:
        raise SetupError(library_sentence(missing, consequence))


COMMANDS = {
    "run": run,
    "test": test,
    "test-slow": test_slow,
    "test-packaging": test_packaging,
    "check": check,
    "screenshots": screenshots,
    "translations": translations,
    "dist": dist,
    "clean": clean,
    "missing-packages": missing_packages,
}


def main(argv: list[str]) -> int:
    """Returns the exit status: that of the command, or 1 after a sentence about what set-up lacks."""
    complaint = python_complaint(sys.version_info[:2])
    if complaint:
        return _fail(complaint)
    lines = "\n".join(f"  {name:<18}{str(command.__doc__).splitlines()[0]}" for name, command in COMMANDS.items())
    parser = argparse.ArgumentParser(
        description="Sets Kvasir up in .venv, then does what it is asked.",
        epilog=f"commands:\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command")
    parser.add_argument("args", nargs=argparse.REMAINDER, help="passed on: to main.py, to pytest")
    options = parser.parse_args(argv)
    signal.signal(signal.SIGTERM, _leave)
    try:
        return COMMANDS[options.command](Environment(ROOT), options.args)
    except SetupError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return 130


def _fail(sentence: str) -> int:
    print(f"Kvasir: {sentence}", file=sys.stderr)
    return 1


def _leave(signum: int, frame: FrameType | None) -> None:
    """Unwind, so that the X server started for the tests ends too."""
    sys.exit(128 + signum)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
