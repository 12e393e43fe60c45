"""Block tables of conversations: what of a prompt is known, where new tokens go, and what is given up for them.

A conversation keeps its sequence after the answer, so that the next turn reads only what is new. The thinking is here,
without torch: keys and values are moved by the `BlockStore` that the manager is given, and a sequence is changed only
after its keys and values are in the store (`reserve`, then the forward, then `commit`), so a step that fails half-way
leaves nothing behind that could be taken for cached.

The memory of an open block is cut to its tokens while its conversation is idle, and made whole when it goes on.

A block is packed one block late: when the one behind it is sealed. So the newest 64 to 127 tokens of a sequence are
exact, and so is its first block, which most of the attention goes to (attention sinks).

What leaves the device is shown to a `Keeper` first, which may keep it elsewhere and bring it back with `adopt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Sequence as TokenIds

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.block_pool import BlockPool
from engine.cache.counters import Counters
from engine.cache.eviction import next_to_pack, next_unreferenced, next_with_windows, oldest_idle
from engine.cache.formats import EXACT, INT4, BlockSizes, CachePolicy, KvFormat
from engine.cache.matching import Match, cut_to_snapshot, find_match, has_window
from engine.cache.sequence import BlockStore, Keeper, Load, Root, Sequence
from engine.cache.snapshots import Snapshot, SnapshotShelf, State, snapshot_bytes
from engine.errors import OutOfBlocks
from engine.memory_plan import human_bytes

GRADED_TOKENS = 1024
"""So many of the newest tokens of a sequence keep their format when older ones are packed further for want of room."""


class CacheManager:
    """Owner of all sequences, of the pool and of the snapshots.

    Args:
        new_state: Makes the state of recurrent layers before the first token; None for models without such layers.
            A quarter of the budget is then set aside for snapshots, all of it if nothing lies in blocks.
        counters: Told what is given up.
    """

    def __init__(
        self,
        budget_bytes: int,
        sizes: BlockSizes,
        policy: CachePolicy,
        root: BlockHash,
        store: BlockStore,
        new_state: Callable[[], State] | None = None,
        counters: Counters | None = None,
    ) -> None:
        shelf_bytes = snapshot_bytes(budget_bytes, sizes, new_state is not None)
        self.pool = BlockPool(budget_bytes - shelf_bytes, sizes)
        self.snapshots = SnapshotShelf(shelf_bytes)
        self.sequences: dict[str, Sequence] = {}
        self.pinned: set[str] = set()
        self.keeper: Keeper | None = None
        self.counters = counters or Counters()
        self.policy = policy
        self.root = root
        self._budget_bytes = budget_bytes
        self._new_state = new_state
        self._private: set[str] = set()
        self._store = store
        self._clock = 0
        self._device_full = False  # whether it was the device and not the budget that refused the last block
        self.window_blocks = -(-sizes.window_tokens // BLOCK_TOKENS)

    def begin(
        self,
        conversation_id: str,
        token_ids: TokenIds[int],
        *,
        root: Root | None = None,
        private: bool = False,
        collected: Sequence | None = None,
    ) -> Sequence:
        """Start a request: the conversation's sequence becomes the longest cached prefix of `token_ids`.

        At least the last token is left to compute, because its logits are wanted. Blocks are shared with whoever
        has them; where the match ends inside a block, that part is copied into a block of the conversation's own,
        or read again if there is no room for one.

        Args:
            root: Of a conversation that shares nothing, or whose cache is kept otherwise; None for the manager's own.
            private: See `Sequence.private`.
            collected: What was brought back for it; its open block is taken over rather than copied.
        """
        self._clock += 1
        sequence = self._new_sequence(conversation_id, root, private)
        match = self._match(sequence.root, token_ids)
        old = self.sequences.get(conversation_id)
        if old is not None and old.running:
            raise AssertionError(f"Conversation {conversation_id} is already running.")
        for block in match.table:
            self._refer(sequence, block)
        self.sequences[conversation_id] = sequence
        try:
            # Until here the old table still holds its blocks, so nothing matched can have been lost in between.
            self._take_partial(sequence, old, collected, match)
            if self._new_state is not None:
                self._restore(sequence, match.snapshot)
        except BaseException:
            self.end(sequence)  # or the conversation could never be begun again
            raise
        return sequence

    def matching_tokens(self, token_ids: TokenIds[int], root: Root) -> int:
        """How many tokens `begin` would find, if there is room for a copy of the last part."""
        match = self._match(root, token_ids)
        return len(match.table) * BLOCK_TOKENS + match.partial_tokens

    def collect(self, conversation_id: str, root: Root | None = None) -> Sequence:
        """An empty sequence that holds blocks while they are brought back with `adopt`, until it is dropped."""
        self._clock += 1
        sequence = self._new_sequence(conversation_id, root, private=True)
        self.sequences[conversation_id] = sequence
        sequence.collecting = True
        return sequence

    def take(self, sequence: Sequence, block: Block) -> None:
        """Put a sealed block that follows a collecting sequence into its table."""
        self._refer(sequence, block)

    def adopt(
        self, sequence: Sequence, token_ids: TokenIds[int], format_: KvFormat, has_windows: bool, load: Load
    ) -> bool:
        """Put a block that was kept elsewhere behind a collecting sequence, making room for it.

        Args:
            token_ids: Of the block; fewer than a block's where it was open.
            format_: That `load` leaves it in.
            has_windows: Whether `load` brings the parts of sliding-window layers.
            load: Takes memory for the block and fills it; see `BlockStore.allocate`.

        Returns:
            False if there is no room.
        """
        block = self._allocate(sequence, load=load)
        if block is None:
            return False
        block.token_ids.extend(token_ids)
        if block.is_full:
            self.pool.seal(block)
            if format_ is not EXACT:
                self.pool.set_format(block, format_)
            if not has_windows:
                self.pool.drop_windows(block)
        return True

    def adopt_windows(self, block: Block, load: Load) -> bool:
        """Give a block back the parts of its sliding-window layers, making room for them; False if there is none."""
        while not self.pool.has_room_for_windows():
            if not self._make_room((block,)):
                return False
        try:
            load(block)
        except MemoryError:
            return False
        self.pool.restore_windows(block)
        return True

    def reserve(self, sequence: Sequence, num_tokens: int) -> None:
        """Make the block table long enough for `num_tokens` tokens in all, evicting what is not needed.

        Raises:
            OutOfBlocks: The rest of the budget belongs to running requests. Nothing was reserved.
        """
        missing = -(-num_tokens // BLOCK_TOKENS) - len(sequence.block_table)
        taken: list[Block] = []
        for _ in range(missing):
            block = self._allocate(sequence)
            if block is None:
                for unused in reversed(taken):
                    self._release_last(sequence, unused)
                if self._device_full:
                    raise OutOfBlocks(
                        "There is too little free memory for more of this conversation. Close other programs, or "
                        "choose a smaller cache format in the settings."
                    )
                raise OutOfBlocks(
                    f"The cache budget of {human_bytes(self.pool.budget_bytes)} is full with running answers. "
                    "Stop one of them, choose a smaller cache format, or raise the cache budget in the settings."
                )
            taken.append(block)

    def commit(self, sequence: Sequence, token_ids: TokenIds[int]) -> None:
        """Record tokens whose keys and values have just been written behind the sequence's end; seal full blocks."""
        self._clock += 1
        sequence.last_used = self._clock
        sequence.saved = False
        position = 0
        for place, block in enumerate(sequence.block_table):
            if block.hash is not None:
                continue
            parent = sequence.hash_before(place)
            if parent is not None and block.parent_hash != parent:
                self.pool.set_parent(block, parent)
            room = BLOCK_TOKENS - len(block.token_ids)
            block.token_ids.extend(token_ids[position : position + room])
            position += min(room, len(token_ids) - position)
            block.last_used = self._clock
            if not block.is_full:
                break
            sealed = self.pool.seal(block)
            if sealed is not block:
                self._replace(sequence, place, block, sealed)
            if place > 1:
                self.pack(sequence.block_table[place - 1], sequence.root.policy.format)
        if position != len(token_ids):
            raise AssertionError(f"{len(token_ids) - position} tokens were computed without a block reserved for them.")

    def keep_state(self, sequence: Sequence) -> None:
        """Keep a copy of the recurrent state as it is after the sequence's last token; no effect without such state."""
        if sequence.state is None or sequence.num_tokens == 0:
            return
        num_full = sequence.num_tokens // BLOCK_TOKENS
        parent = sequence.hash_before(num_full)
        rest = sequence.token_ids[num_full * BLOCK_TOKENS :]
        assert parent is not None
        self.snapshots.add(parent, rest, sequence.state, sequence.conversation_id, self._clock)

    def end(self, sequence: Sequence) -> None:
        """A request is over: its sequence stays warm, and may be evicted from now on."""
        while sequence.block_table and not sequence.block_table[-1].token_ids:
            self._release_last(sequence, sequence.block_table[-1])
        sequence.running = False
        self._narrow(sequence)
        self.keep_state(sequence)
        sequence.state = None
        if self._budget_bytes < self.budget_bytes:
            self.set_budget(self._budget_bytes)

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation, including its old versions. Blocks that others have used stay with those."""
        sequence = self.sequences.pop(conversation_id, None)
        for block in reversed(sequence.block_table if sequence else []):
            block.ref_count -= 1
        self._private.discard(conversation_id)
        self.pinned.discard(conversation_id)
        self.snapshots.drop_user(conversation_id)
        for block in [block for block in self.pool.used_blocks() if conversation_id in block.users]:
            block.users.discard(conversation_id)
            if not block.users:
                self._free(block)

    def leave(self, conversation_id: str) -> None:
        """Take an idle conversation off the device; what others share stays. Its keeper should have it by now."""
        sequence = self.sequences.pop(conversation_id, None)
        if sequence is None:
            return
        for block in sequence.block_table:
            block.ref_count -= 1
        while True:
            unneeded = [b for b in self.pool.used_blocks() if b.ref_count == 0 and conversation_id in b.users]
            leaves = [block for block in unneeded if self.pool.is_leaf(block)]
            for block in leaves:
                self._evict(block)
            if not leaves:
                return

    @property
    def has_state(self) -> bool:
        """Whether the model has recurrent layers."""
        return self._new_state is not None

    def is_private(self, block: Block) -> bool:
        """Whether only conversations use it that are never kept outside of the device."""
        return block.users <= self._private

    @property
    def budget_bytes(self) -> int:
        """Hard limit of the device at present, for blocks and snapshots."""
        return self.pool.budget_bytes + self.snapshots.budget_bytes

    def set_budget(self, budget_bytes: int, is_pressed: bool = False) -> None:
        """Change the hard limit; what is too much goes now, and what running requests need when they end.

        Args:
            is_pressed: Whether it is the device that is short; see `eviction`.
        """
        self._budget_bytes = budget_bytes
        shelf_bytes = snapshot_bytes(budget_bytes, self.pool.sizes, self._new_state is not None)
        self.snapshots.set_budget(shelf_bytes)
        while self.pool.used_bytes > budget_bytes - shelf_bytes and self._make_room((), is_pressed):
            pass
        self.pool.budget_bytes = max(budget_bytes - shelf_bytes, self.pool.used_bytes)

    def give_way(self, num_bytes: int) -> bool:
        """Free as much, as far as that can be done: the device is short. False if there is nothing to be given up."""
        before = self.pool.used_bytes
        while self.pool.used_bytes > before - num_bytes and self._make_room((), is_pressed=True):
            pass
        return self.pool.used_bytes < before

    @property
    def evictable_bytes(self) -> int:
        """What of the used bytes no running request needs."""
        needed = {block for s in self.sequences.values() if s.running for block in s.block_table}
        return self.pool.used_bytes - sum(map(self.pool.bytes_of, needed))

    def check(self) -> None:
        """Raise AssertionError if tables and pool contradict each other."""
        self.pool.check()
        references = Counter(block.index for s in self.sequences.values() for block in s.block_table)
        for conversation_id, sequence in self.sequences.items():
            assert conversation_id == sequence.conversation_id
            sequence.check()
            full = sequence.block_table[: sequence.num_tokens // BLOCK_TOKENS]
            assert sequence.collecting or has_window(full, self.window_blocks)
        self.snapshots.check()
        for block in self.pool.used_blocks():
            assert block.ref_count == references[block.index]
            assert block.users, "A block that nobody has used is kept."
            for child in self.pool.children(block.hash) if block.hash else []:
                assert child.users <= block.users

    @property
    def roots(self) -> set[BlockHash]:
        """Parents of all first blocks of sequences."""
        return {self.root, *(sequence.root.hash for sequence in self.sequences.values())}

    def _new_sequence(self, conversation_id: str, root: Root | None, private: bool) -> Sequence:
        (self._private.add if private else self._private.discard)(conversation_id)
        root = root or Root(self.root, self.policy)
        return Sequence(conversation_id, root, running=True, last_used=self._clock, private=private)

    def _match(self, root: Root, token_ids: TokenIds[int]) -> Match:
        match = find_match(self.pool, root.hash, token_ids, self.window_blocks)
        if self._new_state is None:
            return match
        return cut_to_snapshot(match, root.hash, token_ids, self.snapshots, self.window_blocks)

    def _restore(self, sequence: Sequence, snapshot: Snapshot | None) -> None:
        """Give a sequence the state after its tokens. Without one, or without those tokens, it begins anew."""
        assert self._new_state is not None
        num_tokens = sequence.num_tokens
        if snapshot is not None and num_tokens % BLOCK_TOKENS == len(snapshot.token_ids):
            snapshot.users.add(sequence.conversation_id)
            snapshot.last_used = self._clock
            try:
                sequence.state = snapshot.state.copy()
                return
            except MemoryError:
                pass  # read anew then, which needs no second copy
        self._release_all(sequence)
        sequence.state = self._new_state()

    def _take_partial(
        self,
        sequence: Sequence,
        old: Sequence | None,
        collected: Sequence | None,
        match: Match,
    ) -> None:
        """Continue inside a block: in place if it is the conversation's own open block, else in a copy."""
        partial, num_tokens = match.partial, match.partial_tokens
        if partial is not None and partial.hash is None and partial.ref_count == 1:
            for owner in (old, collected):
                if owner is not None and owner.block_table and owner.block_table[-1] is partial:
                    del partial.token_ids[num_tokens:]
                    self._refer(sequence, partial)
                    self._release_last(owner, partial)
                    partial = None
                    break
        if partial is not None:
            partial.ref_count += 1  # so that making room for the copy cannot evict its source
        if old is not None:
            self._release_all(old)
        if partial is not None:
            try:
                block = self._allocate(sequence, partial)
                if block is not None:
                    self._store.copy_tokens(partial, block, num_tokens)
                    block.token_ids.extend(partial.token_ids[:num_tokens])
            except MemoryError:
                self._release_last(sequence, sequence.block_table[-1])
            finally:
                partial.ref_count -= 1
                partial.last_used = self._clock
        self._widen(sequence)

    def _narrow(self, sequence: Sequence) -> None:
        """Give back what an idle conversation's open block has room for and does not hold."""
        block = sequence.block_table[-1] if sequence.block_table else None
        if block is not None and block.hash is None and block.ref_count == 1 and self.pool.sizes.by_room:
            self._resize(block, len(block.token_ids))

    def _widen(self, sequence: Sequence) -> None:
        """Let the open block of a conversation take more tokens again; without room for that it is read anew."""
        block = sequence.block_table[-1] if sequence.block_table else None
        if block is None or block.room == BLOCK_TOKENS:
            return
        while not self.pool.has_room_to_widen(block) and self._make_room(()):
            pass
        if not self.pool.has_room_to_widen(block) or not self._resize(block, BLOCK_TOKENS):
            self._release_last(sequence, block)

    def _resize(self, block: Block, room: int) -> bool:
        try:
            self._store.resize(block, room)
        except MemoryError:
            return False
        self.pool.set_room(block, room)
        return True

    def _allocate(self, sequence: Sequence, *kept: Block, load: Load | None = None) -> Block | None:
        """A new block at the end of the table, making room until there is one; None if there is none to be made.

        Args:
            kept: Blocks that are left as they are meanwhile.
            load: What takes memory for it, if it is not to be empty.
        """
        last = sequence.block_table[-1] if sequence.block_table else None
        parent = sequence.root.hash if last is None else last.hash or _PENDING
        while True:
            block = self.pool.allocate(parent, sequence.root.policy)
            if block is not None:
                try:
                    (load or self._store.allocate)(block)
                    break
                except MemoryError:  # another program has taken what the budget counted on
                    self.pool.free(block)
            self._device_full = block is not None
            if not self._make_room(kept, self._device_full):
                return None
        self._refer(sequence, block)
        return block

    def _make_room(self, kept: tuple[Block, ...], is_pressed: bool = False) -> bool:
        """One step of what `eviction` lists; False if all that is left belongs to running requests."""
        block = next_with_windows(self.pool, needed=self._newest(self.window_blocks).union(kept))
        if block is not None:
            self._store.drop_windows(block)
            self.pool.drop_windows(block)
            return True
        if is_pressed and self.keeper is not None and self.keeper.can_keep:
            return self._evict_one() or self._pack_one(kept)
        return self._pack_one(kept) or self._evict_one()

    def _pack_one(self, kept: tuple[Block, ...]) -> bool:
        newest = self._newest(GRADED_TOKENS // BLOCK_TOKENS)
        block = next_to_pack(self.pool, INT4, newest.union(kept, *map(self.pool.children, self.roots)))
        if block is None or not self.pack(block, INT4):
            return False
        self.counters.packed_blocks += 1
        return True

    def _newest(self, num_blocks: int) -> set[Block]:
        """The last full blocks of each sequence, and what comes behind them."""
        newest: set[Block] = set()
        for sequence in self.sequences.values():
            num_full = sequence.num_tokens // BLOCK_TOKENS
            newest.update(sequence.block_table[max(num_full - num_blocks, 0) :])
        return newest

    def pack(self, block: Block, format_: KvFormat) -> bool:
        """Pack a sealed block, if that makes it smaller. False if it stays as it is."""
        by_format = self.pool.sizes.by_format
        if format_.code <= block.format.code or by_format[format_] >= by_format[block.format]:
            return False
        try:
            self._store.pack(block, format_)
        except MemoryError:  # packing itself needs some, and there may be none left
            return False
        self.pool.set_format(block, format_)
        return True

    def _free(self, block: Block) -> None:
        self.pool.free(block)
        self._store.free(block)

    def _evict_one(self) -> bool:
        """Free one block, in the order of `eviction`; False if all blocks belong to running requests."""
        while True:
            block = next_unreferenced(self.pool)
            if block is not None:
                self.counters.evicted_blocks += 1
                self._evict(block)
                return True
            idle = (
                (s.conversation_id, (s.conversation_id in self.pinned, s.last_used))
                for s in self.sequences.values()
                if not s.running and s.block_table
            )
            conversation_id = oldest_idle(idle)
            if conversation_id is None:
                return False
            sequence = self.sequences[conversation_id]
            if self.keeper is not None:
                self.keeper.before_shrinking(sequence)
            self._release_last(sequence, sequence.block_table[-1])
            # Where windows were given up, nothing can go on behind what is left; in a table it would only look used.
            while not has_window(sequence.block_table, self.window_blocks):
                self._release_last(sequence, sequence.block_table[-1])
            if not sequence.block_table:
                del self.sequences[conversation_id]

    def _evict(self, block: Block) -> None:
        if self.keeper is not None:
            self.keeper.before_evicting(block)
        self._free(block)

    def _refer(self, sequence: Sequence, block: Block) -> None:
        block.ref_count += 1
        block.users.add(sequence.conversation_id)
        block.last_used = self._clock
        sequence.block_table.append(block)

    def _release_last(self, sequence: Sequence, block: Block) -> None:
        """Take the last block out of a table. Sealed ones stay findable until evicted; open ones only if filled."""
        if sequence.block_table.pop() is not block:
            raise AssertionError("Blocks are released from the end of a table.")
        block.ref_count -= 1
        if block.ref_count == 0 and not block.token_ids:
            self._free(block)

    def _release_all(self, sequence: Sequence) -> None:
        while sequence.block_table:
            self._release_last(sequence, sequence.block_table[-1])

    def _replace(self, sequence: Sequence, place: int, block: Block, twin: Block) -> None:
        """Use an equal block that was sealed before, and give up our own copy.

        If the other has lost its windows, it gets ours: what comes next in this sequence sees them.
        """
        if not twin.has_windows:
            self._store.move_windows(block, twin)
            self.pool.move_windows(block, twin)
        twin.ref_count += 1
        twin.users.add(sequence.conversation_id)
        twin.last_used = self._clock
        sequence.block_table[place] = twin
        block.ref_count -= 1
        self._free(block)


_PENDING = BlockHash(b"")
"""Parent of a block that is reserved before the block in front of it is full; `commit` puts the true one there."""
