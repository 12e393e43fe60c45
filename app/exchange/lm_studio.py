"""Reads conversations of LM Studio. Its makers promise nothing about the format, so this expects little of it."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, TypeGuard

from app.conversation import Role
from app.exchange.loose import as_dict, as_key, as_list, as_text, as_time, split_thinking
from app.exchange.planting import Found, Turn
from app.exchange.share_gpt import content_text

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_PROMPT_FIELD = "llm.prediction.systemPrompt"
_ASIDE = {"debugInfoBlock", "toolStatus"}
"""Steps in which nothing is said."""


def is_conversation(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether its messages have versions."""
    messages = as_list(as_dict(value).get("messages"))
    return any(isinstance(as_dict(message).get("versions"), list) for message in messages)


def read(value: dict[str, Any]) -> Found:
    """All versions of all messages; what follows a message follows the version that is selected."""
    left_out: Counter[str] = Counter()
    turns: list[Turn] = []
    before: str | None = None
    for place, message in enumerate(map(as_dict, as_list(value.get("messages")))):
        versions = as_list(message.get("versions")) or [message]
        selected = message.get("currentlySelected")
        chosen = selected if isinstance(selected, int) and 0 <= selected < len(versions) else len(versions) - 1
        for number, version in enumerate(versions):
            turns.append(_turn(f"{place}.{number}", before, as_dict(version), left_out))
        before = f"{place}.{chosen}"
    created = as_key(value.get("createdAt"))
    return Found(
        program="lmstudio",
        turns=turns,
        id=f"{created}-{_fingerprint(turns)}" if created else "",
        title=as_text(value.get("name")),
        system_prompt=as_text(value.get("systemPrompt")) or _prompt_field(value),
        created_at=as_time(value.get("createdAt")),
        updated_at=as_time(value.get("assistantLastMessagedAt")) or as_time(value.get("userLastMessagedAt")),
        head=before,
        pinned=value.get("pinned") is True,
        left_out=left_out,
    )


def _turn(key: str, parent: str | None, version: dict[str, Any], left_out: Counter[str]) -> Turn:
    role = _ROLES.get(as_text(version.get("role")))
    texts: list[str] = []
    thoughts: list[str] = []
    steps = [as_dict(step) for step in as_list(version.get("steps"))] or [version]
    for step in steps:
        if as_text(step.get("type")) in _ASIDE:
            continue
        text = content_text(step.get("content"), left_out)
        is_thinking = as_dict(step.get("style")).get("type") == "thinking"
        (thoughts if is_thinking else texts).append(text)
    text = "\n\n".join(text for text in texts if text.strip())
    if role is None:
        if text:
            left_out["tool result"] += 1
        return Turn(key, parent, None)
    thought, text = split_thinking(text) if role == "assistant" else ("", text)
    return Turn(
        key,
        parent,
        role,
        text=text,
        reasoning="\n\n".join(text.strip() for text in thoughts if text.strip()) or thought,
        model_name=as_text(as_dict(version.get("senderInfo")).get("senderName")) if role == "assistant" else "",
    )


def _prompt_field(value: dict[str, Any]) -> str:
    for settings in ("perChatPredictionConfig", "perChatLoadConfig"):
        for field in map(as_dict, as_list(as_dict(value.get(settings)).get("fields"))):
            if field.get("key") == _PROMPT_FIELD:
                return as_text(field.get("value"))
    return ""


def _fingerprint(turns: list[Turn]) -> str:
    """Of how it began: the files carry no id, and a conversation that went on is still the same one."""
    began = next((turn.text for turn in turns if turn.is_kept), "")
    return hashlib.blake2b(began.encode("utf-8", "replace"), digest_size=8).hexdigest()
