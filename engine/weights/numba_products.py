"""Products of a few rows of numbers with a matrix of packed weights, or of weights as they are stored.

One row of weights is read and turned into floats once for up to four rows of inputs. What one row of inputs gives does
not depend on how many others there are: sums are taken in the same order, so a chat is answered alike alone and in
company. Inputs stay float32, which is why nothing is lost here beyond what packing the weights took.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, types
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
    read_vectors,
    splat,
    store,
    switch,
)
from engine.attention.numba_math import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    NUMBER_BYTES,
    SIGNED8,
    UNSIGNED4,
    Floats,
    exp,
    floats_at,
    inlined,
    keep_apart,
    pointer,
    read_halves,
    vectorised,
    write_row,
)
from engine.weights.packing import GROUP_WEIGHTS

_INPUTS, _ROWS = 4, 16
"""Rows of inputs that one pass takes up at most, and rows of weights that it goes through."""

_ENCODINGS = (FLOAT32, BFLOAT16, FLOAT16, SIGNED8, UNSIGNED4)
_PACKED = (SIGNED8, UNSIGNED4)

WRITE, ADD, GATE, UNPACK_ROWS = range(4)
"""What is done with a product: written, added to what is there, or, of two matrices, act(first) * second. The last
multiplies nothing, and writes the weights as floats."""

SILU, GELU_TANH = range(2)

MATRIX = np.dtype(
    [(name, "i8") for name in ("encoding", "codes", "scales", "minima", "num_rows", "num_columns", "bias")]
)
"""A matrix, as addresses; 0 for what it does not have. Weights as stored have neither scales nor minima."""


@intrinsic  # type: ignore[untyped-decorator] # numba ships no types
def _pass(
    typingctx: Any, case: Any, out: Any, weights: Any, scales: Any, minima: Any, inputs: Any, inputs_row: Any,
    sums: Any, num_groups: Any, num_rows: Any,
) -> Any:  # fmt: skip
    """Products of some rows of weights with some rows of inputs: float32 `[num_rows, 4]`.

    Args:
        case: `encoding * 4 + rows of inputs - 1`.
        scales: Float32 `[num_rows, num_groups]`, and minima likewise; not read for weights that have none.
        sums: Of the inputs' groups, float32 `[rows of inputs, num_groups]`.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        case, out, weights, scales, minima, inputs, inputs_row, sums, num_groups, num_rows = arguments
        groups_bytes = builder.mul(num_groups, ir.Constant(I64, 4))

        def times(number: Any, factor: int) -> Any:
            return builder.mul(number, ir.Constant(I64, factor))

        def emit(encoding: int, count: int) -> None:
            is_packed = encoding in _PACKED
            group_bytes = GROUP_WEIGHTS // 2 if encoding == UNSIGNED4 else GROUP_WEIGHTS * NUMBER_BYTES[encoding]
            begins = [builder.add(inputs, builder.mul(inputs_row, ir.Constant(I64, m))) for m in range(count)]
            sums_of = [builder.add(sums, builder.mul(groups_bytes, ir.Constant(I64, m))) for m in range(count)]

            def row_body(row: Any, states: list[Any]) -> list[Any]:
                codes = builder.add(weights, builder.mul(row, times(num_groups, group_bytes)))
                row_scales = builder.add(scales, builder.mul(row, groups_bytes))
                row_minima = builder.add(minima, builder.mul(row, groups_bytes))

                def group_body(group: Any, totals: list[Any]) -> list[Any]:
                    numbers = read_vectors(
                        builder, builder.add(codes, times(group, group_bytes)), encoding, GROUP_WEIGHTS // VECTOR
                    )
                    within, place = times(group, 4 * GROUP_WEIGHTS), times(group, 4)
                    result = []
                    if is_packed:
                        scale = splat(builder, load(builder, builder.add(row_scales, place), F32))
                    for m in range(count):
                        partial = None if is_packed else totals[m]
                        for v, number in enumerate(numbers):
                            address = offset(builder, builder.add(begins[m], within), 4 * VECTOR * v)
                            these = load(builder, address, FLOATS)
                            if partial is None:
                                partial = builder.fmul(these, number)
                            else:
                                partial = multiply_add(builder, these, number, partial)
                        result.append(multiply_add(builder, scale, partial, totals[m]) if is_packed else partial)
                    if encoding == UNSIGNED4:
                        minimum = load(builder, builder.add(row_minima, place), F32)
                        for m in range(count):
                            total = load(builder, builder.add(sums_of[m], place), F32)
                            result.append(multiply_add(builder, minimum, total, totals[count + m]))
                    return result

                zeros = [constant(FLOATS, 0.0)] * count
                if encoding == UNSIGNED4:
                    zeros += [ir.Constant(F32, 0.0)] * count
                found = loop(builder, num_groups, 1, zeros, group_body)
                place = builder.add(out, times(row, 4 * _INPUTS))
                for m in range(count):
                    total = _sum(builder, found[m])
                    if encoding == UNSIGNED4:
                        total = builder.fadd(total, found[count + m])
                    store(builder, total, offset(builder, place, 4 * m))
                return []

            loop(builder, num_rows, 1, [], row_body)

        switch(
            builder,
            case,
            {
                encoding * _INPUTS + count - 1: lambda e=encoding, c=count: emit(e, c)
                for encoding in _ENCODINGS
                for count in range(1, _INPUTS + 1)
            },
        )
        return context.get_dummy_value()

    return types.void(*[types.int64] * 10), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def _scale(
    typingctx: Any, encoding: Any, out: Any, codes: Any, scales: Any, minima: Any, num_groups: Any
) -> Any:  # fmt: skip
    """Write a row of packed weights as floats; scales, and minima for 4 bits, are float32, one for each group."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        encoding, out, codes, scales, minima, num_groups = arguments

        def emit(kind: int) -> None:
            group_bytes = GROUP_WEIGHTS // 2 if kind == UNSIGNED4 else GROUP_WEIGHTS

            def body(group: Any, states: list[Any]) -> list[Any]:
                def at(begin: Any, size: int) -> Any:
                    return builder.add(begin, builder.mul(group, ir.Constant(I64, size)))

                scale = splat(builder, load(builder, at(scales, 4), F32))
                least = splat(builder, load(builder, at(minima, 4), F32)) if kind == UNSIGNED4 else None
                numbers = read_vectors(builder, at(codes, group_bytes), kind, GROUP_WEIGHTS // VECTOR)
                for v, number in enumerate(numbers):
                    weights = (
                        builder.fmul(number, scale) if least is None else multiply_add(builder, number, scale, least)
                    )
                    store(builder, weights, offset(builder, at(out, 4 * GROUP_WEIGHTS), 4 * VECTOR * v))
                return []

            loop(builder, num_groups, 1, [], body)

        switch(builder, encoding, {kind: lambda k=kind: emit(k) for kind in _PACKED})
        return context.get_dummy_value()

    return types.void(*[types.int64] * 6), generate


def _sum(builder: Any, vector: Any) -> Any:
    """The sum of a vector's numbers."""
    count = VECTOR
    while count > 1:
        count //= 2
        low = builder.shuffle_vector(vector, vector, mask(range(count)))
        high = builder.shuffle_vector(vector, vector, mask(range(count, 2 * count)))
        vector = builder.fadd(low, high)
    return builder.extract_element(vector, ir.Constant(ir.IntType(32), 0))


