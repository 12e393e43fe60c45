"""How much memory this process may still take: what the computer has, within a limit that was set for the process."""

from __future__ import annotations

import sys

import psutil


def free_memory() -> int:
    """In bytes; what the system could free at once counts as free."""
    available = int(psutil.virtual_memory().available)
    left = _left_of_limit()
    return available if left is None else max(min(available, left), 0)


def _left_of_limit() -> int | None:
    """What is left of the address space that the user, or who started the program, allows it (`ulimit -v`)."""
    if sys.platform == "win32":
        return None
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit - int(psutil.Process().memory_info().vms)
