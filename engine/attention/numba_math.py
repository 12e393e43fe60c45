"""Number formats and small vector operations for the CPU kernels, written so that LLVM turns them into vector code.

Memory is reached by address: a block's part is plain memory that the store owns. Arrays made from addresses own
nothing, so passing them costs no counting of references.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.cache.formats import VALUE_CURVE

Function = TypeVar("Function", bound=Callable[..., Any])
Floats = NDArray[np.float32]

# What a row of numbers in memory may be. The first three are the model's own numbers.
FLOAT32, BFLOAT16, FLOAT16, UNSIGNED8, SIGNED8, E4M3, UNSIGNED4, LEVELS4 = range(8)
NUMBER_BYTES = (4, 2, 2, 1, 1, 1)

LANES = 16
"""Rows that are made for vector code are a multiple of this long."""

CURVE = np.float32(VALUE_CURVE)
_LOG2_E = np.float32(1.4426950408889634)
ROUNDER = np.float32(1.5 * 2**23)
"""Added to a number, it leaves the nearest whole one in the low bits."""


@intrinsic  # type: ignore[untyped-decorator] # numba ships no types
def pointer(typingctx: Any, address: Any, element: Any) -> Any:
    """The address, as a pointer to numbers of a type."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(element.dtype)(types.int64, element), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def float_of(typingctx: Any, bits: Any) -> Any:
    """The float32 that has these 32 bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.FloatType())

    return types.float32(types.uint32), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def bits_of(typingctx: Any, number: Any) -> Any:
    """The 32 bits of a float32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(32))

    return types.uint32(types.float32), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def take_number(typingctx: Any, address: Any) -> Any:
    """Add one to the int64 at the address, whoever else does so at the same time; returns what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.atomic_rmw("add", place, ir.Constant(ir.IntType(64), 1), "seq_cst")

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def keep_apart(typingctx: Any) -> Any:
    """Compile the function that this stands in once, rather than anew in each place that calls it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), generate


