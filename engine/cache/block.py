"""What a block is: 64 tokens of keys and values of all layers, and the hash that says which tokens they are."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence as TokenIds
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from engine.cache.formats import CachePolicy, KvFormat

BLOCK_TOKENS = 64

BlockHash = NewType("BlockHash", bytes)
"""blake2b-128 over the parent's hash and the block's token ids: equal hashes mean equal history, not only tokens."""


def root_hash(fingerprint: str, policy: str) -> BlockHash:
    """Parent of every first block.

    Args:
        fingerprint: Identity of the model and of all settings that change its keys and values.
        policy: Cache policy of the sequence (format and grading); not the present format of a block, which is the
            block's own and only ever goes down.
    """
    return BlockHash(hashlib.blake2b(f"{fingerprint}\n{policy}".encode(), digest_size=16).digest())


def chain_hash(parent: BlockHash, token_ids: TokenIds[int]) -> BlockHash:
    """Hash of a full block that follows `parent`."""
    return BlockHash(hashlib.blake2b(parent + array("q", token_ids).tobytes(), digest_size=16).digest())


@dataclass(slots=True, eq=False)
class Block:
    """One block of the pool. Only `BlockPool`, `BlockTables` and `CacheManager` change it.

    Attributes:
        index: Its number, never used again; the store keeps the block's keys and values under it.
        parent_hash: Hash of everything before it in its sequence.
        token_ids: The tokens whose keys and values are in the store, in order, at most `BLOCK_TOKENS`.
        format: How its keys and values are kept at present; `exact` while it is open.
        policy: What it may be packed into, and when; None where nobody packs it.
        hash: None while the block is open, that is, while it may still grow.
        room: How many tokens its memory has room for: all of a block's, but where it is open and its conversation idle.
        has_windows: Whether it still has the parts of sliding-window layers.
        ref_count: In how many block tables it stands.
        users: The conversations that have used it and still exist. A parent's users include its children's, since
            whoever walks to a block passes through its parents; so a block without users has no descendant with any.
        last_used: Time of its last use on the manager's own clock, which counts uses.
    """

    index: int
    parent_hash: BlockHash
    format: KvFormat
    policy: CachePolicy | None = None
    token_ids: list[int] = field(default_factory=list)
    hash: BlockHash | None = None
    room: int = BLOCK_TOKENS
    has_windows: bool = True
    ref_count: int = 0
    users: set[str] = field(default_factory=set)
    last_used: int = 0

    @property
    def is_full(self) -> bool:
        """Whether it can be sealed."""
        return len(self.token_ids) == BLOCK_TOKENS


def block_tokens(token_ids: TokenIds[int], number: int) -> list[int]:
    """The tokens of a text's block of that number, counted from 0."""
    return list(token_ids[number * BLOCK_TOKENS : (number + 1) * BLOCK_TOKENS])


def common_prefix_length(left: TokenIds[int], right: TokenIds[int]) -> int:
    """How many tokens two lists have in common at the start."""
    for position, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return position
    return min(len(left), len(right))
