"""Reads chats exported by Open WebUI: a tree of messages, or in old files a flat list."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any, TypeGuard

from app.conversation import Attachment, Role, new_id
from app.exchange.loose import as_dict, as_key, as_list, as_text, as_time, split_thinking
from app.exchange.planting import Found, Turn, chain, parents

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_DETAILS = re.compile(r'<details type="reasoning"[^>]*>(.*?)</details>\s*', re.DOTALL)
_SUMMARY = re.compile(r"\s*<summary>.*?</summary>", re.DOTALL)
_QUOTE = re.compile(r"^> ?", re.MULTILINE)


def is_conversation(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether this is one of Open WebUI's, with or without the record of the database around it."""
    chat = _chat(value)
    return isinstance(as_dict(chat.get("history")).get("messages"), dict) or (
        "chat" in as_dict(value) and isinstance(chat.get("messages"), list)
    )


def read(value: dict[str, Any]) -> Found:
    """All branches of it."""
    chat = _chat(value)
    history = as_dict(chat.get("history"))
    left_out: Counter[str] = Counter()
    nodes = {key: as_dict(node) for key, node in as_dict(history.get("messages")).items()}
    if nodes:
        before = parents(nodes, "parentId", "childrenIds")
        turns = [_turn(key, before[key], node, left_out) for key, node in nodes.items()]
    else:
        turns = chain([_turn("", None, as_dict(message), left_out) for message in as_list(chat.get("messages"))])
    params = as_dict(chat.get("params"))
    return Found(
        program="openwebui",
        turns=turns,
        id=as_key(value.get("id")) or as_key(chat.get("id")),
        title=as_text(value.get("title")) or as_text(chat.get("title")),
        system_prompt=as_text(chat.get("system")) or as_text(params.get("system")),
        created_at=as_time(value.get("created_at")) or as_time(chat.get("timestamp")),
        updated_at=as_time(value.get("updated_at")),
        head=(as_key(history.get("currentId")) or None) if nodes else None,
        pinned=value.get("pinned") is True,
        archived=value.get("archived") is True,
        left_out=left_out,
    )


def _chat(value: object) -> dict[str, Any]:
    return as_dict(as_dict(value).get("chat")) or as_dict(value)


def _turn(key: str, parent: str | None, message: dict[str, Any], left_out: Counter[str]) -> Turn:
    role = _ROLES.get(as_text(message.get("role")))
    text = as_text(message.get("content"))
    if role is None:
        if text:
            left_out["tool result"] += 1
        return Turn(key, parent, None)
    reasoning = ""
    if role == "assistant":
        reasoning, text = _split_reasoning(text)
    return Turn(
        key,
        parent,
        role,
        text=text,
        reasoning=reasoning,
        created_at=as_time(message.get("timestamp")),
        model_name=(as_text(message.get("modelName")) or as_text(message.get("model"))) if role == "assistant" else "",
        attachments=tuple(_attachments(as_list(message.get("files")), left_out)),
    )


def _split_reasoning(text: str) -> tuple[str, str]:
    """Thinking stands in HTML's details, quoted, and in newer files escaped."""
    found = [_unquoted(block) for block in _DETAILS.findall(text)]
    if not found:
        return split_thinking(text)
    return "\n\n".join(thought for thought in found if thought), _DETAILS.sub("", text).strip()


def _unquoted(block: str) -> str:
    quoted = _SUMMARY.sub("", block, count=1).strip()
    if quoted.startswith("&gt;"):
        quoted = html.unescape(quoted)
    return _QUOTE.sub("", quoted).strip()


def _attachments(files: list[Any], left_out: Counter[str]) -> list[Attachment]:
    kept = []
    for entry in map(as_dict, files):
        inner = as_dict(entry.get("file"))
        text = as_text(as_dict(inner.get("data")).get("content"))
        if text:
            name = as_text(entry.get("name")) or as_text(inner.get("filename")) or "file"
            num_bytes = len(text.encode("utf-8", "replace"))
            kept.append(Attachment(id=new_id(), name=name, kind="document", text=text, num_bytes=num_bytes))
        else:
            left_out["image" if entry.get("type") == "image" else "attached file"] += 1
    return kept
