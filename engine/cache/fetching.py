"""Brings one model's cache back from the other tiers to the device, for a prompt that begins with it.

What is brought back is collected in a sequence of its own first, a few blocks at a time, so that other requests and
commands go on meanwhile. The request then begins as any other: it finds its blocks on the device.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as TokenIds
from dataclasses import dataclass

from engine.cache.block import BLOCK_TOKENS, BlockHash, block_tokens, chain_hash, common_prefix_length
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import FORMATS
from engine.cache.parking import STATE_PART, ParkingStore
from engine.cache.sequence import Root, Sequence
from engine.cache.snapshots import State
from engine.cache.tier import Key, Part, Record, block_key, state_key
from engine.cache.tiers import Tiers

FETCHED_AT_ONCE = 16
"""Blocks that one step brings back, so that a command waits no longer than for a chunk of a prompt."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was brought back for a prompt."""

    tokens: int = 0
    num_bytes: int = 0


@dataclass(slots=True, eq=False)
class _Fetch:
    """Bringing back in progress.

    Attributes:
        keys: What is not on the device.
        num_full: So many of the prompt's full blocks are known.
        windows_from: Number of the first of them that is wanted with its windows.
    """

    sequence: Sequence
    token_ids: TokenIds[int]
    keys: set[Key]
    num_full: int
    windows_from: int
    tokens: int = 0
    num_bytes: int = 0


