"""The cached tokens of one conversation, and what the cache manager asks of those who hold and keep blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.cache.block import Block, BlockHash
from engine.cache.formats import CachePolicy, KvFormat
from engine.cache.snapshots import State

Load = Callable[[Block], None]
"""Takes memory for a block and fills it, in place of `BlockStore.allocate`; raises what that raises."""


class BlockStore(Protocol):
    """The part of the store that the manager needs."""

    def allocate(self, block: Block) -> None:
        """Take memory for an open block.

        Raises:
            MemoryError: The device has none left, whatever the budget says.
        """

    def free(self, block: Block) -> None:
        """Give a block's memory back."""

    def copy_tokens(self, source: Block, target: Block, num_tokens: int) -> None:
        """Copy the first `num_tokens` tokens of all layers from block `source` to the open block `target`.

        Raises:
            MemoryError: As `allocate`. What is in `target` means nothing then.
        """

    def pack(self, block: Block, format_: KvFormat) -> None:
        """Pack a sealed block into a smaller format than the one it is in.

        Raises:
            MemoryError: As `allocate`. The block is as it was.
        """

    def resize(self, block: Block, room: int) -> None:
        """Make the memory of an open block, which has room for `block.room` tokens, narrower or wider.

        Raises:
            MemoryError: As `allocate`. The block is as it was.
        """

    def drop_windows(self, block: Block) -> None:
        """Give back the memory of a block's sliding-window layers."""

    def move_windows(self, source: Block, target: Block) -> None:
        """Hand the sliding-window parts of a block to an equal one that has lost its own."""


class Keeper(Protocol):
    """Told of what is about to be lost."""

    @property
    def can_keep(self) -> bool:
        """Whether there is anywhere that it can keep it."""

    def before_shrinking(self, sequence: Sequence) -> None:
        """An idle conversation is about to lose its last block."""

    def before_evicting(self, block: Block) -> None:
        """A block that is in no table is about to be freed."""


class Root(NamedTuple):
    """Where chains of blocks begin that are kept alike.

    Attributes:
        hash: Parent of their first blocks, seeded with all that decides about what is in a block.
        policy: How they are kept.
    """

    hash: BlockHash
    policy: CachePolicy


@dataclass(slots=True, eq=False)
class Sequence:
    """The cached tokens of one conversation.

    Attributes:
        root: Where it begins.
        block_table: All blocks but the last are full. Blocks reserved for tokens that are not computed yet stand
            behind them, empty.
        running: A request works on it; its blocks are not evicted.
        state: Of the recurrent layers, after the sequence's tokens; None between requests, and where there are none.
        private: Whether it is never kept outside of the device.
        collecting: Whether it only holds blocks that are brought back, see `CacheManager.collect`.
        saved: Whether its keeper has all of it as it is now; the keeper's own.
        used_at: When a request last worked on it, in seconds since 1970; whoever runs requests keeps it.
    """

    conversation_id: str
    root: Root
    block_table: list[Block] = field(default_factory=list)
    running: bool = False
    last_used: int = 0
    state: State | None = None
    private: bool = False
    collecting: bool = False
    saved: bool = False
    used_at: float = 0.0

    def hash_before(self, place: int) -> BlockHash | None:
        """Hash of all that stands before the block at a place of the table; None if the one there is still open."""
        return self.block_table[place - 1].hash if place else self.root.hash

    @property
    def num_tokens(self) -> int:
        """Tokens whose keys and values are in the store."""
        return sum(len(block.token_ids) for block in self.block_table)

    @property
    def token_ids(self) -> list[int]:
        """Those tokens, in order."""
        return [token for block in self.block_table for token in block.token_ids]

    def check(self) -> None:
        """Raise AssertionError if the table contradicts itself."""
        parent = self.root.hash
        for place, block in enumerate(self.block_table):
            assert self.conversation_id in block.users
            if block.token_ids:
                assert block.parent_hash == parent
                assert place == 0 or self.block_table[place - 1].is_full
            assert (block.hash is None) == (not block.is_full)
            parent = block.hash or parent
