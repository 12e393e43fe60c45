"""Whose turn is next: all answers that are being written together, then one chunk of one prompt, and again.

So no answer waits longer than for one chunk, and a prompt no longer than for one token of each answer.
"""

from __future__ import annotations

from collections import deque

from engine.request import Request

MAX_CHUNK_TOKENS = 512
MIN_CHUNK_TOKENS = 64
MAX_TOGETHER = 16
"""Answers that one forward goes on with. More would win little, and each waits for all."""


class Scheduler:
    """Round robin over the requests that can go on. Helper requests run when there is nothing else.

    Args:
        together: Whether one forward can go on with several answers.
    """

    def __init__(self, together: bool = False) -> None:
        self._queue: deque[Request] = deque()
        self._waiting_for_room: list[Request] = []
        self._together = together
        self._has_read = False

    def __len__(self) -> int:
        return len(self._queue) + len(self._waiting_for_room)

    def add(self, request: Request) -> None:
        """Let a new request take part."""
        self._queue.append(request)

    def next(self) -> list[Request]:
        """The requests that the next forward is for; they go to the end of the queue. None if there is nothing to do.

        More than one only where all of them are being written.
        """
        turn = self._turn([r for r in self._queue if not r.is_helper] or list(self._queue))
        for request in turn:
            self._queue.remove(request)
        self._queue.extend(turn)
        return turn

    def _turn(self, requests: list[Request]) -> list[Request]:
        if not self._together:
            return requests[:1]
        written = [request for request in requests if request.is_written][:MAX_TOGETHER]
        read = [request for request in requests if not request.is_written][:1]
        self._has_read = bool(read) and not (written and self._has_read)
        return read if self._has_read else written

    @property
    def is_writing(self) -> bool:
        """Whether an answer would wait while a prompt is read."""
        return any(request.is_written for request in self._queue)

    def find(self, request_id: str) -> Request | None:
        """A request that has not ended."""
        return next((r for r in self.requests() if r.id == request_id), None)

    def requests(self) -> list[Request]:
        """All requests that have not ended."""
        return [*self._queue, *self._waiting_for_room]

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


class ChunkSize:
    """How many prompt tokens one forward may read, so that commands wait about a quarter of a second.

    Whole blocks, between `MIN_CHUNK_TOKENS` and `MAX_CHUNK_TOKENS`, from the speed of the last full chunk.
    """

    TARGET_SECONDS = 0.25

    def __init__(self) -> None:
        self.tokens = 128

    @property
    def shared_tokens(self) -> int:
        """While answers are written, which wait for the chunk and for one another."""
        return max(self.tokens * 3 // 4 // MIN_CHUNK_TOKENS * MIN_CHUNK_TOKENS, MIN_CHUNK_TOKENS)

    def observe(self, num_tokens: int, seconds: float) -> None:
        """Take note of a forward. Short ones say little about the speed of long ones and are left out."""
        if num_tokens < MIN_CHUNK_TOKENS or seconds <= 0:
            return
        wanted = int(num_tokens / seconds * self.TARGET_SECONDS)
        # At most doubled, so that one lucky measurement cannot make a chunk that lasts seconds.
        wanted = min(wanted, 2 * self.tokens, MAX_CHUNK_TOKENS)
        self.tokens = max(wanted // MIN_CHUNK_TOKENS * MIN_CHUNK_TOKENS, MIN_CHUNK_TOKENS)
