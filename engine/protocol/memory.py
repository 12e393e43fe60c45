"""What a model takes of memory, told once by the engine, and the arithmetic on it for any wish. Pure.

It stands in the protocol since both processes reckon with it: the engine when it loads a model, the window while a
slider moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from engine.protocol.values import Dtype, KvFormat, Weights

MIB = 1024 * 1024
GIB = 1024 * MIB

OPEN_BLOCKS = 11
"""Blocks of one conversation that may be exact at a time: the first, the newest full one, and the nine that a chunk of
a prompt fills when it begins inside a block."""

STATE_EVERY_TOKENS = 1024
"""A copy of recurrent state is kept so often, besides the one behind the last token."""

SNAPSHOT_SHARE = 4
"""One part in so many of the budget is set aside for those copies, in a model that has blocks as well."""

SLOW_SECONDS = 0.5
"""A token that takes longer is waited for: people read four and more in a second."""

MOST_CONVERSATIONS = 64
"""As many as anybody will reckon with."""

_MOST_TOKENS = 2**24
_LEAST_SPARE_BYTES = 256 * MIB
_SPARE_SHARE = 16

Verdict: TypeAlias = Literal["fits", "tight", "slow", "too_large"]
"""`fits`. `tight`: only just, so that little is left for other programs. `slow`: it runs, but not as one would like.
`too_large`: there is not enough memory."""

Reason: TypeAlias = Literal["", "offloaded", "parked", "bandwidth"]
"""Why it is slow. `offloaded`: part of it has to lie outside of the graphics card. `parked`: not all conversations
fit at a time, so that some are brought back when they go on. `bandwidth`: reading all of it once takes long."""


class CacheSizes(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of a block of one model's cache.

    Attributes:
        block_tokens: Tokens of a block.
        by_format: Of all parts but those of sliding windows.
        window_bytes: Of the parts of sliding windows, which can be given up on their own.
        window_tokens: The widest window; 0 where there is none.
        by_room: Of an open block that is cut to so many tokens, from none to all.
        state_bytes: Of the state of recurrent layers, which does not grow with the text.
    """

    block_tokens: int
    by_format: dict[KvFormat, int]
    window_bytes: int = 0
    window_tokens: int = 0
    by_room: tuple[int, ...] = ()
    state_bytes: int = 0

    @property
    def open_bytes(self) -> int:
        """Of a new block, which is exact."""
        return self.by_format["exact"] + self.window_bytes

    @property
    def window_blocks(self) -> int:
        """Full blocks whose sliding-window parts a conversation needs to go on."""
        return -(-self.window_tokens // self.block_tokens)

    def bytes_per_token(self, kv_format: KvFormat) -> float:
        """Of one more token, those of sliding windows counted as if they were kept."""
        return (self.by_format[kv_format] + self.window_bytes) / self.block_tokens


def conversation_bytes(sizes: CacheSizes, kv_format: KvFormat, num_tokens: int, *, has_room: bool = True) -> int:
    """What a conversation that shares nothing takes while it waits.

    The first full block and the newest one are exact, and the open one is cut to its tokens.

    Args:
        has_room: Whether nothing had to be given up. Otherwise only those parts of sliding windows are left that the
            conversation needs to go on.
    """
    num_full, rest = divmod(num_tokens, sizes.block_tokens)
    num_exact = min(num_full, 2)
    full_bytes = num_exact * sizes.by_format["exact"] + (num_full - num_exact) * sizes.by_format[kv_format]
    num_windows = num_full if has_room else min(num_full, sizes.window_blocks)
    num_states = -(-num_tokens // STATE_EVERY_TOKENS)
    open_bytes = sizes.by_room[rest] if rest else 0
    return full_bytes + num_windows * sizes.window_bytes + open_bytes + num_states * sizes.state_bytes


def running_bytes(sizes: CacheSizes, kv_format: KvFormat, num_tokens: int) -> int:
    """The smallest budget for blocks in which one conversation can be read to so many tokens."""
    num_blocks = -(-num_tokens // sizes.block_tokens)
    exact_bytes = num_blocks * sizes.open_bytes
    packed_bytes = max(num_blocks - OPEN_BLOCKS, 0) * sizes.by_format[kv_format]
    return min(exact_bytes, OPEN_BLOCKS * sizes.open_bytes + sizes.window_blocks * sizes.window_bytes + packed_bytes)


def tokens_that_fit(budget_bytes: int, sizes: CacheSizes, kv_format: KvFormat) -> int:
    """The longest conversation that a budget for blocks holds; whole blocks."""
    num_blocks = budget_bytes // sizes.open_bytes
    spare_bytes = budget_bytes - OPEN_BLOCKS * sizes.open_bytes - sizes.window_blocks * sizes.window_bytes
    if spare_bytes >= 0:
        packed_bytes = sizes.by_format[kv_format]
        more = spare_bytes // packed_bytes if packed_bytes else _MOST_TOKENS
        num_blocks = max(num_blocks, OPEN_BLOCKS + more)
    return num_blocks * sizes.block_tokens


def cache_bytes(sizes: CacheSizes, kv_format: KvFormat, num_tokens: int, conversations: int) -> int:
    """The smallest cache budget that keeps so many conversations of so many tokens while one of them is answered."""
    waiting = conversation_bytes(sizes, kv_format, num_tokens, has_room=False)
    states = conversations * -(-num_tokens // STATE_EVERY_TOKENS) * sizes.state_bytes
    if not sizes.open_bytes:
        return states
    blocks = (conversations - 1) * waiting + running_bytes(sizes, kv_format, num_tokens)
    if not sizes.state_bytes:
        return blocks
    blocks -= (conversations - 1) * (states // conversations)
    return max(-(-blocks * SNAPSHOT_SHARE // (SNAPSHOT_SHARE - 1)), SNAPSHOT_SHARE * states)


def wanted_kv_bytes(sizes: CacheSizes, kv_format: KvFormat, context_tokens: int) -> int:
    """As much as sixteen full contexts could use."""
    return 16 * running_bytes(sizes, kv_format, context_tokens)


def default_kv_budget_bytes(device_kind: str, free_bytes: int) -> int:
    """Hard limit for keys and values on the device, from what is free once the weights are there.

    A quarter of free RAM at most, since the machine is the user's and not ours; of VRAM all but room for working
    space, since nothing else is likely to want it.
    """
    if device_kind == "cpu":
        return min(free_bytes // 4, 4 * GIB)
    return max(free_bytes - max(512 * MIB, free_bytes // 8), 0)


class LayerKind(msgspec.Struct, frozen=True, kw_only=True):
    """Layers of a model that cache alike.

    Attributes:
        count: How many there are.
        kv_heads: 1 for compressed latents.
        k_dim: Numbers of a key per head; of the latent where attention is latent.
        v_dim: Numbers of a value per head; of the rotary part of the key where attention is latent.
        window: In tokens; 0 where every token is seen.
        latent: Whether compressed latents are cached in place of keys and values.
    """

    count: int
    kv_heads: int
    k_dim: int
    v_dim: int
    window: int = 0
    latent: bool = False


class WeightsOption(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which a model's weights can be kept.

    Attributes:
        name: `auto`, a packed form, or the dtype in which they are kept as stored.
        weights: As `LoadModel` takes it, and `dtype` likewise.
        num_bytes: In memory.
        read_bytes: What of them one token needs; less than all where a token visits some experts only.
        number_bytes: Size of the numbers that the model computes with, and that its exact cache is made of.
    """

    name: str
    weights: Weights = "as_stored"
    dtype: Dtype = "auto"
    num_bytes: int
    read_bytes: int
    number_bytes: Literal[2, 4]


class ModelMemory(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a model's memory before it is loaded.

    Attributes:
        parameters: Numbers in the weights.
        stored_bytes: Of the files with the weights; 0 where they are not here.
        context_tokens: The model's own limit; 0 where it names none.
        layers: What its layers cache; those that cache nothing are not listed.
        state_layers: Layers with a recurrent state.
        weights: How its weights can be kept, the usual way first.
        sizes: Of its cache, by `number_bytes`.
        chunk_bytes: Working space of the longest piece of a prompt that is read at once, by `number_bytes`.
        history_bytes: Working space for each token of the context besides: one layer's history, unpacked.
        tokenizer_bytes: Of the words of the tokenizer, which lie in the computer's memory wherever the model is.
    """

    name: str
    architecture: str
    parameters: int
    stored_bytes: int = 0
    context_tokens: int = 0
    layers: list[LayerKind] = []
    state_layers: int = 0
    weights: list[WeightsOption]
    sizes: dict[int, CacheSizes]
    chunk_bytes: dict[int, int]
    history_bytes: dict[int, int]
    tokenizer_bytes: int = 0


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of a device, as a model that takes the place of the present one would find it.

    Attributes:
        kind: `cpu` or `cuda`.
        free_bytes: Free now, and what the present model will give back.
        replaced_bytes: What of them the present model has.
        bytes_per_second: How fast a model is read there; 0 where that has not been measured.
    """

    kind: str
    name: str
    total_bytes: int
    free_bytes: int
    replaced_bytes: int = 0
    bytes_per_second: float = 0.0


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody would like to do with a model."""

    weights: WeightsOption
    kv_format: KvFormat
    context_tokens: int
    conversations: int = 1


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """What a wish takes, and what comes of it.

    Attributes:
        cache_bytes: The cache budget that it needs.
        usual_cache_bytes: The cache budget that the engine would choose by itself.
        working_bytes: For what is computed between two layers, for one layer's history, and for the tokenizer.
        spare_bytes: What should be left: memory is not all of one piece, and other programs live too.
        free_bytes: What there is for all of it.
        total_bytes: Of the device.
        verdict: What comes of it, and `reason` why it is slow.
        largest_context_tokens: What would fit with the same number of conversations; 0 if nothing does.
        conversations_that_fit: How many of the wished length.
        weights_read_bytes: What of the weights is read for one token of each conversation together.
        cache_read_bytes: What of the caches, when all conversations are full.
        token_seconds: What reading both takes; 0 where the speed is not known.
        crossing_tokens: From this length on reading the caches takes longer than reading the weights; 0 for never.
    """

    weights_bytes: int
    cache_bytes: int
    usual_cache_bytes: int
    working_bytes: int
    spare_bytes: int
    free_bytes: int
    total_bytes: int
    verdict: Verdict
    reason: Reason
    largest_context_tokens: int
    conversations_that_fit: int
    weights_read_bytes: int
    cache_read_bytes: int
    token_seconds: float
    crossing_tokens: int

    @property
    def needed_bytes(self) -> int:
        """Of all that has to be there."""
        return self.weights_bytes + self.cache_bytes + self.working_bytes


def working_bytes(model: ModelMemory, number_bytes: int, context_tokens: int) -> int:
    """Working space while the last piece of a full context is read."""
    return model.chunk_bytes[number_bytes] + context_tokens * model.history_bytes[number_bytes]


def plan_memory(model: ModelMemory, rooms: Sequence[Room], wish: Wish) -> MemoryPlan:
    """What a wish takes on the first of the devices, with the others to help out; the computer's memory comes last."""
    sizes, number_bytes = model.sizes[wish.weights.number_bytes], wish.weights.number_bytes
    cards = [room for room in rooms if room.kind != "cpu"]
    own = cards or list(rooms)
    free, total = sum(room.free_bytes for room in own), sum(room.total_bytes for room in own)
    free_with_ram = free + sum(room.free_bytes for room in rooms if room not in own)
    spare = max(_LEAST_SPARE_BYTES, free // _SPARE_SHARE)

    def working(context_tokens: int) -> int:
        return working_bytes(model, number_bytes, context_tokens) + (0 if cards else model.tokenizer_bytes)

    def needed(context_tokens: int, conversations: int) -> int:
        caches = cache_bytes(sizes, wish.kv_format, context_tokens, conversations)
        return wish.weights.num_bytes + caches + working(context_tokens)

    def read_bytes(context_tokens: int) -> int:
        one = conversation_bytes(sizes, wish.kv_format, context_tokens, has_room=False)
        return wish.conversations * (one - (-(-context_tokens // STATE_EVERY_TOKENS) - 1) * sizes.state_bytes)

    limit = model.context_tokens or _MOST_TOKENS
    most_blocks = -(-limit // sizes.block_tokens)
    largest = _largest(
        lambda blocks: needed(blocks * sizes.block_tokens, wish.conversations) + spare <= free, most_blocks
    )
    fitting = _largest(lambda number: needed(wish.context_tokens, number) + spare <= free, MOST_CONVERSATIONS)
    speed = min((room.bytes_per_second for room in own), default=0.0)
    weights_read, cache_read = wish.weights.read_bytes, read_bytes(wish.context_tokens)
    token_seconds = (weights_read + cache_read) / speed if speed else 0.0
    wanted = needed(wish.context_tokens, wish.conversations)
    one = needed(wish.context_tokens, 1)
    verdict: Verdict
    reason: Reason = ""
    if wanted <= free:
        verdict = "fits" if wanted + spare <= free else "tight"
        if token_seconds > SLOW_SECONDS:
            verdict, reason = "slow", "bandwidth"
    elif one <= free:
        verdict, reason = "slow", "parked"
    elif one <= free_with_ram:
        verdict, reason = "slow", "offloaded"
    else:
        verdict = "too_large"
    below = _largest(
        lambda blocks: read_bytes(blocks * sizes.block_tokens) <= wish.weights.read_bytes,
        _MOST_TOKENS // sizes.block_tokens,
    )
    crossing = (below + 1) * sizes.block_tokens
    return MemoryPlan(
        weights_bytes=wish.weights.num_bytes,
        cache_bytes=cache_bytes(sizes, wish.kv_format, wish.context_tokens, wish.conversations),
        usual_cache_bytes=min(
            default_kv_budget_bytes(own[0].kind if own else "cpu", max(free - wish.weights.num_bytes, 0)),
            wanted_kv_bytes(sizes, wish.kv_format, wish.context_tokens),
        ),
        working_bytes=working(wish.context_tokens),
        spare_bytes=spare,
        free_bytes=free,
        total_bytes=total,
        verdict=verdict,
        reason=reason,
        largest_context_tokens=min(largest * sizes.block_tokens, limit),
        conversations_that_fit=fitting,
        weights_read_bytes=weights_read,
        cache_read_bytes=cache_read,
        token_seconds=token_seconds,
        crossing_tokens=crossing if crossing <= _MOST_TOKENS else 0,
    )


def _largest(holds: Callable[[int], bool], most: int) -> int:
    """The largest number up to `most` for which something holds that holds for all smaller ones; 0 for none."""
    least, beyond = 0, most + 1
    while beyond - least > 1:
        middle = (least + beyond) // 2
        if holds(middle):
            least = middle
        else:
            beyond = middle
    return least
