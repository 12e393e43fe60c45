"""Whether somebody looks at the memory, what they are told then, and the timeline of the last ten minutes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.cache.tiers import Tiers
from engine.memory_readings import MemoryReadings, Source
from engine.protocol import Event, MemoryHistory, MemoryReading, MemorySample, PlaceReading, WatchCache

if TYPE_CHECKING:
    from engine.answering import Answering

HISTORY_SECONDS = 600
SAMPLE_SECONDS = 2.0


class MemoryWatch:
    """Owner of the timeline.

    It grows by a moment every two seconds while the engine works or somebody looks, else not: an idle engine sleeps.
    """

    def __init__(self, emit: Callable[[Event], None], tiers: Tiers) -> None:
        self._emit = emit
        self._tiers = tiers
        self._readings = MemoryReadings()
        self._watch = WatchCache()
        self._samples: deque[MemorySample] = deque(maxlen=int(HISTORY_SECONDS / SAMPLE_SECONDS))
        self._sample_at = 0.0

    @property
    def wants_ledger(self) -> bool:
        """Whether the ledger is looked at while answers are written."""
        return self._watch.ledger or self._watch.memory

    @property
    def wants_memory(self) -> bool:
        """Whether readings are looked at."""
        return self._watch.memory

    def process_bytes(self) -> int:
        """Resident memory of this process."""
        return self._readings.process_bytes()

    def watch(self, command: WatchCache) -> None:
        """Take note of who looks; who begins to look at the memory gets the timeline first."""
        if command.memory and not self._watch.memory:
            oldest = time.time() - HISTORY_SECONDS
            self._emit(MemoryHistory(samples=[sample for sample in self._samples if sample.at >= oldest]))
        self._watch = command

    def note(self, answering: Answering | None) -> None:
        """Put the present moment into the timeline, unless the last one is not two seconds old."""
        if time.monotonic() >= self._sample_at:
            self.read(answering)

    def read(self, answering: Answering | None) -> MemoryReading:
        """Where memory is now."""
        ram, disk = self._readings.ram(), self._tiers.disk
        device, source = self._device(answering, ram)
        reading = MemoryReading(
            device=device,
            ram=ram,
            disk=self._readings.disk(self._tiers.folder, disk.used_bytes) if disk is not None else PlaceReading(),
            source=source,
            sample=self._sample(answering, device),
        )
        if time.monotonic() >= self._sample_at:
            self._sample_at = time.monotonic() + SAMPLE_SECONDS
            self._samples.append(reading.sample)
        return reading

    def _device(self, answering: Answering | None, ram: PlaceReading) -> tuple[PlaceReading, Source]:
        if answering is None or answering.device.type != "cuda":
            return ram, "system"
        return self._readings.card(answering.device)

    def _sample(self, answering: Answering | None, device: PlaceReading) -> MemorySample:
        cache_bytes = weights_bytes = 0
        if answering is not None:
            cache_bytes = answering.cache.pool.used_bytes + answering.cache.snapshots.used_bytes
            # Weights that are read from a mapped file take memory only as far as they have been used.
            weights_bytes = min(answering.info.weights_bytes, max(device.engine_bytes - cache_bytes, 0))
        counters = self._tiers.counters
        return MemorySample(
            at=time.time(),
            weights_bytes=weights_bytes,
            cache_bytes=cache_bytes,
            working_bytes=max(device.engine_bytes - cache_bytes - weights_bytes, 0),
            others_bytes=max(device.total_bytes - device.free_bytes - device.engine_bytes, 0),
            read_tokens=counters.read_tokens,
            reused_tokens=counters.reused_tokens,
            generated_tokens=counters.generated_tokens,
            evicted_blocks=counters.evicted_blocks,
        )
