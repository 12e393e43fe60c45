"""One step of a whole decoder in compiled code: a few new tokens of several sequences, from embeddings to logits.

What transformers' modules do in some 25 torch operations per layer, each of which takes 5 to 10 us whatever its size,
is done here between the products with the weights, which alone take time. It follows the decoders of the Llama family:
norms by the root mean square, rotary positions, gated feed-forward layers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, njit

from engine.attention.numba_jobs import RECORD, WORK_PER_THREAD, call
from engine.attention.numba_math import (
    FLOAT32,
    Floats,
    floats_at,
    inlined,
    keep_apart,
    pointer,
    row_bytes,
    vectorised,
    write_row,
)
from engine.attention.numba_tasks import ATTEND, MULTIPLY, exact_places
from engine.cache.block import BLOCK_TOKENS
from engine.weights.numba_products import ADD, GATE, MATRIX, WRITE


def _record(integers: str, floats: str = "") -> np.dtype[Any]:
    return np.dtype([(name, "i8") for name in integers.split()] + [(name, "f8") for name in floats.split()])


LAYER = _record(
    "norm query_key_value query_norm key_norm output attention_norm mlp_norm gate_up down down_norm "
    "group rotation offsets balance num_kv_heads groups head_dim activation",
    "scale softcap",
)
"""A layer: addresses of norms (float32), of matrices, of its place in blocks; 0 for a norm that it does not have."""

TABLE = _record("addresses formats num_blocks start stop window")
"""The blocks of one sequence for one layer group; see `PartTable`."""

PIECE = _record("first_row num_new")
"""A sequence's new tokens among the rows of the step."""

STEP_RECORD = _record(
    "num_layers first_layer end_layer layers norm head num_rows hidden_size num_pieces pieces tables max_helpers "
    "exact_encoding rotary_dim cosines sines inputs normed states queries attended hidden gated logits logits_places "
    "num_logits",
    "epsilon",
)
"""A step. Addresses are of float32 rows, one for each new token, unless they say else.

cosines, sines: [kinds of rotation, num_rows, rotary_dim]; tables: [groups, num_pieces]
inputs: embeddings, in which the sum of all layers grows; normed: of hidden_size, what a product reads
states: queries, keys and values of a token; queries: the same, turned, by piece, head and token; attended likewise
hidden: attention's result by token; gated: of the feed-forward layer; logits: of the rows in logits_places (int64)
first_layer, end_layer: what is done in one call; between two calls the sum of all layers so far stays in the inputs
"""


@vectorised
def _normalise(rows: Floats, weights: int, epsilon: float, out: Floats) -> None:
    keep_apart()
    width = rows.shape[1]
    factors = floats_at(weights, 1, width)[0]
    for row in range(rows.shape[0]):
        source, target = rows[row], out[row]
        total = np.float32(0)
        for i in range(width):
            total += source[i] * source[i]
        scale = np.float32(1) / np.sqrt(total / np.float32(width) + np.float32(epsilon))
        for i in range(width):
            target[i] = source[i] * scale * factors[i]


@vectorised
def _turn(row: Floats, cosines: Floats, sines: Floats, out: Floats) -> None:
    """Rotary positions: the first numbers of a head in two halves, the rest as it is."""
    rotary_dim = cosines.shape[0]
    half = rotary_dim // 2
    for i in range(half):
        out[i] = row[i] * cosines[i] - row[half + i] * sines[i]
        out[half + i] = row[half + i] * cosines[half + i] + row[i] * sines[half + i]
    for i in range(rotary_dim, row.shape[0]):
        out[i] = row[i]


@inlined
def _layer(step: Any, number: int) -> Any:
    return carray(pointer(step.layers, LAYER), step.num_layers)[number]


