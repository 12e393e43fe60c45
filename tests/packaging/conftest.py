"""Makes the set-up scripts importable, and a small project for them to set up without a network."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.wheels import make_wheel, take_packages_from

# At the end, so that their plain names hide nothing.
sys.path.append(str(Path(__file__).resolve().parents[2] / "packaging"))

PYPROJECT = """
[project]
name = "small"
dependencies = ["small-needed; python_version >= '3'"]
[project.optional-dependencies]
test = ["small-test==1.0"]
dev = ["small-dev"]
"""


def make_wheels(folder: Path) -> None:
    for name in ("needed", "test", "dev"):
        make_wheel(folder, f"small_{name}", {f"small_{name}.py": b""})


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All that pip can install."""
    folder = tmp_path / "wheels"
    make_wheels(folder)
    take_packages_from(folder, monkeypatch)
    return folder


@pytest.fixture(scope="session")
def prepared_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that is set up without extras. It takes seconds to make, so tests work on copies of it."""
    from environment import Environment

    folder = tmp_path_factory.mktemp("prepared")
    root = folder / "Kvasir’s prøve"
    root.mkdir()
    (root / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    make_wheels(folder / "wheels")
    with pytest.MonkeyPatch.context() as monkeypatch:
        take_packages_from(folder / "wheels", monkeypatch)
        Environment(root).prepare(frozenset())
    return root


@pytest.fixture
def root(prepared_root: Path, wheels: Path, tmp_path: Path) -> Path:
    """A copy of the prepared project: a clone that was moved, and still works."""
    return Path(shutil.copytree(prepared_root, tmp_path / "Kvasir’s kopi", symlinks=True))


@pytest.fixture(scope="session")
def uv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The uv that installers carry, fetched on first use."""
    import wheels
    from program import ROOT, uv_wheel
    from targets import LINUX

    wheel = uv_wheel(LINUX, ROOT / "build" / "wheels")
    program = tmp_path_factory.mktemp("uv") / "uv"
    program.write_bytes(wheels.member(wheel, "/scripts/uv"))
    program.chmod(0o755)
    return program
