"""What lies outside of the device: a block or a copy of recurrent state on its own, and what a conversation has there.

The RAM tier and the disk tier keep the same records. They know keys, bytes and owners; what the bytes mean is known to
the store that made them and takes them back. Either tier may lose anything at any time, and no answer changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as TokenIds
from dataclasses import dataclass, field
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from engine.cache.block import BlockHash, chain_hash

Key = NewType("Key", str)
"""What a record is found by: its hash in hexadecimal digits, with `-state` behind it for a copy of recurrent state."""

Part = NDArray[np.uint8]

_STATE = "-state"


def block_key(parent_hash: BlockHash, token_ids: TokenIds[int]) -> Key:
    """The key of a block, full or still open."""
    return Key(chain_hash(parent_hash, token_ids).hex())


def state_key(parent_hash: BlockHash, token_ids: TokenIds[int]) -> Key:
    """The key of a copy of the recurrent state as it is after these tokens, which follow `parent_hash`."""
    return Key(block_key(parent_hash, token_ids) + _STATE)


def is_state(key: Key) -> bool:
    """Whether it is the key of a copy of recurrent state."""
    return key.endswith(_STATE)


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """One block, or one copy of recurrent state, outside of the device. Nobody changes its arrays.

    Attributes:
        fingerprint: Of the model that computed it, in characters that a folder's name may have.
        parent_hash: Hash of everything before it in its sequence.
        token_ids: As many as a block holds; fewer for a block that was still open.
        format: A name in `formats.FORMATS`.
        parts: Bytes by name, in C order. Of a block: `[num_layers, num_bytes]` of each layer group, named by the
            group's number; a part of sliding-window layers that was given up is absent.
        notes: The owner's own, kept as they are.
    """

    key: Key
    fingerprint: str
    parent_hash: BlockHash
    token_ids: tuple[int, ...]
    format: str
    parts: Mapping[str, Part] = field(repr=False)
    notes: str = ""

    @property
    def num_bytes(self) -> int:
        """Of all parts."""
        return sum(part.nbytes for part in self.parts.values())

    def holds(self, parent_hash: BlockHash, token_ids: TokenIds[int]) -> bool:
        """Whether it is what its key promises: a hash alone is never taken as proof."""
        return self.parent_hash == parent_hash and self.token_ids == tuple(token_ids)


def chat_name(conversation_id: str, fingerprint: str) -> str:
    """The name of one conversation's cache for one model; each model that has answered it has computed another."""
    return f"{fingerprint}/{conversation_id}"


@dataclass(frozen=True, slots=True)
class ParkedChat:
    """What is known of a conversation's cache outside of the device.

    Attributes:
        name: As `chat_name` makes it.
        fingerprint: Of the model that computed it.
        model_name: For people.
        format: Of its sequence: a name in `formats.FORMATS`.
        token_ids: Of its sequence.
        table: Keys of its blocks, in order, an open one last.
        others: Keys of what else it may need: blocks of old versions, copies of recurrent state.
        last_used: In seconds since 1970.
        pinned: Whether it is given up last.
    """

    name: str
    fingerprint: str
    model_name: str
    format: str
    token_ids: tuple[int, ...]
    table: tuple[Key, ...]
    others: tuple[Key, ...] = ()
    last_used: float = 0.0
    pinned: bool = False

    @property
    def conversation_id(self) -> str:
        """The conversation that it is the cache of."""
        return self.name.partition("/")[2]

    @property
    def keys(self) -> tuple[Key, ...]:
        """All that it lists."""
        return self.table + self.others
