"""Attention on the CPU, straight from packed blocks: a few new tokens over a block table, and unpacking for prefill.

Work is cut into tasks, a key/value head and a span of blocks each, which a team of threads takes one after the other.
Every task runs an online softmax (Milakov and Gimelshein, 2018); their results are merged by their sums of
exponentials, as in flash decoding. Keys and values of a head are read and converted once for all heads that share them.
"""

from __future__ import annotations

import ctypes
import threading
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numba import cfunc, njit, types

from engine.attention import (
    numba_codegen,
    numba_jobs,
    numba_math,
    numba_sums,
    numba_tasks,
    numba_team,
    numba_transforms,
)
from engine.attention.numba_jobs import MAX_THREADS, RECORD, WORK_PER_THREAD, Job, do_tasks, run_job, work
from engine.attention.numba_math import BFLOAT16, FLOAT16, FLOAT32
from engine.attention.numba_tasks import UNPACK
from engine.attention.numba_team import LOCKS, WORDS
from engine.attention.part_table import LayerView, PartTable
from engine.cache import formats
from engine.weights import numba_packed, numba_products, numba_step
from engine.weights.numba_step import run_step

NUMBERS = {torch.float32: FLOAT32, torch.bfloat16: BFLOAT16, torch.float16: FLOAT16}
_new_lock = ctypes.pythonapi.PyThread_allocate_lock
_new_lock.restype = ctypes.c_void_p
_take_lock = ctypes.pythonapi.PyThread_acquire_lock
_take_lock.argtypes = (ctypes.c_void_p, ctypes.c_int)


# Numba compiles anew when this file has changed, but does not see that what it imports has.
_parts = (
    numba_jobs,
    numba_team,
    numba_tasks,
    numba_sums,
    numba_transforms,
    numba_codegen,
    numba_math,
    numba_packed,
    numba_products,
    numba_step,
    formats,
)
_sources = [Path(str(module.__file__)).read_bytes() for module in _parts]
_version = f"_{zlib.crc32(b''.join(_sources)):x}"
for _function in (work, do_tasks, run_job, run_step):
    _function.__qualname__ += _version


class _Team:
    """The threads that compute, and the job they are at: one at a time, whoever asks."""

    def __init__(self) -> None:
        self._job = np.zeros(1, RECORD)
        self._words = np.zeros((MAX_THREADS, WORDS), np.intp)
        self._address = self._job.ctypes.data
        self._num_helpers = 0
        self._mutex = threading.Lock()
        self._work = njit(nogil=True, cache=True, error_model="numpy")(work)
        self._functions: list[Any] = []
        self._places: tuple[int, ...] = ()

    def compile(self) -> None:
        with self._mutex:
            if self._functions:
                return
            compiled = cfunc(types.void(types.int64), cache=True, error_model="numpy")
            self._functions = [compiled(function) for function in (do_tasks, run_job, run_step)]
            self._places = (*(f.address for f in self._functions), self._words.ctypes.data)
            self._work.compile((types.int64, types.int64))
            self._work.disable_compile()

    def do(self, job: Job) -> None:
        if not self._functions:
            self.compile()
        with self._mutex:
            # All at once: a helper that comes late looks at any time where its words lie.
            self._job[0] = (*job[: -len(self._places)], *self._places)
            while self._num_helpers < job.num_helpers:
                self._add_helper()
            self._work(self._address, -1)

    def _add_helper(self) -> None:
        for place in LOCKS:
            lock = _new_lock()
            _take_lock(lock, 1)
            self._words[self._num_helpers, place] = lock
        arguments = (self._address, self._num_helpers)
        threading.Thread(target=self._work, args=arguments, name="attention", daemon=True).start()
        self._num_helpers += 1


_team = _Team()


def run(job: Job) -> None:
    """Do a job, once the kernels are compiled."""
    _team.do(job)


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
    num_new: int = 1,
    window: int | None = None,
) -> torch.Tensor:
    """Attention of one new token, or of a few, whose own keys and values are in the last blocks already.

    Args:
        query: `[num_heads * num_new, k_dim]`, float32, bfloat16 or float16; head `h` reads key/value head
            `h // (num_heads // num_kv_heads)`. The new tokens of a head stand together, and each sees itself and all
            before it.
        scale: Factor of the scores.
        softcap: Scores are squeezed into (-softcap, softcap) by tanh.
        sinks: `[num_heads]`, a score that takes part in the softmax and has no value.
        window: Tokens that each new token sees, itself included; with one new token, the table says it.

    Returns:
        `[num_heads * num_new, v_dim]` in the query's dtype.
    """
    num_rows = query.shape[0]
    if query.stride(1) != 1:
        query = query.contiguous()
    out = query.new_empty(num_rows, layer.v_dim)
    if sinks is not None:
        sinks = sinks.to(torch.float32).repeat_interleave(num_new)
    work = (table.stop - table.start) * (layer.k_dim + layer.v_dim) * (num_rows + layer.num_kv_heads)
    _team.do(
        _job(
            table,
            layer,
            query.dtype,
            num_helpers=_helpers(work),
            groups=num_rows // layer.num_kv_heads,
            num_new=num_new,
            window=window or 0,
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
            kind=UNPACK,
            keys_out=keys_out.data_ptr(),
            keys_head_bytes=keys_out.stride(0) * size,
            keys_token_bytes=keys_out.stride(1) * size,
            values_out=values_out.data_ptr(),
            values_head_bytes=values_out.stride(0) * size,
            values_token_bytes=values_out.stride(1) * size,
        )
    )


def _job(table: PartTable, layer: LayerView, outer: torch.dtype, **rest: Any) -> Job:
    return Job(
        addresses=table.addresses.data_ptr(),
        formats=table.formats.data_ptr(),
        num_blocks=len(table.addresses),
        start=table.start,
        stop=table.stop,
        offsets=layer.offsets.data_ptr(),
        num_kv_heads=layer.num_kv_heads,
        k_dim=layer.k_dim,
        v_dim=layer.v_dim,
        exact_encoding=NUMBERS[layer.dtype],
        balance=0 if layer.balance is None else layer.balance.data_ptr(),
        outer_encoding=NUMBERS[outer],
        **rest,
    )


def _helpers(work: int) -> int:
    """How many threads besides the caller's are worth waking."""
    return max(0, min(torch.get_num_threads(), MAX_THREADS, work // WORK_PER_THREAD) - 1)
