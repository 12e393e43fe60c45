"""The pieces of a chat completion that streams, as far as Kvasir reads them."""

from __future__ import annotations

from typing import Any

import msgspec


class PromptDetails(msgspec.Struct, frozen=True):
    """`cached_tokens`: of the prompt, found in the server's cache."""

    cached_tokens: int | None = None


class Usage(msgspec.Struct, frozen=True):
    """What the answer has cost; comes with the last piece, and not from all servers."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: PromptDetails | None = None

    @property
    def cached_tokens(self) -> int:
        """0 where the server does not say."""
        return (self.prompt_tokens_details and self.prompt_tokens_details.cached_tokens) or 0


class Timings(msgspec.Struct, frozen=True):
    """What llama-server adds: `cache_n` prompt tokens were found in its cache, `prompt_n` were read."""

    cache_n: int = 0
    prompt_n: int = 0
    predicted_n: int = 0


class Message(msgspec.Struct, frozen=True):
    """New text. What a model thinks has two names: vLLM changed from the one to the other, and some use both."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class Choice(msgspec.Struct, frozen=True):
    """One of the answers; Kvasir asks for one. Where a server does not stream, `message` stands in place of `delta`."""

    delta: Message | None = None
    message: Message | None = None
    finish_reason: str | None = None


class Chunk(msgspec.Struct, frozen=True):
    """One piece. `error` is anything that a server says when it fails within an answer."""

    choices: list[Choice] = []
    usage: Usage | None = None
    timings: Timings | None = None
    error: Any = None


decoder = msgspec.json.Decoder(Chunk, strict=False)
"""Raises `msgspec.MsgspecError` for what is no piece."""
