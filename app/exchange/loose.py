"""Looking into JSON that other programs wrote: whatever stands there, these answer with the type asked for."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from typing import Any

_YEAR_2100 = 4_102_444_800.0
_MOST_SECONDS = 1e11
"""A larger time is told in milliseconds or in smaller units."""
_THINKING = re.compile(r"\s*<(think|thinking)>(.*?)</\1>\s*", re.DOTALL)


def as_dict(value: object) -> dict[str, Any]:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The text, or an empty one."""
    return value if isinstance(value, str) else ""


def as_key(value: object) -> str:
    """What names something: a text or a whole number; empty for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:x}" if value.bit_length() > 64 else str(value)
    return as_text(value)


def as_time(value: object) -> float | None:
    """Seconds since the epoch, from seconds, smaller units or ISO 8601; None for what is no time of our days."""
    if isinstance(value, str):
        value = _time_of_text(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return None
    if not math.isfinite(seconds):
        return None
    while seconds > _MOST_SECONDS:
        seconds /= 1000
    return seconds if 0 < seconds < _YEAR_2100 else None


def split_thinking(text: str) -> tuple[str, str]:
    """The thinking that an answer begins with in `<think>` marks, and the answer."""
    found = _THINKING.match(text)
    return (found[2].strip(), text[found.end() :]) if found else ("", text)


def _time_of_text(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
