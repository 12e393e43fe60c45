"""Events on their way to the window: a writer thread, so that a window that does not read never stops a step.

Deltas of one request that wait are merged into one, and so are progress and reports, of which only the newest matters.
What waits is therefore bounded by the text of the running answers.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable

from engine.protocol import (
    ApiState,
    CacheReport,
    Delta,
    Event,
    Heartbeat,
    LoadProgress,
    PrefillProgress,
    ServerReport,
    encode,
)

log = logging.getLogger(__name__)

EX_SOFTWARE = 70  # of sysexits.h, which Windows does not have

_NEWEST_ONLY = (ApiState, CacheReport, Heartbeat, LoadProgress, PrefillProgress, ServerReport)


class Outbox:
    """A queue of events and the thread that writes them."""

    HEARTBEAT_SECONDS = 2.0

    def __init__(self, write: Callable[[bytes], None], heartbeat: Callable[[], Heartbeat]) -> None:
        self._write = write
        self._heartbeat = heartbeat
        self._waiting: list[Event] = []
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begin writing. Events sent before are kept."""
        self._thread.start()

    def send(self, event: Event) -> None:
        """Queue an event; never blocks."""
        with self._changed:
            merged = self._merge(event)
            if not merged:
                self._waiting.append(event)
            self._changed.notify()

    def close(self, timeout_seconds: float) -> None:
        """Write what waits, then stop; gives up after the timeout if nobody reads."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(timeout_seconds)

    @property
    def num_waiting(self) -> int:
        """Events not yet written."""
        with self._changed:
            return len(self._waiting)

    def _merge(self, event: Event) -> bool:
        """Put a delta into one that waits; drop what the event makes out of date. False if it is to be queued."""
        if isinstance(event, Delta):
            # Of one request, only its own deltas and progress lie behind; other requests' events do not matter to it.
            for place in range(len(self._waiting) - 1, -1, -1):
                other = self._waiting[place]
                if isinstance(other, Delta) and other.request_id == event.request_id:
                    self._waiting[place] = _merged(other, event)
                    return True
        elif isinstance(event, _NEWEST_ONLY):
            key = _subject(event)
            # Dropped, not replaced where it stands: a report of a new model must not come before its `ModelLoaded`.
            self._waiting = [e for e in self._waiting if type(e) is not type(event) or _subject(e) != key]
        return False

    def _run(self) -> None:
        beat_at = time.monotonic() + self.HEARTBEAT_SECONDS
        try:
            while True:
                with self._changed:
                    if not self._waiting and not self._closed:
                        self._changed.wait(max(beat_at - time.monotonic(), 0))
                    batch, self._waiting = self._waiting, []
                    closed = self._closed
                if time.monotonic() >= beat_at:
                    batch.append(self._heartbeat())
                    beat_at = time.monotonic() + self.HEARTBEAT_SECONDS
                if batch:
                    self._write(b"".join(encode(event) for event in batch))
                elif closed:
                    return
        except OSError:
            return  # nobody reads any more; the reader thread sees the end of the commands and ends the process
        except Exception:
            log.exception("An event could not be written; an engine that cannot speak must not go on in silence.")
            os._exit(EX_SOFTWARE)


def _merged(first: Delta, second: Delta) -> Delta:
    """One delta that says what two said. Reasoning and text are two texts, so their order is kept."""
    before, text = (first.text, "") if second.moved else ("", first.text)
    return Delta(
        request_id=first.request_id,
        text=text + second.text,
        reasoning=first.reasoning + before + second.reasoning,
        moved=first.moved or second.moved,
        tokens=first.tokens + second.tokens,
        chances=first.chances + second.chances,
    )


def _subject(event: Event) -> str:
    return getattr(event, "request_id", "") or getattr(event, "load_id", "")
