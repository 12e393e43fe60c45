"""A store without torch for the tests of the manager: it keeps, in place of keys and values, what they depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.cache.block import BLOCK_TOKENS, Block, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, FORMATS, FP8, INT4, INT8, K8V4, BlockSizes, CachePolicy, KvFormat
from engine.cache.sequence import Sequence
from engine.cache.tier import Part

ROOT = root_hash("model", "exact")
STATE_BYTES = 90

BY_FORMAT = {EXACT: 160, FP8: 84, INT8: 84, K8V4: 64, INT4: 44}
PLAIN = BlockSizes(BY_FORMAT)
NARROWED = BlockSizes(BY_FORMAT, by_room=tuple(5 * tokens // 2 for tokens in range(BLOCK_TOKENS + 1)))
WINDOW_TOKENS = 70  # two blocks: what a token sees begins inside the last but one
WINDOWED = BlockSizes(BY_FORMAT, window_bytes=50, window_tokens=WINDOW_TOKENS)
NARROWED_WINDOWS = BlockSizes(
    BY_FORMAT, window_bytes=50, window_tokens=WINDOW_TOKENS, by_room=tuple(210 * n // 64 for n in range(65))
)
ONLY_WINDOWS = BlockSizes(dict.fromkeys(BY_FORMAT, 0), window_bytes=50, window_tokens=WINDOW_TOKENS)
UNPACKABLE = BlockSizes(dict.fromkeys(BY_FORMAT, 160))
NOTHING_IN_BLOCKS = BlockSizes(dict.fromkeys(BY_FORMAT, 0))

_histories: dict[tuple[int, int], int] = {}


def history_ids(token_ids: list[int]) -> list[int]:
    """A number for each token that stands for it and everything before it; equal only for equal histories."""
    ids, before = [], 0
    for token in token_ids:
        before = _histories.setdefault((before, token), len(_histories) + 1)
        ids.append(before)
    return ids


@dataclass(eq=False)
class TokenState:
    """A recurrent state, which depends on all tokens so far."""

    history_id: int = 0
    num_bytes: int = STATE_BYTES

    def copy(self) -> TokenState:
        return TokenState(self.history_id)

    def to_bytes(self) -> bytes:
        return str(self.history_id).encode()


@dataclass(eq=False)
class _Slots:
    seen_by_all: list[int | None]
    seen_by_windows: list[int | None] | None
    format: KvFormat = EXACT
    room: int = BLOCK_TOKENS


def _to_part(numbers: list[int | None]) -> Part:
    return np.array([-1 if number is None else number for number in numbers]).view(np.uint8).reshape(1, -1)


def _from_part(part: Part) -> list[int | None]:
    return [None if number < 0 else number for number in part.reshape(-1).view(np.int64).tolist()]


class TokenStore:
    """A `BlockStore` and `ParkingStore` that refuses what the real one could not do.

    Args:
        capacity_bytes: What the device has, which may be less than the budget.
    """

    def __init__(self, sizes: BlockSizes, capacity_bytes: int = 10**9) -> None:
        self.sizes = sizes
        self.capacity_bytes = capacity_bytes
        self.pack_fails = False
        self.slots: dict[int, _Slots] = {}
        self.window_parts = frozenset({"1"})

    @property
    def used_bytes(self) -> int:
        return sum(
            self.sizes.by_room[slots.room]
            if slots.room < BLOCK_TOKENS
            else self.sizes.by_format[slots.format] + (0 if slots.seen_by_windows is None else self.sizes.window_bytes)
            for slots in self.slots.values()
        )

    def allocate(self, block: Block) -> None:
        if self.used_bytes + self.sizes.open_bytes > self.capacity_bytes:
            raise MemoryError
        assert block.index not in self.slots
        self.slots[block.index] = _Slots([None] * BLOCK_TOKENS, [None] * BLOCK_TOKENS)

    def free(self, block: Block) -> None:
        del self.slots[block.index]

    def copy_tokens(self, source: Block, target: Block, num_tokens: int) -> None:
        old, new = self.slots[source.index], self._open(target)
        assert old.seen_by_windows is not None and new.seen_by_windows is not None
        new.seen_by_all[:num_tokens] = old.seen_by_all[:num_tokens]
        new.seen_by_windows[:num_tokens] = old.seen_by_windows[:num_tokens]

    def resize(self, block: Block, room: int) -> None:
        slots = self._open(block)
        wider_bytes = self.sizes.by_room[room] - self.sizes.by_room[slots.room]
        if self.used_bytes + wider_bytes > self.capacity_bytes:
            raise MemoryError
        assert block.room == slots.room and len(block.token_ids) <= room
        for numbers in (slots.seen_by_all, slots.seen_by_windows):
            assert numbers is not None
            numbers[room:] = [None] * (BLOCK_TOKENS - room)
        slots.room = room

    def pack(self, block: Block, format_: KvFormat) -> None:
        if self.pack_fails:
            raise MemoryError
        slots = self.slots[block.index]
        assert block.hash is not None and block.format is slots.format
        assert self.sizes.by_format[format_] < self.sizes.by_format[slots.format]
        slots.format = format_

    def export(self, block: Block, format_: KvFormat) -> dict[str, Part]:
        slots = self.slots[block.index]
        assert format_.code >= slots.format.code and self.window_parts == {"1"}
        parts = {"0": _to_part([format_.code, *slots.seen_by_all])}
        if slots.seen_by_windows is not None:
            parts["1"] = _to_part(slots.seen_by_windows)
        return parts

    def accepts(self, parts: Mapping[str, Part], format_: KvFormat) -> bool:
        return _from_part(parts["0"])[0] == format_.code

    def load(self, block: Block, parts: Mapping[str, Part]) -> None:
        self.allocate(block)
        code, *seen_by_all = _from_part(parts["0"])
        self.slots[block.index] = _Slots(
            seen_by_all,
            _from_part(parts["1"]) if "1" in parts else None,
            next(format_ for format_ in FORMATS.values() if format_.code == code),
        )

    def load_windows(self, block: Block, parts: Mapping[str, Part]) -> None:
        assert self.slots[block.index].seen_by_windows is None
        self.slots[block.index].seen_by_windows = _from_part(parts["1"])

    def drop_windows(self, block: Block) -> None:
        assert block.hash is not None and self.slots[block.index].seen_by_windows is not None
        self.slots[block.index].seen_by_windows = None

    def move_windows(self, source: Block, target: Block) -> None:
        assert source.token_ids == target.token_ids
        slots = self.slots[source.index]
        assert slots.seen_by_windows is not None and self.slots[target.index].seen_by_windows is None
        self.slots[target.index].seen_by_windows, slots.seen_by_windows = slots.seen_by_windows, None

    def compute(self, sequence: Sequence, token_ids: list[int]) -> None:
        """What a forward of these tokens does: each sees all tokens before it, or those of its window."""
        start = sequence.num_tokens
        history = history_ids(sequence.token_ids + token_ids)
        self._assert_seen(sequence, start, history)
        if sequence.state is not None:
            assert isinstance(sequence.state, TokenState)
            assert sequence.state.history_id == (history[start - 1] if start else 0)
            sequence.state.history_id = history[-1]
        for position in range(start, len(history)):
            slots = self._open(sequence.block_table[position // BLOCK_TOKENS])
            assert slots.seen_by_windows is not None and slots.room == BLOCK_TOKENS
            slots.seen_by_all[position % BLOCK_TOKENS] = history[position]
            slots.seen_by_windows[position % BLOCK_TOKENS] = history[position]

    def assert_holds(self, sequence: Sequence) -> None:
        """All that a token behind the sequence would see is of the sequence's own history."""
        history = history_ids(sequence.token_ids)
        self._assert_seen(sequence, len(history), history)

    def _assert_seen(self, sequence: Sequence, start: int, history: list[int]) -> None:
        for position in range(start):
            slots = self.slots[sequence.block_table[position // BLOCK_TOKENS].index]
            assert slots.seen_by_all[position % BLOCK_TOKENS] == history[position]
            if self.sizes.window_tokens and position > start - self.sizes.window_tokens:
                assert slots.seen_by_windows is not None, "A token would not see all of its window."
                assert slots.seen_by_windows[position % BLOCK_TOKENS] == history[position]

    def _open(self, block: Block) -> _Slots:
        assert block.hash is None and block.format is EXACT
        return self.slots[block.index]


def make(
    num_blocks: int,
    sizes: BlockSizes = PLAIN,
    policy: CachePolicy = CachePolicy(),  # noqa: B008 # frozen
    *,
    recurrent: bool = False,
    spare_bytes: int = 0,
) -> tuple[CacheManager, TokenStore]:
    """A manager with room for so many exact blocks (and some bytes), and its store."""
    budget = num_blocks * sizes.open_bytes + spare_bytes
    if recurrent:
        budget = -(-budget * 4 // 3) if sizes.open_bytes else 8 * STATE_BYTES
    store = TokenStore(sizes)
    return CacheManager(budget, sizes, policy, ROOT, store, TokenState if recurrent else None), store


def compute(manager: CacheManager, store: TokenStore, sequence: Sequence, token_ids: list[int]) -> None:
    """One step of a request."""
    manager.reserve(sequence, sequence.num_tokens + len(token_ids))
    store.compute(sequence, token_ids)
    manager.commit(sequence, token_ids)


def read(
    manager: CacheManager, store: TokenStore, conversation: str, token_ids: list[int], chunk_tokens: int = 10**6
) -> int:
    """One whole request without generated tokens; returns how many tokens were found in the cache."""
    sequence = manager.begin(conversation, token_ids)
    cached = sequence.num_tokens
    try:
        for start in range(cached, len(token_ids), chunk_tokens):
            compute(manager, store, sequence, token_ids[start : start + chunk_tokens])
        store.assert_holds(sequence)
    finally:
        manager.end(sequence)
    manager.check()
    assert store.used_bytes == manager.pool.used_bytes
    return cached
