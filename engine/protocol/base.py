"""What all messages have in common."""

from __future__ import annotations

import msgspec


class Message(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of all messages; the class name in snake case is the `type` on the wire."""


def tag_of(name: str) -> str:
    """`CacheReport` to `cache_report`."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")
