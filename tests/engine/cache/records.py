"""Records as a model would park them, with bytes that follow from key and format, so that each can be made again."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from engine.cache.block import BLOCK_TOKENS, BlockHash, chain_hash, root_hash
from engine.cache.tier import Key, ParkedChat, Record, block_key, state_key

FINGERPRINT = "0123456789abcdef" * 2
ROOT = root_hash(FINGERPRINT, "int8")


def tokens_of(trunk: str, num_tokens: int) -> tuple[int, ...]:
    """A text: those of different names have no block in common."""
    first = zlib.crc32(trunk.encode())
    return tuple((first + place) % 50_000 for place in range(num_tokens))


def block(parent: BlockHash, token_ids: Sequence[int], format_: str = "int8", num_bytes: int = 40) -> Record:
    key = block_key(parent, token_ids)
    random = np.random.default_rng(zlib.crc32(f"{key} {format_}".encode()))
    parts = {
        "0": random.integers(0, 256, (2, num_bytes // 2), np.uint8),
        "1": random.integers(0, 256, (1, 3), np.uint8),
    }
    return Record(key, FINGERPRINT, parent, tuple(token_ids), format_, parts, notes='{"windows": 1}')


def blocks(token_ids: Sequence[int], format_: str = "int8", num_bytes: int = 40) -> list[Record]:
    """All blocks of a text, the open one last, if there is one."""
    made: list[Record] = []
    parent = ROOT
    for start in range(0, len(token_ids), BLOCK_TOKENS):
        ids = token_ids[start : start + BLOCK_TOKENS]
        made.append(block(parent, ids, format_, num_bytes))
        parent = chain_hash(parent, ids)
    return made


def state(token_ids: Sequence[int], num_bytes: int = 40) -> Record:
    """A copy of recurrent state after a text, which ends with a block."""
    *_, last = blocks(token_ids)
    parent = chain_hash(last.parent_hash, last.token_ids)
    part = np.full(num_bytes, 7, np.uint8)
    return Record(state_key(parent, ()), FINGERPRINT, parent, (), "exact", {"state": part})


def chat(
    name: str,
    token_ids: Sequence[int],
    others: Sequence[Record] = (),
    last_used: float = 0.0,
    pinned: bool = False,
) -> ParkedChat:
    return ParkedChat(
        name=name,
        fingerprint=FINGERPRINT,
        model_name="Tiny",
        format="int8",
        token_ids=tuple(token_ids),
        table=keys_of(blocks(token_ids)),
        others=keys_of(others),
        last_used=last_used,
        pinned=pinned,
    )


def keys_of(records: Sequence[Record]) -> tuple[Key, ...]:
    return tuple(record.key for record in records)


def same(left: Record | None, right: Record) -> bool:
    """Whether two records are equal, to the last byte."""
    return (
        left is not None
        and all(getattr(left, name) == getattr(right, name) for name in ("key", "fingerprint", "format", "notes"))
        and left.holds(right.parent_hash, right.token_ids)
        and left.parts.keys() == right.parts.keys()
        and all(np.array_equal(part, right.parts[name]) for name, part in left.parts.items())
    )
