from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import bootstrap
import pytest
from environment import Environment

SCRIPTS = Path(bootstrap.__file__).parent
MAIN = "import sys\nprint(sys.argv[1:], sys.prefix)\nsys.exit(7)\n"


@pytest.fixture
def project(root: Path) -> Path:
    """A clone in small: the real scripts, and a program that tells how it was started."""
    shutil.copytree(SCRIPTS, root / "packaging", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "main.py").write_text(MAIN, "utf-8")
    return root


def start(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "packaging" / "bootstrap.py"), *args]
    return subprocess.run(command, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)


def test_an_old_python_is_told_which_one_is_needed() -> None:
    assert bootstrap.python_complaint((3, 11)) == ""
    assert bootstrap.python_complaint((4, 0)) == ""
    assert "Python 3.10 is too old, Kvasir needs 3.11" in bootstrap.python_complaint((3, 10))


def test_help_names_every_command() -> None:
    help_text = start(SCRIPTS.parent, "--help")
    assert help_text.returncode == 0
    for command in bootstrap.COMMANDS:
        assert f"\n  {command} " in help_text.stdout


def test_every_target_of_the_makefile_is_a_command() -> None:
    makefile = (SCRIPTS.parent / "Makefile").read_text("utf-8")
    targets = [word for line in makefile.splitlines() if line.startswith(".PHONY:") for word in line.split()[1:]]
    assert {"run", "test"} <= set(targets) <= set(bootstrap.COMMANDS)
    for target in targets:
        assert f"\n{target}:\n\t@$(PYTHON) packaging/bootstrap.py {target}" in makefile


def test_an_unknown_command_is_refused() -> None:
    refused = start(SCRIPTS.parent, "fly")
    assert refused.returncode == 2
    assert "fly" in refused.stderr


def test_run_starts_the_program_inside_the_environment_with_its_arguments_and_gives_back_its_exit_status(
    project: Path,
) -> None:
    args = ["chat", "--once", "What is the capital of Poland?"]
    program = start(project, "run", *args)
    assert program.returncode == 7, program.stderr
    assert f"{args} {project / '.venv'}" in program.stdout


def test_what_pip_cannot_install_ends_in_a_sentence(project: Path) -> None:
    pyproject = project / "pyproject.toml"
    pyproject.write_text(pyproject.read_text("utf-8").replace("small-needed", "not-there"), "utf-8")
    failed = start(project, "run")
    assert failed.returncode == 1
    assert "not-there" in failed.stderr
    assert "Kvasir: pip could not install everything" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_clean_removes_what_tools_left_and_nothing_else(project: Path) -> None:
    leftovers = [".venv", "build/lib", "app/__pycache__", "kvasir_chat.egg-info", "screenshots"]
    for folder in leftovers:
        (project / folder).mkdir(parents=True, exist_ok=True)
    (project / "app" / "paths.py").touch()
    (project / "packaging" / "linux").mkdir(exist_ok=True)
    assert bootstrap.clean(Environment(project), []) == 0
    assert not any((project / folder).exists() for folder in leftovers)
    assert (project / "app" / "paths.py").exists()
    assert {path.name for path in project.iterdir()} == {"app", "packaging", "main.py", "pyproject.toml"}


def test_missing_packages_are_printed_alone_so_that_scripts_can_read_them() -> None:
    printed = start(SCRIPTS.parent, "missing-packages")
    assert printed.returncode == 0
    known = bootstrap.QT_CORE_LIBRARIES | bootstrap.QT_WIDGET_LIBRARIES | bootstrap.QT_X11_LIBRARIES
    assert set(printed.stdout.split()) <= {*known.values(), "python3-venv"}
