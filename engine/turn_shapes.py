"""The turns of a conversation in the shapes that templates want: without a system role, strictly in turn, in parts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.protocol import ToolCall


class Turn(NamedTuple):
    """One message on its way into a template."""

    role: str
    content: str
    reasoning: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    name: str = ""

    def as_dict(self, *, in_parts: bool) -> dict[str, Any]:
        """As templates read it.

        Args:
            in_parts: The content is a list of parts, of which each says its kind.
        """
        fields: dict[str, Any] = {"role": self.role, "content": self.content}
        if in_parts:
            fields["content"] = [{"type": "text", "text": self.content}]
        if self.reasoning:
            fields |= {"reasoning_content": self.reasoning, "thinking": self.reasoning}
        if self.calls:
            fields["tool_calls"] = [_call_as_dict(call) for call in self.calls]
        return fields | {key: text for key, text in (("tool_call_id", self.call_id), ("name", self.name)) if text}


def _call_as_dict(call: ToolCall) -> dict[str, Any]:
    """Most templates write the arguments themselves, and so want them parsed."""
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        arguments = call.arguments
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def system_folded(turns: Sequence[Turn]) -> list[Turn] | None:
    """The system text put before what the user asks first; later ones become user turns. None where there is no other.

    Where an answer comes first, the system text stands in the place of its question.
    """
    start = next((place for place, turn in enumerate(turns) if turn.role != "system"), len(turns))
    following = [turn._replace(role="user") if turn.role == "system" else turn for turn in turns[start:]]
    if not following or not start:
        return following or None
    text = "\n\n".join(turn.content for turn in turns[:start])
    if following[0].role == "user":
        return [following[0]._replace(content=f"{text}\n\n{following[0].content}"), *following[1:]]
    return [Turn("user", text), *following]


def in_turn(turns: Sequence[Turn]) -> list[Turn]:
    """User and assistant strictly in turn, the user first: blank turns go, neighbours of one role become one.

    Where an answer comes first, an empty question is put before it.
    """
    found: list[Turn] = []
    for place, turn in enumerate(turns):
        is_blank = not turn.content.strip() and not turn.reasoning
        if is_blank and place < len(turns) - 1:
            continue
        before = found[-1] if found else Turn("system", "")
        if turn.role == "assistant" and before.role == "system":
            found.append(Turn("user", ""))
            before = found[-1]
        if turn.role == before.role and found:
            content = "\n\n".join(text for text in (before.content, turn.content) if text)
            reasoning = "\n\n".join(text for text in (before.reasoning, turn.reasoning) if text)
            found[-1] = Turn(turn.role, content, reasoning)
        else:
            found.append(turn)
    return found
