"""Which blocks are free, which are used, and where a known block is found again by its hash.

The pool knows nothing of conversations. A used block is either in somebody's block table (`ref_count` > 0) or kept
because it may be of use again; `CacheManager` decides which of the latter go when room is needed.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from collections.abc import Sequence as TokenIds

from engine.cache.block import Block, BlockHash, chain_hash


class BlockPool:
    """A fixed number of blocks. `num_free + num_used == num_blocks` at all times."""

    def __init__(self, num_blocks: int) -> None:
        self.num_blocks = num_blocks
        self._used: dict[int, Block] = {}
        self._sealed: dict[BlockHash, Block] = {}
        # Open blocks are found too, so that a branch which parts inside one need not be read again.
        self._children: dict[BlockHash, list[Block]] = {}
        # A heap with stale entries rather than a sorted set: taking "the next index" out of the middle is one
        # set operation, and the stale entry is skipped when it comes up.
        self._free = set(range(num_blocks))
        self._lowest = list(range(num_blocks))

    @property
    def num_free(self) -> int:
        """Blocks that nobody holds and nothing is kept in."""
        return len(self._free)

    @property
    def num_used(self) -> int:
        """Blocks with keys and values in them, whether or not a table refers to them."""
        return len(self._used)

    def used_blocks(self) -> Iterator[Block]:
        """All used blocks, in no particular order."""
        return iter(self._used.values())

    def allocate(self, parent_hash: BlockHash, after: int = -1) -> Block | None:
        """Take a free block, open and empty, or return None if there is none.

        Args:
            parent_hash: Hash of what stands before it.
            after: Index of the block before it in its table. The next index is taken if it is free: where a table is
                one run of indices, its keys and values are read in place, with no copy.
        """
        if not self._free:
            return None
        index = after + 1
        if after < 0 or index not in self._free:
            while (index := heapq.heappop(self._lowest)) not in self._free:
                pass
        self._free.remove(index)
        block = Block(index=index, parent_hash=parent_hash)
        self._used[index] = block
        self._children.setdefault(parent_hash, []).append(block)
        return block

    def free(self, block: Block) -> None:
        """Give a block back; what was in it can no longer be found. It must stand in no table."""
        if block.ref_count:
            raise AssertionError(f"Block {block.index} is freed while {block.ref_count} tables refer to it.")
        del self._used[block.index]
        if block.hash is not None:
            del self._sealed[block.hash]
        self._forget_child(block)
        self._free.add(block.index)
        heapq.heappush(self._lowest, block.index)
        if len(self._lowest) > 2 * self.num_blocks:
            self._lowest = sorted(self._free)  # without the stale entries, which would become ever more

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
        assert self._free.isdisjoint(self._used)
        assert self.num_free + self.num_used == self.num_blocks
        assert self._free <= set(self._lowest)
        for block_hash, block in self._sealed.items():
            assert self._used.get(block.index) is block and block.hash == block_hash
            assert block_hash == chain_hash(block.parent_hash, block.token_ids)
        assert sum(len(blocks) for blocks in self._children.values()) == self.num_used
        for parent_hash, blocks in self._children.items():
            assert all(block.parent_hash == parent_hash for block in blocks)
