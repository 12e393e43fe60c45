"""The local API's part of the cache: one row in the ledger, though it is many conversations that no chat shows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cache.cache_manager import CacheManager
from engine.protocol import LOCAL_API, ConversationCache

if TYPE_CHECKING:
    from engine.answering import Answering


def is_apart(conversation_id: str) -> bool:
    """Whether a request of another program goes by that name."""
    return conversation_id.startswith(LOCAL_API)


def apart_names(cache: CacheManager) -> set[str]:
    """Of all that such requests have left in the cache."""
    users = (user for block in cache.pool.used_blocks() for user in block.users)
    return {name for name in (*cache.sequences, *users) if is_apart(name)}


def apart_cache(answering: Answering) -> ConversationCache | None:
    """All of it, each block once, those that no table holds any more too; None where there is nothing."""
    cache = answering.cache
    blocks = [block for block in cache.pool.used_blocks() if any(map(is_apart, block.users))]
    if not blocks:
        return None
    used = [sequence.used_at for name, sequence in cache.sequences.items() if is_apart(name)]
    return ConversationCache(
        conversation_id=LOCAL_API,
        tokens=sum(len(block.token_ids) for block in blocks),
        blocks=len(blocks),
        shared_blocks=0,
        bytes=sum(map(cache.pool.bytes_of, blocks)),
        formats=dict(Counter(block.format.name for block in blocks)),
        model_name=answering.info.name,
        last_used=max(used, default=0.0),
    )
