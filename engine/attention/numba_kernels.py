"""Attention on the CPU, straight from packed blocks: one new token over a block table, and unpacking for prefill.

Work is cut into tasks, a key/value head and a span of blocks each, which a team of threads takes one after the other.
Every task runs an online softmax (Milakov and Gimelshein, 2018); their results are merged by their sums of
exponentials, as in flash decoding. Keys and values of a head are read and converted once for all heads that share them.

Helpers wait on locks of the Python runtime, taken in compiled code without the interpreter's lock. Measured, 2 cores,
median time to start and join one helper: 7 us so, 17 us with a Python thread that calls compiled code, 18 us with
Numba's OpenMP layer (and libgomp need not be installed), 50 us with its own work queue. They sleep while they wait.
"""

from __future__ import annotations

import ctypes
import threading
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numba import carray, njit, types

from engine.attention import numba_codegen, numba_math, numba_sums, numba_tasks, numba_transforms
from engine.attention.numba_math import BFLOAT16, FLOAT16, FLOAT32, pointer, take_number
from engine.attention.numba_tasks import attend_span, merge, padded, prepare_queries, scratch_floats, unpack_block
from engine.attention.part_table import LayerView, PartTable
from engine.cache import formats

_NUMBERS = {torch.float32: FLOAT32, torch.bfloat16: BFLOAT16, torch.float16: FLOAT16}
_MAX_THREADS = 64
_WORK_PER_THREAD = 200_000
"""Multiply-adds, some 20 us; a thread that would do fewer is not worth waking."""

_new_lock = ctypes.pythonapi.PyThread_allocate_lock
_new_lock.restype = ctypes.c_void_p
_take_lock = ctypes.pythonapi.PyThread_acquire_lock
_take_lock.argtypes = (ctypes.c_void_p, ctypes.c_int)


class _Job(NamedTuple):
    """What compiled code is told, as one record that all threads read; the names are addresses unless they say else."""

    next_task: int = 0  # first, so that its address is the record's
    num_tasks: int = 0
    spans: int = 0  # tasks of one key/value head
    num_helpers: int = 0
    unpacks: int = 0  # whether the job is to unpack, and not to attend
    addresses: int = 0
    formats: int = 0
    num_blocks: int = 0
    start: int = 0
    stop: int = 0
    offsets: int = 0
    num_kv_heads: int = 0
    groups: int = 0  # heads that share one head of keys and values
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


_RECORD = np.dtype(
    [(name, "f8" if isinstance(default, float) else "i8") for name, default in _Job._field_defaults.items()]
)

_wait = types.ExternalFunction("PyThread_acquire_lock", types.int32(types.intp, types.int32))
_signal = types.ExternalFunction("PyThread_release_lock", types.void(types.intp))


