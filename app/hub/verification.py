"""Whether a file is the one that it should be: pure."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

_CHUNK_BYTES = 4 << 20
_SHA256 = re.compile(r"[0-9a-f]{64}")
_SHA1 = re.compile(r"[0-9a-f]{40}")


def matches(path: Path, checksum: str) -> bool:
    """Whether the content has this checksum: a SHA-256, or the id that Git gives to a file.

    A text that is neither, as some mirrors send, says nothing about the content, and anything matches it.
    """
    if _SHA256.fullmatch(checksum):
        digest = hashlib.sha256()
    elif _SHA1.fullmatch(checksum):
        digest = hashlib.sha1(f"blob {path.stat().st_size}\0".encode(), usedforsecurity=False)
    else:
        return True
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() == checksum
