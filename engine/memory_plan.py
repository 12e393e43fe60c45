"""How much memory the cache may take when the user has set no budget. Pure arithmetic."""

from __future__ import annotations

MIB = 1024 * 1024
GIB = 1024 * MIB

MIN_BLOCKS = 2


def default_kv_budget_bytes(device_kind: str, free_bytes: int) -> int:
    """Hard limit for keys and values on the device, from what is free once the weights are there.

    A quarter of free RAM at most, since the machine is the user's and not ours; of VRAM all but room for working
    space, since nothing else is likely to want it.
    """
    if device_kind == "cpu":
        return min(free_bytes // 4, 4 * GIB)
    return max(free_bytes - max(512 * MIB, free_bytes // 8), 0)


def num_blocks(budget_bytes: int, block_bytes: int, context_tokens: int, block_tokens: int) -> int:
    """Blocks that fit the budget, and no more than sixteen full contexts could use."""
    wanted = -(-context_tokens // block_tokens) * 16
    return min(budget_bytes // block_bytes, wanted)


def human_bytes(num_bytes: int) -> str:
    """For sentences: `512 MiB`, `1.5 GiB`."""
    if num_bytes >= GIB:
        return f"{num_bytes / GIB:.1f} GiB"
    return f"{max(num_bytes, 0) / MIB:.0f} MiB"
