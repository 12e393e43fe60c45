"""How all benchmarks print: a table for people, one JSON object for programs, the machine in both."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import psutil


@dataclass(frozen=True, slots=True)
class Check:
    """A line that an issue promised, and whether it holds.

    Attributes:
        target: With its unit and direction, for people.
    """

    name: str
    value: float
    target: str
    holds: bool


def at_most(name: str, value: float, limit: float, unit: str) -> Check:
    """A check that a figure is not above its limit."""
    return Check(name, round(value, 3), f"<= {limit:g} {unit}", value <= limit)


def at_least(name: str, value: float, limit: float, unit: str) -> Check:
    """A check that a figure is not below its limit."""
    return Check(name, round(value, 3), f">= {limit:g} {unit}", value >= limit)


def machine() -> dict[str, object]:
    """What the figures depend on."""
    return {
        "processor": _processor(),
        "cores": psutil.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 1024**3, 1),
        "system": platform.platform(),
        "python": platform.python_version(),
        "torch": version("torch"),
        "transformers": version("transformers"),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def show(rows: list[dict[str, object]], checks: list[Check], as_json: bool) -> None:
    """Print rows of equal keys, then the checks."""
    if as_json:
        print(json.dumps({"machine": machine(), "rows": rows, "checks": [asdict(check) for check in checks]}))
        return
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    cells = [list(rows[0]), *([_text(value) for value in row.values()] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    for line in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    for check in checks:
        print(f"{'holds ' if check.holds else 'MISSED'}  {check.name}: {check.value:g} ({check.target})")


def _text(value: object) -> str:
    return f"{value:,.3f}" if isinstance(value, float) else str(value)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()
