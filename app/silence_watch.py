"""Tells a process that hangs from a machine that slept."""

from __future__ import annotations


class SilenceWatch:
    """Adds up how long nothing was heard, tick by tick.

    A tick counts for at most twice its period. When the machine was suspended, or this process was, one tick comes
    hours late and counts for two seconds; a process that hangs is caught all the same.
    """

    def __init__(self, limit_seconds: float, tick_seconds: float) -> None:
        self.limit_seconds = limit_seconds
        self._tick_seconds = tick_seconds
        self._silent_seconds = 0.0
        self._last_tick: float | None = None

    def heard(self) -> None:
        """There was a sign of life."""
        self._silent_seconds = 0.0

    def tick(self, now: float) -> bool:
        """Count the time since the last tick; says whether the silence has lasted too long.

        Args:
            now: Seconds of a monotonic clock.
        """
        if self._last_tick is not None:
            self._silent_seconds += min(now - self._last_tick, 2 * self._tick_seconds)
        self._last_tick = now
        return self._silent_seconds > self.limit_seconds
