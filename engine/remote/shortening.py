"""What a request leaves out when a server says that the conversation is too long for its model.

How long the context is, and how many tokens there are, is only known there. So half of the text goes at a time, whole
turns from the oldest on, until the server is content.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.context import oldest_turns, without
from engine.protocol import ChatMessage, ContextTrimmed, Generate


class Shortening:
    """Of one request, as its context policy has it.

    Attributes:
        command: The request without what was left out.
    """

    def __init__(self, command: Generate) -> None:
        self.command = command
        self._whole = command
        self._left_out: tuple[int, ...] = ()

    def shorten(self) -> list[ContextTrimmed]:
        """Leave out more; what is to be told of that. Nothing where the policy forbids it, or nothing more can go."""
        whole = self._whole
        if whole.context_policy == "stop":
            return []
        most_chars = _chars(self.command.messages) // 2
        left_out = oldest_turns(whole.messages, self._left_out, lambda rest: _chars(rest) <= most_chars)
        if left_out == self._left_out:
            return []
        self._left_out = left_out
        self.command = msgspec.structs.replace(whole, messages=without(whole.messages, left_out))
        told = ContextTrimmed(request_id=whole.request_id, left_out=list(left_out), summary=whole.summary)
        # With `compact` it is told when a summary is begun, and again when it is there; here none is written.
        return [told, told] if whole.context_policy == "compact" else [told]


def _chars(messages: Sequence[ChatMessage]) -> int:
    return sum(len(message.content) for message in messages)
