"""Reads threads of Jan: a folder with `thread.json` and the messages, one a line, in `messages.jsonl`."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeGuard

from app.conversation import MessageState, Role
from app.exchange.loose import as_dict, as_key, as_list, as_text, as_time, split_thinking
from app.exchange.planting import Found, Turn, chain
from app.exchange.share_gpt import content_text

THREAD_FILE = "thread.json"
MESSAGES_FILE = "messages.jsonl"

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_STATES: dict[str, MessageState] = {"stopped": "stopped", "error": "stopped"}


def is_message(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether this is one line of Jan's messages."""
    return isinstance(value, dict) and {"thread_id", "role", "content"} <= value.keys()


def is_thread(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether this says what a thread is called and which model it has."""
    return (
        isinstance(value, dict)
        and (value.get("object") == "thread" or isinstance(value.get("assistants"), list))
        and "messages" not in value
    )


def read(messages: list[dict[str, Any]], thread: dict[str, Any]) -> Found:
    """The messages of one thread.

    Args:
        messages: At least one.
        thread: What `thread.json` says; empty where there is none.
    """
    left_out: Counter[str] = Counter()
    assistant = as_dict(next(iter(as_list(thread.get("assistants"))), None))
    metadata = as_dict(thread.get("metadata"))
    return Found(
        program="jan",
        turns=chain([_turn(message, left_out) for message in messages]),
        id=as_key(thread.get("id")) or as_key(messages[0].get("thread_id")),
        title=as_text(thread.get("title")) or as_text(metadata.get("title")),
        system_prompt=as_text(assistant.get("instructions")),
        created_at=as_time(thread.get("created")),
        updated_at=as_time(thread.get("updated")),
        pinned=thread.get("isFavorite") is True or metadata.get("is_favorite") is True,
        left_out=left_out,
    )


def _turn(message: dict[str, Any], left_out: Counter[str]) -> Turn:
    role = _ROLES.get(as_text(message.get("role")))
    parts = as_list(message.get("content"))
    thoughts = [part for part in parts if as_dict(part).get("type") == "reasoning"]
    shown = [part for part in parts if as_dict(part).get("type") != "reasoning"]
    text = content_text(shown if parts else message.get("content"), left_out)
    if role is None:
        if text:
            left_out["tool result"] += 1
        return Turn("", None, None)
    thought, text = split_thinking(text) if role == "assistant" else ("", text)
    model = as_dict(as_dict(message.get("metadata")).get("assistant")).get("model")
    left_out.update("attached file" for _ in as_list(message.get("attachments")))
    return Turn(
        "",
        None,
        role,
        text=text,
        reasoning=content_text(thoughts, left_out) or thought,
        created_at=as_time(message.get("created_at")),
        model_name=(as_text(model) or as_text(as_dict(model).get("id"))) if role == "assistant" else "",
        state=_STATES.get(as_text(message.get("status")), "complete") if role == "assistant" else "complete",
    )
