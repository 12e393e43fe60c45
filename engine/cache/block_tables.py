"""The block tables of all conversations: which blocks stand in them, and when one that stands in none is freed."""

from __future__ import annotations

from collections import Counter

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.block_pool import BlockPool
from engine.cache.matching import has_window
from engine.cache.sequence import BlockStore, Sequence


class BlockTables:
    """Owner of the sequences; counts who refers to which block, and when each was last used.

    Args:
        root: Parent of first blocks, where a sequence names none.

    Attributes:
        now: The clock of all last uses, which counts uses.
        window_blocks: Full blocks whose sliding-window parts a sequence needs to go on.
    """

    def __init__(self, pool: BlockPool, store: BlockStore, root: BlockHash) -> None:
        self.pool = pool
        self.store = store
        self.sequences: dict[str, Sequence] = {}
        self.now = 0
        self.window_blocks = -(-pool.sizes.window_tokens // BLOCK_TOKENS)
        self._root = root

    def refer(self, sequence: Sequence, block: Block) -> None:
        """Put a block at the end of a table."""
        self._use(sequence, block)
        sequence.block_table.append(block)

    def release_last(self, sequence: Sequence, block: Block) -> None:
        """Take the last block out of a table. Sealed ones stay findable until evicted; open ones only if filled."""
        if sequence.block_table.pop() is not block:
            raise AssertionError("Blocks are released from the end of a table.")
        block.ref_count -= 1
        if block.ref_count == 0 and not block.token_ids:
            self.free(block)

    def release_all(self, sequence: Sequence) -> None:
        """Empty a table."""
        while sequence.block_table:
            self.release_last(sequence, sequence.block_table[-1])

    def replace(self, sequence: Sequence, place: int, block: Block, twin: Block) -> None:
        """Use an equal block that was sealed before, and give up our own copy.

        If the other has lost its windows, it gets ours: what comes next in this sequence sees them.
        """
        if not twin.has_windows:
            self.store.move_windows(block, twin)
            self.pool.move_windows(block, twin)
        self._use(sequence, twin)
        sequence.block_table[place] = twin
        block.ref_count -= 1
        self.free(block)

    def free(self, block: Block) -> None:
        """Forget a block that stands in no table, and give its memory back."""
        self.pool.free(block)
        self.store.free(block)

    def newest(self, num_blocks: int) -> set[Block]:
        """The last full blocks of each sequence, and what comes behind them."""
        newest: set[Block] = set()
        for sequence in self.sequences.values():
            num_full = sequence.num_tokens // BLOCK_TOKENS
            newest.update(sequence.block_table[max(num_full - num_blocks, 0) :])
        return newest

    @property
    def roots(self) -> set[BlockHash]:
        """Parents of all first blocks of sequences."""
        return {self._root, *(sequence.root.hash for sequence in self.sequences.values())}

    def check(self) -> None:
        """Raise AssertionError if tables and pool contradict each other."""
        self.pool.check()
        references = Counter(block.index for s in self.sequences.values() for block in s.block_table)
        for conversation_id, sequence in self.sequences.items():
            assert conversation_id == sequence.conversation_id
            sequence.check()
            full = sequence.block_table[: sequence.num_tokens // BLOCK_TOKENS]
            assert sequence.collecting or has_window(full, self.window_blocks)
        for block in self.pool.used_blocks():
            assert block.ref_count == references[block.index]
            assert block.users, "A block that nobody has used is kept."
            for child in self.pool.children(block.hash) if block.hash else []:
                assert child.users <= block.users

    def _use(self, sequence: Sequence, block: Block) -> None:
        block.ref_count += 1
        block.users.add(sequence.conversation_id)
        block.last_used = self.now