@inlined
def _matrix(job: Any, number: int) -> Any:
    return carray(pointer(job.matrices, MATRIX), job.num_matrices)[number]


@vectorised
def count_rows(job: Any) -> int:
    """Rows of the longest matrix."""
    count = 0
    for number in range(job.num_matrices):
        count = max(count, _matrix(job, number).num_rows)
    return count


@vectorised
def num_input_sums(job: Any) -> int:
    """One for each group of each row of inputs."""
    return int(job.num_inputs * (_matrix(job, 0).num_columns // GROUP_WEIGHTS))


@vectorised
def product_scratch_floats(job: Any) -> int:
    """For scales and minima of some rows, and their products with both matrices of a gate, or a row as floats."""
    num_columns = _matrix(job, 0).num_columns
    return int(2 * _ROWS * (num_columns // GROUP_WEIGHTS + job.num_inputs + _INPUTS) + num_columns)


@vectorised
def sum_groups(job: Any) -> None:
    """Sums of the inputs' groups, which minima are multiplied with: once for all rows of weights."""
    keep_apart()
    num_groups = _matrix(job, 0).num_columns // GROUP_WEIGHTS
    sums = floats_at(job.input_sums, job.num_inputs, num_groups)
    for m in range(job.num_inputs):
        inputs = floats_at(job.inputs + m * job.inputs_row, num_groups, GROUP_WEIGHTS)
        for group in range(num_groups):
            total = np.float32(0)
            for i in range(GROUP_WEIGHTS):
                total += inputs[group, i]
            sums[m, group] = total


@vectorised
def _multiply(job: Any, matrix: Any, row: int, num_rows: int, scratch: Floats, products: Floats) -> None:
    """Products of some rows of weights with all rows of inputs: `[inputs in fours, num_rows, 4]`."""
    keep_apart()
    num_groups, encoding = matrix.num_columns // GROUP_WEIGHTS, matrix.encoding
    minima = scratch[_ROWS * num_groups :]
    width = matrix.num_columns // 2 if encoding == UNSIGNED4 else matrix.num_columns * NUMBER_BYTES[encoding]
    if matrix.scales != 0:
        read_halves(matrix.scales + 2 * row * num_groups, scratch, num_rows * num_groups)
    if matrix.minima != 0:
        read_halves(matrix.minima + 2 * row * num_groups, minima, num_rows * num_groups)
    for first in range(0, job.num_inputs, _INPUTS):
        _pass(
            encoding * _INPUTS + min(_INPUTS, job.num_inputs - first) - 1,
            products.ctypes.data + 4 * first * _ROWS,
            matrix.codes + row * width,
            scratch.ctypes.data,
            minima.ctypes.data,
            job.inputs + first * job.inputs_row,
            job.inputs_row,
            job.input_sums + 4 * first * num_groups,
            num_groups,
            num_rows,
        )


@vectorised
def activate(x: Any, kind: int) -> Any:
    """SiLU, or GELU by its tanh."""
    slope = x if kind == SILU else np.float32(1.5957691216057308) * (x + np.float32(0.044715) * x * x * x)
    return x / (np.float32(1) + exp(-slope))


@vectorised
def _unpack_rows(job: Any, task: int, scratch: Floats) -> None:
    """Write a span of the rows of packed weights as floats, one row behind the other."""
    matrix = _matrix(job, 0)
    num_groups, encoding = matrix.num_columns // GROUP_WEIGHTS, matrix.encoding
    width = matrix.num_columns // 2 if encoding == UNSIGNED4 else matrix.num_columns
    minima = scratch[num_groups:]
    weights = floats_at(scratch.ctypes.data + 8 * num_groups, 1, matrix.num_columns)[0]
    for row in range(matrix.num_rows * task // job.num_tasks, matrix.num_rows * (task + 1) // job.num_tasks):
        read_halves(matrix.scales + 2 * row * num_groups, scratch, num_groups)
        if encoding == UNSIGNED4:
            read_halves(matrix.minima + 2 * row * num_groups, minima, num_groups)
        place = job.out + row * job.out_row
        floats = place if job.outer_encoding == FLOAT32 else weights.ctypes.data
        _scale(encoding, floats, matrix.codes + row * width, scratch.ctypes.data, minima.ctypes.data, num_groups)
        if job.outer_encoding != FLOAT32:
            write_row(weights, matrix.num_columns, place, job.outer_encoding)


@vectorised
def multiply_span(job: Any, task: int, scratch: Floats) -> None:
    """Products with a span of the rows of all matrices; of a gate, with the same rows of both."""
    keep_apart()
    if job.mode == UNPACK_ROWS:
        _unpack_rows(job, task, scratch)
        return
    num_floats = 2 * _ROWS * (_matrix(job, 0).num_columns // GROUP_WEIGHTS)
    products = scratch[num_floats:]
    others = products[_ROWS * (job.num_inputs + _INPUTS) :]
    base = 0
    for number in range(1 if job.mode == GATE else job.num_matrices):
        matrix = _matrix(job, number)
        end = matrix.num_rows * (task + 1) // job.num_tasks
        for row in range(matrix.num_rows * task // job.num_tasks, end, _ROWS):
            count = min(_ROWS, end - row)
            _multiply(job, matrix, row, count, scratch, products)
            if job.mode == GATE:
                _multiply(job, _matrix(job, 1), row, count, scratch, others)
            for m in range(job.num_inputs):
                out = floats_at(job.out + m * job.out_row + 4 * (base + row), 1, count)[0]
                first = m // _INPUTS * _ROWS * _INPUTS + m % _INPUTS
                for r in range(count):
                    product = products[first + r * _INPUTS]
                    if matrix.bias != 0:
                        product += floats_at(matrix.bias, 1, matrix.num_rows)[0, row + r]
                    if job.mode == GATE:
                        other, bias = others[first + r * _INPUTS], _matrix(job, 1).bias
                        if bias != 0:
                            other += floats_at(bias, 1, matrix.num_rows)[0, row + r]
                        out[r] = activate(product, job.activation) * other
                    elif job.mode == ADD:
                        out[r] += product
                    else:
                        out[r] = product
        base += matrix.num_rows
