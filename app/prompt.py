"""A branch of a conversation as the model shall see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from app.conversation import Message
from engine.protocol import ChatMessage


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent to the engine.

    Attributes:
        messages: Oldest first, with the system prompt before them.
        sources: For each of them the ids of the messages of the chat that it is made of; none for the system prompt.
    """

    messages: list[ChatMessage]
    sources: list[tuple[str, ...]]

    def message_ids(self, places: Iterable[int]) -> frozenset[str]:
        """What of the chat stands at these places of `messages`."""
        return frozenset(message_id for place in places for message_id in self.sources[place])


def make_prompt(branch: Iterable[Message], system_prompt: str, left_out: Collection[str] = ()) -> Prompt:
    """The turns of a branch, oldest first, with the system prompt before them unless it is blank.

    Answers without text are left out: many templates refuse them. Users' turns that thereby follow each other become
    one, since many templates want the roles to alternate.

    Args:
        left_out: Ids of messages that the model no longer sees.
    """
    prompt = Prompt([], [])
    messages, sources = prompt.messages, prompt.sources
    if system_prompt.strip():
        messages.append(ChatMessage(role="system", content=system_prompt))
        sources.append(())
    for message in branch:
        if not message.text.strip() or message.id in left_out:
            continue
        before = messages[-1] if messages else None
        if before is not None and message.role == before.role == "user":
            text = f"{before.content}\n\n{message.text}"
            messages[-1] = ChatMessage(role="user", content=text, pinned=before.pinned or message.pinned)
            sources[-1] += (message.id,)
        else:
            messages.append(
                ChatMessage(
                    role=message.role,
                    content=message.text,
                    token_ids=list(message.token_ids),
                    tokenizer_id=message.tokenizer_id,
                    pinned=message.pinned,
                )
            )
            sources.append((message.id,))
    return prompt
