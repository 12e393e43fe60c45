"""Values about servers that run models elsewhere."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

TORCH_LATER = "KVASIR_TORCH_LATER"
"""A variable of the engine's environment; set where the model that it will be asked for first runs on a server."""

ServerKind: TypeAlias = Literal["", "vllm", "sglang", "llama.cpp", "ollama", "lmstudio", "kvasir"]
"""The program that answers, as far as it can be told; empty where it says nothing of itself."""


class RemoteServer(msgspec.Struct, frozen=True, kw_only=True):
    """A server that speaks as OpenAI's does, and how to get in. Its key shows in no text that is made of it.

    Attributes:
        name: What the user calls it.
        base_url: Such as `http://localhost:8000/v1`.
        key: Sent as a bearer token; empty for none.
        salt: Where the server knows such a thing, it keeps this user's cache apart from those of others.
    """

    name: str
    base_url: str
    key: str = ""
    salt: str = ""

    def __repr__(self) -> str:
        return f"RemoteServer(name={self.name!r}, base_url={self.base_url!r}, key={'…' if self.key else ''!r})"


class ServerModel(msgspec.Struct, frozen=True, kw_only=True):
    """A model that a server offers.

    Attributes:
        context_tokens: 0 where the server does not say.
    """

    name: str
    context_tokens: int = 0


class ServerSlot(msgspec.Struct, frozen=True, kw_only=True):
    """One of the conversations that a llama-server keeps warm.

    Attributes:
        tokens: In its cache; -1 where that is not told.
        context_tokens: That have room.
    """

    number: int
    is_busy: bool
    tokens: int = -1
    context_tokens: int = 0
