"""What one task of the CPU kernels computes: a span of blocks for one key/value head, and what joins the spans.

A job is the record that `numba_kernels` describes; addresses in it are of plain memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from engine.attention.numba_math import (
    E4M3,
    FLOAT32,
    LANES,
    LEVELS4,
    SIGNED8,
    UNSIGNED4,
    UNSIGNED8,
    Floats,
    exp,
    floats_at,
    inlined,
    keep_apart,
    pointer,
    read_halves,
    read_rows,
    row_bytes,
    vectorised,
    write_row,
)
from engine.attention.numba_sums import add_rows, dot_rows
from engine.attention.numba_transforms import rotate, unpack_channels
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, INT4

ATTEND, UNPACK, MULTIPLY, STEP = range(4)
"""Kinds of jobs; a step is new tokens of some sequences on their way through a whole model, and makes jobs itself."""

_KEY_ENCODINGS = {"exact": FLOAT32, "8bit": UNSIGNED8, "e4m3": E4M3, "4bit": UNSIGNED4}
_VALUE_ENCODINGS = {"exact": FLOAT32, "8bit": SIGNED8, "e4m3": E4M3, "4bit": LEVELS4}
_BY_CODE = sorted(FORMATS.values(), key=lambda format_: format_.code)
_KEYS = np.array([_KEY_ENCODINGS[format_.keys] for format_ in _BY_CODE])
_VALUES = np.array([_VALUE_ENCODINGS[format_.values] for format_ in _BY_CODE])
_EXACT, _INT4 = EXACT.code, INT4.code

# Scores are kept between these, so that differences of two are finite.
_LOW = np.float32(-1e30)
_HIGH = np.float32(1e30)


@inlined
def padded(count: int) -> int:
    """Floats of a row, in whole vectors."""
    return (count + LANES - 1) // LANES * LANES


@inlined
def _tile_tokens(width: int) -> int:
    """Tokens of the tile that a block's rows are copied to if they are not whole vectors."""
    return BLOCK_TOKENS if width % LANES else 0


@inlined
def _offsets(job: Any, format_: int) -> Any:
    return carray(pointer(job.offsets, np.int64), (len(_KEYS), 5))[format_]


@inlined
def exact_places(offsets: int) -> tuple[int, int]:
    """Where a layer's exact keys and values begin in a part."""
    places = carray(pointer(offsets, np.int64), (len(_KEYS), 5))[_EXACT]
    return places[0], places[3]


@vectorised
def _encodings(job: Any, format_: int) -> tuple[int, int]:
    if format_ == _EXACT:
        return job.exact_encoding, job.exact_encoding
    return _KEYS[format_], _VALUES[format_]


@vectorised
def _places(job: Any, block: int, head: int) -> tuple[int, int, int, int]:
    """A block's part, its format, and where a head's keys and values begin."""
    part = carray(pointer(job.addresses, np.int64), job.num_blocks)[block]
    format_ = carray(pointer(job.formats, np.int32), job.num_blocks)[block]
    k_encoding, v_encoding = _encodings(job, format_)
    keys = part + _offsets(job, format_)[0] + head * row_bytes(k_encoding, BLOCK_TOKENS * job.k_dim)
    values = part + _offsets(job, format_)[3] + head * row_bytes(v_encoding, BLOCK_TOKENS * job.v_dim)
    return part, format_, keys, values


@vectorised
def _read_channels(job: Any, part: int, format_: int, head: int, constants: Floats) -> None:
    """Scales and minima of a block's channels, as rows 0 and 1 of `constants`."""
    read_halves(part + _offsets(job, format_)[1] + 2 * head * job.k_dim, constants[0], job.k_dim)
    read_halves(part + _offsets(job, format_)[2] + 2 * head * job.k_dim, constants[1], job.k_dim)


@vectorised
def _score_channels(
    scores: Floats, query: Floats, scaled: Floats, constants: Floats, keys: int, encoding: int, k_dim: int, ahead: int
) -> None:
    """Scores of packed keys: scales are folded into the query, minima into one number per head."""
    keep_apart()
    groups = scores.shape[0]
    for g in range(groups):
        constant = np.float32(0)
        for c in range(k_dim):
            scaled[g, c] = query[g, c] * constants[0, c]
            constant += query[g, c] * constants[1, c]
        for t in range(BLOCK_TOKENS):
            scores[g, t] = constant
    add_rows(scores, scaled, 0, keys, encoding, k_dim, row_bytes(encoding, BLOCK_TOKENS), ahead)


