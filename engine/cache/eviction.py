"""What is given up, and in which order, when room is needed.

For all tiers:

1. sliding-window parts of sealed blocks that lie outside the window of every sequence: no sequence that goes on misses
   them, only a branch that parts there would have to read again;
2. where grading is on, old sealed blocks are packed further, longest unused first, the first block and the newest
   tokens of each sequence left as they are;
3. blocks that stand in no conversation's table (old versions, dropped branches), longest unused first;
4. the last block of the idle conversation that was used longest ago, then the one before it, and so on: leaves go
   before trunks, and a trunk that another conversation shares stays until the last of them has let go of it; pinned
   conversations go last;
5. nothing else: a running request's blocks are never taken.

Where it is not the budget that is full but the device itself, 3 and 4 come before 2, if there is a tier that keeps
what leaves: what is parked comes back as it was.

Within 3, too, only blocks that no other block follows are taken. A chain without its head can never be found again,
so taking a trunk first would leave dead blocks behind that look used.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from engine.cache.block import Block
from engine.cache.block_pool import BlockPool
from engine.cache.formats import EXACT, KvFormat


def next_with_windows(pool: BlockPool, needed: AbstractSet[Block]) -> Block | None:
    """The sealed block that loses its sliding-window parts next, none of `needed`. O(blocks), as are all of these."""
    if not pool.sizes.window_bytes:
        return None
    candidates = (b for b in pool.used_blocks() if b.has_windows and b.hash is not None and b not in needed)
    return min(candidates, key=lambda block: block.last_used, default=None)


def next_to_pack(pool: BlockPool, format_: KvFormat, kept: AbstractSet[Block]) -> Block | None:
    """The sealed block that is packed further next, none of `kept`, or None if all are in `format_` already."""
    if pool.sizes.by_format[format_] == pool.sizes.by_format[EXACT]:
        return None  # no layer of this model is packed
    candidates = (
        block
        for block in pool.used_blocks()
        if block.hash is not None
        and block.format.code < format_.code
        and (block.policy is None or block.policy.grading)
        and block not in kept
    )
    return min(candidates, key=lambda block: block.last_used, default=None)


def next_unreferenced(pool: BlockPool) -> Block | None:
    """The block to evict next among those in no table, or None."""
    candidates = (block for block in pool.used_blocks() if block.ref_count == 0 and pool.is_leaf(block))
    return min(candidates, key=lambda block: block.last_used, default=None)


def oldest_idle(last_used: Iterable[tuple[str, tuple[bool, int]]]) -> str | None:
    """The conversation whose last block goes next: the idle one that was used longest ago, pinned ones last.

    Args:
        last_used: Conversation id of each idle conversation that holds blocks, whether it is pinned, and its last use.
    """
    oldest = min(last_used, key=lambda item: item[1], default=None)
    return None if oldest is None else oldest[0]
