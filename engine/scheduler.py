"""Whose turn is next: all answers that are being written together, and with them one chunk of one prompt.

So no answer waits longer than for one chunk, and a prompt no longer than for one token of each answer.
"""

from __future__ import annotations

from collections import deque

from engine.piece import MAX_ROWS
from engine.request import Request

MAX_CHUNK_TOKENS = 512
MIN_CHUNK_TOKENS = 64
MIN_SHARED_TOKENS = 8
MAX_TOGETHER = 16
"""Answers that one forward goes on with. More would win little, and each waits for all."""
MAX_SHARED_TOKENS = MAX_ROWS - MAX_TOGETHER
"""On a CPU: with a token of each answer no more than `MAX_ROWS`. Beyond, a forward takes several times as long."""
APART_EVERY = 4
"""While the window's chats want something, other programs' requests have every fourth turn, and none stands still."""


class Scheduler:
    """Round robin over the requests that can go on. Helper requests run when there is nothing else.

    Those of other programs come behind the window's own: their prompts are read in every fourth turn only, and where
    one forward is for one request, they have every fourth. Answers of both kinds are written together.

    The conversation in front of the user goes first: its prompt is read before others, its answer is among those that
    are written, and it gives way to nobody. Where one forward is for one request only, it has every second turn.

    Args:
        together: Whether one forward can be for several requests.

    Attributes:
        front: Id of that conversation; empty for none.
    """

    def __init__(self, together: bool = False) -> None:
        self.front = ""
        self._queue: deque[Request] = deque()
        self._waiting_for_room: list[Request] = []
        self._together = together
        self._was_front = False
        self._own_turns = 0  # of the window's chats, since others had one

    def __len__(self) -> int:
        return len(self._queue) + len(self._waiting_for_room)

    def add(self, request: Request) -> None:
        """Let a new request take part."""
        self._queue.append(request)

    def next(self) -> list[Request]:
        """The requests that the next forward is for; they go to the end of the queue. None if there is nothing to do.

        Several only where all but the last are being written.
        """
        turn = self._turn()
        for request in turn:
            self._queue.remove(request)
        self._queue.extend(turn)
        return turn

    def _own(self) -> list[Request]:
        """What the window wants: its chats, and helpers where there is none."""
        own = [request for request in self._queue if not request.is_apart]
        return [request for request in own if not request.is_helper] or own

    def _others(self) -> list[Request]:
        return [request for request in self._queue if request.is_apart]

    def _turn(self) -> list[Request]:
        own, others = self._own(), self._others()
        if self._together:
            own = sorted(own, key=lambda request: not self._is_front(request))
            written = [request for request in own + others if request.is_written][:MAX_TOGETHER]
            unread, others_unread = ([r for r in each if not r.is_written] for each in (own, others))
            return written + (others_unread if self._is_others_turn(own, others_unread) else unread)[:1]
        if self._is_others_turn(own, others):
            return others[:1]
        skipped = self._was_front and any(not self._is_front(request) for request in own)
        turn = sorted(own, key=lambda r: self._is_front(r) if skipped else not self._is_front(r))[:1]
        self._was_front = bool(turn) and self._is_front(turn[0])
        return turn

    def _is_others_turn(self, own: list[Request], others: list[Request]) -> bool:
        """Whether it is that of one of them, where both want one."""
        self._own_turns += 1
        if not others or (own and self._own_turns < APART_EVERY):
            return False
        self._own_turns = 0
        return True

    @property
    def is_writing(self) -> bool:
        """Whether an answer would wait while a prompt is read."""
        return any(request.is_written for request in self._own() + self._others())

    def find(self, request_id: str) -> Request | None:
        """A request that has not ended."""
        return next((r for r in self.requests() if r.id == request_id), None)

    def requests(self) -> list[Request]:
        """All requests that have not ended."""
        return [*self._queue, *self._waiting_for_room]

    def can_go_on(self, request: Request) -> bool:
        """Whether it has neither ended nor waits for blocks."""
        return request in self._queue

    def first_to_give_way(self, request: Request) -> Request:
        """Whose blocks are given up where there are none left for a request: its own, or those of one that can wait.

        Other programs' first, then helpers, then whoever came last; so the others come to their end. The conversation
        in front does not.
        """
        holders = [other for other in self._queue if other is request or other.sequence is not None]
        return max(holders, key=lambda other: (not self._is_front(other), *_rank(other), other.answer.arrived))

    def preempt(self, request: Request) -> bool:
        """Let a request wait until another one ends, for want of blocks; False if it is the only one left."""
        if len(self._queue) <= 1:
            return False
        self._queue.remove(request)
        self._waiting_for_room.append(request)
        return True

    def remove(self, request: Request) -> None:
        """A request has ended; those that waited for its blocks try again."""
        if request in self._waiting_for_room:
            self._waiting_for_room.remove(request)
        else:
            self._queue.remove(request)
        self._queue.extend(self._waiting_for_room)
        self._waiting_for_room.clear()

    def _is_front(self, request: Request) -> bool:
        return bool(self.front) and request.answer.command.conversation_id == self.front


def _rank(request: Request) -> tuple[bool, bool]:
    return request.is_apart, request.is_helper


class ChunkSize:
    """How many prompt tokens one forward may read, from the time that the last one took.

    Alone in whole blocks, so that commands wait about half a second; less at once takes more time for each token. Stop
    does not wait so long: it ends a forward between two layers. While answers are written, which wait for the chunk
    and for their own token in the same forward, in smaller pieces and within less time: a machine is often slower for a
    moment than it was, and no answer is to stand still for longer than 300 ms.

    Args:
        is_shared: Whether answers wait.
        most: Tokens at once, whatever time they take.
    """

    TARGET_SECONDS = 0.5
    SHARED_SECONDS = 0.18

    def __init__(self, is_shared: bool = False, most: int = MAX_CHUNK_TOKENS) -> None:
        self._least = MIN_SHARED_TOKENS if is_shared else MIN_CHUNK_TOKENS
        self._most = most
        self.target_seconds = self.SHARED_SECONDS if is_shared else self.TARGET_SECONDS
        self.tokens = 2 * self._least

    def be_brief(self) -> bool:
        """Read as little at once as can be; False if that is so already."""
        was_longer = self.tokens > self._least
        self.tokens = self._least
        return was_longer

    def observe(self, num_tokens: int, seconds: float) -> None:
        """Take note of a forward. Short ones say little about the speed of long ones and are left out."""
        if num_tokens < self._least or seconds <= 0:
            return
        wanted = int(num_tokens / seconds * self.target_seconds)
        # At most doubled, so that one lucky measurement cannot make a chunk that lasts seconds.
        wanted = min(wanted, 2 * self.tokens, self._most)
        self.tokens = max(wanted // self._least * self._least, self._least)
