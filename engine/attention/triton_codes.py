"""How Triton kernels find the numbers of a packed block and turn its codes into float16; and how they are launched."""
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators, allow-untyped-calls
# Triton compiles the kernels from their source; annotations mean something else to it than to mypy.
# ruff: noqa: N803 - arguments that are constants of the compiled code are upper case, as is the custom in Triton

from __future__ import annotations

import torch
import triton
import triton.language as tl

from engine.attention.device_tables import ENCODINGS
from engine.cache import formats

EXACT = tl.constexpr(ENCODINGS["exact"])
EIGHT_BITS = tl.constexpr(ENCODINGS["8bit"])
E4M3 = tl.constexpr(ENCODINGS["e4m3"])
FOUR_BITS = tl.constexpr(ENCODINGS["4bit"])
_VALUE_CURVE = tl.constexpr(formats.VALUE_CURVE)

TRITON_DTYPES = {torch.float32: tl.float32, torch.bfloat16: tl.bfloat16, torch.float16: tl.float16}


def padded(dim: int) -> int:
    """The size of a tile that holds `dim`: a power of two, and at least what the matrix units take."""
    return max(16, 1 << (dim - 1).bit_length())


def launch_options(dim: int) -> dict[str, object]:
    """How many threads work on tiles of that many columns. A rule: trials at run time cannot be captured in a graph."""
    return {"num_warps": 8 if dim > 128 else 4, "enable_fp_fusion": True}


@triton.jit
def layer_part(address, place, SPEC: tl.constexpr):
    """Where a layer begins in a block's part. Said to be aligned, or loads would go byte by byte."""
    return tl.multiple_of((address + place.to(tl.int64) * SPEC[7]).to(tl.pointer_type(tl.uint8)), 16)


@triton.jit
def unpacked(codes, ENCODING: tl.constexpr):
    """Bytes of unsigned codes as exact float16: code - 128 of 8 bits, code - 8 of 4 bits, number / 256 of e4m3.

    By the bits of a float16, in integer arithmetic: 1024 + n is the number whose last ten bits are n, and an e4m3 is a
    float16 with another bias. Every card can do it, at twice the speed of a conversion.
    """
    wide = codes.to(tl.uint16)
    if ENCODING == E4M3:
        return (((wide & 0x80) << 8) | ((wide & 0x7F) << 7)).to(tl.float16, bitcast=True)
    else:
        return (wide | 0x6400).to(tl.float16, bitcast=True) - (1152.0 if ENCODING == EIGHT_BITS else 1032.0)


@triton.jit
def curved(codes):
    """The levels of 4-bit values, from unpacked codes."""
    x = codes + 0.5
    square = x * x
    return x + (square * square * _VALUE_CURVE) * x


@triton.jit
def channel_scales(part, head, K_DIM: tl.constexpr, K_PAD: tl.constexpr, SPEC: tl.constexpr):
    """Of a block's keys: factors and offsets with which unpacked codes become keys, float32 `[K_PAD]`."""
    channels = tl.arange(0, K_PAD)
    at = head * K_DIM + channels
    scale = tl.load((part + SPEC[3]).to(tl.pointer_type(tl.float16)) + at, mask=channels < K_DIM, other=0.0)
    minimum = tl.load((part + SPEC[4]).to(tl.pointer_type(tl.float16)) + at, mask=channels < K_DIM, other=0.0)
    scale = scale.to(tl.float32)
    minimum = minimum.to(tl.float32)
    if SPEC[1] == E4M3:
        return scale * 256.0, minimum
    else:
        return scale, minimum + scale * (128.0 if SPEC[1] == EIGHT_BITS else 8.0)
