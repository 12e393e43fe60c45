"""Copies of recurrent state at chosen points of a text, found again where a prompt passes through the same point.

Keys and values can be cut back to any token, recurrent state cannot: a conversation of a model with recurrent layers
can only go on from a point where a copy was made. Copies are large, so they have a budget of their own, and the one
used longest ago goes first.
"""

from __future__ import annotations

from collections.abc import Sequence as TokenIds
from dataclasses import dataclass, field
from typing import Protocol, Self

from engine.cache.block import BlockHash
from engine.cache.formats import BlockSizes


class State(Protocol):
    """What the manager needs to know of a state."""

    @property
    def num_bytes(self) -> int:
        """Memory that it takes."""

    def copy(self) -> Self:
        """A state of its own.

        Raises:
            MemoryError: There is no room for one.
        """

    def to_bytes(self) -> bytes:
        """All of it, in a form that can be kept anywhere."""


@dataclass(slots=True, eq=False)
class Snapshot:
    """A state after some tokens.

    Attributes:
        parent_hash: Hash of the full blocks before the point.
        token_ids: The tokens behind them, fewer than a block.
        users: The conversations that have passed through it and still exist.
    """

    parent_hash: BlockHash
    token_ids: list[int]
    state: State
    users: set[str] = field(default_factory=set)
    last_used: int = 0


def snapshot_bytes(budget_bytes: int, sizes: BlockSizes, has_state: bool) -> int:
    """What of a model's cache budget is set aside for snapshots: all of it where nothing lies in blocks."""
    if not has_state:
        return 0
    return budget_bytes // 4 if sizes.open_bytes else budget_bytes


class SnapshotShelf:
    """All snapshots of one model, within a budget."""

    def __init__(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        self.used_bytes = 0
        self._by_parent: dict[BlockHash, list[Snapshot]] = {}

    def add(self, parent_hash: BlockHash, token_ids: list[int], state: State, user: str, now: int) -> None:
        """Keep a copy of a state; one that the whole budget or the device has no room for is not kept."""
        snapshot = self.find(parent_hash, token_ids, exactly=True)
        if snapshot is None:
            if state.num_bytes > self.budget_bytes:
                return
            while self.used_bytes + state.num_bytes > self.budget_bytes:
                self._remove(min(self._all(), key=lambda kept: kept.last_used))
            try:
                snapshot = Snapshot(parent_hash, list(token_ids), state.copy())
            except MemoryError:
                return
            self._by_parent.setdefault(parent_hash, []).append(snapshot)
            self.used_bytes += state.num_bytes
        snapshot.users.add(user)
        snapshot.last_used = now

    def set_budget(self, budget_bytes: int) -> None:
        """Change the budget; what is too much goes now."""
        self.budget_bytes = budget_bytes
        while self.used_bytes > budget_bytes:
            self._remove(min(self._all(), key=lambda kept: kept.last_used))

    def of_user(self, conversation_id: str) -> list[Snapshot]:
        """Those that a conversation has passed through."""
        return [snapshot for snapshot in self._all() if conversation_id in snapshot.users]

    def find(self, parent_hash: BlockHash, token_ids: TokenIds[int], exactly: bool = False) -> Snapshot | None:
        """The snapshot behind these blocks that agrees with the longest start of the tokens that follow."""
        best = None
        for kept in self._by_parent.get(parent_hash, ()):
            length = len(kept.token_ids)
            if kept.token_ids != list(token_ids[:length]) or (exactly and length != len(token_ids)):
                continue
            if best is None or length > len(best.token_ids):
                best = kept
        return best

    def drop_user(self, conversation_id: str) -> None:
        """Forget the snapshots that only this conversation has used."""
        for snapshot in list(self._all()):
            snapshot.users.discard(conversation_id)
            if not snapshot.users:
                self._remove(snapshot)

    def check(self) -> None:
        """Raise AssertionError if the books are wrong."""
        assert self.used_bytes == sum(snapshot.state.num_bytes for snapshot in self._all())
        assert self.used_bytes <= self.budget_bytes
        assert all(snapshot.users for snapshot in self._all())

    def _all(self) -> list[Snapshot]:
        return [snapshot for kept in self._by_parent.values() for snapshot in kept]

    def _remove(self, snapshot: Snapshot) -> None:
        kept = self._by_parent[snapshot.parent_hash]
        kept.remove(snapshot)
        if not kept:
            del self._by_parent[snapshot.parent_hash]
        self.used_bytes -= snapshot.state.num_bytes
