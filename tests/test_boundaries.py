"""What must never meet in one process, found out in processes of their own."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TORCH = {"torch", "transformers", "numba", "triton"}
QT = {"PySide6", "shiboken6"}


def modules_of(package: str) -> list[str]:
    return sorted(module.name for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."))


def loaded_by(*modules: str) -> set[str]:
    """Top-level packages that a fresh interpreter has loaded after importing these modules."""
    code = (
        "import importlib, sys\n"
        f"for name in {list(modules)!r}: importlib.import_module(name)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_protocol_loads_neither_torch_nor_qt() -> None:
    assert not loaded_by("engine.protocol") & (TORCH | QT)


def test_the_app_and_the_window_load_no_torch() -> None:
    loaded = loaded_by(*modules_of("app"), *modules_of("ui"))
    assert "PySide6" in loaded
    assert not loaded & TORCH


def test_the_app_needs_no_widgets() -> None:
    code = (
        "import importlib, sys\n"
        f"for name in {modules_of('app')!r}: importlib.import_module(name)\n"
        "print(*(name for name in sys.modules if name.startswith('PySide6.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert {name for name in done.stdout.split() if name.startswith("PySide6.Qt")} == {
        "PySide6.QtCore",
        "PySide6.QtNetwork",
    }


def test_the_engine_loads_no_qt() -> None:
    assert not loaded_by("engine.worker", *modules_of("engine")) & QT
