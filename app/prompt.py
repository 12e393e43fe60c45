"""A branch of a conversation as the model shall see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.attachments import with_attachments
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


def make_prompt(
    branch: Sequence[Message], system_prompt: str, left_out: Collection[str] = (), *, continues: bool = False
) -> Prompt:
    """The turns of a branch, oldest first, with the system prompt before them unless it is blank.

    Answers without text are left out, whatever was thought before them: many templates refuse them. Users' turns that
    thereby follow each other become one, since many templates want the roles to alternate.

    Args:
        left_out: Ids of messages that the model no longer sees.
        continues: The last message is an answer that is gone on with, and stays even if it is only thought so far.
    """
    prompt = Prompt([], [])
    messages, sources = prompt.messages, prompt.sources
    if system_prompt.strip():
        messages.append(ChatMessage(role="system", content=system_prompt))
        sources.append(())
    for message in branch:
        content = with_attachments(message.text, message.attachments)
        goes_on = continues and message is branch[-1]
        if message.id in left_out or not (content.strip() or goes_on):
            continue
        before = messages[-1] if messages else None
        if before is not None and message.role == before.role == "user":
            text = f"{before.content}\n\n{content}"
            messages[-1] = ChatMessage(role="user", content=text, pinned=before.pinned or message.pinned)
            sources[-1] += (message.id,)
        else:
            messages.append(
                ChatMessage(
                    role=message.role,
                    content=content,
                    token_ids=list(message.token_ids),
                    reasoning=message.reasoning,
                    reasoning_ids=list(message.reasoning_ids),
                    tokenizer_id=message.tokenizer_id,
                    pinned=message.pinned,
                )
            )
            sources.append((message.id,))
    return prompt
