"""Reads plain lists of turns: ShareGPT's `from` and `value`, and the `role` and `content` of the OpenAI API."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeGuard

from app.conversation import Role
from app.exchange.loose import as_dict, as_key, as_list, as_text, as_time, split_thinking
from app.exchange.planting import Found, Turn, chain

_ROLES: dict[str, Role] = {
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "gpt", "chatgpt", "model", "bot", "ai"), "assistant"),
    **dict.fromkeys(("system", "developer"), "system"),
}
_LISTS = ("conversations", "conversation", "messages")


def is_turn(value: object) -> bool:
    """Whether this is one turn, for files that are nothing but one conversation."""
    return isinstance(value, dict) and bool(
        {"from", "value"} <= value.keys() or ({"role", "content"} <= value.keys() and "messages" not in value)
    )


def is_conversation(value: object) -> TypeGuard[dict[str, Any] | list[Any]]:
    """Whether this is a list of turns, bare or with a name."""
    return any(is_turn(turn) for turn in _turns(value))


def read(value: dict[str, Any] | list[Any]) -> Found:
    """The turns in their order."""
    left_out: Counter[str] = Counter()
    about = as_dict(value)
    return Found(
        program="turns",
        turns=chain([_turn(as_dict(turn), left_out) for turn in _turns(value)]),
        id=as_key(about.get("id")) or as_key(about.get("conversation_id")),
        title=as_text(about.get("title")) or as_text(about.get("name")),
        system_prompt=as_text(about.get("system")) or as_text(about.get("system_prompt")),
        created_at=next(filter(None, (as_time(about.get(name)) for name in ("created_at", "create_time"))), None),
        left_out=left_out,
    )


def content_text(content: object, left_out: Counter[str]) -> str:
    """The texts of a turn's content, which is a text or a list of parts; parts of other kinds are counted.

    Jan and LM Studio have the same list with other details.
    """
    if isinstance(content, str):
        return content
    texts = []
    for part in as_list(content):
        values = as_dict(part)
        # {"type": "text", "text": "…"}, and Jan's {"type": "text", "text": {"value": "…"}}
        text = part if isinstance(part, str) else values.get("text")
        text = as_text(text) or as_text(as_dict(text).get("value"))
        if text:
            texts.append(text)
        elif values and values.get("type") not in ("text", "input_text", "output_text"):
            kind = as_text(values.get("type")) or "unknown"
            left_out["image" if "image" in kind else f"part of type {kind}"] += 1
    return "\n\n".join(texts)


def _turns(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    return next((turns for name in _LISTS if (turns := as_list(as_dict(value).get(name)))), [])


def _turn(turn: dict[str, Any], left_out: Counter[str]) -> Turn:
    name = as_text(turn.get("role")) or as_text(turn.get("from"))
    role = _ROLES.get(name.lower())
    text = content_text(turn.get("content", turn.get("value")), left_out)
    if turn.get("tool_calls"):
        left_out["tool call"] += 1
    if role is None:
        if text:
            left_out[f"turn of {name or 'nobody'}"] += 1
        return Turn("", None, None)
    thought, text = split_thinking(text) if role == "assistant" else ("", text)
    return Turn(
        "",
        None,
        role,
        text=text,
        reasoning=as_text(turn.get("reasoning_content")) or as_text(turn.get("reasoning")) or thought,
        created_at=as_time(turn.get("created_at", turn.get("timestamp"))),
        model_name=as_text(turn.get("model")) if role == "assistant" else "",
    )
