"""How Python itself is set up in the window's process, before anything else is imported there."""

from __future__ import annotations

import builtins
import sys

import PySide6  # noqa: F401 # it puts its own import in Python's place

_TURN_SECONDS = 20e-6
"""Python's own 5 ms are felt: the window gives its turn away at each look into the database and at much that Qt does,
and while something is worked out beside it waits so long each time. Shorter turns cost neither of them anything."""


def prepare() -> None:
    """Import quickly, and let threads take short turns.

    PySide reads the source of every module that is imported, to see which ones could want its `__feature__`. Nothing
    here does, and that is a tenth of the start.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
    sys.setswitchinterval(_TURN_SECONDS)
