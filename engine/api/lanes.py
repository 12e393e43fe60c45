"""Which cache a request goes on with: clients send whole conversations, and never say which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.protocol import LOCAL_API, ChatMessage

KEPT_LANES = 8
"""So many conversations are kept as such. What others have computed stays too, as long as nobody needs the room."""

_Said = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Lane:
    conversation_id: str
    said: _Said = ()
    is_taken: bool = False


class Lanes:
    """One lane is one conversation, as far as can be told; one runs one request at a time."""

    def __init__(self) -> None:
        self._lanes: list[_Lane] = []  # the one that was used longest ago comes first

    def take(self, messages: Sequence[ChatMessage]) -> str:
        """The id of the cache for a request, which is taken until `give_back`.

        It is that of the conversation which these messages go on with, else the one that was not used for longest.
        """
        said = tuple((message.role, message.content) for message in messages)
        idle = [lane for lane in self._lanes if not lane.is_taken]
        begun = [lane for lane in idle if lane.said == said[: len(lane.said)]]
        lane = max(begun, key=lambda lane: len(lane.said), default=None)
        if lane is None and (len(self._lanes) < KEPT_LANES or not idle):
            lane = _Lane(f"{LOCAL_API}:{len(self._lanes) + 1}")
            self._lanes.append(lane)
        lane = lane or idle[0]
        self._lanes.remove(lane)
        self._lanes.append(lane)
        lane.said, lane.is_taken = said, True
        return lane.conversation_id

    def give_back(self, conversation_id: str) -> None:
        """Its request has ended."""
        for lane in self._lanes:
            if lane.conversation_id == conversation_id:
                lane.is_taken = False
