"""The cache ledger: where the cache of each conversation lies, on the device and outside of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.apart import apart_cache, is_apart
from engine.cache.block import BLOCK_TOKENS, Block
from engine.cache.repacking import spare_bytes
from engine.cache.sequence import Sequence
from engine.cache.tier import ParkedChat
from engine.cache.tiers import Tiers
from engine.cache.usage import device_usage
from engine.protocol import CacheCounters, CacheReport, ConversationCache, MemoryReading

if TYPE_CHECKING:
    from engine.answering import Answering


def cache_report(
    tiers: Tiers, answering: Answering | None, process_bytes: int, memory: MemoryReading | None = None
) -> CacheReport:
    """What there is, the conversation used last first, and behind them what other programs have asked for.

    Args:
        answering: The loaded model's; None while there is none.
        memory: Where somebody looks at it.
    """
    disk = tiers.disk
    report = CacheReport(
        block_tokens=BLOCK_TOKENS,
        process_bytes=process_bytes,
        ram_budget_bytes=tiers.ram.budget_bytes,
        ram_used_bytes=tiers.ram.used_bytes,
        disk_budget_bytes=disk.budget_bytes if disk else 0,
        disk_used_bytes=disk.used_bytes if disk else 0,
        disk_written_bytes=disk.written_bytes if disk else 0,
        disk_read_bytes=disk.read_bytes if disk else 0,
        conversations=_conversations(tiers, answering),
        counters=CacheCounters(**asdict(tiers.counters)),
        memory=memory,
    )
    if answering is None:
        return report
    cache = answering.cache
    pool, states, usage = cache.pool, cache.snapshots, device_usage(cache)
    return replace(
        report,
        budget_bytes=cache.room.budget_bytes,
        used_bytes=pool.used_bytes + states.used_bytes,
        evictable_bytes=cache.room.evictable_bytes + states.used_bytes,
        state_bytes=states.used_bytes,
        blocks=pool.num_used,
        block_bytes=pool.sizes.open_bytes,
        packed_block_bytes=pool.sizes.by_format[cache.policy.format] + pool.sizes.window_bytes,
        weights_bytes=answering.info.weights_bytes,
        running_bytes=usage.running_bytes,
        shared_bytes=usage.shared_bytes,
        idle_bytes=usage.idle_bytes,
        loose_bytes=usage.loose_bytes,
        saved_bytes=usage.saved_bytes,
    )


def _conversations(tiers: Tiers, answering: Answering | None) -> list[ConversationCache]:
    sequences = {} if answering is None else answering.cache.sequences
    shown = (s for s in sequences.values() if not (s.collecting or is_apart(s.conversation_id)))
    on_device = sorted(shown, key=lambda s: -s.last_used)
    parked: dict[str, list[ParkedChat]] = {}
    for chat in sorted(tiers.chats(), key=lambda chat: -chat.last_used):
        parked.setdefault(chat.conversation_id, []).append(chat)
    names = dict.fromkeys([*(sequence.conversation_id for sequence in on_device), *parked])
    rows = [_conversation(name, sequences.get(name), parked.get(name, []), tiers, answering) for name in names]
    apart = None if answering is None else apart_cache(answering)
    return rows if apart is None else [*rows, apart]


def _conversation(
    conversation_id: str,
    sequence: Sequence | None,
    chats: list[ParkedChat],
    tiers: Tiers,
    answering: Answering | None,
) -> ConversationCache:
    fingerprint = None if answering is None else answering.info.fingerprint
    own = next((chat for chat in chats if chat.fingerprint == fingerprint), None)
    shown = own or (chats[0] if chats and sequence is None else None)
    table = [] if sequence is None else sequence.block_table
    pinned = any(chat.pinned for chat in chats)
    spare = 0
    if answering is not None:
        pinned = pinned or conversation_id in answering.cache.room.pinned
        spare = spare_bytes(answering.cache, conversation_id, answering.smallest_format)
    last_used = max((chat.last_used for chat in chats), default=0.0)
    return ConversationCache(
        conversation_id=conversation_id,
        tokens=max(sequence.num_tokens if sequence else 0, tiers.tokens(shown) if shown else 0),
        blocks=len(table),
        shared_blocks=sum(block.ref_count > 1 for block in table),
        bytes=_bytes(table, answering),
        formats=dict(Counter(block.format.name for block in table)),
        ram_bytes=sum(tiers.ram.bytes_of(chat.keys) for chat in chats),
        disk_bytes=sum(tiers.disk.bytes_of(chat.name) for chat in chats) if tiers.disk else 0,
        pinned=pinned,
        model_name=shown.model_name if shown else answering.info.name if answering else "",
        shared_bytes=_bytes([block for block in table if block.ref_count > 1], answering),
        spare_bytes=spare,
        last_used=sequence.used_at if sequence and sequence.used_at else last_used,
    )


def _bytes(blocks: list[Block], answering: Answering | None) -> int:
    return 0 if answering is None else sum(map(answering.cache.pool.bytes_of, blocks))
