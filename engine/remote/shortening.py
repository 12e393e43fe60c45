"""What a request leaves out when a server says that the conversation is too long for its model.

How long the context is, and how many tokens there are, is only known there. So half of the text goes at a time, whole
turns from the oldest on, until the server is content.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.context import MOST_SUMMARY_TOKENS, oldest_turns, summary_prompt, without
from engine.protocol import ChatMessage, ContextTrimmed, Generate, SamplingParams


class Shortening:
    """Of one request, as its context policy has it.

    Attributes:
        command: The request without what was left out.
    """

    def __init__(self, command: Generate) -> None:
        self.command = command
        self._whole = command
        self._left_out: tuple[int, ...] = ()
        self._summarised: tuple[int, ...] = ()

    def shorten(self) -> bool:
        """Leave out more; whether the policy allows it, and more could go."""
        whole = self._whole
        if whole.context_policy == "stop":
            return False
        most_chars = _chars(self.command.messages) // 2
        left_out = oldest_turns(whole.messages, self._left_out, lambda rest: _chars(rest) <= most_chars)
        if left_out == self._left_out:
            return False
        self._left_out = left_out
        self.command = msgspec.structs.replace(self.command, messages=without(whole.messages, left_out))
        return True

    def told(self, summary: str = "") -> ContextTrimmed:
        """What is to be told of all that was left out."""
        return ContextTrimmed(request_id=self._whole.request_id, left_out=list(self._left_out), summary=summary)

    def question(self) -> Generate:
        """What asks for a summary of that; where it is too long itself, its newest turns are summarised."""
        going = set(self._left_out).difference(self._summarised)
        return msgspec.structs.replace(
            self._whole,
            messages=summary_prompt(self._whole.messages, going, self.command.summary, MOST_SUMMARY_TOKENS),
            sampling=SamplingParams(temperature=0, max_tokens=MOST_SUMMARY_TOKENS),
            context_policy="trim",
            summary="",
            continues=False,
            thinking="off",
        )

    def take_summary(self, summary: str) -> None:
        """It stands for all that was left out."""
        self._summarised = self._left_out
        self.command = msgspec.structs.replace(self.command, summary=summary)


def _chars(messages: Sequence[ChatMessage]) -> int:
    return sum(len(message.content) for message in messages)
