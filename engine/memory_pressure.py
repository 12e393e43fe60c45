"""Lets the cache give way while the computer runs short of memory, and have its room back later. Pure."""

from __future__ import annotations

_MIB = 1024 * 1024
_LOW_SHARE, _LEAST_LOW_BYTES = 20, 512 * _MIB
_STEP_SHARE = 8
RECOVERY_SECONDS = 10.0


class PressureValve:
    """Says what the device's budget is to be, from what is free.

    It shrinks at once, by as much as is missing and in whole steps, each an eighth of what is wanted, so that it need
    not be done again a moment later. It comes back one step in ten seconds, and only while twice as much is free as
    would be too little; so it does not swing.

    Args:
        total_bytes: Of the computer's memory. A twentieth of it is too little to be free.
    """

    def __init__(self, total_bytes: int) -> None:
        self.low_bytes = max(total_bytes // _LOW_SHARE, _LEAST_LOW_BYTES)
        self._changed_at = 0.0

    def budget(
        self, wanted_bytes: int, present_bytes: int, used_bytes: int, least_bytes: int, free_bytes: int, now: float
    ) -> int:
        """The budget from now on.

        Args:
            wanted_bytes: Without any pressure.
            present_bytes: As it is, and what of it is used.
            least_bytes: What answers that are being written need.
            now: In seconds, of a clock that never goes back.
        """
        step = max(wanted_bytes // _STEP_SHARE, 1)
        present_bytes = min(present_bytes, wanted_bytes)
        missing = self.low_bytes - free_bytes
        if missing > 0:
            self._changed_at = now
            steps = -(-missing // step)
            return min(max(min(present_bytes, used_bytes) - steps * step, least_bytes), wanted_bytes)
        is_time = now >= self._changed_at + RECOVERY_SECONDS
        if present_bytes < wanted_bytes and is_time and free_bytes >= 2 * self.low_bytes:
            self._changed_at = now
            return min(present_bytes + step, wanted_bytes)
        return present_bytes
