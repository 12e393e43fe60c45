"""The latest cache ledger of the engine."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from PySide6.QtCore import QObject, Signal

from app.engine_client import EngineClient, EngineState
from app.translation import tr
from engine.protocol import LOCAL_API as LOCAL_API
from engine.protocol import CacheReport as CacheReport
from engine.protocol import ConversationCache as ConversationCache
from engine.protocol import Event, LoadProgress, ModelUnloaded

Place: TypeAlias = Literal["card", "memory", "ram", "disk"]


def room_tokens(report: CacheReport) -> int:
    """How many tokens still fit once they are packed; 0 too for a model whose tokens take no room."""
    if not report.packed_block_bytes:
        return 0
    free_bytes = report.budget_bytes - report.used_bytes
    return free_bytes // report.packed_block_bytes * report.block_tokens


def places(cache: ConversationCache, on_card: bool) -> list[tuple[int, Place]]:
    """Where a cache lies, the fastest place first: how many bytes, and where that is.

    Args:
        on_card: Whether the device is a graphics card, and not the processor with its memory.
    """
    device: Place = "card" if on_card else "memory"
    parts: tuple[tuple[int, Place], ...] = ((cache.bytes, device), (cache.ram_bytes, "ram"), (cache.disk_bytes, "disk"))
    return [part for part in parts if part[0]]


def place_text(place: Place) -> str:
    """The same in words, to stand behind a size."""
    return {"card": tr("on the card"), "memory": tr("in memory"), "ram": tr("in RAM"), "disk": tr("on disk")}[place]


def without_device(report: CacheReport) -> CacheReport:
    """What is left of it when the model goes: the caches that lie in RAM or on the disk."""
    parked = [
        msgspec.structs.replace(cache, blocks=0, shared_blocks=0, bytes=0, formats={}, shared_bytes=0, spare_bytes=0)
        for cache in report.conversations
        if cache.ram_bytes or cache.disk_bytes
    ]
    return msgspec.structs.replace(
        report,
        budget_bytes=0,
        used_bytes=0,
        evictable_bytes=0,
        state_bytes=0,
        blocks=0,
        block_bytes=0,
        packed_block_bytes=0,
        weights_bytes=0,
        running_bytes=0,
        shared_bytes=0,
        idle_bytes=0,
        loose_bytes=0,
        saved_bytes=0,
        memory=None,
        conversations=parked,
    )


class CacheMonitor(QObject):
    """Keeps the last `CacheReport`; None while no engine has sent one. Its device budget is 0 without a model."""

    changed = Signal(object)  # CacheReport | None

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._report: CacheReport | None = None
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def report(self) -> CacheReport | None:
        """The ledger as the engine last told it."""
        return self._report

    def _on_event(self, event: Event) -> None:
        if isinstance(event, CacheReport):
            self._set(event)
        elif isinstance(event, ModelUnloaded | LoadProgress) and self._report is not None:
            self._set(without_device(self._report))  # a load begins with dropping the model before

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind != "ready":
            self._set(None)

    def _set(self, report: CacheReport | None) -> None:
        if report != self._report:
            self._report = report
            self.changed.emit(report)