@vectorised
def _rows_of(address: int, encoding: int, width: int, tile: Floats, low: int, high: int) -> tuple[int, int, int]:
    """Address, encoding and bytes of rows as vector code reads them; others than whole vectors go to the tile."""
    row = row_bytes(encoding, width)
    if width % LANES == 0:
        return address, encoding, row
    read_rows(address + low * row, encoding, tile[low:], high - low, width)
    return tile.ctypes.data, FLOAT32, 4 * tile.shape[1]


@vectorised
def _fill_unseen(scores: Floats, low: int, high: int, number: np.float32) -> None:
    for t in range(low):
        scores[t] = number
    for t in range(high, BLOCK_TOKENS):
        scores[t] = number


@vectorised
def _weigh(
    scores: Floats, low: int, high: int, softcap: float, lanes: Floats, peak: Floats, plain: Floats, rotated: Floats
) -> None:
    """Turn a head's scores into weights; where they have a new peak, scale what was summed before down to it."""
    keep_apart()
    if softcap > 0:
        for t in range(BLOCK_TOKENS):
            power = exp(scores[t] * np.float32(2 / softcap))
            scores[t] = np.float32(softcap) * ((power - np.float32(1)) / (power + np.float32(1)))
    for t in range(BLOCK_TOKENS):
        scores[t] = min(max(scores[t], _LOW), _HIGH)
    _fill_unseen(scores, low, high, _LOW)
    # The largest by halves: a running maximum becomes vector code only where NaN is ruled out.
    for t in range(32):
        lanes[t] = max(scores[t], scores[t + 32])
    for t in range(16):
        lanes[t] = max(lanes[t], lanes[t + 16])
    for t in range(8):
        lanes[t] = max(lanes[t], lanes[t + 8])
    top = peak[0]
    for t in range(8):
        top = max(top, lanes[t])
    if top > peak[0]:
        factor = exp(peak[0] - top)
        peak[0] = top
        peak[1] *= factor
        for i in range(plain.size):
            plain[i] *= factor
            rotated[i] *= factor
    for t in range(BLOCK_TOKENS):
        scores[t] = exp(scores[t] - top)
    _fill_unseen(scores, low, high, np.float32(0))
    total = np.float32(0)
    for t in range(BLOCK_TOKENS):
        total += scores[t]
    peak[1] += total


@vectorised
def scratch_floats(job: Any) -> int:
    """Enough for any task of the job, and little, since it is cleared."""
    k_padded, v_padded = padded(job.k_dim), padded(job.v_dim)
    if job.kind == UNPACK:
        return 2 * max(k_padded, BLOCK_TOKENS) + BLOCK_TOKENS * max(k_padded, v_padded)
    tiles = _tile_tokens(job.k_dim) * k_padded + _tile_tokens(job.v_dim) * v_padded
    return int(job.groups * (BLOCK_TOKENS + k_padded) + 2 * (k_padded + BLOCK_TOKENS) + tiles)


