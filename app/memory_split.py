"""What each memory is taken by, so that the parts add up to the whole of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.cache_monitor import Place
from engine.protocol import CacheReport, MemoryReading, PlaceReading

PartName: TypeAlias = Literal["weights", "running", "shared", "warm", "parked", "working", "others", "free"]


@dataclass(frozen=True, slots=True)
class PlaceSplit:
    """One place: a card, the computer's memory, or the disk with the cache folder.

    Attributes:
        parts: Bytes by name, in the order in which they are drawn, `free` last; together `total_bytes`.
        budget_bytes: What caches may take of it, and `budget_used_bytes` what of that they do.
        saved_bytes: What caches would take in addition if conversations shared nothing.
    """

    place: Place
    total_bytes: int
    parts: dict[PartName, int]
    budget_bytes: int
    budget_used_bytes: int
    saved_bytes: int


def splits(report: CacheReport, on_card: bool) -> tuple[PlaceSplit, ...]:
    """All places that there are, the fastest first; none while nothing was measured."""
    memory = report.memory
    if memory is None:
        return ()
    found = [_device(report, memory, on_card)]
    if on_card:
        found.append(_elsewhere("ram", memory.ram, report.ram_used_bytes, report.ram_budget_bytes, _ram_saved(report)))
    if memory.disk.total_bytes:
        found.append(
            _elsewhere("disk", memory.disk, report.disk_used_bytes, report.disk_budget_bytes, _disk_saved(report))
        )
    return tuple(found)


def kv_cache_usage(report: CacheReport) -> float:
    """What running answers need of the device's budget, 0 to 1, as servers count it: what is kept warm is free."""
    if not report.budget_bytes:
        return 0.0
    return (report.used_bytes - report.evictable_bytes) / report.budget_bytes


def _device(report: CacheReport, memory: MemoryReading, on_card: bool) -> PlaceSplit:
    sample = memory.sample
    parts: dict[PartName, int] = {
        "weights": sample.weights_bytes,
        "running": report.running_bytes,
        "shared": report.shared_bytes,
        "warm": report.idle_bytes + report.loose_bytes + report.state_bytes,
        "working": sample.working_bytes,
        "others": sample.others_bytes,
    }
    return PlaceSplit(
        place="card" if on_card else "memory",
        total_bytes=memory.device.total_bytes,
        parts=_filled(parts, memory.device.total_bytes),
        budget_bytes=report.budget_bytes,
        budget_used_bytes=report.used_bytes,
        saved_bytes=report.saved_bytes,
    )


def _elsewhere(place: Place, reading: PlaceReading, parked: int, budget_bytes: int, saved_bytes: int) -> PlaceSplit:
    others = max(reading.total_bytes - reading.free_bytes - max(reading.engine_bytes, parked), 0)
    parts: dict[PartName, int] = {"parked": parked, "working": max(reading.engine_bytes - parked, 0), "others": others}
    return PlaceSplit(
        place, reading.total_bytes, _filled(parts, reading.total_bytes), budget_bytes, parked, max(saved_bytes, 0)
    )


def _filled(parts: dict[PartName, int], total_bytes: int) -> dict[PartName, int]:
    """With what is free, and without what there is nothing of.

    Readings are taken one after another, so that they may be at odds by a little; then other programs get the
    difference, and only what is beyond all that there is is left out.
    """
    over = sum(parts.values()) - total_bytes
    for name in ("others", "working", "weights"):
        if over > 0 and name in parts:
            cut = min(over, parts[name])
            parts[name] -= cut
            over -= cut
    return {name: num_bytes for name, num_bytes in parts.items() if num_bytes} | {
        "free": max(total_bytes - sum(parts.values()), 0)
    }


def _ram_saved(report: CacheReport) -> int:
    return sum(row.ram_bytes for row in report.conversations) - report.ram_used_bytes


def _disk_saved(report: CacheReport) -> int:
    return sum(row.disk_bytes for row in report.conversations) - report.disk_used_bytes
