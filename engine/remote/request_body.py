"""A `Generate` command as the body of a chat completion.

The messages of a turn are those of the turn before and what is new behind them, each written as it was: servers find
what they have cached by the beginning of the prompt.
"""

from __future__ import annotations

import hashlib
from typing import Any

from engine.context import with_summary
from engine.protocol import ChatMessage, Generate, RemoteServer, RenderPrompt, SamplingParams, ServerKind
from engine.remote.servers import knows_thinking

_FLAGGED: tuple[ServerKind, ...] = ("vllm", "sglang")
"""They open a new turn behind an unfinished answer, unless they are told to go on with it; others just go on."""

NEEDED = frozenset({"model", "messages", "stream"})
"""What a server must understand. The rest may be left out where one refuses it."""


def chat_body(command: Generate, model: str, kind: ServerKind, server: RemoteServer) -> dict[str, Any]:
    """All that is sent for an answer."""
    messages = turns(command)
    continues = command.continues and messages[-1]["role"] == "assistant"
    body: dict[str, Any] = {
        "model": model,
        "messages": messages,
        "stream": True,
        "stream_options": {"include_usage": True},
        **_sampling(command.sampling, kind),
    }
    if kind in _FLAGGED and continues:
        body |= {"continue_final_message": True, "add_generation_prompt": False}
    if command.thinking != "default" and knows_thinking(kind):
        body["chat_template_kwargs"] = {"enable_thinking": command.thinking == "on"}
    if kind == "vllm" and server.salt:
        body["cache_salt"] = _salt(command, server.salt)
    return body


def turns(command: Generate | RenderPrompt) -> list[dict[str, str]]:
    """The messages as they are sent, without what a model thought: servers differ in what they make of that."""
    messages = [_turn(message) for message in with_summary(command.messages, command.summary)]
    if command.continues and messages and not messages[-1]["content"]:
        messages.pop()  # it was only thinking so far, and begins anew
    return messages


def _turn(message: ChatMessage) -> dict[str, str]:
    return {"role": message.role, "content": message.content}


def _sampling(sampling: SamplingParams, kind: ServerKind) -> dict[str, Any]:
    """Only what says something: a server that does not know a field may refuse the whole request."""
    values: dict[str, Any] = {"temperature": sampling.temperature}
    if 0 < sampling.top_p < 1:
        values["top_p"] = sampling.top_p
    if sampling.top_k:
        values["top_k"] = sampling.top_k
    if sampling.min_p:
        values["min_p"] = sampling.min_p
    if sampling.repetition_penalty != 1:
        name = "repeat_penalty" if kind in ("llama.cpp", "lmstudio") else "repetition_penalty"
        values[name] = sampling.repetition_penalty
    if sampling.seed is not None:
        values["seed"] = sampling.seed
    if sampling.max_tokens:
        values["max_tokens"] = sampling.max_tokens
    if sampling.stop:
        values["stop"] = sampling.stop
    return values


def _salt(command: Generate, salt: str) -> str:
    """A temporary chat has a salt of its own, so that not even other chats of this user find what it left.

    So have other programs, which come by way of the local API.
    """
    text = {"temporary": f"{salt}/{command.conversation_id}", "apart": f"{salt}/apart"}.get(command.cache, salt)
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()