@inlined
def _table(step: Any, layer: Any, piece: int) -> Any:
    return carray(pointer(step.tables, TABLE), (layer.group + 1) * step.num_pieces)[
        layer.group * step.num_pieces + piece
    ]


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # numba ships no types
def _multiply(
    job: Any, address: int, step: Any, matrices: int, count: int, mode: int, inputs: Any, out: int, out_row: int
) -> None:
    """Multiply all rows of inputs with matrices of equal length."""
    keep_apart()
    job.kind, job.mode, job.matrices, job.num_matrices = MULTIPLY, mode, matrices, count
    job.num_inputs, job.inputs_row = inputs.shape[0], 4 * inputs.shape[1]
    job.inputs, job.out, job.out_row = inputs.ctypes.data, out, out_row
    num_weights = 0
    for matrix in carray(pointer(matrices, MATRIX), count):
        num_weights += matrix.num_rows * matrix.num_columns
    job.num_helpers = max(0, min(step.max_helpers, num_weights // WORK_PER_THREAD - 1))
    call(job.run_job, address)


@vectorised
def _place_tokens(step: Any, layer: Any) -> None:
    """Turn the new tokens' queries and keys to their positions, and write keys and values to their blocks."""
    keep_apart()
    dim, kv_heads = layer.head_dim, layer.num_kv_heads
    heads = kv_heads * layer.groups
    width = (heads + 2 * kv_heads) * dim
    pieces = carray(pointer(step.pieces, PIECE), step.num_pieces)
    turned = np.empty((1, dim), np.float32)
    for p in range(step.num_pieces):
        first, num_new = pieces[p].first_row, pieces[p].num_new
        table = _table(step, layer, p)
        for t in range(num_new):
            row = first + t
            states = floats_at(step.states + 4 * row * width, heads + 2 * kv_heads, dim)
            place = 4 * (layer.rotation * step.num_rows + row) * step.rotary_dim
            cosines = floats_at(step.cosines + place, 1, step.rotary_dim)[0]
            sines = floats_at(step.sines + place, 1, step.rotary_dim)[0]
            if layer.query_norm != 0:
                _normalise(states[:heads], layer.query_norm, step.epsilon, states[:heads])
            if layer.key_norm != 0:
                keys = states[heads : heads + kv_heads]
                _normalise(keys, layer.key_norm, step.epsilon, keys)
            queries = floats_at(step.queries + 4 * first * heads * dim, heads * num_new, dim)
            for h in range(heads):
                _turn(states[h], cosines, sines, queries[h * num_new + t])
            position = table.stop - num_new + t
            part = carray(pointer(table.addresses, np.int64), table.num_blocks)[position // BLOCK_TOKENS]
            offset = position % BLOCK_TOKENS
            key_place, value_place = exact_places(layer.offsets)
            size = row_bytes(step.exact_encoding, dim)
            for h in range(kv_heads):
                within = (h * BLOCK_TOKENS + offset) * size
                _turn(states[heads + h], cosines, sines, turned[0])
                write_row(turned[0], dim, part + key_place + within, step.exact_encoding)
                write_row(states[heads + kv_heads + h], dim, part + value_place + within, step.exact_encoding)


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def _attend(job: Any, address: int, step: Any, layer: Any) -> None:
    """Attention of all new tokens, a sequence at a time; the results are put together by token."""
    keep_apart()
    dim, kv_heads = layer.head_dim, layer.num_kv_heads
    heads = kv_heads * layer.groups
    pieces = carray(pointer(step.pieces, PIECE), step.num_pieces)
    for p in range(step.num_pieces):
        first, num_new = pieces[p].first_row, pieces[p].num_new
        table = _table(step, layer, p)
        place = 4 * first * heads * dim
        job.kind = ATTEND
        job.addresses, job.formats, job.num_blocks = table.addresses, table.formats, table.num_blocks
        job.start, job.stop, job.window, job.num_new = table.start, table.stop, table.window, num_new
        job.offsets, job.balance, job.num_kv_heads = layer.offsets, layer.balance, kv_heads
        job.groups, job.k_dim, job.v_dim = layer.groups * num_new, dim, dim
        job.exact_encoding, job.outer_encoding = step.exact_encoding, FLOAT32
        job.query, job.query_head_bytes, job.sinks = step.queries + place, 4 * dim, 0
        job.scale, job.softcap = layer.scale, layer.softcap
        job.out = step.attended + place
        work = (table.stop - table.start) * 2 * dim * (heads * num_new + kv_heads)
        job.num_helpers = max(0, min(step.max_helpers, work // WORK_PER_THREAD - 1))
        call(job.run_job, address)
        for t in range(num_new):
            target = floats_at(step.hidden + 4 * (first + t) * heads * dim, heads, dim)
            for h in range(heads):
                target[h] = floats_at(step.attended + place + 4 * (h * num_new + t) * dim, 1, dim)[0]


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def _add_product(
    job: Any, address: int, step: Any, matrix: int, norm: int, inputs: Any, sums: Any, normed: Any
) -> None:
    """Add a product to the sum of all layers, normalised first where the model does so."""
    keep_apart()
    if norm == 0:
        _multiply(job, address, step, matrix, 1, ADD, inputs, sums.ctypes.data, 4 * sums.shape[1])
        return
    _multiply(job, address, step, matrix, 1, WRITE, inputs, normed.ctypes.data, 4 * sums.shape[1])
    _normalise(normed, norm, step.epsilon, normed)
    sums += normed


def run_step(address: int) -> None:
    """Do the layers of a step from one to another, and what follows on the last: its record serves all jobs in turn."""
    job = carray(pointer(address, RECORD), 1)[0]
    step = carray(pointer(job.step, STEP_RECORD), 1)[0]
    rows = step.num_rows
    sums = floats_at(step.inputs, rows, step.hidden_size)
    normed = floats_at(step.normed, rows, step.hidden_size)
    for number in range(step.first_layer, step.end_layer):
        layer = _layer(step, number)
        heads = layer.num_kv_heads * layer.groups
        _normalise(sums, layer.norm, step.epsilon, normed)
        width = (heads + 2 * layer.num_kv_heads) * layer.head_dim
        _multiply(job, address, step, layer.query_key_value, 3, WRITE, normed, step.states, 4 * width)
        _place_tokens(step, layer)
        _attend(job, address, step, layer)
        attended = floats_at(step.hidden, rows, heads * layer.head_dim)
        _add_product(job, address, step, layer.output, layer.attention_norm, attended, sums, normed)
        _normalise(sums, layer.mlp_norm, step.epsilon, normed)
        job.activation = layer.activation
        inner = carray(pointer(layer.gate_up, MATRIX), 2)[0].num_rows
        _multiply(job, address, step, layer.gate_up, 2, GATE, normed, step.gated, 4 * inner)
        gated = floats_at(step.gated, rows, inner)
        _add_product(job, address, step, layer.down, layer.down_norm, gated, sums, normed)
    if step.end_layer < step.num_layers:
        return
    places = carray(pointer(step.logits_places, np.int64), step.num_logits)
    for n in range(step.num_logits):
        _normalise(sums[places[n] : places[n] + 1], step.norm, step.epsilon, normed[n : n + 1])
    vocab_size = carray(pointer(step.head, MATRIX), 1)[0].num_rows
    _multiply(job, address, step, step.head, 1, WRITE, normed[: step.num_logits], step.logits, 4 * vocab_size)
