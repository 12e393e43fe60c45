"""What has happened to the cache since the engine started: sums that only ever grow, whatever models come and go."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counters:
    """One for the whole engine; see `protocol.CacheCounters` for what each is. Whoever does a thing counts it."""

    read_tokens: int = 0
    reused_tokens: int = 0
    generated_tokens: int = 0
    evicted_blocks: int = 0
    packed_blocks: int = 0
    to_ram_bytes: int = 0
    from_ram_bytes: int = 0
