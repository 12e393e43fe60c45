"""How much memory the engine sets aside, and what weights take; the rest of the arithmetic is `protocol.memory`."""

from __future__ import annotations

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import BlockSizes
from engine.protocol.memory import GIB, MIB, CacheSizes

MIN_BLOCKS = 2


def cache_sizes(sizes: BlockSizes, state_bytes: int = 0) -> CacheSizes:
    """The blocks of a model, as the arithmetic of the protocol takes them."""
    return CacheSizes(
        block_tokens=BLOCK_TOKENS,
        by_format={format_.name: num_bytes for format_, num_bytes in sizes.by_format.items()},
        window_bytes=sizes.window_bytes,
        window_tokens=sizes.window_tokens,
        by_room=sizes.by_room,
        state_bytes=state_bytes,
    )


def weights_bytes(parameters: int, number_bytes: int, *packed: tuple[int, float]) -> int:
    """What weights take.

    Args:
        packed: How many of the parameters are kept in how many bits; a share of the scales counts with each.
    """
    rest = parameters - sum(count for count, _ in packed)
    return rest * number_bytes + sum(int(count * bits / 8) for count, bits in packed)


def out_of_memory_sentence(name: str, needed_bytes: int, free_bytes: int) -> str:
    """Why a model could not be loaded, and what can be done about it, what costs least first.

    Args:
        needed_bytes: Of its weights alone.
    """
    return (
        f"There is not enough memory for {name}: at least {human_bytes(needed_bytes)} are needed, and "
        f"{human_bytes(free_bytes)} are free. Close other programs, keep the cache in 4 bits or choose a shorter "
        "context, load the weights in 4 bits, let part of the model lie outside of the graphics card, or choose a "
        "smaller model. “Memory that it takes …” in the list of models shows what would fit."
    )


def human_bytes(num_bytes: int) -> str:
    """For sentences: `512 MiB`, `1.5 GiB`."""
    if num_bytes >= GIB:
        return f"{num_bytes / GIB:.1f} GiB"
    return f"{max(num_bytes, 0) / MIB:.0f} MiB"
