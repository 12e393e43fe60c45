"""Whose the bytes on the device are, so that each block counts once and the parts add up to what is used."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.cache.block import Block
from engine.cache.cache_manager import CacheManager


@dataclass(frozen=True, slots=True)
class Usage:
    """The first four together are `BlockPool.used_bytes`.

    Attributes:
        running_bytes: Blocks of one conversation that is being answered, or whose cache is being brought back.
        shared_bytes: Blocks in the tables of several conversations.
        idle_bytes: Blocks in the table of one conversation that waits.
        loose_bytes: Blocks in no table.
        saved_bytes: What the shared ones would take in addition if each conversation had its own.
    """

    running_bytes: int
    shared_bytes: int
    idle_bytes: int
    loose_bytes: int
    saved_bytes: int


def device_usage(cache: CacheManager) -> Usage:
    """How the blocks of a cache are shared out at present."""
    tables: Counter[Block] = Counter()
    running: set[Block] = set()
    for sequence in cache.sequences.values():
        if sequence.running:
            running.update(sequence.block_table)
        if not sequence.collecting:
            tables.update(sequence.block_table)
    sums = {"running": 0, "shared": 0, "idle": 0, "loose": 0, "saved": 0}
    for block in cache.pool.used_blocks():
        num_bytes, count = cache.pool.bytes_of(block), tables[block]
        if count > 1:
            sums["shared"] += num_bytes
            sums["saved"] += (count - 1) * num_bytes
        elif block in running:
            sums["running"] += num_bytes
        else:
            sums["idle" if count else "loose"] += num_bytes
    return Usage(*sums.values())
