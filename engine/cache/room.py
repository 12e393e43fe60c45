"""The device's room for the cache: its hard budget, what takes room, and what is given up for that, step by step.

What leaves the device is shown to a `Keeper` first, which may keep it elsewhere.
"""

from __future__ import annotations

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.block_tables import BlockTables
from engine.cache.counters import Counters
from engine.cache.eviction import next_to_pack, next_unreferenced, next_with_windows, oldest_idle
from engine.cache.formats import INT4, KvFormat
from engine.cache.matching import has_window
from engine.cache.sequence import Keeper, Load, Sequence
from engine.cache.snapshots import SnapshotShelf, snapshot_bytes

GRADED_TOKENS = 1024
"""So many of the newest tokens of a sequence keep their format when older ones are packed further for want of room."""

_PENDING = BlockHash(b"")
"""Parent of a block that is reserved before the block in front of it is full; its owner puts the true one there."""


class Room:
    """Owner of the budget of blocks and snapshots together.

    Args:
        has_state: Whether snapshots are wanted. A quarter of the budget is then set aside for them, all of it if
            nothing lies in blocks.
        counters: Told what is given up.

    Attributes:
        pinned: Conversations that are given up last.
        keeper: Told of what is about to leave.
        is_device_full: Whether it was the device and not the budget that refused the last block.
    """

    def __init__(
        self, tables: BlockTables, snapshots: SnapshotShelf, budget_bytes: int, has_state: bool, counters: Counters
    ) -> None:
        self.pinned: set[str] = set()
        self.keeper: Keeper | None = None
        self.is_device_full = False
        self._tables = tables
        self._pool = tables.pool
        self._store = tables.store
        self._snapshots = snapshots
        self._has_state = has_state
        self._counters = counters
        self._wanted_bytes = budget_bytes
        self.set_budget(budget_bytes)

    @property
    def budget_bytes(self) -> int:
        """Hard limit of the device at present, for blocks and snapshots."""
        return self._pool.budget_bytes + self._snapshots.budget_bytes

    def set_budget(self, budget_bytes: int, is_pressed: bool = False) -> None:
        """Change the hard limit; what is too much goes now, and what running requests need when they end.

        Args:
            is_pressed: Whether it is the device that is short; see `eviction`.
        """
        self._wanted_bytes = budget_bytes
        shelf_bytes = snapshot_bytes(budget_bytes, self._pool.sizes, self._has_state)
        self._snapshots.set_budget(shelf_bytes)
        while self._pool.used_bytes > budget_bytes - shelf_bytes and self._make((), is_pressed):
            pass
        self._pool.budget_bytes = max(budget_bytes - shelf_bytes, self._pool.used_bytes)

    def after_request(self) -> None:
        """A request has ended: what it needed beyond the budget can go now."""
        if self._wanted_bytes < self.budget_bytes:
            self.set_budget(self._wanted_bytes)

    def give_way(self, num_bytes: int) -> bool:
        """Free as much, as far as that can be done: the device is short. False if there is nothing to be given up."""
        before = self._pool.used_bytes
        while self._pool.used_bytes > before - num_bytes and self._make((), is_pressed=True):
            pass
        return self._pool.used_bytes < before

    @property
    def evictable_bytes(self) -> int:
        """What of the used bytes no running request needs."""
        needed = {block for s in self._tables.sequences.values() if s.running for block in s.block_table}
        return self._pool.used_bytes - sum(map(self._pool.bytes_of, needed))

    def allocate(self, sequence: Sequence, *kept: Block, load: Load | None = None) -> Block | None:
        """A new block at the end of the table, making room until there is one; None if there is none to be made.

        Args:
            kept: Blocks that are left as they are meanwhile.
            load: What takes memory for it, if it is not to be empty.
        """
        last = sequence.block_table[-1] if sequence.block_table else None
        parent = sequence.root.hash if last is None else last.hash or _PENDING
        while True:
            block = self._pool.allocate(parent, sequence.root.policy)
            if block is not None:
                try:
                    (load or self._store.allocate)(block)
                    break
                except MemoryError:  # another program has taken what the budget counted on
                    self._pool.free(block)
            self.is_device_full = block is not None
            if not self._make(kept, self.is_device_full):
                return None
        self._tables.refer(sequence, block)
        return block

    def fill_windows(self, block: Block, load: Load) -> bool:
        """Give a block back the parts of its sliding-window layers, making room for them; False if there is none."""
        while not self._pool.has_room_for_windows():
            if not self._make((block,)):
                return False
        try:
            load(block)
        except MemoryError:
            return False
        self._pool.restore_windows(block)
        return True

    def narrow(self, sequence: Sequence) -> None:
        """Give back what an idle conversation's open block has room for and does not hold."""
        block = sequence.block_table[-1] if sequence.block_table else None
        if block is not None and block.hash is None and block.ref_count == 1 and self._pool.sizes.by_room:
            self._resize(block, len(block.token_ids))

    def widen(self, sequence: Sequence) -> None:
        """Let the open block of a conversation take more tokens again; without room for that it is read anew."""
        block = sequence.block_table[-1] if sequence.block_table else None
        if block is None or block.room == BLOCK_TOKENS:
            return
        while not self._pool.has_room_to_widen(block) and self._make(()):
            pass
        if not self._pool.has_room_to_widen(block) or not self._resize(block, BLOCK_TOKENS):
            self._tables.release_last(sequence, block)

    def pack(self, block: Block, format_: KvFormat) -> bool:
        """Pack a sealed block, if that makes it smaller. False if it stays as it is."""
        by_format = self._pool.sizes.by_format
        if format_.code <= block.format.code or by_format[format_] >= by_format[block.format]:
            return False
        try:
            self._store.pack(block, format_)
        except MemoryError:  # packing itself needs some, and there may be none left
            return False
        self._pool.set_format(block, format_)
        return True

    def evict(self, block: Block) -> None:
        """Free a block that stands in no table, once its keeper has seen it."""
        if self.keeper is not None:
            self.keeper.before_evicting(block)
        self._tables.free(block)

    def _make(self, kept: tuple[Block, ...], is_pressed: bool = False) -> bool:
        """One step of what `eviction` lists; False if all that is left belongs to running requests."""
        tables = self._tables
        block = next_with_windows(self._pool, needed=tables.newest(tables.window_blocks).union(kept))
        if block is not None:
            self._store.drop_windows(block)
            self._pool.drop_windows(block)
            return True
        if is_pressed and self.keeper is not None and self.keeper.can_keep:
            return self._evict_one() or self._pack_one(kept)
        return self._pack_one(kept) or self._evict_one()

    def _pack_one(self, kept: tuple[Block, ...]) -> bool:
        newest = self._tables.newest(GRADED_TOKENS // BLOCK_TOKENS)
        block = next_to_pack(self._pool, INT4, newest.union(kept, *map(self._pool.children, self._tables.roots)))
        if block is None or not self.pack(block, INT4):
            return False
        self._counters.packed_blocks += 1
        return True

    def _evict_one(self) -> bool:
        """Free one block, in the order of `eviction`; False if all blocks belong to running requests."""
        tables, sequences = self._tables, self._tables.sequences
        while True:
            block = next_unreferenced(self._pool)
            if block is not None:
                self._counters.evicted_blocks += 1
                self.evict(block)
                return True
            idle = (
                (s.conversation_id, (s.conversation_id in self.pinned, s.last_used))
                for s in sequences.values()
                if not s.running and s.block_table
            )
            conversation_id = oldest_idle(idle)
            if conversation_id is None:
                return False
            sequence = sequences[conversation_id]
            if self.keeper is not None:
                self.keeper.before_shrinking(sequence)
            tables.release_last(sequence, sequence.block_table[-1])
            # Where windows were given up, nothing can go on behind what is left; in a table it would only look used.
            while not has_window(sequence.block_table, tables.window_blocks):
                tables.release_last(sequence, sequence.block_table[-1])
            if not sequence.block_table:
                del sequences[conversation_id]

    def _resize(self, block: Block, room: int) -> bool:
        try:
            self._store.resize(block, room)
        except MemoryError:
            return False
        self._pool.set_room(block, room)
        return True
