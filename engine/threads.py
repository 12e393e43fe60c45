"""How many threads a model is given on a CPU: measured after a load, since no rule fits both small and large models.

A step of a small model is over before a second thread is awake, and on a machine that is busy with something else one
thread is often faster than all. What is measured is kept for the model and the machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import psutil
import torch

PREFILL_TOKENS = 32
"""New tokens of a forward from which on it is reading, and not writing."""

_TRIES = 3
_PATIENCE_SECONDS = 1.0
"""No further turn is begun after that."""

_WORTH = 0.97
"""More threads are taken only where they need less than this share of the time of fewer."""


class ThreadCounts(NamedTuple):
    """Threads for steps that write, and for forwards that read."""

    decode: int
    prefill: int

    @classmethod
    def default(cls) -> ThreadCounts:
        """As many as torch takes by itself."""
        return cls(torch.get_num_threads(), torch.get_num_threads())

    def of(self, num_tokens: int) -> int:
        """As many as fit a forward of so many tokens."""
        return self.prefill if num_tokens >= PREFILL_TOKENS else self.decode

    def use(self, num_tokens: int) -> None:
        """Let torch use as many as fit a forward of so many tokens."""
        wanted = self.of(num_tokens)
        if torch.get_num_threads() != wanted:
            torch.set_num_threads(wanted)


def candidates() -> list[int]:
    """Numbers of threads that are worth trying, the fewest first."""
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    most = max(min(cores, allowed), 1)
    return sorted({1, 2, most // 2, most} & set(range(1, most + 1)))


def is_busy() -> bool:
    """Whether other programs are at work, so that what is measured is good for now only."""
    return bool(psutil.getloadavg()[0] > candidates()[-1])


def measure(
    work: Callable[[int], object], counts: Sequence[int], clock: Callable[[], float] = time.perf_counter
) -> int:
    """The number of threads with which work takes least time; of two that are about as good, the smaller.

    Args:
        work: Does it with so many threads.
    """
    if len(counts) == 1:
        return counts[0]
    seconds = dict.fromkeys(counts, float("inf"))
    for count in counts:
        work(count)  # the first time wakes threads that were never there
    began = clock()
    for number in range(_TRIES):  # in turns, since a machine's speed wanders
        if number and clock() - began > _PATIENCE_SECONDS:
            break
        for count in counts:
            started = clock()
            work(count)
            seconds[count] = min(seconds[count], clock() - started)
    best = counts[0]
    for count in counts[1:]:
        if seconds[count] < _WORTH * seconds[best]:
            best = count
    return best
