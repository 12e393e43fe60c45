"""Block tables of conversations: what of a prompt is known, where new tokens go, and what is given up for them.

A conversation keeps its sequence after the answer, so that the next turn reads only what is new. The thinking is here,
without torch: keys and values are moved by the `BlockStore` that the manager is given, and a sequence is changed only
after its keys and values are in the store (`reserve`, then the forward, then `commit`), so a step that fails half-way
leaves nothing behind that could be taken for cached.

A block is packed one block late: when the one behind it is sealed. So the newest 64 to 127 tokens of a sequence are
exact, and so is its first block, which most of the attention goes to (attention sinks).
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as TokenIds
from dataclasses import dataclass, field
from typing import Protocol

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash, chain_hash, common_prefix_length
from engine.cache.block_pool import BlockPool
from engine.cache.eviction import next_to_pack, next_unreferenced, next_with_windows, oldest_idle
from engine.cache.formats import INT4, BlockSizes, CachePolicy, KvFormat
from engine.cache.snapshots import Snapshot, SnapshotShelf, State, snapshot_bytes
from engine.errors import OutOfBlocks
from engine.memory_plan import human_bytes

GRADED_TOKENS = 1024
"""So many of the newest tokens of a sequence keep their format when older ones are packed further for want of room."""


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

    def drop_windows(self, block: Block) -> None:
        """Give back the memory of a block's sliding-window layers."""

    def move_windows(self, source: Block, target: Block) -> None:
        """Hand the sliding-window parts of a block to an equal one that has lost its own."""


@dataclass(slots=True, eq=False)
class Sequence:
    """The cached tokens of one conversation.

    Attributes:
        block_table: All blocks but the last are full. Blocks reserved for tokens that are not computed yet stand
            behind them, empty.
        running: A request works on it; its blocks are not evicted.
        state: Of the recurrent layers, after the sequence's tokens; None between requests, and where there are none.
    """

    conversation_id: str
    block_table: list[Block] = field(default_factory=list)
    running: bool = False
    last_used: int = 0
    state: State | None = None

    @property
    def num_tokens(self) -> int:
        """Tokens whose keys and values are in the store."""
        return sum(len(block.token_ids) for block in self.block_table)

    @property
    def token_ids(self) -> list[int]:
        """Those tokens, in order."""
        return [token for block in self.block_table for token in block.token_ids]


