"""Micro-kernels of attention: weighted sums of rows, and dot products with them, for up to three heads in one pass.

Numba turns a loop over a row into code that stores its sums, and numbers it converted, and loads them again for each
row. Here all sums of a pass stay in registers: 12 vectors of 8 numbers for 3 heads, of the 16 that the processor has,
which leaves 3 for the heads' factors and one for the numbers just read. Numbers are converted on their way from memory,
and again for each 3 heads: another part of the processor does it, so that multiplication alone takes the time.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.attention.numba_codegen import (
    F32,
    FLOATS,
    I32,
    I64,
    VECTOR,
    constant,
    load,
    loop,
    mask,
    multiply_add,
    offset,
    read_vectors,
    splat,
    store,
    switch,
)
from engine.attention.numba_math import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    LEVELS4,
    NUMBER_BYTES,
    UNSIGNED4,
    Floats,
    vectorised,
)

_HEADS, _TOKENS = 3, 4
"""Heads, and rows of a dot product, that one pass takes up at most."""


@intrinsic  # type: ignore[untyped-decorator] # numba ships no types
def _add_pass(
    typingctx: Any, case: Any, totals: Any, totals_row: Any, apart: Any, factors: Any, factors_row: Any, source: Any,
    source_row: Any, num_rows: Any, ahead: Any,
) -> Any:  # fmt: skip
    """Add rows, each times its factor, to some vectors of the totals of some heads.

    Args:
        case: `(encoding * 3 + heads - 1) * 2`, and one more for all four vectors of a row instead of two.
        apart: Bytes between the places of the first half of the vectors and those of the second.
        ahead: Bytes from a row to one that is wanted in the cache next.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        case, totals, totals_row, apart, factors, factors_row, source, source_row, num_rows, ahead = arguments
        prefetch_type = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), I32, I32, I32])
        prefetch = cgutils.get_or_insert_function(builder.module, prefetch_type, "llvm.prefetch.p0")

        def emit(encoding: int, heads: int, vectors: int) -> None:
            places = []
            for h in range(heads):
                low = builder.add(totals, builder.mul(totals_row, ir.Constant(I64, h)))
                for begin in (low, builder.add(low, apart)):
                    places += [offset(builder, begin, 4 * VECTOR * v) for v in range(vectors // 2)]

            def body(row: Any, sums: list[Any]) -> list[Any]:
                address = builder.add(source, builder.mul(row, source_row))
                wanted = builder.inttoptr(builder.add(address, ahead), ir.IntType(8).as_pointer())
                builder.call(prefetch, [wanted, *(ir.Constant(I32, i) for i in (0, 3, 1))])
                numbers = read_vectors(builder, address, encoding, vectors)
                factor = builder.add(factors, builder.mul(row, ir.Constant(I64, 4)))
                result = []
                for h in range(heads):
                    place = builder.add(factor, builder.mul(factors_row, ir.Constant(I64, h)))
                    scale = splat(builder, load(builder, place, F32))
                    these = sums[h * vectors : (h + 1) * vectors]
                    result += [multiply_add(builder, scale, n, s) for n, s in zip(numbers, these, strict=True)]
                return result

            sums = [load(builder, place, FLOATS) for place in places]
            for place, number in zip(places, loop(builder, num_rows, 1, sums, body), strict=True):
                store(builder, number, place)

        switch(
            builder,
            case,
            {
                (encoding * _HEADS + heads - 1) * 2 + full: lambda e=encoding, h=heads, f=full: emit(e, h, 2 + 2 * f)
                for encoding in range(LEVELS4 + 1)
                for heads in range(1, _HEADS + 1)
                for full in range(2)
            },
        )
        return context.get_dummy_value()

    return types.void(*[types.int64] * 10), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def _dot_pass(
    typingctx: Any, case: Any, out: Any, out_row: Any, queries: Any, queries_row: Any, source: Any, source_row: Any,
    last_row: Any, width: Any,
) -> Any:  # fmt: skip
    """Dot products of some heads' queries with four rows, of which those beyond the last are taken as the last.

    Args:
        case: `encoding * 3 + heads - 1`.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        case, out, out_row, queries, queries_row, source, source_row, last_row, width = arguments
        rows = []
        for t in range(_TOKENS):
            number = ir.Constant(I64, t)
            number = builder.select(builder.icmp_signed("<", number, last_row), number, last_row)
            rows.append(builder.add(source, builder.mul(source_row, number)))

        def halve(a: Any, b: Any) -> Any:
            """Sums of neighbours, within each half of a vector: first a's, then b's."""
            even = builder.shuffle_vector(a, b, mask([0, 2, 8, 10, 4, 6, 12, 14]))
            odd = builder.shuffle_vector(a, b, mask([1, 3, 9, 11, 5, 7, 13, 15]))
            return builder.fadd(even, odd)

        def emit(encoding: int, heads: int) -> None:
            size = ir.Constant(I64, NUMBER_BYTES[encoding])

            def body(channel: Any, sums: list[Any]) -> list[Any]:
                result = list(sums)
                within = builder.mul(channel, size)
                query = builder.add(queries, builder.mul(channel, ir.Constant(I64, 4)))
                places = [builder.add(query, builder.mul(queries_row, ir.Constant(I64, h))) for h in range(heads)]
                these = [load(builder, place, FLOATS) for place in places]
                for t, row in enumerate(rows):
                    (numbers,) = read_vectors(builder, builder.add(row, within), encoding, 1)
                    for i, number in zip(range(t, len(sums), _TOKENS), these, strict=True):
                        result[i] = multiply_add(builder, number, numbers, sums[i])
                return result

            zeros = [constant(FLOATS, 0.0)] * (heads * _TOKENS)
            sums = loop(builder, width, VECTOR, zeros, body)
            for h in range(heads):
                a, b, c, d = sums[h * _TOKENS : (h + 1) * _TOKENS]
                halves = halve(halve(a, b), halve(c, d))
                low = builder.shuffle_vector(halves, halves, mask(range(4)))
                high = builder.shuffle_vector(halves, halves, mask(range(4, 8)))
                place = builder.add(out, builder.mul(out_row, ir.Constant(I64, h)))
                store(builder, builder.fadd(low, high), place)

        switch(
            builder,
            case,
            {
                encoding * _HEADS + heads - 1: lambda e=encoding, h=heads: emit(e, h)
                for encoding in (FLOAT32, BFLOAT16, FLOAT16)
                for heads in range(1, _HEADS + 1)
            },
        )
        return context.get_dummy_value()

    return types.void(*[types.int64] * 9), generate


@vectorised
def add_rows(
    totals: Floats, factors: Floats, first: int, rows: int, encoding: int, num_rows: int, row: int, ahead: int
) -> None:
    """Add rows, each times its factor, to the totals of all heads.

    Args:
        totals: `[num_heads, width]`; the width is a multiple of 16.
        factors: `[num_heads, _]`; the factor of the first row is at `first`.
        rows: Address of `[num_rows, width]` numbers, one row behind the other, and so many bytes (`row`) each.
        ahead: Address of as many bytes that are wanted in the cache next.
    """
    num_heads, width = totals.shape
    packed = encoding >= UNSIGNED4
    # Vectors are next to each other but for 4-bit codes, whose upper halves are the second half of a row.
    steps = width // (2 * VECTOR)
    step = 0
    while num_rows > 0 and step < steps:
        full = 1 if steps - step >= 2 else 0
        begin = step * VECTOR * (1 if packed else 2)
        apart = 2 * width if packed else 4 * VECTOR * (full + 1)
        source = rows + begin * (1 if packed else NUMBER_BYTES[encoding])
        head = 0
        while head < num_heads:
            left = num_heads - head
            heads = 2 if left == 4 else min(left, _HEADS)
            _add_pass(
                (encoding * _HEADS + heads - 1) * 2 + full,
                totals.ctypes.data + 4 * (head * width + begin),
                4 * width,
                apart,
                factors.ctypes.data + 4 * (head * factors.shape[1] + first),
                4 * factors.shape[1],
                source,
                row,
                num_rows,
                ahead - rows,
            )
            head += heads
        step += full + 1


@vectorised
def dot_rows(out: Floats, queries: Floats, rows: int, encoding: int, begin: int, end: int, row: int) -> None:
    """Dot products of all heads' queries with rows `begin // 4 * 4` to `end`; some beyond hold anything afterwards.

    Args:
        out: `[num_heads, at least end, rounded up to a multiple of 4]`.
        queries: `[num_heads, width]`; the width is a multiple of 16.
        rows: Address of row 0, of as many numbers, in float32, bfloat16 or float16.
        row: Bytes from one row to the next.
    """
    num_heads = out.shape[0]
    for t in range(begin // _TOKENS * _TOKENS, end, _TOKENS):
        head = 0
        while head < num_heads:
            left = num_heads - head
            heads = 2 if left == 4 else min(left, _HEADS)
            _dot_pass(
                encoding * _HEADS + heads - 1,
                out.ctypes.data + 4 * (head * out.shape[1] + t),
                4 * out.shape[1],
                queries.ctypes.data + 4 * head * queries.shape[1],
                4 * queries.shape[1],
                rows + t * row,
                row,
                end - 1 - t,
                queries.shape[1],
            )
            head += heads
