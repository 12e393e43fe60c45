"""What the engine is doing, in a few numbers."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.cache.counters import Counters
from engine.protocol import CacheCounters, MetricsRead

if TYPE_CHECKING:
    from engine.answering import Answering


def metrics_read(request_id: str, counters: Counters, answering: Answering | None) -> MetricsRead:
    """As it is between two steps.

    Args:
        answering: The loaded model's; None while there is none.
    """
    read = MetricsRead(request_id=request_id, counters=CacheCounters(**asdict(counters)))
    if answering is None:
        return read
    requests, cache = answering.scheduler.requests(), answering.cache
    running = sum(request.sequence is not None for request in requests)
    return replace(
        read,
        running_requests=running,
        waiting_requests=len(requests) - running,
        cache_used_bytes=cache.pool.used_bytes + cache.snapshots.used_bytes,
        cache_budget_bytes=cache.room.budget_bytes,
    )
