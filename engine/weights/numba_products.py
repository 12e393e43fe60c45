"""Products of a few rows of numbers with a matrix of packed weights, or of weights as they are stored.

One row of weights is read and turned into floats once for up to four rows of inputs. What one row of inputs gives does
not depend on how many others there are: sums are taken in the same order, so a chat is answered alike alone and in
company. What packed weights are multiplied with is in `numba_packed`.
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
    multiply_add,
    offset,
    read_vectors,
    splat,
    store,
    sum_of,
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
from engine.weights.numba_packed import (
    MOST_INPUTS,
    multiply_packed,
    packed_scratch_floats,
    prepare_inputs,
    prepared_floats,
)
from engine.weights.packing import GROUP_WEIGHTS

_ROWS = 16
"""Rows of weights that one pass goes through."""

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
def _stored_pass(
    typingctx: Any, case: Any, out: Any, weights: Any, inputs: Any, inputs_row: Any, num_groups: Any, num_rows: Any
) -> Any:
    """Products of some rows of weights, as they are stored, with some rows of inputs: float32 `[num_rows, 4]`.

    Args:
        case: `encoding * 4 + rows of inputs - 1`.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        case, out, weights, inputs, inputs_row, num_groups, num_rows = arguments

        def times(number: Any, factor: int) -> Any:
            return builder.mul(number, ir.Constant(I64, factor))

        def emit(encoding: int, count: int) -> None:
            group_bytes = GROUP_WEIGHTS * NUMBER_BYTES[encoding]
            begins = [builder.add(inputs, builder.mul(inputs_row, ir.Constant(I64, m))) for m in range(count)]

            def row_body(row: Any, _states: list[Any]) -> list[Any]:
                numbers_at = builder.add(weights, builder.mul(row, times(num_groups, group_bytes)))

                def group_body(group: Any, totals: list[Any]) -> list[Any]:
                    place = builder.add(numbers_at, times(group, group_bytes))
                    numbers = read_vectors(builder, place, encoding, GROUP_WEIGHTS // VECTOR)
                    result = list(totals)
                    for m in range(count):
                        for v, number in enumerate(numbers):
                            address = builder.add(begins[m], times(group, 4 * GROUP_WEIGHTS))
                            these = load(builder, offset(builder, address, 4 * VECTOR * v), FLOATS)
                            result[m] = multiply_add(builder, these, number, result[m])
                    return result

                found = loop(builder, num_groups, 1, [constant(FLOATS, 0.0)] * count, group_body)
                place = builder.add(out, times(row, 4 * MOST_INPUTS))
                for m in range(count):
                    store(builder, sum_of(builder, found[m]), offset(builder, place, 4 * m))
                return []

            loop(builder, num_rows, 1, [], row_body)

        cases = {
            encoding * MOST_INPUTS + count - 1: lambda e=encoding, c=count: emit(e, c)
            for encoding in (FLOAT32, BFLOAT16, FLOAT16)
            for count in range(1, MOST_INPUTS + 1)
        }
        switch(builder, case, cases)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 7), generate


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
def prepared_input_floats(job: Any) -> int:
    """Memory that `prepare` fills; one more, so that there is some."""
    matrix = _matrix(job, 0)
    return 1 + (prepared_floats(job.num_inputs, matrix.num_columns) if matrix.scales != 0 else 0)


@vectorised
def prepare(job: Any) -> None:
    """Make the inputs ready for packed weights, once for all their rows."""
    matrix = _matrix(job, 0)
    if matrix.scales != 0 and job.num_inputs > 0:
        prepare_inputs(job.inputs, job.inputs_row, job.num_inputs, matrix.num_columns, job.prepared)


@vectorised
def product_scratch_floats(job: Any) -> int:
    """For what packed products need, and products of some rows with both matrices of a gate, or a row as floats."""
    num_columns = _matrix(job, 0).num_columns
    products = 2 * _ROWS * (job.num_inputs + MOST_INPUTS)
    return int(products + packed_scratch_floats(num_columns, _ROWS) + num_columns)


@vectorised
def _multiply(job: Any, matrix: Any, row: int, num_rows: int, scratch: Floats, products: int) -> None:
    """Products of some rows of weights with all rows of inputs: `[inputs in fours, 16, 4]`."""
    keep_apart()
    if matrix.scales != 0:
        multiply_packed(matrix, job.prepared, job.num_inputs, row, num_rows, scratch, products, _ROWS)
        return
    width = matrix.num_columns * NUMBER_BYTES[matrix.encoding]
    for first in range(0, job.num_inputs, MOST_INPUTS):
        _stored_pass(
            matrix.encoding * MOST_INPUTS + min(MOST_INPUTS, job.num_inputs - first) - 1,
            products + 4 * first * _ROWS,
            matrix.codes + row * width,
            job.inputs + first * job.inputs_row,
            job.inputs_row,
            matrix.num_columns // GROUP_WEIGHTS,
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
    others = scratch[_ROWS * (job.num_inputs + MOST_INPUTS) :]
    within = others[_ROWS * (job.num_inputs + MOST_INPUTS) :]
    base = 0
    for number in range(1 if job.mode == GATE else job.num_matrices):
        matrix = _matrix(job, number)
        end = matrix.num_rows * (task + 1) // job.num_tasks
        for row in range(matrix.num_rows * task // job.num_tasks, end, _ROWS):
            count = min(_ROWS, end - row)
            _multiply(job, matrix, row, count, within, scratch.ctypes.data)
            if job.mode == GATE:
                _multiply(job, _matrix(job, 1), row, count, within, others.ctypes.data)
            for m in range(job.num_inputs):
                out = floats_at(job.out + m * job.out_row + 4 * (base + row), 1, count)[0]
                first = m // MOST_INPUTS * _ROWS * MOST_INPUTS + m % MOST_INPUTS
                for r in range(count):
                    product = scratch[first + r * MOST_INPUTS]
                    if matrix.bias != 0:
                        product += floats_at(matrix.bias, 1, matrix.num_rows)[0, row + r]
                    if job.mode == GATE:
                        other, bias = others[first + r * MOST_INPUTS], _matrix(job, 1).bias
                        if bias != 0:
                            other += floats_at(bias, 1, matrix.num_rows)[0, row + r]
                        out[r] = activate(product, job.activation) * other
                    elif job.mode == ADD:
                        out[r] += product
                    else:
                        out[r] = product
        base += matrix.num_rows
