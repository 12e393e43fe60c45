"""How much memory things take: the cache within its budget, a conversation, a model's weights. Pure arithmetic."""

from __future__ import annotations

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, BlockSizes, KvFormat

MIB = 1024 * 1024
GIB = 1024 * MIB

MIN_BLOCKS = 2

OPEN_BLOCKS = 11
"""Blocks of one conversation that may be exact at a time: the first, the newest full one, and the nine that a chunk of
a prompt fills when it begins inside a block."""


def default_kv_budget_bytes(device_kind: str, free_bytes: int) -> int:
    """Hard limit for keys and values on the device, from what is free once the weights are there.

    A quarter of free RAM at most, since the machine is the user's and not ours; of VRAM all but room for working
    space, since nothing else is likely to want it.
    """
    if device_kind == "cpu":
        return min(free_bytes // 4, 4 * GIB)
    return max(free_bytes - max(512 * MIB, free_bytes // 8), 0)


def wanted_kv_bytes(block_bytes: int, packed_bytes: int, context_tokens: int, block_tokens: int) -> int:
    """As much as sixteen full contexts could use."""
    packed = max(-(-context_tokens // block_tokens) - OPEN_BLOCKS, 0)
    return 16 * (packed * packed_bytes + OPEN_BLOCKS * block_bytes)


def tokens_that_fit(budget_bytes: int, block_bytes: int, packed_bytes: int, block_tokens: int) -> int:
    """The longest conversation that a budget holds.

    Args:
        block_bytes: Of an exact block, at least `packed_bytes`, and those above 0.
    """
    spare_bytes = budget_bytes - OPEN_BLOCKS * block_bytes
    if spare_bytes < 0:
        return budget_bytes // block_bytes * block_tokens
    return (OPEN_BLOCKS + spare_bytes // packed_bytes) * block_tokens


def conversation_bytes(sizes: BlockSizes, format_: KvFormat, num_tokens: int) -> int:
    """What a conversation that shares nothing takes on the device while it waits, room enough taken for granted.

    The first full block and the newest one are exact, and the open one is cut to its tokens.
    """
    num_full, rest = divmod(num_tokens, BLOCK_TOKENS)
    num_exact = min(num_full, 2)
    full_bytes = num_exact * sizes.by_format[EXACT] + (num_full - num_exact) * sizes.by_format[format_]
    return full_bytes + num_full * sizes.window_bytes + (sizes.by_room[rest] if rest else 0)


def weights_bytes(parameters: int, matrix_parameters: int, dtype_bytes: int, matrix_bits: float | None = None) -> int:
    """What weights take.

    Args:
        matrix_bits: For each number of the matrices, where those are packed; scales counted.
    """
    if matrix_bits is None:
        return parameters * dtype_bytes
    return (parameters - matrix_parameters) * dtype_bytes + int(matrix_parameters * matrix_bits / 8)


def human_bytes(num_bytes: int) -> str:
    """For sentences: `512 MiB`, `1.5 GiB`."""
    if num_bytes >= GIB:
        return f"{num_bytes / GIB:.1f} GiB"
    return f"{max(num_bytes, 0) / MIB:.0f} MiB"
