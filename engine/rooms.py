"""The memory of this machine's devices, as a model would find it that takes the place of the present one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache

import psutil

from engine.free_memory import free_memory
from engine.protocol import Room

_TRIED_BYTES = 64 * 1024**2
"""More than a processor's own caches hold."""
_TRIES = 3
_speeds: list[float] = []


@dataclass(frozen=True, slots=True)
class PresentModel:
    """What goes when another model comes.

    Attributes:
        device: `cpu`, or a card as torch names it; empty where no model is loaded.
        num_bytes: Of its weights and its cache.
    """

    device: str = ""
    num_bytes: int = 0


def private_bytes() -> int:
    """What this process has of the computer's memory for itself: without what it shares, and without mapped files.

    The system counts the pages of mapped files as available, for it can read them again.
    """
    info = psutil.Process().memory_info()
    return int(getattr(info, "private", 0) or info.rss - getattr(info, "shared", 0))


def rooms(present: PresentModel, idle_bytes: int) -> list[Room]:
    """All devices, the best first.

    Args:
        idle_bytes: `private_bytes` of this process while it had no model.
    """
    import torch

    found = [_card(index, present) for index in range(torch.cuda.device_count())]
    replaced = min(present.num_bytes, max(private_bytes() - idle_bytes, 0)) if present.device == "cpu" else 0
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    speed = _cpu_bytes_per_second() if not found else 0.0
    computer = Room(
        kind="cpu",
        name=f"CPU with {cores} cores",
        total_bytes=psutil.virtual_memory().total,
        free_bytes=free_memory() + replaced,
        replaced_bytes=replaced,
        bytes_per_second=speed,
    )
    return [*found, computer]


def _card(index: int, present: PresentModel) -> Room:
    import torch

    device = torch.device("cuda", index)
    free, total = torch.cuda.mem_get_info(device)
    replaced = torch.cuda.memory_reserved(device) if torch.device(present.device or "cpu") == device else 0
    return Room(
        kind="cuda",
        name=torch.cuda.get_device_name(device),
        total_bytes=total,
        free_bytes=free + replaced,
        replaced_bytes=replaced,
        bytes_per_second=_card_bytes_per_second(index),
    )


def _cpu_bytes_per_second() -> float:
    """How fast a matrix is read for one row of inputs, which is what a token does with all weights.

    The fastest that was ever seen counts: a machine with other things to do only looks slower than it is.
    """
    import torch

    matrix, row = torch.ones(_TRIED_BYTES // 4 // 1024, 1024), torch.ones(1024)
    for _ in range(_TRIES):
        started = time.perf_counter()
        torch.mv(matrix, row)
        _speeds.append(_TRIED_BYTES / (time.perf_counter() - started))
    _speeds[:] = [max(_speeds)]
    return _speeds[0]


@cache
def _card_bytes_per_second(index: int) -> float:
    """From the width of the card's memory bus and its clock; 0 where the driver does not tell them."""
    import torch

    properties = torch.cuda.get_device_properties(index)
    width, clock = getattr(properties, "memory_bus_width", 0), getattr(properties, "memory_clock_rate", 0)
    return 2.0 * clock * 1000 * width / 8  # two transfers a clock
