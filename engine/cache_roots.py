"""Where the cache of each conversation begins: what it shares with others, and in which format it is kept."""

from __future__ import annotations

import os
from collections.abc import Callable

from engine.cache.block import root_hash
from engine.cache.formats import FORMATS
from engine.cache.sequence import Root
from engine.loader import LoadedModel
from engine.protocol import Event, Generate, Notice


class CacheRoots:
    """Owner of the secrets of temporary conversations. A format that a model does not bear is said so once."""

    def __init__(self, loaded: LoadedModel, emit: Callable[[Event], None]) -> None:
        self._loaded = loaded
        self._emit = emit
        self._secrets: dict[str, str] = {}  # by conversation; a temporary one's cache is found by nobody else
        self._apart = os.urandom(16).hex()
        self._refused_formats: set[str] = set()

    def of(self, command: Generate) -> Root:
        """The root of a command's conversation. A temporary one is shared with nobody, one apart with its like."""
        policy = self._loaded.policy
        if command.kv_format is not None and command.kv_format != policy.format.name:
            checked, policy = self._loaded.formats.nearest(FORMATS[command.kv_format])
            if checked.note and command.kv_format not in self._refused_formats:
                self._refused_formats.add(command.kv_format)
                self._emit(Notice(severity="info", message=checked.note))
        seed = self._loaded.info.fingerprint
        if command.cache == "apart":
            seed = self._apart
        elif command.cache == "temporary":
            seed = self._secrets.setdefault(command.conversation_id, os.urandom(16).hex())
        return Root(root_hash(seed, policy.identity), policy)

    def forget(self, conversation_id: str) -> None:
        """A conversation is gone."""
        self._secrets.pop(conversation_id, None)
