"""How much of a prompt is cached on the device: which blocks it begins with, and where inside the next one it parts."""

from __future__ import annotations

from collections.abc import Sequence as TokenIds
from dataclasses import dataclass

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash, block_tokens, chain_hash, common_prefix_length
from engine.cache.block_pool import BlockPool
from engine.cache.snapshots import Snapshot, SnapshotShelf


@dataclass(frozen=True, slots=True)
class Match:
    """The longest start of a prompt that can be gone on from.

    Attributes:
        table: Full blocks.
        partial: The block whose first `partial_tokens` follow; None if there is no such block.
        snapshot: Of recurrent state at the end of the match.
    """

    table: tuple[Block, ...] = ()
    partial: Block | None = None
    partial_tokens: int = 0
    snapshot: Snapshot | None = None


def find_match(pool: BlockPool, root: BlockHash, token_ids: TokenIds[int], window_blocks: int) -> Match:
    """Match a prompt, all but its last token, whose logits are wanted."""
    limit = len(token_ids) - 1
    table: list[Block] = []
    parent = root
    while (len(table) + 1) * BLOCK_TOKENS <= limit:
        tokens = block_tokens(token_ids, len(table))
        block = pool.find(chain_hash(parent, tokens), tokens)
        if block is None or block.hash is None:
            break
        table.append(block)
        parent = block.hash
    rest = token_ids[len(table) * BLOCK_TOKENS : limit]
    best, best_tokens = None, 0
    for block in pool.children(parent):
        length = common_prefix_length(block.token_ids, rest)
        if length > best_tokens:
            best, best_tokens = block, length
    if best is not None and not best.has_windows:
        best, best_tokens = None, 0
    # Where sliding windows have lost what the next token would see, the match ends earlier.
    while not has_window(table, window_blocks):
        table.pop()
        best, best_tokens = None, 0
    return Match(tuple(table), best, best_tokens)


def cut_to_snapshot(
    match: Match, root: BlockHash, token_ids: TokenIds[int], shelf: SnapshotShelf, window_blocks: int
) -> Match:
    """The match, shortened to the last point in it where there is a snapshot."""
    table = match.table
    limit = len(table) * BLOCK_TOKENS + match.partial_tokens
    for num_full in range(len(table), -1, -1):
        parent = table[num_full - 1].hash if num_full else root
        start = num_full * BLOCK_TOKENS
        following = token_ids[start : min(start + BLOCK_TOKENS - 1, limit)]
        snapshot = None if parent is None else shelf.find(parent, following)
        if snapshot is None or not has_window(table[:num_full], window_blocks):
            continue
        num_tokens = len(snapshot.token_ids)
        source = None if num_tokens == 0 else match.partial if num_full == len(table) else table[num_full]
        if source is None or source.has_windows:
            return Match(table[:num_full], source, num_tokens, snapshot)
    return Match()


def has_window(table: TokenIds[Block], window_blocks: int) -> bool:
    """Whether the token behind these blocks finds all that sliding windows show it."""
    return all(block.has_windows for block in table[max(len(table) - window_blocks, 0) :])
