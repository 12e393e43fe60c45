"""Conversations in the cache: what of a prompt is known, and where new tokens go.

A conversation keeps its sequence after the answer, so that the next turn reads only what is new. The thinking is here,
without torch: keys and values are moved by the `BlockStore` that the manager is given, and a sequence is changed only
after its keys and values are in the store (`reserve`, then the forward, then `commit`), so a step that fails half-way
leaves nothing behind that could be taken for cached.

`BlockTables` counts who refers to which block, `Room` gives up what is needed least; the manager uses both. The memory
of an open block is cut to its tokens while its conversation is idle, and made whole when it goes on.

A block is packed one block late: when the one behind it is sealed. So the newest 64 to 127 tokens of a sequence are
exact, and so is its first block, which most of the attention goes to (attention sinks).

What a `Keeper` has kept elsewhere comes back with `adopt`.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as TokenIds

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.block_pool import BlockPool
from engine.cache.block_tables import BlockTables
from engine.cache.counters import Counters
from engine.cache.formats import EXACT, BlockSizes, CachePolicy, KvFormat
from engine.cache.matching import Match, cut_to_snapshot, find_match
from engine.cache.room import Room
from engine.cache.sequence import BlockStore, Load, Root, Sequence
from engine.cache.snapshots import Snapshot, SnapshotShelf, State
from engine.errors import OutOfBlocks
from engine.memory_plan import human_bytes


class CacheManager:
    """Owner of all sequences, of the pool and of the snapshots.

    Args:
        budget_bytes: See `Room`.
        new_state: Makes the state of recurrent layers before the first token; None for models without such layers.
        counters: Told what is given up.

    Attributes:
        room: Has the budget, and what is given up to keep to it.
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
        self.pool = BlockPool(0, sizes)
        self.snapshots = SnapshotShelf(0)
        self.counters = counters or Counters()
        self.policy = policy
        self.root = root
        self._tables = BlockTables(self.pool, store, root)
        self.sequences = self._tables.sequences
        self.window_blocks = self._tables.window_blocks
        self.room = Room(self._tables, self.snapshots, budget_bytes, new_state is not None, self.counters)
        self._new_state = new_state
        self._private: set[str] = set()
        self._store = store

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
        self._tables.now += 1
        sequence = self._new_sequence(conversation_id, root, private)
        match = self._match(sequence.root, token_ids)
        old = self.sequences.get(conversation_id)
        if old is not None and old.running:
            raise AssertionError(f"Conversation {conversation_id} is already running.")
        for block in match.table:
            self._tables.refer(sequence, block)
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
        self._tables.now += 1
        sequence = self._new_sequence(conversation_id, root, private=True)
        self.sequences[conversation_id] = sequence
        sequence.collecting = True
        return sequence

    def take(self, sequence: Sequence, block: Block) -> None:
        """Put a sealed block that follows a collecting sequence into its table."""
        self._tables.refer(sequence, block)

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
        block = self.room.allocate(sequence, load=load)
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

    def reserve(self, sequence: Sequence, num_tokens: int) -> None:
        """Make the block table long enough for `num_tokens` tokens in all, evicting what is not needed.

        Raises:
            OutOfBlocks: The rest of the budget belongs to running requests. Nothing was reserved.
        """
        missing = -(-num_tokens // BLOCK_TOKENS) - len(sequence.block_table)
        taken: list[Block] = []
        for _ in range(missing):
            block = self.room.allocate(sequence)
            if block is None:
                for unused in reversed(taken):
                    self._tables.release_last(sequence, unused)
                if self.room.is_device_full:
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
        self._tables.now += 1
        sequence.last_used = self._tables.now
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
            block.last_used = self._tables.now
            if not block.is_full:
                break
            sealed = self.pool.seal(block)
            if sealed is not block:
                self._tables.replace(sequence, place, block, sealed)
            if place > 1:
                self.room.pack(sequence.block_table[place - 1], sequence.root.policy.format)
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
        self.snapshots.add(parent, rest, sequence.state, sequence.conversation_id, self._tables.now)

    def end(self, sequence: Sequence) -> None:
        """A request is over: its sequence stays warm, and may be evicted from now on."""
        while sequence.block_table and not sequence.block_table[-1].token_ids:
            self._tables.release_last(sequence, sequence.block_table[-1])
        sequence.running = False
        self.room.narrow(sequence)
        self.keep_state(sequence)
        sequence.state = None
        self.room.after_request()

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation, including its old versions. Blocks that others have used stay with those."""
        sequence = self.sequences.pop(conversation_id, None)
        for block in reversed(sequence.block_table if sequence else []):
            block.ref_count -= 1
        self._private.discard(conversation_id)
        self.room.pinned.discard(conversation_id)
        self.snapshots.drop_user(conversation_id)
        for block in [block for block in self.pool.used_blocks() if conversation_id in block.users]:
            block.users.discard(conversation_id)
            if not block.users:
                self._tables.free(block)

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
                self.room.evict(block)
            if not leaves:
                return

    @property
    def has_state(self) -> bool:
        """Whether the model has recurrent layers."""
        return self._new_state is not None

    def is_private(self, block: Block) -> bool:
        """Whether only conversations use it that are never kept outside of the device."""
        return block.users <= self._private

    def check(self) -> None:
        """Raise AssertionError if tables, pool and snapshots contradict each other."""
        self._tables.check()
        self.snapshots.check()

    @property
    def roots(self) -> set[BlockHash]:
        """Parents of all first blocks of sequences."""
        return self._tables.roots

    def _new_sequence(self, conversation_id: str, root: Root | None, private: bool) -> Sequence:
        (self._private.add if private else self._private.discard)(conversation_id)
        root = root or Root(self.root, self.policy)
        return Sequence(conversation_id, root, running=True, last_used=self._tables.now, private=private)

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
            snapshot.last_used = self._tables.now
            try:
                sequence.state = snapshot.state.copy()
                return
            except MemoryError:
                pass  # read anew then, which needs no second copy
        self._tables.release_all(sequence)
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
                    self._tables.refer(sequence, partial)
                    self._tables.release_last(owner, partial)
                    partial = None
                    break
        if partial is not None:
            partial.ref_count += 1  # so that making room for the copy cannot evict its source
        if old is not None:
            self._tables.release_all(old)
        if partial is not None:
            try:
                block = self.room.allocate(sequence, partial)
                if block is not None:
                    self._store.copy_tokens(partial, block, num_tokens)
                    block.token_ids.extend(partial.token_ids[:num_tokens])
            except MemoryError:
                self._tables.release_last(sequence, sequence.block_table[-1])
            finally:
                partial.ref_count -= 1
                partial.last_used = self._tables.now
        self.room.widen(sequence)
