"""The RAM tier: records that have left the device and are wanted back soon, within a hard budget of bytes."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from collections.abc import Sequence as TokenIds
from dataclasses import dataclass

from engine.cache.block import BlockHash
from engine.cache.tier import Key, Record

Rank = tuple[bool, float, int, Key]
"""What sorts lower goes first: not pinned, of a conversation used longest ago, far from the start of its sequence."""


@dataclass(slots=True)
class _Kept:
    record: Record
    rank: Rank


class RamTier:
    """Records by key. `used_bytes <= budget_bytes` at all times; what is too much goes before the new is kept."""

    def __init__(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        self.used_bytes = 0
        self._kept: dict[Key, _Kept] = {}
        # Ranks that no longer are a record's own stay in the heap until they come up, or are too many.
        self._heap: list[Rank] = []

    def put(self, record: Record, last_used: float, place: int, pinned: bool) -> list[Record]:
        """Keep a record, in place of what has the same key.

        Args:
            last_used: Of its conversation, on any clock that all callers share.
            place: Of the block in its sequence; the highest goes first, since it is of no use without the others.
            pinned: Whether it goes after all that are not.

        Returns:
            What had to go to stay within the budget, the least wanted first; the record itself if it is the least
            wanted.
        """
        self.remove(record.key)
        rank = (pinned, last_used, -place, record.key)
        if record.num_bytes > self.budget_bytes:
            return [record]
        evicted = self._evict(self.budget_bytes - record.num_bytes, before=rank)
        if self.used_bytes + record.num_bytes > self.budget_bytes:
            return [*evicted, record]
        self._kept[record.key] = _Kept(record, rank)
        self._push(rank)
        self.used_bytes += record.num_bytes
        return evicted

    def get(self, key: Key, token_ids: TokenIds[int], parent_hash: BlockHash) -> Record | None:
        """The record of this key, if it is of these tokens behind this hash."""
        kept = self._kept.get(key)
        return kept.record if kept is not None and kept.record.holds(parent_hash, token_ids) else None

    def find(self, key: Key) -> bool:
        """Whether there is a record of this key."""
        return key in self._kept

    def remove(self, key: Key) -> None:
        """Forget a record; no effect if there is none."""
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.used_bytes -= kept.record.num_bytes

    def keys(self) -> Collection[Key]:
        """Of all records."""
        return self._kept.keys()

    def bytes_of(self, keys: Iterable[Key]) -> int:
        """What those of these records that are here take."""
        return sum(self._kept[key].record.num_bytes for key in set(keys) if key in self._kept)

    def set_budget(self, budget_bytes: int) -> list[Record]:
        """Change the budget.

        Returns:
            What had to go, the least wanted first.
        """
        self.budget_bytes = budget_bytes
        return self._evict(budget_bytes)

    def set_pinned(self, keys: Iterable[Key], pinned: bool) -> None:
        """Say whether these records go after all that are not pinned; those that are not here are left out."""
        for key in keys:
            kept = self._kept.get(key)
            if kept is not None and kept.rank[0] != pinned:
                kept.rank = (pinned, *kept.rank[1:])
                self._push(kept.rank)

    def check(self) -> None:
        """Raise AssertionError if the books are wrong."""
        assert self.used_bytes == sum(kept.record.num_bytes for kept in self._kept.values())
        assert self.used_bytes <= self.budget_bytes
        assert {kept.rank for kept in self._kept.values()} <= set(self._heap)

    def _push(self, rank: Rank) -> None:
        if len(self._heap) > 2 * len(self._kept) + 64:
            self._heap = [kept.rank for kept in self._kept.values()]
            heapq.heapify(self._heap)
        heapq.heappush(self._heap, rank)

    def _evict(self, budget_bytes: int, before: Rank | None = None) -> list[Record]:
        """Forget the least wanted records until the rest fits, but none that is wanted more than `before`."""
        evicted = []
        while self.used_bytes > budget_bytes and (before is None or self._heap[0] < before):
            rank = heapq.heappop(self._heap)
            kept = self._kept.get(rank[-1])
            if kept is not None and kept.rank == rank:
                self.remove(rank[-1])
                evicted.append(kept.record)
        return evicted
