"""Reads conversations of ChatGPT's data export: a mapping of nodes that form a tree, many of them never shown."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, TypeGuard

from app.conversation import MessageState, Role
from app.exchange.loose import as_dict, as_key, as_list, as_text, as_time
from app.exchange.planting import Found, Turn, parents

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_STATES: dict[str, MessageState] = {"interrupted": "stopped", "max_tokens": "length"}
_SILENT = {"reasoning_recap", "model_editable_context"}
"""Content that the program makes for itself."""
_CITATION = re.compile("\ue200(?:cite|filecite)[^\ue201]*\ue201")
"""Where a source was named, in characters that no font has."""


def is_conversation(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether this is one of ChatGPT's."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read(value: dict[str, Any]) -> Found:
    """All branches of it."""
    nodes = {key: as_dict(node) for key, node in value["mapping"].items()}
    before = parents(nodes, "parent", "children")
    left_out: Counter[str] = Counter()
    return Found(
        program="chatgpt",
        turns=[_turn(key, before[key], as_dict(node.get("message")), left_out) for key, node in nodes.items()],
        id=as_key(value.get("conversation_id")) or as_key(value.get("id")),
        title=as_text(value.get("title")),
        created_at=as_time(value.get("create_time")),
        updated_at=as_time(value.get("update_time")),
        head=as_key(value.get("current_node")) or None,
        pinned=value.get("is_starred") is True,
        archived=value.get("is_archived") is True,
        left_out=left_out,
    )


def _turn(key: str, parent: str | None, message: dict[str, Any], left_out: Counter[str]) -> Turn:
    turn = Turn(key, parent, None)
    role = as_text(as_dict(message.get("author")).get("role"))
    content = as_dict(message.get("content"))
    metadata = as_dict(message.get("metadata"))
    if metadata.get("is_user_system_message") is True:
        turn.role, turn.text = "system", _instructions(content, metadata)
        return turn
    if metadata.get("is_visually_hidden_from_conversation") is True:
        return turn
    if role not in _ROLES:
        if role and _is_something(content):
            left_out[f"{role} result" if role == "tool" else f"turn of {role}"] += 1
        return turn
    turn.role = _ROLES[role]
    turn.created_at = as_time(message.get("create_time"))
    turn.model_name = as_text(metadata.get("model_slug")) if role == "assistant" else ""
    turn.state = _STATES.get(as_text(as_dict(metadata.get("finish_details")).get("type")), "complete")
    if content.get("content_type") == "thoughts":
        turn.reasoning = _thoughts(content)
    else:
        turn.text = _text(content, left_out)
    left_out["attached file"] += len(as_list(metadata.get("attachments")))
    if not left_out["attached file"]:
        del left_out["attached file"]
    return turn


def _text(content: dict[str, Any], left_out: Counter[str]) -> str:
    kind = as_text(content.get("content_type"))
    if kind in _SILENT:
        return ""
    text = as_text(content.get("text"))
    if kind == "code" and text.strip():
        language = as_text(content.get("language"))
        return f"```{'' if language == 'unknown' else language}\n{text}\n```"
    if text:
        return text
    if not isinstance(content.get("parts"), list):
        if content:
            left_out[f"part of type {kind or 'unknown'}"] += 1
        return ""
    texts = [_part(part, left_out) for part in content["parts"]]
    return _CITATION.sub("", "\n\n".join(text for text in texts if text))


def _part(part: object, left_out: Counter[str]) -> str:
    if isinstance(part, str):
        return part
    values = as_dict(part)
    if text := as_text(values.get("text")):
        return text
    if values:
        kind = as_text(values.get("content_type"))
        known = next((word for word in ("image", "audio", "video") if word in kind), "")
        left_out[{"": f"part of type {kind or 'unknown'}", "audio": "recording"}.get(known, known)] += 1
    return ""


def _thoughts(content: dict[str, Any]) -> str:
    lines = []
    for thought in map(as_dict, as_list(content.get("thoughts"))):
        summary, body = as_text(thought.get("summary")), as_text(thought.get("content"))
        lines += [f"**{summary}**"] * bool(summary) + [body] * bool(body)
    return "\n\n".join(lines)


def _instructions(content: dict[str, Any], metadata: dict[str, Any]) -> str:
    """What the user told all models, about himself and about the answers."""
    told = as_dict(metadata.get("user_context_message_data"))
    texts = [
        as_text(told.get("about_user_message")) or as_text(content.get("user_profile")),
        as_text(told.get("about_model_message")) or as_text(content.get("user_instructions")),
    ]
    return "\n\n".join(text.strip() for text in texts if text.strip())


def _is_something(content: dict[str, Any]) -> bool:
    return bool(as_text(content.get("text")) or any(as_list(content.get("parts"))) or content.get("result"))