@vectorised
def attend_span(job: Any, task: int, scratch: Floats) -> None:
    """Attend to one span of blocks with the heads that share one head of keys and values."""
    keep_apart()
    head, span = task // job.spans, task % job.spans
    groups, k_dim, v_dim = job.groups, job.k_dim, job.v_dim
    k_padded, v_padded = padded(k_dim), padded(v_dim)
    scores = floats_at(scratch.ctypes.data, groups, BLOCK_TOKENS)
    scaled = floats_at(scores.ctypes.data + 4 * scores.size, groups, k_padded)
    constants = floats_at(scaled.ctypes.data + 4 * scaled.size, 2, k_padded)
    lanes = floats_at(constants.ctypes.data + 4 * constants.size, 2, BLOCK_TOKENS)
    key_tile = floats_at(lanes.ctypes.data + 4 * lanes.size, _tile_tokens(k_dim), k_padded)
    value_tile = floats_at(key_tile.ctypes.data + 4 * key_tile.size, _tile_tokens(v_dim), v_padded)
    queries = floats_at(job.queries + 4 * head * groups * k_padded, groups, k_padded)
    rotated_queries = floats_at(queries.ctypes.data + 4 * job.num_kv_heads * groups * k_padded, groups, k_padded)
    peaks = floats_at(job.peaks + 4 * task * groups * 2, groups, 2)
    new = job.num_new
    plain = floats_at(job.totals + 4 * task * 2 * groups * v_padded, groups, v_padded)
    rotated = floats_at(plain.ctypes.data + 4 * plain.size, groups, v_padded)
    for g in range(groups):
        peaks[g, 0], peaks[g, 1] = _LOW, np.float32(0)
        for i in range(v_padded):
            plain[g, i] = rotated[g, i] = np.float32(0)

    end = job.num_blocks * (span + 1) // job.spans
    for block in range(job.num_blocks * span // job.spans, end):
        low, high = max(job.start - block * BLOCK_TOKENS, 0), min(job.stop - block * BLOCK_TOKENS, BLOCK_TOKENS)
        part, format_, keys, values = _places(job, block, head)
        next_keys = _places(job, min(block + 1, end - 1), head)[2]
        k_encoding, v_encoding = _encodings(job, format_)
        if format_ == _EXACT:
            rows, encoding, row = _rows_of(keys, k_encoding, k_dim, key_tile, low, high)
            dot_rows(scores, queries, rows, encoding, low, high, row)
        else:
            _read_channels(job, part, format_, head, constants)
            fitting = rotated_queries if format_ == _INT4 else queries
            _score_channels(scores, fitting, scaled, constants, keys, k_encoding, k_dim, values)
        for g in range(groups):
            # A head's new tokens stand one behind the other, and each sees one more than the one before it.
            row_stop = job.stop - (new - 1 - g % new)
            row_start = max(job.start, row_stop - job.window) if job.window else job.start
            row_low = min(max(row_start - block * BLOCK_TOKENS, 0), BLOCK_TOKENS)
            row_high = min(max(row_stop - block * BLOCK_TOKENS, 0), BLOCK_TOKENS)
            _weigh(scores[g], row_low, row_high, job.softcap, lanes[0], peaks[g], plain[g], rotated[g])
        totals = plain
        if format_ != _EXACT:
            totals = rotated
            read_halves(part + _offsets(job, format_)[4] + 2 * head * BLOCK_TOKENS, lanes[1], scores.shape[1])
            for g in range(groups):
                for t in range(BLOCK_TOKENS):
                    scores[g, t] *= lanes[1, t]
        rows, encoding, row = _rows_of(values, v_encoding, v_dim, value_tile, low, high)
        add_rows(totals, scores, low, rows + low * row, encoding, high - low, row, next_keys)


@vectorised
def _rotate_keys(rows: Floats, balance: Floats) -> None:
    for t in range(rows.shape[0]):
        row = rows[t]
        rotate(row, balance.size)
        for c in range(balance.size):
            row[c] *= balance[c]


@vectorised
def _rotate_values(rows: Floats, scales: Floats, v_dim: int) -> None:
    for t in range(rows.shape[0]):
        row, scale = rows[t], scales[t]
        for c in range(v_dim):
            row[c] *= scale
        rotate(row, v_dim)


@vectorised
def _write_rows(rows: Floats, width: int, address: int, apart: int, encoding: int) -> None:
    for t in range(rows.shape[0]):
        write_row(rows[t], width, address + t * apart, encoding)


@vectorised
def unpack_block(job: Any, task: int, scratch: Floats) -> None:
    """Write one head's keys and values of one block."""
    keep_apart()
    head, block = task // job.spans, task % job.spans
    low, high = max(job.start - block * BLOCK_TOKENS, 0), min(job.stop - block * BLOCK_TOKENS, BLOCK_TOKENS)
    part, format_, keys, values = _places(job, block, head)
    k_dim, v_dim = job.k_dim, job.v_dim
    k_encoding, v_encoding = _encodings(job, format_)
    constants = floats_at(scratch.ctypes.data, 2, max(padded(k_dim), BLOCK_TOKENS))
    key_rows = floats_at(constants.ctypes.data + 4 * constants.size, BLOCK_TOKENS, padded(k_dim))
    value_rows = floats_at(key_rows.ctypes.data, BLOCK_TOKENS, padded(v_dim))

    if format_ == _EXACT:
        read_rows(keys + low * row_bytes(k_encoding, k_dim), k_encoding, key_rows[low:], high - low, k_dim)
    else:
        _read_channels(job, part, format_, head, constants)
        unpack_channels(key_rows, keys, k_encoding, constants, k_dim)
        if format_ == _INT4 and job.balance != 0:
            _rotate_keys(key_rows[low:high], floats_at(job.balance, job.num_kv_heads, k_dim)[head])
    first = block * BLOCK_TOKENS + low - job.start
    place = job.keys_out + head * job.keys_head_bytes + first * job.keys_token_bytes
    _write_rows(key_rows[low:high], k_dim, place, job.keys_token_bytes, job.outer_encoding)

    read_rows(values + low * row_bytes(v_encoding, v_dim), v_encoding, value_rows[low:], high - low, v_dim)
    if format_ != _EXACT:
        read_halves(part + _offsets(job, format_)[4] + 2 * head * BLOCK_TOKENS, constants[0], value_rows.shape[0])
        _rotate_values(value_rows[low:high], constants[0, low:high], v_dim)
    place = job.values_out + head * job.values_head_bytes + first * job.values_token_bytes
    _write_rows(value_rows[low:high], v_dim, place, job.values_token_bytes, job.outer_encoding)


@vectorised
def _highest_format(job: Any) -> int:
    codes = carray(pointer(job.formats, np.int32), job.num_blocks)
    highest = 0
    for format_ in codes:
        highest = max(highest, format_)
    return highest


@vectorised
def prepare_queries(job: Any) -> None:
    """Scale the queries, and balance and rotate a second copy as 4-bit keys are."""
    keep_apart()
    num_heads, k_dim = job.num_kv_heads * job.groups, job.k_dim
    queries = floats_at(job.queries, 2 * num_heads, padded(k_dim))
    are_rotated = job.balance != 0 and _highest_format(job) == _INT4
    for h in range(num_heads):
        plain, rotated = queries[h], queries[num_heads + h]
        source = floats_at(queries.ctypes.data + 4 * h * queries.shape[1], 1, k_dim)
        read_rows(job.query + h * job.query_head_bytes, job.outer_encoding, source, source.shape[0], k_dim)
        for c in range(k_dim):
            plain[c] *= np.float32(job.scale)
            rotated[c] = plain[c]
        if are_rotated:
            balance = floats_at(job.balance, job.num_kv_heads, k_dim)[h // job.groups]
            for c in range(k_dim):
                rotated[c] *= balance[c]
            rotate(rotated, k_dim)


@vectorised
def merge(job: Any, memory: Floats) -> None:
    """Join the spans of each head by their peaks, and write the result; `memory` is what the totals lie in."""
    keep_apart()
    groups, v_dim = job.groups, job.v_dim
    are_rotated = _highest_format(job) != _EXACT
    peaks = floats_at(job.peaks, job.num_tasks * groups, 2)
    totals = floats_at(job.totals, job.num_tasks * 2 * groups, padded(v_dim))
    # The first span's rows become the result.
    for h in range(job.num_kv_heads * groups):
        head, g = h // groups, h % groups
        first = head * job.spans
        top = _LOW
        if job.sinks != 0:
            top = max(top, floats_at(job.sinks, 1, job.num_kv_heads * groups)[0, h])
        for span in range(job.spans):
            top = max(top, peaks[(first + span) * groups + g, 0])
        total = np.float32(0)
        if job.sinks != 0:
            total = exp(floats_at(job.sinks, 1, job.num_kv_heads * groups)[0, h] - top)
        plain, rotated = totals[first * 2 * groups + g], totals[first * 2 * groups + groups + g]
        for span in range(job.spans):
            factor = exp(peaks[(first + span) * groups + g, 0] - top)
            total += factor * peaks[(first + span) * groups + g, 1]
            row = (first + span) * 2 * groups + g
            for i in range(v_dim):
                plain[i] = totals[row, i] * factor + (plain[i] if span else np.float32(0))
                rotated[i] = totals[row + groups, i] * factor + (rotated[i] if span else np.float32(0))
        if are_rotated:
            rotate(rotated, v_dim)
        for i in range(v_dim):
            plain[i] = (plain[i] + rotated[i]) / total
        write_row(plain, v_dim, job.out + h * row_bytes(job.outer_encoding, v_dim), job.outer_encoding)
