"""Which block goes when room is needed.

The order, for all tiers:

1. blocks that stand in no conversation's table (old versions, dropped branches), longest unused first;
2. the last block of the idle conversation that was used longest ago, then the one before it, and so on: leaves go
   before trunks, and a trunk that another conversation shares stays until the last of them has let go of it;
3. nothing else: a running request's blocks are never taken.

Within 1, too, only blocks that no other block follows are taken. A chain without its head can never be found again,
so taking a trunk first would leave dead blocks behind that look used.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cache.block import Block
from engine.cache.block_pool import BlockPool


def next_unreferenced(pool: BlockPool) -> Block | None:
    """The block to evict next among those in no table, or None. O(blocks), called only when the pool is full."""
    candidates = (block for block in pool.used_blocks() if block.ref_count == 0 and pool.is_leaf(block))
    return min(candidates, key=lambda block: block.last_used, default=None)


def oldest_idle(last_used: Iterable[tuple[str, int]]) -> str | None:
    """The conversation whose last block goes next: the idle one that was used longest ago.

    Args:
        last_used: Conversation id and time of last use of each idle conversation that holds blocks.
    """
    oldest = min(last_used, key=lambda item: item[1], default=None)
    return None if oldest is None else oldest[0]
