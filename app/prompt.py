"""A branch of a conversation as the model shall see it."""

from __future__ import annotations

from collections.abc import Iterable

from app.conversation import Message
from engine.protocol import ChatMessage


def prompt_messages(branch: Iterable[Message], system_prompt: str) -> list[ChatMessage]:
    """The turns of a branch, oldest first, with the system prompt before them unless it is blank.

    Answers without text are left out: many templates refuse them. Users' turns that thereby follow each other become
    one, since many templates want the roles to alternate.
    """
    messages: list[ChatMessage] = []
    if system_prompt.strip():
        messages.append(ChatMessage(role="system", content=system_prompt))
    for message in branch:
        if not message.text.strip():
            continue
        if message.role == "user" and messages and messages[-1].role == "user":
            messages[-1] = ChatMessage(role="user", content=f"{messages[-1].content}\n\n{message.text}")
        else:
            messages.append(
                ChatMessage(
                    role=message.role,
                    content=message.text,
                    token_ids=list(message.token_ids),
                    tokenizer_id=message.tokenizer_id,
                )
            )
    return messages
