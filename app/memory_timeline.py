"""The last ten minutes of memory and work: a moment every two seconds, while the engine worked or somebody looked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QObject, Signal

from app.engine_client import EngineClient, EngineState
from engine.protocol import CacheReport, Event, MemoryHistory
from engine.protocol import MemorySample as MemorySample

TIMELINE_SECONDS = 600
_LEAST_APART_SECONDS = 1.9
_GAP_SECONDS = 5.0
"""Moments further apart have a rest between them, in which the engine did nothing."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is drawn of one moment.

    Attributes:
        at: In seconds since the epoch.
        tokens_per_second: Of all answers together, since the moment before.
        hit_rate: What part of the prompts that were begun since the moment before came from the cache, 0 to 1; None if
            none was.
        evictions: Blocks that had to leave since the moment before.
    """

    at: float
    weights_bytes: int
    cache_bytes: int
    working_bytes: int
    tokens_per_second: float
    hit_rate: float | None
    evictions: int


class MemoryTimeline(QObject):
    """Keeps the samples of ten minutes; each engine begins a new timeline."""

    changed = Signal()

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._samples: deque[MemorySample] = deque()
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def samples(self) -> tuple[MemorySample, ...]:
        """Oldest first, about two seconds apart."""
        return tuple(self._samples)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, MemoryHistory):
            self._samples = deque(event.samples)
            self.changed.emit()
        elif isinstance(event, CacheReport) and event.memory is not None:
            sample = event.memory.sample
            if self._samples and 0 <= sample.at - self._samples[-1].at < _LEAST_APART_SECONDS:
                return
            self._samples.append(sample)
            while abs(sample.at - self._samples[0].at) > TIMELINE_SECONDS:  # a clock may be put back
                self._samples.popleft()
            self.changed.emit()

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind == "starting" and self._samples:
            self._samples.clear()
            self.changed.emit()


def moments(samples: Sequence[MemorySample]) -> list[Moment]:
    """What the samples say, and that nothing happened in the gaps between them."""
    if not samples:
        return []
    return [_rest(samples[0], samples[0].at), *(moment for pair in pairwise(samples) for moment in _between(*pair))]


def _between(before: MemorySample, now: MemorySample) -> Iterator[Moment]:
    seconds = now.at - before.at
    if seconds > _GAP_SECONDS:
        yield _rest(before, before.at + 1)
        yield _rest(before, now.at - 1)
        seconds = 1.0
    read, reused = now.read_tokens - before.read_tokens, now.reused_tokens - before.reused_tokens
    yield Moment(
        now.at,
        now.weights_bytes,
        now.cache_bytes,
        now.working_bytes,
        tokens_per_second=(now.generated_tokens - before.generated_tokens) / seconds if seconds > 0 else 0.0,
        hit_rate=reused / (read + reused) if read + reused else None,
        evictions=now.evicted_blocks - before.evicted_blocks,
    )


def _rest(sample: MemorySample, at: float) -> Moment:
    return Moment(at, sample.weights_bytes, sample.cache_bytes, sample.working_bytes, 0.0, None, 0)
