"""The Triton kernel that attends over one span of blocks, whatever the formats of its blocks are."""
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators, allow-untyped-calls
# Triton compiles the kernels from their source; annotations mean something else to it than to mypy.
# ruff: noqa: N803 - arguments that are constants of the compiled code are upper case, as is the custom in Triton

from __future__ import annotations

import math

import triton
import triton.language as tl

from engine.attention.triton_codes import (
    E4M3,
    EIGHT_BITS,
    EXACT,
    FOUR_BITS,
    channel_scales,
    curved,
    layer_part,
    unpacked,
)
from engine.cache.block import BLOCK_TOKENS

_BLOCK = tl.constexpr(BLOCK_TOKENS)
_LOG2E = tl.constexpr(math.log2(math.e))


@triton.jit
def span_of(table, split, SPLITS: tl.constexpr):
    """First and last block of a span (without the last), tokens not seen, tokens at the end, and spans not empty."""
    start = tl.load(table).to(tl.int32)
    stop = tl.load(table + 1).to(tl.int32)
    first = start // _BLOCK
    last = (stop + _BLOCK - 1) // _BLOCK
    each = (last - first + SPLITS - 1) // SPLITS
    begin = first + split * each
    return begin, tl.minimum(begin + each, last), start, stop, (last - first + each - 1) // each


@triton.jit
def _weighed(products, seen, cap, running_max, total, CAPPED: tl.constexpr):
    """One block's part in the softmax, by powers of two.

    Weights are relative to the block's own largest score: so they keep their precision as float16, however little the
    block matters. `keep` and `add` are the factors of what was summed before and of this block's sum.
    """
    if CAPPED:
        shrunk = tl.exp2(tl.abs(products) * (-2.0 * _LOG2E))
        squeezed = cap * (1.0 - shrunk) / (1.0 + shrunk)
        products = tl.where(products < 0, -squeezed, squeezed)
    scores = tl.where(seen[None, :], products, float("-inf"))
    block_max = tl.max(scores, 1)
    weights = tl.exp2(scores - block_max[:, None])
    new_max = tl.maximum(running_max, block_max)
    keep = tl.exp2(running_max - new_max)
    add = tl.exp2(block_max - new_max)
    return weights, new_max, total * keep + tl.sum(weights, 1) * add, keep, add


@triton.jit
def _exact_block(
    part,
    head,
    query,
    seen,
    score_scale,
    cap,
    running_max,
    total,
    plain,
    low,
    high,
    SPEC: tl.constexpr,
    DTYPE: tl.constexpr,
    DOT_DTYPE: tl.constexpr,
    K_DIM: tl.constexpr,
    K_PAD: tl.constexpr,
    V_DIM: tl.constexpr,
    V_PAD: tl.constexpr,
    CAPPED: tl.constexpr,
):
    tokens = tl.arange(0, _BLOCK)
    channels = tl.arange(0, K_PAD)
    elements = tl.arange(0, V_PAD)
    # Rows that are not seen are not read: an open block holds there whatever was in memory before.
    keys = tl.load(
        part.to(tl.pointer_type(DTYPE)) + (head * _BLOCK + tokens[None, :]) * K_DIM + channels[:, None],
        mask=seen[None, :] & (channels < K_DIM)[:, None],
        other=0.0,
    )
    values = tl.load(
        (part + SPEC[5]).to(tl.pointer_type(DTYPE)) + (head * _BLOCK + tokens[:, None]) * V_DIM + elements[None, :],
        mask=seen[:, None] & (elements < V_DIM)[None, :],
        other=0.0,
    )
    products = tl.dot(query.to(DTYPE).to(DOT_DTYPE), keys.to(DOT_DTYPE), input_precision="ieee") * score_scale
    weights, running_max, total, keep, add = _weighed(products, seen, cap, running_max, total, CAPPED)
    summed = tl.dot(weights.to(DTYPE).to(DOT_DTYPE), values.to(DOT_DTYPE), input_precision="ieee")
    plain = plain * keep[:, None] + summed * add[:, None]
    return running_max, total, plain, low * keep[:, None], high * keep[:, None]


