"""How keys and values of a block lie in memory: groups of like layers, formats, and where each part begins. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.cache.block import BLOCK_TOKENS

LAYOUT_VERSION = 2
"""Part of every fingerprint: raise it when the meaning of stored bytes changes, and old blocks are misses."""

Encoding = Literal["exact", "8bit", "e4m3", "4bit"]


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """The cache of one layer, as measured on the model itself.

    Attributes:
        layer_index: As the model counts; layers without keys and values of their own have no spec.
        num_kv_heads: 1 for latent attention, where the compressed latent is what is cached.
        k_dim: Elements of one key per head; of the latent where attention is latent.
        v_dim: Elements of one value per head; of the rotary part of the key where attention is latent.
        window: Sliding window in tokens, the token itself counted; None where every token is seen.
        latent: Whether the compressed latent of multi-head latent attention is what is cached.
    """

    layer_index: int
    num_kv_heads: int
    k_dim: int
    v_dim: int
    window: int | None = None
    latent: bool = False


@dataclass(frozen=True, slots=True)
class LayerGroup:
    """Layers of one shape and one need. A block has one part, one piece of memory, for each group of its model.

    Attributes:
        layer_indices: As the model counts, ascending; a layer's place in here is its place in the part.
    """

    layer_indices: tuple[int, ...]
    num_kv_heads: int
    k_dim: int
    v_dim: int
    window: int | None
    latent: bool

    @property
    def is_packable(self) -> bool:
        """Whether its sealed blocks are packed. Windows are not: their size is bounded. Latents are small already."""
        return self.window is None and not self.latent and self.k_dim % 2 == 0 and self.v_dim % 2 == 0

    @property
    def elements_per_token(self) -> int:
        """Numbers cached per token, over all layers of the group."""
        return len(self.layer_indices) * self.num_kv_heads * (self.k_dim + self.v_dim)


def group_layers(specs: Iterable[LayerSpec]) -> tuple[LayerGroup, ...]:
    """Gather like layers, in the order of their first members."""
    members: dict[tuple[int, int, int, int | None, bool], list[int]] = {}
    for spec in specs:
        key = (spec.num_kv_heads, spec.k_dim, spec.v_dim, spec.window, spec.latent)
        members.setdefault(key, []).append(spec.layer_index)
    return tuple(LayerGroup(tuple(indices), *key) for key, indices in members.items())


@dataclass(frozen=True, slots=True)
class KvFormat:
    """How a block is kept.

    Keys, packed, lie channel by channel: codes `[num_kv_heads, k_dim, 64]` with a float16 scale and minimum for each
    channel of the block, key = code x scale + minimum. Values lie token by token: codes `[num_kv_heads, 64, v_dim]`
    with a float16 scale per token and head, and are kept rotated by a Hadamard matrix per head.

    * `8bit`: keys are unsigned codes; values signed codes, value = code x scale.
    * `e4m3`: the same with floating-point codes of 8 bits. The minimum is then the middle of the channel's range.
    * `4bit`: unsigned codes, two to a byte. Byte `j` of a channel holds token `j` in its low half and token `j + 32`
      in its high half; byte `j` of a value holds element `j` and element `j + v_dim / 2`. Keys are balanced and rotated
      before they are packed (see `rotation`). Value = level(code) x scale, with the levels of `value_level`.
    * `exact`: the model's own numbers, token by token: `[num_kv_heads, 64, k_dim]` and `[num_kv_heads, 64, v_dim]`.

    Attributes:
        code: The number that stands for the format in the tables of the kernels. A block is only ever packed towards
            a higher one.
        version: Raised when the meaning of the bytes changes.
    """

    name: Literal["exact", "fp8", "int8", "k8v4", "int4"]
    code: int
    keys: Encoding
    values: Encoding
    version: int = 1


EXACT = KvFormat("exact", 0, "exact", "exact")
FP8 = KvFormat("fp8", 1, "e4m3", "e4m3")
INT8 = KvFormat("int8", 2, "8bit", "8bit")
K8V4 = KvFormat("k8v4", 3, "8bit", "4bit")
INT4 = KvFormat("int4", 4, "4bit", "4bit")
FORMATS: Mapping[str, KvFormat] = {format_.name: format_ for format_ in (EXACT, FP8, INT8, K8V4, INT4)}


@dataclass(frozen=True, slots=True)
class LayerLayout:
    """Where the parts of one layer begin, in bytes from the layer's own start; layers follow each other in a part.

    Attributes:
        k_scale: Float16 `[num_kv_heads, k_dim]`, and `k_min` likewise. In `exact` there are none, and the offsets
            mean nothing, as with `v_scale`.
        v_scale: Float16 `[num_kv_heads, 64]`.
        num_bytes: Of the whole layer.
    """

    k_codes: int
    k_scale: int
    k_min: int
    v_codes: int
    v_scale: int
    num_bytes: int


@lru_cache(maxsize=1024)
def layer_layout(group: LayerGroup, format_: KvFormat, dtype_bytes: int, tokens: int = BLOCK_TOKENS) -> LayerLayout:
    """The layout of one layer of a group in a format.

    Args:
        dtype_bytes: Size of the model's own numbers.
        tokens: What it has room for; fewer than a block's only in `exact`, see `Block.room`.
    """
    heads = group.num_kv_heads
    scales = 0 if format_.keys == "exact" else 2
    sizes = (
        _code_bytes(format_.keys, dtype_bytes, heads * tokens * group.k_dim),
        scales * heads * group.k_dim,
        scales * heads * group.k_dim,
        _code_bytes(format_.values, dtype_bytes, heads * tokens * group.v_dim),
        scales * heads * tokens,
    )
    offsets = [0]
    for size in sizes:
        offsets.append(offsets[-1] + _aligned(size))
    return LayerLayout(*offsets)


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """How the blocks of a cache are kept. Part of every hash; a block's present format is not, and only goes down.

    Attributes:
        format: What a block is packed into one block after it was sealed.
        grading: Whether old blocks may be packed further, into `int4`, before anything is evicted.
    """

    format: KvFormat = EXACT
    grading: bool = False

    @property
    def identity(self) -> str:
        """For the root hash."""
        return f"{self.format.name}.{self.format.version}{'+graded' if self.grading else ''}"


@dataclass(frozen=True, slots=True)
class BlockSizes:
    """Bytes of a block of one model.

    Attributes:
        by_format: Of all parts but those of sliding windows, for each format.
        window_bytes: Of the parts of sliding windows, which can be given up on their own.
        window_tokens: The widest window, 0 where there is none.
        by_room: Of an open block with room for so many tokens, from none to all; empty if it always has room for all.
    """

    by_format: Mapping[KvFormat, int]
    window_bytes: int = 0
    window_tokens: int = 0
    by_room: tuple[int, ...] = ()

    @property
    def open_bytes(self) -> int:
        """Of a new block."""
        return self.by_format[EXACT] + self.window_bytes


def block_sizes(groups: Iterable[LayerGroup], dtype_bytes: int) -> BlockSizes:
    """What blocks of these groups take."""
    groups = tuple(groups)
    windows = [group for group in groups if group.window is not None]
    return BlockSizes(
        by_format={
            format_: sum(part_bytes(group, format_, dtype_bytes) for group in groups if group.window is None)
            for format_ in FORMATS.values()
        },
        window_bytes=sum(part_bytes(group, EXACT, dtype_bytes) for group in windows),
        window_tokens=max((group.window or 0 for group in windows), default=0),
        by_room=tuple(
            sum(part_bytes(group, EXACT, dtype_bytes, tokens) for group in groups) for tokens in range(BLOCK_TOKENS + 1)
        ),
    )


def part_bytes(group: LayerGroup, format_: KvFormat, dtype_bytes: int, tokens: int = BLOCK_TOKENS) -> int:
    """Bytes of a block's part for one group, which stays `exact` where the group is not packable."""
    format_ = format_ if group.is_packable else EXACT
    return len(group.layer_indices) * layer_layout(group, format_, dtype_bytes, tokens).num_bytes


def _code_bytes(encoding: Encoding, dtype_bytes: int, count: int) -> int:
    match encoding:
        case "exact":
            return count * dtype_bytes
        case "4bit":
            return count // 2
        case _:
            return count


def _aligned(size: int) -> int:
    return -(-size // 16) * 16  # so that kernels may load 16 bytes at once


VALUE_CURVE = 1.2e-4
"""Bends the 16 levels of 4-bit values: level = x + VALUE_CURVE x^5, with x = code - 7.5.

The Lloyd-Max levels of a Gaussian (Max, 1960) to within 0.2 % of their mean squared error, in two multiply-adds that a
kernel does in registers, where a table would be a gather.
"""

VALUE_STEP = 0.2639
"""The scale at which those levels fit a Gaussian of standard deviation 1."""


def value_level(code: int) -> float:
    """The level of a 4-bit value's code, before its token's scale."""
    x = code - 7.5
    return x + VALUE_CURVE * x**5