def _work(address: int, locks_address: int, helper: int) -> None:
    """The one function that is compiled by itself, so that all code is compiled once.

    Args:
        address: Of the job. Plain numbers, since Numba needs microseconds to look at a record.
        locks_address: Of two locks for each helper: one it waits on, one it signals with when no task is left.
        helper: The helper whose thread this is, and then it never returns; or -1 to do the job.
    """
    job = carray(pointer(address, _RECORD), 1)[0]
    locks = carray(pointer(locks_address, np.intp), (_MAX_THREADS, 2))
    if helper < 0:
        # More tasks than threads, so that a helper that wakes late does fewer of them.
        tasks = 1 if job.num_helpers == 0 else 4 * (job.num_helpers + 1)
        job.spans = job.num_blocks if job.unpacks else min(job.num_blocks, -(-tasks // job.num_kv_heads))
        job.num_tasks = job.num_kv_heads * job.spans
        num_heads, k_padded, v_padded = job.num_kv_heads * job.groups, padded(job.k_dim), padded(job.v_dim)
        num_queries, num_peaks = 2 * num_heads * k_padded, 2 * job.num_tasks * job.groups
        # Numba frees an array after its last use, and does not count addresses: `merge` is given it for that as well.
        memory = np.zeros(num_queries + num_peaks + num_peaks * v_padded, np.float32)
        job.queries = memory.ctypes.data
        job.peaks = job.queries + 4 * num_queries
        job.totals = job.peaks + 4 * num_peaks
        prepare_queries(job)
        job.next_task = 0
        for h in range(job.num_helpers):
            _signal(locks[h, 0])
    while True:
        if helper >= 0:
            _wait(locks[helper, 0], 1)
        # Zeros, since rows that were never read meet factors of zero, and so must be finite.
        scratch = np.zeros(scratch_floats(job), np.float32)
        task = take_number(address)
        while task < job.num_tasks:
            if job.unpacks:
                unpack_block(job, task, scratch)
            else:
                attend_span(job, task, scratch)
            task = take_number(address)
        if helper < 0:
            break
        _signal(locks[helper, 1])
    for h in range(job.num_helpers):
        _wait(locks[h, 1], 1)
    merge(job, memory)


# Numba compiles anew when this file has changed, but does not see that what it imports has.
_parts = (numba_tasks, numba_sums, numba_transforms, numba_codegen, numba_math, formats)
_sources = [Path(str(module.__file__)).read_bytes() for module in _parts]
_work.__qualname__ += f"_{zlib.crc32(b''.join(_sources)):x}"


class _Team:
    """The threads that compute, and the job they are at: one at a time, whoever asks."""

    def __init__(self) -> None:
        self._job = np.zeros(1, _RECORD)
        self._locks = np.zeros((_MAX_THREADS, 2), np.intp)
        self._addresses = self._job.ctypes.data, self._locks.ctypes.data
        self._num_helpers = 0
        self._mutex = threading.Lock()
        self._work = njit(nogil=True, cache=True, error_model="numpy")(_work)

    def compile(self) -> None:
        with self._mutex:
            if not self._work.signatures:
                self._work.compile((types.int64, types.int64, types.int64))
                self._work.disable_compile()

    def do(self, job: _Job) -> None:
        with self._mutex:
            while self._num_helpers < job.num_helpers:
                self._add_helper()
            self._job[0] = job
            self._work(*self._addresses, -1)

    def _add_helper(self) -> None:
        for i in range(2):
            lock = _new_lock()
            _take_lock(lock, 1)
            self._locks[self._num_helpers, i] = lock
        arguments = (*self._addresses, self._num_helpers)
        threading.Thread(target=self._work, args=arguments, name="attention", daemon=True).start()
        self._num_helpers += 1


_team = _Team()


def compile_kernels() -> None:
    """Compile what is not in Numba's cache on disk yet; until then, the first call would."""
    _team.compile()


def decode(
    query: torch.Tensor,
    table: PartTable,
    layer: LayerView,
    *,
    scale: float,
    softcap: float | None = None,
    sinks: torch.Tensor | None = None,
) -> torch.Tensor:
    """Attention of one new token, whose own key and value are in the last block already.

    Args:
        query: `[num_heads, k_dim]`, float32, bfloat16 or float16; head `h` reads key/value head
            `h // (num_heads // num_kv_heads)`.
        scale: Factor of the scores.
        softcap: Scores are squeezed into (-softcap, softcap) by tanh.
        sinks: `[num_heads]`, a score that takes part in the softmax and has no value.

    Returns:
        `[num_heads, v_dim]` in the query's dtype.
    """
    num_heads = query.shape[0]
    if query.stride(1) != 1:
        query = query.contiguous()
    out = query.new_empty(num_heads, layer.v_dim)
    if sinks is not None:
        sinks = sinks.to(torch.float32).contiguous()
    work = (table.stop - table.start) * (layer.k_dim + layer.v_dim) * (num_heads + layer.num_kv_heads)
    _team.do(
        _job(
            table,
            layer,
            query.dtype,
            num_helpers=_helpers(work),
            groups=num_heads // layer.num_kv_heads,
            query=query.data_ptr(),
            query_head_bytes=query.stride(0) * query.itemsize,
            sinks=0 if sinks is None else sinks.data_ptr(),
            scale=scale,
            softcap=softcap or 0.0,
            out=out.data_ptr(),
        )
    )
    return out


def unpack(table: PartTable, layer: LayerView, keys_out: torch.Tensor, values_out: torch.Tensor) -> None:
    """Write what a sequence holds, `start` to `stop`, as plain keys and values.

    Args:
        keys_out: `[num_kv_heads, stop - start, k_dim]`, float32, bfloat16 or float16; the numbers of a token lie
            together.
        values_out: `[num_kv_heads, stop - start, v_dim]`, of the same dtype.
    """
    work = 4 * layer.num_kv_heads * (table.stop - table.start) * (layer.k_dim + layer.v_dim)
    size = keys_out.itemsize
    _team.do(
        _job(
            table,
            layer,
            keys_out.dtype,
            num_helpers=_helpers(work),
            unpacks=1,
            keys_out=keys_out.data_ptr(),
            keys_head_bytes=keys_out.stride(0) * size,
            keys_token_bytes=keys_out.stride(1) * size,
            values_out=values_out.data_ptr(),
            values_head_bytes=values_out.stride(0) * size,
            values_token_bytes=values_out.stride(1) * size,
        )
    )


def _job(table: PartTable, layer: LayerView, outer: torch.dtype, **rest: Any) -> _Job:
    return _Job(
        addresses=table.addresses.data_ptr(),
        formats=table.formats.data_ptr(),
        num_blocks=len(table.addresses),
        start=table.start,
        stop=table.stop,
        offsets=layer.offsets.data_ptr(),
        num_kv_heads=layer.num_kv_heads,
        k_dim=layer.k_dim,
        v_dim=layer.v_dim,
        exact_encoding=_NUMBERS[layer.dtype],
        balance=0 if layer.balance is None else layer.balance.data_ptr(),
        outer_encoding=_NUMBERS[outer],
        **rest,
    )


def _helpers(work: int) -> int:
    """How many threads besides the caller's are worth waking."""
    return max(0, min(torch.get_num_threads(), _MAX_THREADS, work // _WORK_PER_THREAD) - 1)