class Fetching:
    """The way back of one model's cache.

    Args:
        load_state: Makes a state from `State.to_bytes`; raises ValueError and MemoryError.
    """

    def __init__(
        self,
        cache: CacheManager,
        store: ParkingStore,
        tiers: Tiers,
        fingerprint: str,
        load_state: Callable[[bytes], State],
    ) -> None:
        self._cache = cache
        self._store = store
        self._tiers = tiers
        self._fingerprint = fingerprint
        self._load_state = load_state
        self._fetches: dict[str, _Fetch] = {}

    def fetch(self, conversation_id: str, token_ids: TokenIds[int], root: Root | None = None) -> bool:
        """Bring back some of what a prompt begins with; True if there is more. Then begin the request, then `fetched`.

        What turns out to be damaged or has no room ends it: the rest is computed.

        Args:
            root: As for `CacheManager.begin`.
        """
        fetch = self._fetches.get(conversation_id)
        if fetch is None:
            fetch = self._plan(conversation_id, token_ids, root)
            if fetch is None:
                return False
            self._fetches[conversation_id] = fetch
            self._protect()
        for _ in range(FETCHED_AT_ONCE):
            number = len(fetch.sequence.block_table)
            if number >= fetch.num_full or not self._bring(fetch, number):
                self._bring_part(fetch)
                self._bring_state(fetch)
                return False
        return True

    def reach(self, token_ids: TokenIds[int], root: Root) -> int:
        """How many tokens of a prompt all tiers together have, if none of it turns out to be damaged."""
        parent, num_full, _keys = self._full_blocks(token_ids, root.hash)
        rest = token_ids[num_full * BLOCK_TOKENS : len(token_ids) - 1]
        part = self._best_part(parent, num_full, rest)
        return num_full * BLOCK_TOKENS + common_prefix_length(part or (), rest)

    def collected(self, conversation_id: str) -> Sequence | None:
        """What was brought back for a conversation, for `CacheManager.begin`."""
        fetch = self._fetches.get(conversation_id)
        return None if fetch is None else fetch.sequence

    def fetched(self, conversation_id: str) -> Fetched:
        """Let go of what was collected, once the request has begun or was stopped; says what that was."""
        fetch = self._fetches.pop(conversation_id, None)
        if fetch is None:
            return Fetched()
        self._protect()
        self._cache.drop(fetch.sequence.conversation_id)
        return Fetched(fetch.tokens, fetch.num_bytes)

    def _protect(self) -> None:
        """What is brought back makes room on the device, and what leaves it must not cost the rest of it."""
        self._tiers.protect({key for fetch in self._fetches.values() for key in fetch.keys})

    def _plan(self, conversation_id: str, token_ids: TokenIds[int], root: Root | None) -> _Fetch | None:
        """What of a prompt is to be brought back; None if the device has all that there is."""
        parent, num_full, keys = self._full_blocks(token_ids, self._cache.root if root is None else root.hash)
        windows_from = num_full - self._cache.window_blocks
        part = self._best_part(parent, num_full, token_ids[num_full * BLOCK_TOKENS : len(token_ids) - 1])
        if part is not None:
            keys.add(block_key(parent, part))
        elif not keys and not self._cache.has_state:
            return None
        sequence = self._cache.collect(f"{conversation_id}\nfetch", root)
        return _Fetch(sequence, token_ids, keys, num_full, windows_from)

    def _full_blocks(self, token_ids: TokenIds[int], root: BlockHash) -> tuple[BlockHash, int, set[Key]]:
        """The hash of the full blocks that all tiers have of a prompt, how many, and what the device lacks of them."""
        parent, num_full = root, 0
        keys: set[Key] = set()
        while (num_full + 1) * BLOCK_TOKENS <= len(token_ids) - 1:
            tokens = block_tokens(token_ids, num_full)
            block_hash = chain_hash(parent, tokens)
            block = self._cache.pool.find(block_hash, tokens)
            if block is None and not self._tiers.has(Key(block_hash.hex())):
                break
            if block is None or not block.has_windows:
                keys.add(Key(block_hash.hex()))
            parent, num_full = block_hash, num_full + 1
        return parent, num_full, keys

    def _bring(self, fetch: _Fetch, number: int) -> bool:
        """The next full block, from the device itself or from another tier; False if that cannot be."""
        parent, tokens = _end(fetch.sequence), block_tokens(fetch.token_ids, number)
        with_windows = number >= fetch.windows_from
        block = self._cache.pool.find(chain_hash(parent, tokens), tokens)
        if block is None:
            return self._adopt(fetch, parent, tokens, with_windows)
        self._cache.take(fetch.sequence, block)
        if with_windows and not block.has_windows:
            record = self._tiers.read(block_key(parent, tokens), parent, tokens, self._fingerprint)
            if record is None or not self._has_windows(record):
                return True  # the match will end before it
            if self._cache.room.fill_windows(block, lambda block: self._store.load_windows(block, record.parts)):
                fetch.num_bytes += record.num_bytes
        return True

    def _bring_part(self, fetch: _Fetch) -> None:
        """The block whose start agrees longest with what follows the full ones."""
        number, parent = len(fetch.sequence.block_table), _end(fetch.sequence)
        rest = fetch.token_ids[number * BLOCK_TOKENS : len(fetch.token_ids) - 1]
        tokens = self._best_part(parent, number, rest)
        if tokens is not None:
            self._adopt(fetch, parent, tokens, with_windows=True)

    def _bring_state(self, fetch: _Fetch) -> None:
        """The latest copy of recurrent state within the prompt, unless the device has a later one."""
        if not self._cache.has_state:
            return
        limit = len(fetch.token_ids) - 1
        for number in range(len(fetch.sequence.block_table), -1, -1):
            parent = fetch.sequence.hash_before(number)
            if parent is None:
                continue
            start = number * BLOCK_TOKENS
            for end in range(min(start + BLOCK_TOKENS - 1, limit), start - 1, -1):
                tokens = fetch.token_ids[start:end]
                if self._cache.snapshots.find(parent, tokens, exactly=True) is not None:
                    return
                key = state_key(parent, tokens)
                if self._tiers.has(key) and self._load_snapshot(fetch, key, parent, tokens):
                    return

    def _load_snapshot(self, fetch: _Fetch, key: Key, parent: BlockHash, tokens: TokenIds[int]) -> bool:
        record = self._tiers.read(key, parent, tokens, self._fingerprint)
        if record is None or STATE_PART not in record.parts:
            return False
        try:
            state = self._load_state(record.parts[STATE_PART].tobytes())
        except (ValueError, MemoryError):
            return False
        fetch.num_bytes += record.num_bytes
        self._cache.snapshots.add(parent, list(tokens), state, fetch.sequence.conversation_id, fetch.sequence.last_used)
        return True

    def _adopt(self, fetch: _Fetch, parent: BlockHash, tokens: TokenIds[int], with_windows: bool) -> bool:
        record = self._tiers.read(block_key(parent, tokens), parent, tokens, self._fingerprint)
        format_ = FORMATS.get(record.format) if record is not None else None
        if record is None or format_ is None or not self._store.accepts(record.parts, format_):
            return False
        has_windows = self._has_windows(record)
        parts = record.parts if with_windows else self._without_windows(record)
        if not self._cache.adopt(
            fetch.sequence, tokens, format_, has_windows and with_windows, lambda block: self._store.load(block, parts)
        ):
            return False
        fetch.tokens += len(tokens)
        fetch.num_bytes += record.num_bytes
        return True

    def _best_part(self, parent: BlockHash, number: int, rest: TokenIds[int]) -> tuple[int, ...] | None:
        """The tokens of the kept block after `parent` that begins most like `rest`; None if the device has a better."""
        best_length = max(
            (common_prefix_length(block.token_ids, rest) for block in self._cache.pool.children(parent)), default=0
        )
        best = None
        for chat in self._tiers.chats():
            if chat.fingerprint != self._fingerprint or len(chat.table) <= number:
                continue
            if number and chat.table[number - 1] != parent.hex():
                continue
            tokens = chat.token_ids[number * BLOCK_TOKENS : (number + 1) * BLOCK_TOKENS]
            length = common_prefix_length(tokens, rest)
            if (
                length > best_length
                and chat.table[number] == block_key(parent, tokens)
                and self._tiers.has(chat.table[number])
            ):
                best, best_length = tokens, length
        return best

    def _has_windows(self, record: Record) -> bool:
        return self._store.window_parts <= record.parts.keys()

    def _without_windows(self, record: Record) -> dict[str, Part]:
        return {name: part for name, part in record.parts.items() if name not in self._store.window_parts}


def _end(sequence: Sequence) -> BlockHash:
    last = sequence.hash_before(len(sequence.block_table))
    assert last is not None  # only full blocks are collected before the last
    return last
