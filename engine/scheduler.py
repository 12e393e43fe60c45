"""Whose turn is next: all answers that are being written together, and with them one chunk of one prompt.

So no answer waits longer than for one chunk, and a prompt no longer than for one token of each answer.
"""

from __future__ import annotations

from collections import deque

from engine.request import Request

MAX_CHUNK_TOKENS = 512
MIN_CHUNK_TOKENS = 64
MIN_SHARED_TOKENS = 8
MAX_TOGETHER = 16
"""Answers that one forward goes on with. More would win little, and each waits for all."""


class Scheduler:
    """Round robin over the requests that can go on. Helper requests run when there is nothing else.

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

    def __len__(self) -> int:
        return len(self._queue) + len(self._waiting_for_room)

    def add(self, request: Request) -> None:
        """Let a new request take part."""
        self._queue.append(request)

    def next(self) -> list[Request]:
        """The requests that the next forward is for; they go to the end of the queue. None if there is nothing to do.

        Several only where all but the last are being written.
        """
        turn = self._turn(self._served())
        for request in turn:
            self._queue.remove(request)
        self._queue.extend(turn)
        return turn

    def _served(self) -> list[Request]:
        return [request for request in self._queue if not request.is_helper] or list(self._queue)

    def _turn(self, requests: list[Request]) -> list[Request]:
        if not self._together:
            skipped = self._was_front and any(not self._is_front(request) for request in requests)
            turn = sorted(requests, key=lambda r: self._is_front(r) if skipped else not self._is_front(r))[:1]
            self._was_front = bool(turn) and self._is_front(turn[0])
            return turn
        requests = sorted(requests, key=lambda request: not self._is_front(request))
        written = [request for request in requests if request.is_written][:MAX_TOGETHER]
        return written + [request for request in requests if not request.is_written][:1]

    @property
    def is_writing(self) -> bool:
        """Whether an answer would wait while a prompt is read."""
        return any(request.is_written for request in self._served())

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

        Helpers first, then whoever came last; so the others come to their end. The conversation in front does not.
        """
        holders = [other for other in self._queue if other is request or other.sequence is not None]
        return max(holders, key=lambda other: (not self._is_front(other), other.is_helper, other.answer.arrived))

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


class ChunkSize:
    """How many prompt tokens one forward may read, from the time that the last one took.

    Alone in whole blocks, so that commands wait about a quarter of a second. While answers are written, which wait for
    the chunk and for their own token in the same forward, in smaller pieces and within less time: a machine is often
    slower for a moment than it was, and no answer is to stand still for longer than 300 ms.

    Args:
        is_shared: Whether answers wait.
    """

    TARGET_SECONDS = 0.25
    SHARED_SECONDS = 0.18

    def __init__(self, is_shared: bool = False) -> None:
        self._least = MIN_SHARED_TOKENS if is_shared else MIN_CHUNK_TOKENS
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
        wanted = min(wanted, 2 * self.tokens, MAX_CHUNK_TOKENS)
        self.tokens = max(wanted // self._least * self._least, self._least)
