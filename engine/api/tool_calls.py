"""Finds the calls of tools within an answer: JSON between `<tool_call>` tags, as Hermes, Qwen and many others write it.

What a model writes in another way comes as the text that it is.
"""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

import msgspec

from engine.api.replies import CalledTool, ToolCallReply

_OPENER, _CLOSER = "<tool_call>", "</tool_call>"


class _Called(msgspec.Struct):
    name: str
    arguments: dict[str, Any] | None = None


class Held(NamedTuple):
    """What is told at the end.

    Attributes:
        rest: Text that was held back and is no call.
        calls: In their order.
    """

    rest: str
    calls: list[CalledTool]


class ToolCallReader:
    """Text in, text without calls out; from the first tag on all is held back until the end."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """More text; returns what is no call for sure."""
        self._held += text
        place = self._held.find(_OPENER)
        if place < 0:
            longest = min(len(self._held), len(_OPENER) - 1)
            overlap = next((n for n in range(longest, 0, -1) if _OPENER.startswith(self._held[-n:])), 0)
            place = len(self._held) - overlap
        shown, self._held = self._held[:place], self._held[place:]
        return shown

    def end(self) -> Held:
        """What was held back, when no more comes."""
        held, self._held = self._held, ""
        rest, calls = "", []
        for piece in held.split(_OPENER)[1:] if held.startswith(_OPENER) else []:
            inner, _, behind = piece.partition(_CLOSER)
            try:
                called = msgspec.json.decode(inner.strip(), type=_Called)
            except msgspec.MsgspecError:
                rest += _OPENER + piece
                continue
            calls.append(CalledTool(called.name, msgspec.json.encode(called.arguments or {}).decode()))
            rest += behind
        return Held(rest.rstrip() if calls else held, calls)


def with_ids(calls: list[CalledTool]) -> list[ToolCallReply]:
    """As clients get them."""
    return [ToolCallReply(place, f"call_{uuid.uuid4().hex[:24]}", call) for place, call in enumerate(calls)]