class CacheManager:
    """Owner of all sequences, of the pool and of the snapshots.

    Args:
        new_state: Makes the state of recurrent layers before the first token; None for models without such layers.
            A quarter of the budget is then set aside for snapshots, all of it if nothing lies in blocks.
    """

    def __init__(
        self,
        budget_bytes: int,
        sizes: BlockSizes,
        policy: CachePolicy,
        root: BlockHash,
        store: BlockStore,
        new_state: Callable[[], State] | None = None,
    ) -> None:
        shelf_bytes = snapshot_bytes(budget_bytes, sizes, new_state is not None)
        self.pool = BlockPool(budget_bytes - shelf_bytes, sizes)
        self.snapshots = SnapshotShelf(shelf_bytes)
        self._new_state = new_state
        self.sequences: dict[str, Sequence] = {}
        self._policy = policy
        self._root = root
        self._store = store
        self._clock = 0
        self._device_full = False  # whether it was the device and not the budget that refused the last block
        self._window_blocks = -(-sizes.window_tokens // BLOCK_TOKENS)

    def begin(self, conversation_id: str, token_ids: TokenIds[int]) -> Sequence:
        """Start a request: the conversation's sequence becomes the longest cached prefix of `token_ids`.

        At least the last token is left to compute, because its logits are wanted. Blocks are shared with whoever
        has them; where the match ends inside a block, that part is copied into a block of the conversation's own,
        or read again if there is no room for one.
        """
        self._clock += 1
        table, partial, partial_tokens = self._match(token_ids, len(token_ids) - 1)
        snapshot = None
        if self._new_state is not None:
            table, partial, partial_tokens, snapshot = self._cut_to_snapshot(token_ids, table, partial, partial_tokens)
        old = self.sequences.get(conversation_id)
        if old is not None and old.running:
            raise AssertionError(f"Conversation {conversation_id} is already running.")
        sequence = Sequence(conversation_id, running=True, last_used=self._clock)
        for block in table:
            self._refer(sequence, block)
        self.sequences[conversation_id] = sequence
        try:
            # Until here the old table still holds its blocks, so nothing matched can have been lost in between.
            self._take_partial(sequence, old, partial, partial_tokens)
            if self._new_state is not None:
                self._restore(sequence, snapshot)
        except BaseException:
            self.end(sequence)  # or the conversation could never be begun again
            raise
        return sequence

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
        position = 0
        for place, block in enumerate(sequence.block_table):
            if block.hash is not None:
                continue
            parent = sequence.block_table[place - 1].hash if place else self._root
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
                self._pack(sequence.block_table[place - 1], self._policy.format)
        if position != len(token_ids):
            raise AssertionError(f"{len(token_ids) - position} tokens were computed without a block reserved for them.")

    def keep_state(self, sequence: Sequence) -> None:
        """Keep a copy of the recurrent state as it is after the sequence's last token; no effect without such state."""
        if sequence.state is None or sequence.num_tokens == 0:
            return
        num_full = sequence.num_tokens // BLOCK_TOKENS
        parent = sequence.block_table[num_full - 1].hash if num_full else self._root
        rest = sequence.token_ids[num_full * BLOCK_TOKENS :]
        assert parent is not None
        self.snapshots.add(parent, rest, sequence.state, sequence.conversation_id, self._clock)

    def end(self, sequence: Sequence) -> None:
        """A request is over: its sequence stays warm, and may be evicted from now on."""
        while sequence.block_table and not sequence.block_table[-1].token_ids:
            self._release_last(sequence, sequence.block_table[-1])
        sequence.running = False
        self.keep_state(sequence)
        sequence.state = None

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation, including its old versions. Blocks that others have used stay with those."""
        sequence = self.sequences.pop(conversation_id, None)
        for block in reversed(sequence.block_table if sequence else []):
            block.ref_count -= 1
        self.snapshots.drop_user(conversation_id)
        for block in [block for block in self.pool.used_blocks() if conversation_id in block.users]:
            block.users.discard(conversation_id)
            if not block.users:
                self._free(block)

    @property
    def evictable_bytes(self) -> int:
        """What of the used bytes no running request needs."""
        needed = {block for s in self.sequences.values() if s.running for block in s.block_table}
        return self.pool.used_bytes - sum(map(self.pool.bytes_of, needed))

    def check(self) -> None:
        """Raise AssertionError if tables and pool contradict each other."""
        self.pool.check()
        references: dict[int, int] = {}
        for conversation_id, sequence in self.sequences.items():
            parent = self._root
            for place, block in enumerate(sequence.block_table):
                references[block.index] = references.get(block.index, 0) + 1
                assert conversation_id in block.users
                if block.token_ids:
                    assert block.parent_hash == parent
                    assert place == 0 or sequence.block_table[place - 1].is_full
                assert (block.hash is None) == (not block.is_full)
                parent = block.hash or parent
            assert self._has_window(sequence.block_table[: sequence.num_tokens // BLOCK_TOKENS])
        self.snapshots.check()
        for block in self.pool.used_blocks():
            assert block.ref_count == references.get(block.index, 0)
            assert block.users, "A block that nobody has used is kept."
            for child in self.pool.children(block.hash) if block.hash else []:
                assert child.users <= block.users

    def _match(self, token_ids: TokenIds[int], limit: int) -> tuple[list[Block], Block | None, int]:
        """Full blocks that are known, then the block whose start agrees longest with what follows, and how far."""
        table: list[Block] = []
        parent = self._root
        while (len(table) + 1) * BLOCK_TOKENS <= limit:
            tokens = list(token_ids[len(table) * BLOCK_TOKENS : (len(table) + 1) * BLOCK_TOKENS])
            block = self.pool.find(chain_hash(parent, tokens), tokens)
            if block is None or block.hash is None:
                break
            table.append(block)
            parent = block.hash
        rest = token_ids[len(table) * BLOCK_TOKENS : limit]
        best, best_tokens = None, 0
        for block in self.pool.children(parent):
            length = common_prefix_length(block.token_ids, rest)
            if length > best_tokens:
                best, best_tokens = block, length
        if best is not None and not best.has_windows:
            best, best_tokens = None, 0
        # Where sliding windows have lost what the next token would see, the match ends earlier.
        while not self._has_window(table):
            table.pop()
            best, best_tokens = None, 0
        return table, best, best_tokens

    def _has_window(self, table: list[Block]) -> bool:
        """Whether the token behind these blocks finds all that sliding windows show it."""
        return all(block.has_windows for block in table[max(len(table) - self._window_blocks, 0) :])

    def _cut_to_snapshot(
        self, token_ids: TokenIds[int], table: list[Block], partial: Block | None, partial_tokens: int
    ) -> tuple[list[Block], Block | None, int, Snapshot | None]:
        """A match, shortened to the last point in it where there is a snapshot."""
        limit = len(table) * BLOCK_TOKENS + partial_tokens
        for num_full in range(len(table), -1, -1):
            parent = table[num_full - 1].hash if num_full else self._root
            start = num_full * BLOCK_TOKENS
            following = token_ids[start : min(start + BLOCK_TOKENS - 1, limit)]
            snapshot = None if parent is None else self.snapshots.find(parent, following)
            if snapshot is None or not self._has_window(table[:num_full]):
                continue
            num_tokens = len(snapshot.token_ids)
            source = None if num_tokens == 0 else partial if num_full == len(table) else table[num_full]
            if source is None or source.has_windows:
                return table[:num_full], source, num_tokens, snapshot
        return [], None, 0, None

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

    def _take_partial(self, sequence: Sequence, old: Sequence | None, partial: Block | None, num_tokens: int) -> None:
        """Continue inside a block: in place if it is the conversation's own open block, else in a copy."""
        own = old.block_table[-1] if old is not None and old.block_table else None
        if partial is not None and partial is own and partial.hash is None and partial.ref_count == 1:
            del partial.token_ids[num_tokens:]
            self._refer(sequence, partial)
            partial = None
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

    def _allocate(self, sequence: Sequence, *kept: Block) -> Block | None:
        """A new block at the end of the table, making room until there is one; None if there is none to be made.

        Args:
            kept: Blocks that are left as they are meanwhile.
        """
        last = sequence.block_table[-1] if sequence.block_table else None
        parent = self._root if last is None else last.hash or _PENDING
        while True:
            block = self.pool.allocate(parent)
            if block is not None:
                try:
                    self._store.allocate(block)
                    break
                except MemoryError:  # another program has taken what the budget counted on
                    self.pool.free(block)
            self._device_full = block is not None
            if not self._make_room(kept):
                return None
        self._refer(sequence, block)
        return block

    def _make_room(self, kept: tuple[Block, ...]) -> bool:
        """One step of what `eviction` lists; False if all that is left belongs to running requests."""
        block = next_with_windows(self.pool, needed=self._newest(self._window_blocks).union(kept))
        if block is not None:
            self._store.drop_windows(block)
            self.pool.drop_windows(block)
            return True
        if self._policy.grading:
            newest, first = self._newest(GRADED_TOKENS // BLOCK_TOKENS), self.pool.children(self._root)
            block = next_to_pack(self.pool, INT4, newest.union(first, kept))
            if block is not None and self._pack(block, INT4):
                return True
        return self._evict_one()

    def _newest(self, num_blocks: int) -> set[Block]:
        """The last full blocks of each sequence, and what comes behind them."""
        newest: set[Block] = set()
        for sequence in self.sequences.values():
            num_full = sequence.num_tokens // BLOCK_TOKENS
            newest.update(sequence.block_table[max(num_full - num_blocks, 0) :])
        return newest

    def _pack(self, block: Block, format_: KvFormat) -> bool:
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
                self._free(block)
                return True
            idle = (
                (s.conversation_id, s.last_used) for s in self.sequences.values() if not s.running and s.block_table
            )
            conversation_id = oldest_idle(idle)
            if conversation_id is None:
                return False
            sequence = self.sequences[conversation_id]
            self._release_last(sequence, sequence.block_table[-1])
            # Where windows were given up, nothing can go on behind what is left; in a table it would only look used.
            while not self._has_window(sequence.block_table):
                self._release_last(sequence, sequence.block_table[-1])
            if not sequence.block_table:
                del self.sequences[conversation_id]

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
