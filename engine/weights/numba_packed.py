"""Products of packed weights with a few rows of inputs, in whole numbers.

Inputs are rounded to 16 bits, with a scale for each group: a hundredth of what rounding to bfloat16 takes from them.
Codes and inputs are multiplied and added up as whole numbers, exactly; a group's sum becomes a float once. That takes
half the instructions that products of floats take, where nothing but the codes would be in the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic

from engine.attention.numba_codegen import (
    F32,
    FLOATS,
    I64,
    VECTOR,
    constant,
    load,
    loop,
    mask,
    multiply_add,
    offset,
    splat,
    store,
    switch,
)
from engine.attention.numba_math import (
    ROUNDER,
    SIGNED8,
    UNSIGNED4,
    Floats,
    bits_of,
    float_of,
    floats_at,
    inlined,
    keep_apart,
    pointer,
    read_halves,
    vectorised,
)
from engine.weights.packing import GROUP_WEIGHTS

MOST_INPUTS = 4
"""Rows of inputs that one pass takes up at most."""

_PEAK = np.float32(32767)
_NOTHING = np.float32(1e-30)
"""Numbers so small are taken as zero, since what they would have to be divided by is none."""

_CODES = ir.VectorType(ir.IntType(8), GROUP_WEIGHTS // 2)
_WORDS = ir.VectorType(ir.IntType(16), GROUP_WEIGHTS // 2)
_PRODUCTS = ir.VectorType(ir.IntType(32), GROUP_WEIGHTS // 2)
_WORD, _FLOAT = 2, 4


def _codes(builder: Any, address: Any, encoding: int) -> list[Any]:
    """Both halves of a group's codes, as whole numbers of 16 bits."""
    first = load(builder, address, _CODES)
    if encoding == SIGNED8:
        second = load(builder, offset(builder, address, GROUP_WEIGHTS // 2), _CODES)
        return [builder.sext(first, _WORDS), builder.sext(second, _WORDS)]
    pairs = builder.zext(first, _WORDS)
    return [builder.and_(pairs, constant(_WORDS, 15)), builder.lshr(pairs, constant(_WORDS, 4))]


def _dot(builder: Any, a: Any, b: Any) -> Any:
    """Products of 16-bit numbers, those of neighbours added: what one instruction of most processors does."""
    products = builder.mul(builder.sext(a, _PRODUCTS), builder.sext(b, _PRODUCTS), flags=["nsw"])
    even = builder.shuffle_vector(products, products, mask(range(0, GROUP_WEIGHTS // 2, 2)))
    odd = builder.shuffle_vector(products, products, mask(range(1, GROUP_WEIGHTS // 2, 2)))
    return builder.add(even, odd)


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # numba ships no types
def _case(encoding: int, count: int) -> int:
    """The number of a case: codes of this kind, and 1 to 4 rows of inputs."""
    return (encoding == UNSIGNED4) * MOST_INPUTS + count - 1


@inlined
def _padded(num_groups: int) -> int:
    """Groups in whole vectors."""
    return (num_groups + VECTOR - 1) // VECTOR * VECTOR


@inlined
def _places(prepared: int, num_inputs: int, num_columns: int, four: int) -> Any:
    """Where the words of four rows of inputs lie, their scales, and their sums; the last four may be fewer."""
    row_bytes = 4 * _padded(num_columns // GROUP_WEIGHTS)
    first = four * MOST_INPUTS
    scales = prepared + 2 * num_inputs * num_columns
    return (
        prepared + 2 * first * num_columns,
        scales + first * row_bytes,
        scales + (num_inputs + first) * row_bytes,
    )


def _four_sums(builder: Any, vectors: list[Any]) -> Any:
    """The sums of four vectors' numbers, each taken in the same order: a row gives the same in any company."""
    pairs = [_interleave(builder, vectors[0], vectors[1], 1), _interleave(builder, vectors[2], vectors[3], 1)]
    quarters = _interleave(builder, pairs[0], pairs[1], 2)
    halves = [builder.shuffle_vector(quarters, quarters, mask(range(4 * half, 4 * half + 4))) for half in range(2)]
    return builder.fadd(*halves)


def _interleave(builder: Any, a: Any, b: Any, width: int) -> Any:
    """Add neighbours that stand `width` wide: sums of the first vector and of the second in turn."""

    def every_other(shift: int) -> Any:
        begins = range(shift, VECTOR, 2 * width)
        places = [vector + begin + i for begin in begins for vector in (0, VECTOR) for i in range(width)]
        return builder.shuffle_vector(a, b, mask(places))

    return builder.fadd(every_other(0), every_other(width))


@intrinsic  # type: ignore[untyped-decorator] # as above
def _pass(
    typingctx: Any, case: Any, out: Any, codes: Any, scales: Any, minima: Any, words: Any, word_scales: Any,
    sums: Any, factors: Any, num_groups: Any, num_rows: Any,
) -> Any:  # fmt: skip
    """Products of some rows of packed weights with up to four rows of inputs: float32 `[num_rows, 4]`.

    Args:
        case: See `_case`.
        scales: Float32 `[num_rows, num_groups]`, and minima likewise, for 4 bits; numbers of a vector more are read
            behind each, which must be finite.
        words: Of the inputs, int16 `[num_groups, rows of inputs, 32]`.
        word_scales: Float32 `[rows of inputs, whole vectors of groups]`, zero behind the groups; sums likewise.
        factors: Room for as much.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        case, out, codes, scales, minima, words, word_scales, sums, factors, num_groups, num_rows = arguments
        last = builder.add(num_groups, ir.Constant(I64, VECTOR - 1))
        padded = builder.and_(last, ir.Constant(I64, -VECTOR))

        def at(begin: Any, number: Any, size: int) -> Any:
            return builder.add(begin, builder.mul(number, ir.Constant(I64, size)))

        def emit(encoding: int, count: int) -> None:
            group_bytes = GROUP_WEIGHTS // 2 if encoding == UNSIGNED4 else GROUP_WEIGHTS
            rows_of = [builder.mul(padded, ir.Constant(I64, m)) for m in range(count)]

            def row_body(row: Any, _states: list[Any]) -> list[Any]:
                begin = builder.mul(row, num_groups)

                def vector_body(group: Any, totals: list[Any]) -> list[Any]:
                    """What minima give, and the factors of the groups' sums."""
                    place = builder.add(begin, group)
                    scale = load(builder, at(scales, place, _FLOAT), FLOATS)
                    least = load(builder, at(minima, place, _FLOAT), FLOATS) if encoding == UNSIGNED4 else None
                    result = list(totals)
                    for m in range(count):
                        place = builder.add(rows_of[m], group)
                        inputs = load(builder, at(word_scales, place, _FLOAT), FLOATS)
                        store(builder, builder.fmul(scale, inputs), at(factors, place, _FLOAT))
                        if least is not None:
                            result[m] = multiply_add(
                                builder, least, load(builder, at(sums, place, _FLOAT), FLOATS), totals[m]
                            )
                    return result

                def group_body(group: Any, totals: list[Any]) -> list[Any]:
                    weights = _codes(builder, at(codes, builder.add(begin, group), group_bytes), encoding)
                    these = at(words, group, _WORD * GROUP_WEIGHTS * count)
                    result = []
                    for m in range(count):
                        dots = []
                        for half, codes_of in enumerate(weights):
                            place = offset(builder, these, _WORD * GROUP_WEIGHTS // 2 * (2 * m + half))
                            dots.append(_dot(builder, codes_of, load(builder, place, _WORDS)))
                        factor = load(builder, at(factors, builder.add(rows_of[m], group), _FLOAT), F32)
                        found = builder.sitofp(builder.add(*dots), FLOATS)
                        result.append(multiply_add(builder, splat(builder, factor), found, totals[m]))
                    return result

                zero = constant(FLOATS, 0.0)
                totals = loop(builder, padded, VECTOR, [zero] * count, vector_body)
                totals = loop(builder, num_groups, 1, totals, group_body)
                found = _four_sums(builder, [*totals, *[zero] * (MOST_INPUTS - count)])
                store(builder, found, at(out, row, _FLOAT * MOST_INPUTS))
                return []

            loop(builder, num_rows, 1, [], row_body)

        cases = {
            _case.py_func(encoding, count): lambda e=encoding, c=count: emit(e, c)
            for encoding in (SIGNED8, UNSIGNED4)
            for count in range(1, MOST_INPUTS + 1)
        }
        switch(builder, case, cases)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 11), generate


@vectorised
def prepared_floats(num_inputs: int, num_columns: int) -> int:
    """Memory that `prepare_inputs` fills: words, their scales, and the groups' sums."""
    return int(num_inputs * (num_columns // 2 + 2 * _padded(num_columns // GROUP_WEIGHTS)))


@vectorised
def prepare_inputs(inputs: int, inputs_row: int, num_inputs: int, num_columns: int, prepared: int) -> None:
    """Round the inputs at an address, once for all rows of weights, into memory that is zero."""
    keep_apart()
    num_groups = num_columns // GROUP_WEIGHTS
    for m in range(num_inputs):
        numbers = floats_at(inputs + m * inputs_row, num_groups, GROUP_WEIGHTS)
        words_at, scales_at, sums_at = _places(prepared, num_inputs, num_columns, m // MOST_INPUTS)
        within, count = m % MOST_INPUTS, min(MOST_INPUTS, num_inputs - m // MOST_INPUTS * MOST_INPUTS)
        words = carray(pointer(words_at, np.int16), (num_groups, count, GROUP_WEIGHTS))
        scales = floats_at(scales_at, count, _padded(num_groups))[within]
        sums = floats_at(sums_at, count, _padded(num_groups))[within]
        for group in range(num_groups):
            total, highest = np.float32(0), np.uint32(0)
            for i in range(GROUP_WEIGHTS):
                total += numbers[group, i]
                highest = max(highest, np.uint32(bits_of(numbers[group, i]) & 0x7FFFFFFF))
            peak = float_of(highest)
            divisor = _PEAK / peak if peak > _NOTHING else np.float32(0)
            for i in range(GROUP_WEIGHTS):
                words[group, within, i] = np.int16(bits_of(numbers[group, i] * divisor + ROUNDER) & 0xFFFF)
            scales[group] = peak / _PEAK
            sums[group] = total


@vectorised
def packed_scratch_floats(num_columns: int, num_rows: int) -> int:
    """For scales, minima and factors."""
    num_groups = num_columns // GROUP_WEIGHTS
    return int(2 * (num_rows * num_groups + VECTOR) + MOST_INPUTS * _padded(num_groups))


@vectorised
def multiply_packed(
    matrix: Any, prepared: int, num_inputs: int, row: int, num_rows: int, scratch: Floats, products: int, room: int
) -> None:
    """Products of some rows of weights with all rows of inputs.

    Args:
        prepared: What `prepare_inputs` has made of them.
        products: Where they go: float32 `[inputs in fours, room for rows, 4]`.
    """
    keep_apart()
    num_columns, encoding = matrix.num_columns, matrix.encoding
    num_groups = num_columns // GROUP_WEIGHTS
    minima = scratch[num_rows * num_groups + VECTOR :]
    factors = minima[num_rows * num_groups + VECTOR :]
    read_halves(matrix.scales + 2 * row * num_groups, scratch, num_rows * num_groups)
    if encoding == UNSIGNED4:
        read_halves(matrix.minima + 2 * row * num_groups, minima, num_rows * num_groups)
        minima[num_rows * num_groups : num_rows * num_groups + VECTOR] = 0  # a factor may have been there, even NaN
    for first in range(0, num_inputs, MOST_INPUTS):
        words, scales, sums = _places(prepared, num_inputs, num_columns, first // MOST_INPUTS)
        _pass(
            _case(encoding, min(MOST_INPUTS, num_inputs - first)),
            products + 4 * first * room,
            matrix.codes + row * (num_columns // 2 if encoding == UNSIGNED4 else num_columns),
            scratch.ctypes.data,
            minima.ctypes.data,
            words,
            scales,
            sums,
            factors.ctypes.data,
            num_groups,
            num_rows,
        )