def vectorised(function: Function) -> Function:
    """Compile; sums may be taken in any order, but numbers that are not finite keep their meaning.

    Divisions raise nothing, as in numpy: a check for zero would keep their loops from becoming vector code.
    """
    return cast(Function, njit(fastmath={"contract", "reassoc", "nsz"}, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """Put a few lines where they are called: Numba compiles a function anew for each constant it is called with."""
    return cast(Function, njit(inline="always")(function))


@inlined
def floats_at(address: int, num_rows: int, width: int) -> Floats:
    """Float32 array `[num_rows, width]` over memory."""
    return carray(pointer(address, np.float32), (num_rows, width))  # type: ignore[no-any-return] # numba ships no types


@vectorised
def from_float16(half: Any) -> Any:
    """The number of 16 bits. Without the hardware's conversion, which LLVM reaches only through its runtime library."""
    magnitude = float_of(np.uint32((half & 0x7FFF) << 13)) * np.float32(2.0**112)
    return float_of(bits_of(magnitude) | np.uint32((half & 0x8000) << 16))


@vectorised
def to_float16(number: Any) -> Any:
    """The nearest float16's bits, ties to even."""
    bits = bits_of(number)
    magnitude = np.uint32(bits & 0x7FFFFFFF)
    # Below the smallest normal number, 0.5 + x has its last bit where float16 has its own.
    small = np.uint32(bits_of(float_of(magnitude) + np.float32(0.5)) - 0x3F000000)
    normal = np.uint32((magnitude - 0x38000000 + 0xFFF + ((magnitude >> 13) & 1)) >> 13)
    large = np.uint32(0x7C00) if magnitude <= 0x7F800000 else np.uint32(0x7E00)
    half = small if magnitude < 0x38800000 else (normal if magnitude < 0x47800000 else large)
    return np.uint16(half | ((bits >> 16) & 0x8000))


@vectorised
def to_bfloat16(number: Any) -> Any:
    """The nearest bfloat16's bits, ties to even."""
    bits = bits_of(number)
    rounded = np.uint32(bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.uint16(rounded if np.uint32(bits & 0x7FFFFFFF) <= 0x7F800000 else 0x7FC0)


@njit(fastmath={"contract"})  # type: ignore[untyped-decorator] # as above; in another order ln 2 would be one number
def exp(x: Any) -> Any:
    """E to the power of x, which is taken as -87 to 88 at most, so that no result is zero or infinite."""
    x = min(max(x, np.float32(-87.0)), np.float32(88.0))
    scaled = x * _LOG2_E
    # Integers are made 32 bits wide again after each operation; wider ones have no vector code for their conversion.
    whole = np.int32(bits_of(scaled + ROUNDER) - bits_of(ROUNDER))
    # Cody and Waite's reduction: ln 2 in two parts, the first of few bits.
    y = x - np.float32(whole) * np.float32(0.693359375) - np.float32(whole) * np.float32(-2.12194440e-4)
    power = np.float32(1 / 5040)
    power = power * y + np.float32(1 / 720)
    power = power * y + np.float32(1 / 120)
    power = power * y + np.float32(1 / 24)
    power = power * y + np.float32(1 / 6)
    power = power * y + np.float32(1 / 2)
    power = power * y + np.float32(1)
    power = power * y + np.float32(1)
    return power * float_of(np.uint32((whole + 127) << 23))


@inlined
def row_bytes(encoding: int, width: int) -> int:
    """Bytes of a row of so many numbers."""
    return width * NUMBER_BYTES[encoding] if encoding < UNSIGNED4 else width // 2


@vectorised
def read_halves(address: int, numbers: Floats, count: int) -> None:
    """Convert float16 numbers to the first ones of a row."""
    halves = carray(pointer(address, np.uint16), count)
    for i in range(count):
        numbers[i] = from_float16(halves[i])


@vectorised
def read_rows(address: int, encoding: int, rows: Floats, num_rows: int, width: int) -> None:
    """Convert rows of `width` numbers, one behind the other in memory, to the first rows of `[_, >= width]`."""
    at_once = num_rows if rows.shape[1] == width else min(1, num_rows)
    for row in range(0, num_rows, at_once):
        place = rows.ctypes.data + 4 * row * rows.shape[1]
        _read(address + row * row_bytes(encoding, width), encoding, place, at_once, width)


@vectorised
def _read(address: int, encoding: int, place: int, num_rows: int, width: int) -> None:
    count = num_rows * width
    flat = carray(pointer(place, np.float32), count)
    if encoding == FLOAT32:
        numbers = carray(pointer(address, np.float32), count)
        for i in range(count):
            flat[i] = numbers[i]
    elif encoding == BFLOAT16:
        halves = carray(pointer(address, np.uint16), count)
        for i in range(count):
            flat[i] = float_of(np.uint32(halves[i]) << 16)
    elif encoding == FLOAT16:
        read_halves(address, flat, count)
    elif encoding == UNSIGNED8:
        codes = carray(pointer(address, np.uint8), count)
        for i in range(count):
            flat[i] = np.float32(np.int32(codes[i]))
    elif encoding == SIGNED8:
        signed = carray(pointer(address, np.int8), count)
        for i in range(count):
            flat[i] = np.float32(np.int32(signed[i]))
    elif encoding == E4M3:
        codes = carray(pointer(address, np.uint8), count)
        for i in range(count):
            code = np.uint32(codes[i])
            magnitude = float_of(np.uint32((code & 0x7F) << 20)) * np.float32(2.0**120)
            flat[i] = float_of(bits_of(magnitude) | np.uint32((code & 0x80) << 24))
    else:
        half = width // 2
        for row in range(num_rows):
            pairs = carray(pointer(address + row * half, np.uint8), half)
            low = carray(pointer(flat.ctypes.data + 4 * row * width, np.float32), half)
            high = carray(pointer(low.ctypes.data + 4 * half, np.float32), half)
            for i in range(half):
                pair = np.int32(pairs[i])
                low[i] = np.float32(np.int32(pair & 15))
                high[i] = np.float32(np.int32(pair >> 4))
        if encoding == LEVELS4:
            for i in range(count):
                x = flat[i] - np.float32(7.5)
                square = x * x
                flat[i] = x + x * (square * square * CURVE)


@vectorised
def write_row(row: Floats, width: int, address: int, encoding: int) -> None:
    """Write float32 numbers to memory as float32, bfloat16 or float16."""
    if encoding == FLOAT32:
        numbers = carray(pointer(address, np.float32), width)
        for i in range(width):
            numbers[i] = row[i]
    elif encoding == BFLOAT16:
        halves = carray(pointer(address, np.uint16), width)
        for i in range(width):
            halves[i] = to_bfloat16(row[i])
    else:
        halves = carray(pointer(address, np.uint16), width)
        for i in range(width):
            halves[i] = to_float16(row[i])