@triton.jit
def _packed_block(
    part,
    head,
    query,
    seen,
    score_scale,
    cap,
    running_max,
    total,
    plain,
    low,
    high,
    SPEC: tl.constexpr,
    K_DIM: tl.constexpr,
    K_PAD: tl.constexpr,
    V_DIM: tl.constexpr,
    V_HALF: tl.constexpr,
    CAPPED: tl.constexpr,
):
    channels = tl.arange(0, K_PAD)
    tokens = tl.arange(0, _BLOCK)
    elements = tl.arange(0, V_HALF)
    row_bytes: tl.constexpr = _BLOCK // 2 if SPEC[1] == FOUR_BITS else _BLOCK
    codes = tl.load(
        part + (head * K_DIM + channels[:, None]) * row_bytes + tl.arange(0, row_bytes)[None, :],
        mask=(channels < K_DIM)[:, None],
        other=0,
    )
    # Values are read as two halves of their elements, as 4-bit codes lie, and before the scores are known, so that
    # both reads are under way together.
    row_of_value: tl.constexpr = V_DIM // 2 if SPEC[2] == FOUR_BITS else V_DIM
    value_at = part + SPEC[5] + (head * _BLOCK + tokens[:, None]) * row_of_value + elements[None, :]
    real = (elements < V_DIM // 2)[None, :]
    low_codes = tl.load(value_at, mask=real, other=0)
    high_codes = low_codes
    if SPEC[2] != FOUR_BITS:
        high_codes = tl.load(value_at + V_DIM // 2, mask=real, other=0)
    token_scale = tl.load((part + SPEC[6]).to(tl.pointer_type(tl.float16)) + head * _BLOCK + tokens).to(tl.float32)

    factor, offset = channel_scales(part, head, K_DIM, K_PAD, SPEC)
    folded = query * factor[None, :]
    largest = tl.maximum(tl.max(tl.abs(folded), 1), 1e-30)
    # At most 1, so that float16 holds it whatever the scales are.
    folded_half = (folded / largest[:, None]).to(tl.float16)
    if SPEC[1] == FOUR_BITS:
        products = tl.join(
            tl.dot(folded_half, unpacked(codes & 15, FOUR_BITS)), tl.dot(folded_half, unpacked(codes >> 4, FOUR_BITS))
        )
        products = tl.reshape(tl.permute(products, (0, 2, 1)), (query.shape[0], _BLOCK))
    else:
        products = tl.dot(folded_half, unpacked(codes, SPEC[1]))
    products = products * largest[:, None] + tl.sum(query * offset[None, :], 1)[:, None]

    weights, running_max, total, keep, add = _weighed(products * score_scale, seen, cap, running_max, total, CAPPED)
    largest_scale = tl.maximum(tl.max(token_scale, 0), 1e-30)
    weights_half = (weights * (token_scale / largest_scale)[None, :]).to(tl.float16)
    add *= largest_scale * (256.0 if SPEC[2] == E4M3 else 1.0)
    if SPEC[2] == FOUR_BITS:
        low_values = curved(unpacked(low_codes & 15, FOUR_BITS))
        high_values = curved(unpacked(low_codes >> 4, FOUR_BITS))
    else:
        flip: tl.constexpr = 0x80 if SPEC[2] == EIGHT_BITS else 0  # signed codes as unsigned ones
        low_values = unpacked(low_codes ^ flip, SPEC[2])
        high_values = unpacked(high_codes ^ flip, SPEC[2])
    low = low * keep[:, None] + tl.dot(weights_half, low_values) * add[:, None]
    high = high * keep[:, None] + tl.dot(weights_half, high_values) * add[:, None]
    return running_max, total, plain * keep[:, None], low, high


# A layer's place must not be a constant of the compiled code, or a model would compile one kernel for each of them.
@triton.jit(do_not_specialize=["place"])
def attend_split(
    table,
    query_at,
    rotated_at,
    partials,
    logs,
    query_stride,
    rotated_stride,
    place,
    score_scale,
    cap,
    SPECS: tl.constexpr,
    DTYPE: tl.constexpr,
    DOT_DTYPE: tl.constexpr,
    GROUP: tl.constexpr,
    ROWS: tl.constexpr,
    K_DIM: tl.constexpr,
    K_PAD: tl.constexpr,
    V_DIM: tl.constexpr,
    V_PAD: tl.constexpr,
    V_HALF: tl.constexpr,
    SPLITS: tl.constexpr,
    CAPPED: tl.constexpr,
):
    """Each program attends with the heads of one KV head over one span, if there are so many spans now."""
    head = tl.program_id(0)
    split = tl.program_id(1)
    begin, end, start, stop, _ = span_of(table, split, SPLITS)
    if begin >= end:
        return
    rows = tl.arange(0, ROWS)
    channels = tl.arange(0, K_PAD)
    heads = head * GROUP + rows
    real = (rows < GROUP)[:, None] & (channels < K_DIM)[None, :]
    query = tl.load(query_at + heads[:, None] * query_stride + channels[None, :], mask=real, other=0.0)
    query = query.to(tl.float32)
    running_max = tl.full([ROWS], float("-inf"), tl.float32)
    total = tl.zeros([ROWS], tl.float32)
    plain = tl.zeros([ROWS, V_PAD], tl.float32)
    low = tl.zeros([ROWS, V_HALF], tl.float32)
    high = tl.zeros([ROWS, V_HALF], tl.float32)
    for index in range(begin, end):
        address = tl.load(table + 2 * index + 2)
        code = tl.load(table + 2 * index + 3).to(tl.int32)
        positions = index * _BLOCK + tl.arange(0, _BLOCK)
        seen = (positions >= start) & (positions < stop)
        for which in tl.static_range(len(SPECS)):
            if code == SPECS[which][0]:
                spec: tl.constexpr = SPECS[which]
                part = layer_part(address, place, spec)
                if spec[1] == EXACT:
                    running_max, total, plain, low, high = _exact_block(
                        part, head, query, seen, score_scale, cap, running_max, total, plain, low, high,
                        spec, DTYPE, DOT_DTYPE, K_DIM, K_PAD, V_DIM, V_PAD, CAPPED,
                    )  # fmt: skip # two lines of what all blocks share
                else:
                    packed_query = query
                    if spec[1] == FOUR_BITS:
                        packed_query = tl.load(
                            rotated_at + heads[:, None] * rotated_stride + channels[None, :], mask=real, other=0.0
                        ).to(tl.float32)
                    running_max, total, plain, low, high = _packed_block(
                        part, head, packed_query, seen, score_scale, cap, running_max, total, plain, low, high,
                        spec, K_DIM, K_PAD, V_DIM, V_HALF, CAPPED,
                    )  # fmt: skip # as above
    at = heads * SPLITS + split
    real_rows = rows < GROUP
    partials_at = partials + at[:, None] * (V_PAD + 2 * V_HALF)
    share = (1.0 / total)[:, None]
    elements = tl.arange(0, V_PAD)[None, :]
    halves = tl.arange(0, V_HALF)[None, :]
    tl.store(partials_at + elements, plain * share, mask=real_rows[:, None])
    if len(SPECS) > 1:
        tl.store(partials_at + V_PAD + halves, low * share, mask=real_rows[:, None])
        tl.store(partials_at + V_PAD + V_HALF + halves, high * share, mask=real_rows[:, None])
    tl.store(logs + at, running_max + tl.log2(total), mask=real_rows)
