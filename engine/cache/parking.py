"""Moves one model's cache from the device to the other tiers: in advance while idle, and when it has to leave."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import numpy as np

from engine.cache.block import BLOCK_TOKENS, Block
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, KvFormat
from engine.cache.sequence import Sequence
from engine.cache.snapshots import Snapshot
from engine.cache.tier import Key, ParkedChat, Part, Record, block_key, chat_name, state_key
from engine.cache.tiers import Tiers

STATE_PART = "state"


class ParkingStore(Protocol):
    """The part of the store that moves blocks between tiers.

    Attributes:
        window_parts: Names of the parts of sliding-window layers.
    """

    window_parts: frozenset[str]

    def export(self, block: Block, format_: KvFormat) -> dict[str, Part]:
        """A block's parts by the number of their layer group, packed into `format_` if they are not that far.

        They may be the block's own memory: they are to be used before the block changes.

        Raises:
            MemoryError: There is no room to pack them.
        """

    def accepts(self, parts: Mapping[str, Part], format_: KvFormat) -> bool:
        """Whether these are all parts of a block of that format, but perhaps those of sliding windows."""

    def load(self, block: Block, parts: Mapping[str, Part]) -> None:
        """Take memory for a block and fill it with copies of its parts.

        Raises:
            MemoryError: As `sequence.BlockStore.allocate`.
        """

    def load_windows(self, block: Block, parts: Mapping[str, Part]) -> None:
        """Give a block back the parts of its sliding-window layers.

        Raises:
            MemoryError: As `load`.
        """


class Parking:
    """The `Keeper` of one model's cache.

    Args:
        clock: Seconds since 1970.
    """

    def __init__(
        self,
        cache: CacheManager,
        store: ParkingStore,
        tiers: Tiers,
        fingerprint: str,
        model_name: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._cache = cache
        self._store = store
        self._tiers = tiers
        self._fingerprint = fingerprint
        self._model_name = model_name
        self._clock = clock
        self._saving: Iterator[bool] | None = None
        cache.room.keeper = self
        cache.room.pinned.update(chat.conversation_id for chat in tiers.chats() if chat.pinned)

    @property
    def can_keep(self) -> bool:
        """Whether there is a tier outside of the device."""
        return self._tiers.can_keep

    def save_next(self) -> bool:
        """Write one record that the disk does not have yet; False if there is none, or the disk takes none."""
        while self._tiers.has_disk:
            if self._saving is None:
                unsaved = [s for s in self._cache.sequences.values() if not (s.saved or s.running or s.private)]
                if not unsaved:
                    return False
                self._saving = self._save(max(unsaved, key=lambda sequence: sequence.last_used))
            written = next(self._saving, None)
            if written is not None:
                if not written:
                    self._saving = None
                return written
            self._saving = None
        return False

    def save_all(self, seconds: float) -> None:
        """Write what the disk does not have, the conversation used last first, for so long at most."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.save_next():
            pass

    def park(self, conversation_id: str) -> bool:
        """Move an idle conversation off the device; False if it cannot be kept elsewhere, and it stays."""
        sequence = self._cache.sequences.get(conversation_id)
        if sequence is None or sequence.running or sequence.private:
            return True
        if not self._tiers.can_keep:
            return False
        self.before_shrinking(sequence)
        if not self._tiers.ram.budget_bytes and not sequence.saved:
            return False
        self._cache.leave(conversation_id)
        return True

    def pin(self, conversation_id: str, pinned: bool) -> None:
        """Give a conversation up last, or no longer last."""
        (self._cache.room.pinned.add if pinned else self._cache.room.pinned.discard)(conversation_id)
        sequence = self._cache.sequences.get(conversation_id)
        if sequence is not None:
            sequence.saved = False

    def before_shrinking(self, sequence: Sequence) -> None:
        """Save an idle conversation before it loses its end."""
        if sequence.saved or sequence.private:
            return
        if self._tiers.has_disk:
            all(self._save(sequence))
        else:
            self._tiers.keep_chat(self._chat(sequence))
        self._saving = None

    def before_evicting(self, block: Block) -> None:
        """Keep a block that leaves the device."""
        if self._cache.is_private(block):
            return
        self._list(block)
        format_ = self._parked_format(block)
        if self._tiers.ram.budget_bytes:
            pinned = bool(block.users & self._cache.room.pinned)
            self._tiers.demote(self._record(block, format_), self._clock(), pinned)
        elif not self._tiers.has_saved(_key(block), format_):
            self._tiers.save(self._record(block, format_))

    def _list(self, block: Block) -> None:
        """Give a block that leaves an owner, if none of its conversations has been listed with it yet."""
        if self._tiers.is_listed(_key(block)):
            return
        for conversation_id in block.users:
            sequence = self._cache.sequences.get(conversation_id)
            if sequence is not None and not sequence.private:
                self._tiers.keep_chat(self._chat(sequence))

    def _save(self, sequence: Sequence) -> Iterator[bool]:
        """Write a conversation, one record at a time; whether each was kept. It ends early if a request begins."""
        self._tiers.keep_chat(self._chat(sequence))
        for block in dict.fromkeys([*sequence.block_table, *self._sealed(sequence.conversation_id)]):
            if self._cache.sequences.get(sequence.conversation_id) is not sequence or sequence.running:
                return
            if not self._cache.pool.holds(block):
                continue  # old versions may leave between two records, and are kept as they do
            format_ = self._parked_format(block)
            if not self._tiers.has_saved(_key(block), format_):
                yield self._tiers.save(self._record(block, format_))
        for snapshot in self._cache.snapshots.of_user(sequence.conversation_id):
            if not self._tiers.has_saved(_state_key(snapshot), EXACT):
                yield self._tiers.save(self._state_record(snapshot))
        sequence.saved = True

    def _chat(self, sequence: Sequence) -> ParkedChat:
        """What there is to say of a conversation; what it had before and may come back to stays listed."""
        conversation_id = sequence.conversation_id
        table = tuple(_key(block) for block in sequence.block_table if block.token_ids)
        others = [*map(_key, self._sealed(conversation_id))]
        others += map(_state_key, self._cache.snapshots.of_user(conversation_id))
        before = self._tiers.chat(conversation_id, self._fingerprint)
        if before is not None:
            full = before.table[: len(before.token_ids) // BLOCK_TOKENS]
            others += [key for key in full + before.others if self._tiers.has(key)]
        listed = set(table)
        return ParkedChat(
            name=chat_name(conversation_id, self._fingerprint),
            fingerprint=self._fingerprint,
            model_name=self._model_name,
            format=sequence.root.policy.format.name,
            token_ids=tuple(sequence.token_ids),
            table=table,
            others=tuple(dict.fromkeys(key for key in others if key not in listed)),
            last_used=self._clock(),
            pinned=conversation_id in self._cache.room.pinned,
        )

    def _sealed(self, conversation_id: str) -> list[Block]:
        """All full blocks of a conversation on the device, old versions included."""
        used = self._cache.pool.used_blocks()
        return [block for block in used if block.hash is not None and conversation_id in block.users]

    def _parked_format(self, block: Block) -> KvFormat:
        """The format in which a block leaves. What the policy keeps exact stays so: sinks, the newest, what is open."""
        wanted, policy = self._tiers.parked_format, block.policy or self._cache.policy
        if wanted is None or wanted.code <= block.format.code or block.hash is None:
            return block.format
        kept_exact = block.format is EXACT and (policy.format is not EXACT or block.parent_hash in self._cache.roots)
        return block.format if kept_exact else wanted

    def _record(self, block: Block, format_: KvFormat) -> Record:
        try:
            parts = self._store.export(block, format_)
        except MemoryError:
            format_ = block.format
            parts = self._store.export(block, format_)
        return Record(_key(block), self._fingerprint, block.parent_hash, tuple(block.token_ids), format_.name, parts)

    def _state_record(self, snapshot: Snapshot) -> Record:
        parts = {STATE_PART: np.frombuffer(snapshot.state.to_bytes(), dtype=np.uint8)}
        ids = tuple(snapshot.token_ids)
        return Record(_state_key(snapshot), self._fingerprint, snapshot.parent_hash, ids, EXACT.name, parts)


def _key(block: Block) -> Key:
    return block_key(block.parent_hash, block.token_ids) if block.hash is None else Key(block.hash.hex())


def _state_key(snapshot: Snapshot) -> Key:
    return state_key(snapshot.parent_hash, snapshot.token_ids)
