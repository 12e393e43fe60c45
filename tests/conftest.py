"""Fixtures that all tests share. Nothing here imports torch or Qt."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.starter_model import STARTER_MODEL
from tests import models

if TYPE_CHECKING:
    from app.translation import Language, Wish

# What the tests read is English, whatever the developer's system speaks.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    # Without it Qt aborts the whole run at the first window.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Read when triton is imported, which transformers does too. Without a card its kernels run in the interpreter.
if not Path("/dev/nvidiactl").exists():
    os.environ.setdefault("TRITON_INTERPRET", "1")

# Compiling the kernels takes half a minute; engines that tests start in fresh homes need not do it each time.
os.environ.setdefault("NUMBA_CACHE_DIR", str(models.CONVERTED.parent / "kernels"))


@pytest.fixture
def speaking() -> Iterator[Callable[[Wish], Language]]:
    """Takes a language, until the end of the test."""
    from PySide6.QtCore import QLocale

    from app.translation import speak

    before = QLocale()
    yield speak
    speak("en")
    QLocale.setDefault(before)


@pytest.fixture
def kvasir_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh home for settings, data, cache and logs, with a name that careless code stumbles over."""
    home = tmp_path / "Kvasir’s hjem ø"
    monkeypatch.setenv("KVASIR_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def starter_model() -> Path:
    """The starter model's GGUF file, fetched on first use and verified."""
    return models.fetch(STARTER_MODEL)


@pytest.fixture(scope="session")
def gemma_model() -> Path:
    """A GGUF file with sliding-window layers and one KV head, fetched on first use and verified."""
    return models.fetch(models.GEMMA)
