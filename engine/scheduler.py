"""Whose turn is next. Every request gets one forward in turn, so no answer waits longer than the others' chunks."""

from __future__ import annotations

from collections import deque

from engine.request import Request

MAX_CHUNK_TOKENS = 512
MIN_CHUNK_TOKENS = 64


class Scheduler:
    """Round robin over the requests that can go on."""

    def __init__(self) -> None:
        self._queue: deque[Request] = deque()
        self._waiting_for_room: list[Request] = []

    def __len__(self) -> int:
        return len(self._queue) + len(self._waiting_for_room)

    def add(self, request: Request) -> None:
        """Let a new request take part."""
        self._queue.append(request)

    def next(self) -> Request | None:
        """The request to work on; it goes to the end of the queue."""
        if not self._queue:
            return None
        self._queue.rotate(-1)
        return self._queue[-1]

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
    """How many prompt tokens one forward may read, so that commands and other chats wait about a quarter of a second.

    Whole blocks, between `MIN_CHUNK_TOKENS` and `MAX_CHUNK_TOKENS`, from the speed of the last full chunk.
    """

    TARGET_SECONDS = 0.25

    def __init__(self) -> None:
        self.tokens = 128

    def observe(self, num_tokens: int, seconds: float) -> None:
        """Take note of a forward. Short ones say little about the speed of long ones and are left out."""
        if num_tokens < MIN_CHUNK_TOKENS or seconds <= 0:
            return
        wanted = int(num_tokens / seconds * self.TARGET_SECONDS)
        # At most doubled, so that one lucky measurement cannot make a chunk that lasts seconds.
        wanted = min(wanted, 2 * self.tokens, MAX_CHUNK_TOKENS)
        self.tokens = max(wanted // MIN_CHUNK_TOKENS * MIN_CHUNK_TOKENS, MIN_CHUNK_TOKENS)
