"""Turns of a conversation for the tests of templates."""

from __future__ import annotations

from typing import Any

from engine.protocol import ChatMessage


def user(content: str) -> ChatMessage:
    return ChatMessage(role="user", content=content)


def system(content: str) -> ChatMessage:
    return ChatMessage(role="system", content=content)


def letters(tokenizer: Any, text: str) -> list[int]:
    """Ids of a text, one letter each: a way to write it that no tokenizer would choose, but that a model may."""
    return [token for character in text for token in tokenizer.encode(character, add_special_tokens=False)]
