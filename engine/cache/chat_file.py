"""What the disk tier knows of one conversation, as one small JSON file with a checksum."""

from __future__ import annotations

import hashlib
import zlib
from typing import Final, Literal

import msgspec

from engine.cache.tier import ParkedChat

MARKER: Final = "kvasir chat 1"
"""Raised when the meaning of the file changes."""


class _File(msgspec.Struct, frozen=True):
    marker: Literal["kvasir chat 1"]
    crc32: int
    chat: msgspec.Raw


def file_name(name: str) -> str:
    """The name of its file: an id may hold what a file's name may not."""
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest() + ".json"


def to_json(chat: ParkedChat) -> bytes:
    """The file's content."""
    encoded = msgspec.json.encode(chat)
    return msgspec.json.encode(_File(MARKER, zlib.crc32(encoded), msgspec.Raw(encoded)))


def from_json(content: bytes) -> ParkedChat | None:
    """The conversation, or None if this is no such file, or not as it was written."""
    try:
        file = msgspec.json.decode(content, type=_File)
        if zlib.crc32(file.chat) != file.crc32:
            return None
        return msgspec.json.decode(file.chat, type=ParkedChat)
    except ValueError:  # all of msgspec's errors are
        return None
