"""Micro-kernels of what packing did to rows: they are rotated back, and keys by channel become keys by token."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.attention.numba_codegen import (
    F32,
    I32,
    I64,
    VECTOR,
    load,
    mask,
    multiply_add,
    offset,
    read_vectors,
    splat,
    store,
    switch,
)
from engine.attention.numba_math import E4M3, UNSIGNED4, UNSIGNED8, Floats, floats_at, row_bytes, vectorised


@intrinsic  # type: ignore[untyped-decorator] # numba ships no types
def _channels_pass(
    typingctx: Any, case: Any, out: Any, out_row: Any, apart: Any, source: Any, source_row: Any, last_row: Any,
    scales: Any, minima: Any,
) -> Any:  # fmt: skip
    """Eight codes of eight channels, as keys by token; channels beyond the last row are taken as the last.

    Args:
        case: Encoding of the codes.
        apart: Bytes from where the lower halves of 4-bit codes go to where the upper ones do.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        case, out, out_row, apart, source, source_row, last_row, scales, minima = arguments

        def transpose(rows: list[Any]) -> list[Any]:
            """Swap, for each bit of their numbers, what is in rows and columns where the bits differ."""
            for bit in (4, 2, 1):
                low = [i + (VECTOR - bit if i & bit else 0) for i in range(VECTOR)]
                high = [i + (VECTOR if i & bit else bit) for i in range(VECTOR)]
                for r in (r for r in range(VECTOR) if not r & bit):
                    a, b = rows[r], rows[r + bit]
                    rows[r] = builder.shuffle_vector(a, b, mask(low))
                    rows[r + bit] = builder.shuffle_vector(a, b, mask(high))
            return rows

        def emit(encoding: int) -> None:
            halves: list[list[Any]] = [[], []] if encoding == UNSIGNED4 else [[]]
            for c in range(VECTOR):
                number = ir.Constant(I64, c)
                number = builder.select(builder.icmp_signed("<", number, last_row), number, last_row)
                address = builder.add(source, builder.mul(source_row, number))
                scale, minimum = (
                    splat(builder, load(builder, offset(builder, begin, 4 * c), F32)) for begin in (scales, minima)
                )
                for half, numbers in zip(halves, read_vectors(builder, address, encoding, len(halves)), strict=True):
                    half.append(multiply_add(builder, numbers, scale, minimum))
            for i, half in enumerate(halves):
                begin = builder.add(out, builder.mul(apart, ir.Constant(I64, i)))
                for t, key in enumerate(transpose(half)):
                    store(builder, key, builder.add(begin, builder.mul(out_row, ir.Constant(I64, t))))

        cases = {encoding: lambda e=encoding: emit(e) for encoding in (UNSIGNED8, E4M3, UNSIGNED4)}
        switch(builder, case, cases)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 9), generate


@vectorised
def unpack_channels(out: Floats, codes: int, encoding: int, constants: Floats, num_channels: int) -> None:
    """Keys by token from codes by channel.

    Args:
        out: `[num_tokens, num_channels, rounded up to a multiple of 8]`.
        codes: Address of `[num_channels, num_tokens]`.
        constants: Scales and minima, `[2, at least as many as out]`.
    """
    num_tokens, width = out.shape
    row = row_bytes(encoding, num_tokens)
    for c in range(0, num_channels, VECTOR):
        for begin in range(0, row, VECTOR):
            _channels_pass(
                encoding,
                out.ctypes.data + 4 * (begin * width + c),
                4 * width,
                2 * num_tokens * width,
                codes + c * row + begin,
                row,
                num_channels - 1 - c,
                constants.ctypes.data + 4 * c,
                constants.ctypes.data + 4 * (constants.shape[1] + c),
            )


_LARGEST = 64


@intrinsic  # type: ignore[untyped-decorator] # as above
def _hadamard(typingctx: Any, address: Any, size: Any, factor: Any) -> Any:
    """Multiply `size` floats, a power of two up to 64, by an unnormalised Hadamard matrix and the factor."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, size, factor = arguments

        def emit(count: int) -> None:
            vector = ir.VectorType(F32, count)
            numbers = load(builder, address, vector)
            nothing = ir.Constant(vector, ir.Undefined)
            half = 1
            while half < count:
                others = builder.shuffle_vector(numbers, nothing, mask(i ^ half for i in range(count)))
                signs = ir.Constant(vector, [-1.0 if i & half else 1.0 for i in range(count)])
                numbers = multiply_add(builder, numbers, signs, others)
                half *= 2
            single = builder.insert_element(nothing, factor, ir.Constant(I32, 0))
            factors = builder.shuffle_vector(single, nothing, mask([0] * count))
            store(builder, builder.fmul(numbers, factors), address)

        switch(builder, size, {2**i: lambda count=2**i: emit(count) for i in range(1, _LARGEST.bit_length())})
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32), generate


@vectorised
def rotate(row: Floats, width: int) -> None:
    """Multiply an even number of floats by `rotation.hadamard`, in place."""
    begin = 0
    while begin < width:
        size = 1
        while 2 * size <= width - begin:
            size *= 2
        half = size // 2
        while half >= _LARGEST:
            for part in range(begin, begin + size, 2 * half):
                pair = floats_at(row.ctypes.data + 4 * part, 2, half)
                for i in range(half):
                    a, b = pair[0, i], pair[1, i]
                    pair[0, i], pair[1, i] = a + b, a - b
            half //= 2
        factor = np.float32(1 / np.sqrt(size))
        for part in range(begin, begin + size, _LARGEST):
            _hadamard(row.ctypes.data + 4 * part, min(size, _LARGEST), factor)
        begin += size
