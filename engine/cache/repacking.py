"""Packs idle conversations smaller because somebody asked for it, a block at a time."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cache.block import BLOCK_TOKENS, Block
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import KvFormat


class Repacking:
    """The conversations that are being packed, in the order in which they were asked for."""

    def __init__(self, cache: CacheManager) -> None:
        self._cache = cache
        self._wanted: dict[str, KvFormat] = {}

    def add(self, conversation_id: str, format_: KvFormat) -> None:
        """Pack what a conversation alone has on the device into a format, unless it is smaller already."""
        self._wanted[conversation_id] = format_

    def step(self) -> bool:
        """Pack one block; False if there is nothing to do."""
        while self._wanted:
            conversation_id, format_ = next(iter(self._wanted.items()))
            block = next(spare_blocks(self._cache, conversation_id, format_), None)
            if block is not None and self._cache.room.pack(block, format_):
                self._cache.counters.packed_blocks += 1
                return True
            del self._wanted[conversation_id]  # done, or there is too little memory to pack in
        return False


def spare_blocks(cache: CacheManager, conversation_id: str, format_: KvFormat) -> Iterator[Block]:
    """What packing a conversation would make smaller.

    Never its first block and its newest full one, which are exact in any format, nor what is not its own alone. None of
    a conversation that is being answered.
    """
    sequence = cache.sequences.get(conversation_id)
    if sequence is None or sequence.running:
        return
    by_format = cache.pool.sizes.by_format
    for block in sequence.block_table[1 : sequence.num_tokens // BLOCK_TOKENS - 1]:
        is_own = block.ref_count == 1 and block.users == {conversation_id}
        if is_own and block.format.code < format_.code and by_format[format_] < by_format[block.format]:
            yield block


def spare_bytes(cache: CacheManager, conversation_id: str, format_: KvFormat) -> int:
    """What packing a conversation would give back."""
    by_format = cache.pool.sizes.by_format
    return sum(by_format[block.format] - by_format[format_] for block in spare_blocks(cache, conversation_id, format_))
