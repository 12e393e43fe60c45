"""Larger and smaller letters by key: the sizes that there are, and a step from one to the next."""

from __future__ import annotations

from app.settings import SettingsStore
from ui.theme import DEFAULT_POINTS

POINTS = (9, 10, 11, 12, 13, 14, 16, 18, 20, 24)


def step(settings: SettingsStore, by: int) -> None:
    """Take the next larger (1) or smaller (-1) size, if there is one."""
    present = settings.value.font_points or DEFAULT_POINTS
    others = [points for points in POINTS if (points - present) * by > 0]
    if others:
        settings.update(font_points=others[0] if by > 0 else others[-1])


def reset(settings: SettingsStore) -> None:
    """Take the program's own size."""
    settings.update(font_points=0)
