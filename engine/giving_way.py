"""What a loaded model's cache gives up while memory is short, and has back later."""

from __future__ import annotations

import logging
from collections.abc import Callable

import psutil

from engine.cache.cache_manager import CacheManager
from engine.cache.snapshots import snapshot_bytes
from engine.device_memory import give_back_freed
from engine.loader import LoadedModel
from engine.memory_plan import cache_sizes
from engine.memory_pressure import PressureValve
from engine.protocol import Event, KvFormat, Notice
from engine.protocol.memory import running_bytes, tokens_that_fit
from engine.steps import Steps

log = logging.getLogger(__name__)

SHORTEST_CONTEXT_TOKENS = 256
"""A conversation that has no room for as many is not worth being cut."""

NOTHING_LEFT = (
    "There was not enough memory to compute the answer, though all caches of waiting chats were given up. "
    "Close other programs, or let the model do without the oldest messages."
)

_GIVEN_UP_SHARE, _LEAST_GIVEN_UP_BYTES = 8, 64 * 1024 * 1024
"""What is given up at a time where the device has no memory: a part of what is used, and enough to be felt."""

_MOST_RELIEFS = 8
"""So many times in a row a forward without memory is tried again, each time with more given up."""


class GivingWay:
    """Owner of the cache's budget, and of whether memory is short.

    Attributes:
        budget_bytes: What the user has set, or left to the engine; less is in force while memory is short.
    """

    def __init__(self, loaded: LoadedModel, emit: Callable[[Event], None]) -> None:
        self.budget_bytes = loaded.kv_budget_bytes
        self._loaded = loaded
        self._emit = emit
        self._device = loaded.runner.device
        self._valve = PressureValve(psutil.virtual_memory().total)
        self._is_pressed = False
        self._reliefs = 0  # forwards without memory, one after the other

    def set_budget(self, cache: CacheManager, budget_bytes: int) -> None:
        """Change how much of the device the cache may take; 0 for what fitted best when the model was loaded."""
        self.budget_bytes = budget_bytes or self._loaded.automatic_budget_bytes
        cache.room.set_budget(self.budget_bytes)

    def look(self, cache: CacheManager, free_bytes: int, now: float) -> None:
        """Let the cache give way where the computer runs short, or have its room back; only where that is the device.

        Args:
            free_bytes: Of the computer's memory.
            now: In seconds, of a clock that never goes back.
        """
        if self._device.type != "cpu":
            return
        pool = cache.pool
        used = pool.used_bytes + cache.snapshots.used_bytes
        needed = pool.used_bytes - cache.room.evictable_bytes
        before = cache.room.budget_bytes
        budget = self._valve.budget(self.budget_bytes, before, used, needed, free_bytes, now)
        self._is_pressed = self._is_pressed and budget < self.budget_bytes
        if budget == before:
            return
        cache.room.set_budget(budget, is_pressed=budget < before)
        if budget < before:
            give_back_freed(self._device)
            self._say_pressed()
            # What waits is gone. Whoever goes on next may have what one conversation needs, or none could.
            one = running_bytes(cache_sizes(pool.sizes), self._format, self._loaded.info.context_tokens)
            cache.room.set_budget(min(max(budget, needed + one), self.budget_bytes))

    def relieve(self, cache: CacheManager, steps: Steps) -> bool:
        """The device had no memory for a forward: give up what can be spared, and let it be done in smaller pieces.

        Returns:
            Whether it may be tried again; False if nothing is left to be given up.
        """
        self._reliefs += 1
        wanted = max(cache.pool.used_bytes // _GIVEN_UP_SHARE, _LEAST_GIVEN_UP_BYTES)
        if self._reliefs <= _MOST_RELIEFS and (cache.room.give_way(wanted) or steps.be_brief()):
            give_back_freed(self._device)
            return True
        self._reliefs = 0
        return False

    def found_memory(self) -> None:
        """A forward has been done: the next one without memory is the first of its row."""
        self._reliefs = 0

    def context_that_fits(self) -> int:
        """How long conversations may be, going by the budget without any pressure."""
        sizes, most = self._loaded.sizes, self._loaded.info.context_tokens
        if not sizes.open_bytes:
            return most
        for_blocks = self.budget_bytes - snapshot_bytes(self.budget_bytes, sizes, self._loaded.runner.has_state)
        fitting = tokens_that_fit(for_blocks, cache_sizes(sizes), self._format)
        return min(most, max(fitting, SHORTEST_CONTEXT_TOKENS))

    @property
    def _format(self) -> KvFormat:
        return self._loaded.policy.format.name

    def _say_pressed(self) -> None:
        if not self._is_pressed:
            self._is_pressed = True
            log.info("Memory is short: the cache gives way.")
            self._emit(
                Notice(
                    severity="info",
                    message="Memory is short, so caches of chats that wait are parked. They come back when they are "
                    "needed, and have their room again when other programs need less.",
                )
            )
