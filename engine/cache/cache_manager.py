"""Block tables of conversations: what of a prompt is known, where new tokens go, and what is given up for them.

A conversation keeps its sequence after the answer, so that the next turn reads only what is new. The thinking is here,
without torch: keys and values are moved by the `BlockCopier` that the manager is given, and a sequence is changed only
after its keys and values are in the store (`reserve`, then the forward, then `commit`), so a step that fails half-way
leaves nothing behind that could be taken for cached.
"""

from __future__ import annotations

from collections.abc import Sequence as TokenIds
from dataclasses import dataclass, field
from typing import Protocol

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash, chain_hash, common_prefix_length
from engine.cache.block_pool import BlockPool
from engine.cache.eviction import next_unreferenced, oldest_idle
from engine.errors import OutOfBlocks


class BlockCopier(Protocol):
    """The part of the store that the manager needs."""

    def copy_tokens(self, source: int, target: int, num_tokens: int) -> None:
        """Copy the first `num_tokens` tokens of all layers from block `source` to block `target`."""


@dataclass(slots=True, eq=False)
class Sequence:
    """The cached tokens of one conversation.

    Attributes:
        block_table: All blocks but the last are full. Blocks reserved for tokens that are not computed yet stand
            behind them, empty.
        running: A request works on it; its blocks are not evicted.
    """

    conversation_id: str
    block_table: list[Block] = field(default_factory=list)
    running: bool = False
    last_used: int = 0

    @property
    def num_tokens(self) -> int:
        """Tokens whose keys and values are in the store."""
        return sum(len(block.token_ids) for block in self.block_table)

    @property
    def token_ids(self) -> list[int]:
        """Those tokens, in order."""
        return [token for block in self.block_table for token in block.token_ids]


class CacheManager:
    """Owner of all sequences and of the pool."""

    def __init__(self, num_blocks: int, root: BlockHash, copier: BlockCopier) -> None:
        self.pool = BlockPool(num_blocks)
        self.sequences: dict[str, Sequence] = {}
        self._root = root
        self._copier = copier
        self._clock = 0

    def begin(self, conversation_id: str, token_ids: TokenIds[int]) -> Sequence:
        """Start a request: the conversation's sequence becomes the longest cached prefix of `token_ids`.

        At least the last token is left to compute, because its logits are wanted. Blocks are shared with whoever
        has them; where the match ends inside a block, that part is copied into a block of the conversation's own,
        or read again if there is no room for one.
        """
        self._clock += 1
        limit = len(token_ids) - 1
        table, partial, partial_tokens = self._match(token_ids, limit)
        old = self.sequences.get(conversation_id)
        if old is not None and old.running:
            raise AssertionError(f"Conversation {conversation_id} is already running.")
        sequence = Sequence(conversation_id, running=True, last_used=self._clock)
        for block in table:
            self._refer(sequence, block)
        self.sequences[conversation_id] = sequence
        # Until here the old table still holds its blocks, so nothing matched can have been lost in between.
        self._take_partial(sequence, old, partial, partial_tokens)
        return sequence

    def reserve(self, sequence: Sequence, num_tokens: int) -> None:
        """Make the block table long enough for `num_tokens` tokens in all, evicting what is not needed.

        Raises:
            OutOfBlocks: The rest of the pool belongs to running requests. Nothing was reserved.
        """
        missing = -(-num_tokens // BLOCK_TOKENS) - len(sequence.block_table)
        taken: list[Block] = []
        for _ in range(missing):
            block = self._allocate(sequence)
            if block is None:
                for unused in reversed(taken):
                    self._release_last(sequence, unused)
                raise OutOfBlocks(
                    f"The cache budget of {self.pool.num_blocks * BLOCK_TOKENS:,} tokens is full with running answers. "
                    "Stop one of them, or raise the cache budget in the settings."
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
        if position != len(token_ids):
            raise AssertionError(f"{len(token_ids) - position} tokens were computed without a block reserved for them.")

    def end(self, sequence: Sequence) -> None:
        """A request is over: its sequence stays warm, and may be evicted from now on."""
        while sequence.block_table and not sequence.block_table[-1].token_ids:
            self._release_last(sequence, sequence.block_table[-1])
        sequence.running = False

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation, including its old versions. Blocks that others have used stay with those."""
        sequence = self.sequences.pop(conversation_id, None)
        for block in reversed(sequence.block_table if sequence else []):
            block.ref_count -= 1
        for block in [block for block in self.pool.used_blocks() if conversation_id in block.users]:
            block.users.discard(conversation_id)
            if not block.users:
                self.pool.free(block)

    @property
    def num_evictable(self) -> int:
        """Used blocks that no running request needs."""
        needed = {b.index for s in self.sequences.values() if s.running for b in s.block_table}
        return self.pool.num_used - len(needed)

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
        return table, best, best_tokens

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
            block = self._allocate(sequence)
            if block is not None:
                self._copier.copy_tokens(partial.index, block.index, num_tokens)
                block.token_ids.extend(partial.token_ids[:num_tokens])
            partial.ref_count -= 1
            partial.last_used = self._clock

    def _allocate(self, sequence: Sequence) -> Block | None:
        """A new block at the end of the table, evicting until there is one; None if nothing can be evicted."""
        last = sequence.block_table[-1] if sequence.block_table else None
        parent = self._root if last is None else last.hash or _PENDING
        while (block := self.pool.allocate(parent, -1 if last is None else last.index)) is None:
            if not self._evict_one():
                return None
        self._refer(sequence, block)
        return block

    def _evict_one(self) -> bool:
        """Free one block, in the order of `eviction`; False if all blocks belong to running requests."""
        while True:
            block = next_unreferenced(self.pool)
            if block is not None:
                self.pool.free(block)
                return True
            idle = (
                (s.conversation_id, s.last_used) for s in self.sequences.values() if not s.running and s.block_table
            )
            conversation_id = oldest_idle(idle)
            if conversation_id is None:
                return False
            sequence = self.sequences[conversation_id]
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
            self.pool.free(block)

    def _release_all(self, sequence: Sequence) -> None:
        while sequence.block_table:
            self._release_last(sequence, sequence.block_table[-1])

    def _replace(self, sequence: Sequence, place: int, block: Block, twin: Block) -> None:
        """Use an equal block that was sealed before, and give up our own copy."""
        twin.ref_count += 1
        twin.users.add(sequence.conversation_id)
        twin.last_used = self._clock
        sequence.block_table[place] = twin
        block.ref_count -= 1
        self.pool.free(block)


_PENDING = BlockHash(b"")
"""Parent of a block that is reserved before the block in front of it is full; `commit` puts the true one there."""
