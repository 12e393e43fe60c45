"""What compiled code is told to do, and how a team of threads does it: one job, cut into tasks that each takes in turn.

How they call one another is in `numba_team`: nothing of it needs the interpreter's lock. Measured, 2 cores, median time
to start and join one helper that sleeps: 7 us so, 17 us with a Python thread that calls compiled code, 18 us with
Numba's OpenMP layer (and libgomp need not be installed), 50 us with its own work queue.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic

from engine.attention.numba_math import Floats, pointer, take_number
from engine.attention.numba_tasks import (
    ATTEND,
    MULTIPLY,
    STEP,
    UNPACK,
    attend_span,
    merge,
    padded,
    prepare_queries,
    scratch_floats,
    unpack_block,
)
from engine.attention.numba_team import call_helpers, say_done, wait_for_call, wait_for_helpers
from engine.weights.numba_products import (
    count_rows,
    multiply_span,
    prepare,
    prepared_input_floats,
    product_scratch_floats,
)

MAX_THREADS = 64
WORK_PER_THREAD = 200_000
"""Multiply-adds, some 20 us; a thread that would do fewer is not worth waking."""


class Job(NamedTuple):
    """What compiled code is told, as one record that all threads read; the names are addresses unless they say else."""

    next_task: int = 0  # first, so that its address is the record's
    kind: int = ATTEND  # a number, as the next three
    num_tasks: int = 0
    spans: int = 0  # tasks of one key/value head
    num_helpers: int = 0
    # Attention and unpacking, see `numba_tasks`:
    addresses: int = 0
    formats: int = 0
    num_blocks: int = 0
    start: int = 0
    stop: int = 0
    offsets: int = 0
    num_kv_heads: int = 0
    groups: int = 0  # rows of queries that share one head of keys and values: its heads, times the new tokens
    num_new: int = 1
    window: int = 0  # of a new token; 0 for all that the table lists
    k_dim: int = 0
    v_dim: int = 0
    exact_encoding: int = 0
    balance: int = 0  # 0 for none
    outer_encoding: int = 0  # of the query and the results
    query: int = 0
    query_head_bytes: int = 0  # from one head to the next, as below
    sinks: int = 0  # 0 for none
    scale: float = 0.0
    softcap: float = 0.0  # 0 for none
    out: int = 0
    keys_out: int = 0
    keys_head_bytes: int = 0
    keys_token_bytes: int = 0
    values_out: int = 0
    values_head_bytes: int = 0
    values_token_bytes: int = 0
    # What is made ready for the tasks, and what they leave, as float32:
    queries: int = 0  # [2, num_heads, k_padded], the second half as 4-bit keys need it
    peaks: int = 0  # [num_tasks, groups, 2], the largest score, and the sum of exponentials relative to it
    totals: int = 0  # [num_tasks, 2, groups, v_padded], weighted values, plain ones and rotated ones
    # Products with weights, see `numba_products`; `out` is where they go:
    mode: int = 0
    activation: int = 0
    matrices: int = 0
    num_matrices: int = 0
    inputs: int = 0
    inputs_row: int = 0  # bytes from one row to the next, as below
    num_inputs: int = 0
    prepared: int = 0
    out_row: int = 0
    # A step, see `numba_step`:
    step: int = 0
    # Filled in by the team: compiled functions of these names, and its helpers' words; the last, so that it finds them.
    do_tasks: int = 0
    run_job: int = 0
    run_step: int = 0
    team: int = 0


RECORD = np.dtype(
    [(name, "f8" if isinstance(default, float) else "i8") for name, default in Job._field_defaults.items()]
)


def do_tasks(address: int) -> None:
    """Take tasks of the job at the address until none is left.

    This and what calls it are compiled by themselves and called by their addresses: Numba would go over all that a
    function calls again for each function that calls it, which takes minutes.
    """
    job = carray(pointer(address, RECORD), 1)[0]
    # Zeros, since rows that were never read meet factors of zero, and so must be finite.
    count = product_scratch_floats(job) if job.kind == MULTIPLY else scratch_floats(job)
    scratch = np.zeros(count, np.float32)
    task = take_number(address)
    while task < job.num_tasks:
        if job.kind == MULTIPLY:
            multiply_span(job, task, scratch)
        elif job.kind == UNPACK:
            unpack_block(job, task, scratch)
        else:
            attend_span(job, task, scratch)
        task = take_number(address)


@intrinsic  # type: ignore[untyped-decorator] # numba ships no types
def call(typingctx: Any, function: Any, address: Any) -> Any:
    """Call a function by its address with another one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        type_ = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
        builder.call(builder.inttoptr(arguments[0], type_.as_pointer()), [arguments[1]])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def _prepare(job: Any) -> Floats:
    """Cut the job into tasks, and make ready what they need; it lies in the memory that is returned."""
    # More tasks than threads, so that a helper that wakes late does fewer of them.
    tasks = 1 if job.num_helpers == 0 else 4 * (job.num_helpers + 1)
    if job.kind == MULTIPLY:
        job.num_tasks = min(tasks, count_rows(job))
        memory = np.zeros(prepared_input_floats(job), np.float32)
        job.prepared = memory.ctypes.data
        prepare(job)
        return memory
    job.spans = job.num_blocks if job.kind == UNPACK else min(job.num_blocks, -(-tasks // job.num_kv_heads))
    job.num_tasks = job.num_kv_heads * job.spans
    num_heads, k_padded, v_padded = job.num_kv_heads * job.groups, padded(job.k_dim), padded(job.v_dim)
    num_queries, num_peaks = 2 * num_heads * k_padded, 2 * job.num_tasks * job.groups
    memory = np.zeros(num_queries + num_peaks + num_peaks * v_padded, np.float32)
    job.queries = memory.ctypes.data
    job.peaks = job.queries + 4 * num_queries
    job.totals = job.peaks + 4 * num_peaks
    prepare_queries(job)
    return memory


def run_job(address: int) -> None:
    """Do a job with its helpers, from the thread that they belong to."""
    job = carray(pointer(address, RECORD), 1)[0]
    memory = _prepare(job)
    job.next_task = 0
    call_helpers(job.team, job.num_helpers)
    call(job.do_tasks, address)
    wait_for_helpers(job.team, job.num_helpers)
    if job.kind == ATTEND:
        merge(job, memory)
    # Numba frees an array after its last use, and does not count addresses.
    memory[:0] = np.float32(0)


def work(address: int, helper: int) -> None:
    """The one function that Python calls.

    Args:
        address: Of the job. Plain numbers, since Numba needs microseconds to look at a record.
        helper: The helper whose thread this is, and then it never returns; or -1 to do the job.
    """
    job = carray(pointer(address, RECORD), 1)[0]
    if helper < 0:
        call(job.run_step if job.kind == STEP else job.run_job, address)
    team = job.team  # once: between two jobs the record is written anew
    while helper >= 0:
        wait_for_call(team, helper)
        call(job.do_tasks, address)
        say_done(team, helper)
