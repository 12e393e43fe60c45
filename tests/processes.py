"""Waiting for the end of processes that are not our children, without asking again and again."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterable

import psutil

if sys.platform == "linux":

    def watch_end(process_ids: Iterable[int]) -> Callable[[float], list[int]]:
        """Watch processes; call it while they live.

        Returns:
            A function that waits at most so many seconds and returns the ids that are still alive. A process that has
            ended counts as gone even where nobody collects its exit status, as in a container without an init.
        """
        watched = {os.pidfd_open(process_id): process_id for process_id in process_ids}

        def still_alive(seconds: float) -> list[int]:
            alive = []
            for descriptor, process_id in watched.items():
                if not select.select([descriptor], [], [], seconds)[0]:
                    alive.append(process_id)
                os.close(descriptor)
            return alive

        return still_alive

else:

    def watch_end(process_ids: Iterable[int]) -> Callable[[float], list[int]]:
        """The same for systems where an ended process leaves no trace."""
        processes = [psutil.Process(process_id) for process_id in process_ids]
        return lambda seconds: [process.pid for process in psutil.wait_procs(processes, timeout=seconds)[1]]
