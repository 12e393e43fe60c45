"""Which blocks exist, how many bytes they take, and where a known block is found again by its hash.

The pool knows nothing of conversations. A used block is either in somebody's block table (`ref_count` > 0) or kept
because it may be of use again; `CacheManager` decides which of the latter go when room is needed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from collections.abc import Sequence as TokenIds

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash, chain_hash
from engine.cache.formats import EXACT, BlockSizes, CachePolicy, KvFormat


class BlockPool:
    """Blocks within a hard budget: `used_bytes <= budget_bytes` at all times, asked before anything is allocated."""

    def __init__(self, budget_bytes: int, sizes: BlockSizes) -> None:
        self.budget_bytes = budget_bytes
        self.sizes = sizes
        self.used_bytes = 0
        self._numbers = itertools.count()
        self._used: dict[int, Block] = {}
        self._sealed: dict[BlockHash, Block] = {}
        # Open blocks are found too, so that a branch which parts inside one need not be read again.
        self._children: dict[BlockHash, list[Block]] = {}

    @property
    def num_used(self) -> int:
        """Blocks with keys and values in them, whether or not a table refers to them."""
        return len(self._used)

    def used_blocks(self) -> Iterator[Block]:
        """All blocks, in no particular order."""
        return iter(self._used.values())

    def holds(self, block: Block) -> bool:
        """Whether it has not been freed."""
        return self._used.get(block.index) is block

    def bytes_of(self, block: Block) -> int:
        """What a block takes at present."""
        if block.room < BLOCK_TOKENS:
            return self.sizes.by_room[block.room]
        return self.sizes.by_format[block.format] + (self.sizes.window_bytes if block.has_windows else 0)

    def has_room(self) -> bool:
        """Whether one more block, open and exact, fits the budget."""
        return self.used_bytes + self.sizes.open_bytes <= self.budget_bytes

    def allocate(self, parent_hash: BlockHash, policy: CachePolicy | None = None) -> Block | None:
        """Make a block, open and empty, or return None if the budget has no room for it.

        Args:
            parent_hash: Hash of what stands before it.
            policy: See `Block.policy`.
        """
        if not self.has_room():
            return None
        block = Block(next(self._numbers), parent_hash, EXACT, policy)
        self._used[block.index] = block
        self._children.setdefault(parent_hash, []).append(block)
        self.used_bytes += self.bytes_of(block)
        return block

    def set_format(self, block: Block, format_: KvFormat) -> None:
        """Say that a sealed block is packed further now."""
        if block.hash is None or format_.code <= block.format.code:
            raise AssertionError(f"Block {block.index} goes from {block.format.name} to {format_.name}.")
        self.used_bytes -= self.bytes_of(block)
        block.format = format_
        self.used_bytes += self.bytes_of(block)

    def set_room(self, block: Block, room: int) -> None:
        """Say that the memory of an open block has been made narrower or wider."""
        if block.hash is not None or room < len(block.token_ids):
            raise AssertionError(f"Block {block.index} with {len(block.token_ids)} tokens gets room for {room}.")
        self.used_bytes -= self.bytes_of(block)
        block.room = room
        self.used_bytes += self.bytes_of(block)

    def has_room_to_widen(self, block: Block) -> bool:
        """Whether the budget allows a block to have room for all its tokens."""
        return self.used_bytes - self.bytes_of(block) + self.sizes.open_bytes <= self.budget_bytes

    def drop_windows(self, block: Block) -> None:
        """Say that a block has lost the parts of its sliding-window layers."""
        self.used_bytes -= self.bytes_of(block)
        block.has_windows = False
        self.used_bytes += self.bytes_of(block)

    def has_room_for_windows(self) -> bool:
        """Whether the parts of one block's sliding-window layers fit the budget."""
        return self.used_bytes + self.sizes.window_bytes <= self.budget_bytes

    def restore_windows(self, block: Block) -> None:
        """Say that a block has the parts of its sliding-window layers again."""
        self.used_bytes -= self.bytes_of(block)
        block.has_windows = True
        self.used_bytes += self.bytes_of(block)

    def move_windows(self, source: Block, target: Block) -> None:
        """Say that a block without the parts of its sliding-window layers has got those of an equal block."""
        self.drop_windows(source)
        self.restore_windows(target)

    def free(self, block: Block) -> None:
        """Forget a block; what was in it can no longer be found. It must stand in no table."""
        if block.ref_count:
            raise AssertionError(f"Block {block.index} is freed while {block.ref_count} tables refer to it.")
        del self._used[block.index]
        self.used_bytes -= self.bytes_of(block)
        if block.hash is not None:
            del self._sealed[block.hash]
        self._forget_child(block)

    def set_parent(self, block: Block, parent_hash: BlockHash) -> None:
        """Say what stands before an open block that was reserved while the block in front of it was still open."""
        if block.hash is not None:
            raise AssertionError(f"Block {block.index} is sealed; its hash already says what stands before it.")
        self._forget_child(block)
        block.parent_hash = parent_hash
        self._children.setdefault(parent_hash, []).append(block)

    def seal(self, block: Block) -> Block:
        """Hash a full block, which must not change from now on, and make it findable.

        Returns:
            The block to use: usually the same. If an equal block was sealed before (two conversations read the same
            text at the same time), that one; the caller puts it in its table and releases the other.
        """
        if not block.is_full or block.hash is not None:
            raise AssertionError(
                f"Block {block.index} cannot be sealed: {len(block.token_ids)} tokens, {block.hash!r}."
            )
        block_hash = chain_hash(block.parent_hash, block.token_ids)
        twin = self._sealed.get(block_hash)
        if twin is not None and twin.token_ids == block.token_ids:
            return twin
        block.hash = block_hash
        self._sealed[block_hash] = block
        return block

    def find(self, block_hash: BlockHash, token_ids: TokenIds[int]) -> Block | None:
        """The sealed block of this hash. The ids are compared too: a hash alone is never taken as proof."""
        block = self._sealed.get(block_hash)
        return block if block is not None and block.token_ids == token_ids else None

    def children(self, parent_hash: BlockHash) -> list[Block]:
        """Blocks, sealed or open, that follow this hash."""
        return self._children.get(parent_hash, [])

    def is_leaf(self, block: Block) -> bool:
        """Whether no block of the pool follows this one."""
        return block.hash is None or block.hash not in self._children

    def _forget_child(self, block: Block) -> None:
        siblings = self._children[block.parent_hash]
        siblings.remove(block)
        if not siblings:
            del self._children[block.parent_hash]

    def check(self) -> None:
        """Raise AssertionError if the pool contradicts itself. Cheap enough for whenever the engine is idle."""
        assert self.used_bytes == sum(map(self.bytes_of, self._used.values()))
        assert self.used_bytes <= self.budget_bytes
        assert all(block.format is EXACT for block in self._used.values() if block.hash is None)
        assert all(block.room == BLOCK_TOKENS for block in self._used.values() if block.hash is not None)
        for block_hash, block in self._sealed.items():
            assert self._used.get(block.index) is block and block.hash == block_hash
            assert block_hash == chain_hash(block.parent_hash, block.token_ids)
        assert sum(len(blocks) for blocks in self._children.values()) == self.num_used
        for parent_hash, blocks in self._children.items():
            assert all(block.parent_hash == parent_hash for block in blocks)
