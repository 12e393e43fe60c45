"""Whether things may move: what the user chose, or else what the system says."""

from __future__ import annotations

import ctypes
import sys
from typing import Literal, TypeAlias

from PySide6.QtGui import QGuiApplication

MotionChoice: TypeAlias = Literal["system", "full", "reduced"]

_SPI_GETCLIENTAREAANIMATION = 0x1042


def is_reduced(choice: MotionChoice) -> bool:
    """Whether what would glide has to jump."""
    return choice == "reduced" or (choice == "system" and _is_reduced_by_system())


def _is_reduced_by_system() -> bool:
    hints = QGuiApplication.styleHints()
    accessibility = getattr(hints, "accessibility", None)  # since Qt 6.10
    preference = getattr(accessibility(), "motionPreference", None) if accessibility is not None else None
    if preference is not None:  # since Qt 6.12
        return "reduce" in str(preference()).lower()
    if sys.platform == "win32":
        shows = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(shows), 0)
        return not shows.value
    return False
