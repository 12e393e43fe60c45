"""How threads that compute together call one another: by a word in memory, and by a lock where one has gone to sleep.

Waking a sleeping thread takes some 30 us, as long as a product with a small matrix. So one that waits looks at its word
for a moment before it sleeps: long enough to be there for the next product of a step, too short to cost another program
its turn.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic

from engine.attention.numba_codegen import I64
from engine.attention.numba_math import pointer

_LOOKS = 2_000
"""Some 50 us on an x86 processor, which can be told that this is a look; a few where it cannot."""

_NOTHING, _SLEEPS, _TOLD = range(3)
"""What a word says: nothing; whoever waits for it sleeps until the lock is released; what was waited for is there."""

_PAUSES = {"x86_64": "llvm.x86.sse2.pause", "amd64": "llvm.x86.sse2.pause"}

WORDS = 24
"""Numbers of 64 bits of each helper: a lock and a word that call it, and those that it calls with.

What two threads write at the same time lies in lines of memory of its own.
"""
_CALL_LOCK, _DONE_LOCK, _CALL, _DONE = 0, 1, 8, 16
LOCKS = (_CALL_LOCK, _DONE_LOCK)
"""Places of the locks, which are taken from the beginning."""

_take = types.ExternalFunction("PyThread_acquire_lock", types.int32(types.intp, types.int32))
_release = types.ExternalFunction("PyThread_release_lock", types.void(types.intp))


@intrinsic  # type: ignore[untyped-decorator] # numba ships no types
def _put(typingctx: Any, address: Any, word: Any) -> Any:
    """Write a word; returns what was there."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.inttoptr(arguments[0], I64.as_pointer())
        return builder.atomic_rmw("xchg", place, arguments[1], "seq_cst")

    return types.int64(types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def _replace(typingctx: Any, address: Any, expected: Any, word: Any) -> Any:
    """Write a word if another one is there; returns whether it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.inttoptr(arguments[0], I64.as_pointer())
        return builder.extract_value(builder.cmpxchg(place, arguments[1], arguments[2], "seq_cst"), 1)

    return types.boolean(types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator] # as above
def _look(typingctx: Any, address: Any) -> Any:
    """The word that is there; between two looks the core is left to its other thread, where it can be."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pause = _PAUSES.get(platform.machine().lower())
        if pause is not None:
            builder.call(builder.module.declare_intrinsic(pause, (), ir.FunctionType(ir.VoidType(), [])), [])
        return builder.load_atomic(builder.inttoptr(arguments[0], I64.as_pointer()), "acquire", 8)

    return types.int64(types.int64), generate


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def _tell(words: Any, word: int, lock: int) -> None:
    if _put(words.ctypes.data + 8 * word, _TOLD) == _SLEEPS:
        _release(words[lock])


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def _wait(words: Any, word: int, lock: int) -> None:
    place = words.ctypes.data + 8 * word
    looks = 0
    while not _replace(place, _TOLD, _NOTHING):
        while _look(place) != _TOLD and looks < _LOOKS:
            looks += 1
        if looks == _LOOKS and _replace(place, _NOTHING, _SLEEPS):
            _take(words[lock], 1)
            looks = 0


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def _words_of(address: int, helper: int) -> Any:
    """A helper's words, in those of all that begin at the address."""
    return carray(pointer(address + 8 * WORDS * helper, np.intp), WORDS)


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def call_helpers(address: int, count: int) -> None:
    """Let the first helpers begin."""
    for helper in range(count):
        _tell(_words_of(address, helper), _CALL, _CALL_LOCK)


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def wait_for_helpers(address: int, count: int) -> None:
    """Wait until those are done that have begun; one that did not wake in time is told that nothing is left to do."""
    for helper in range(count):
        words = _words_of(address, helper)
        if not _replace(words.ctypes.data + 8 * _CALL, _TOLD, _NOTHING):
            _wait(words, _DONE, _DONE_LOCK)


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def wait_for_call(address: int, helper: int) -> None:
    """Wait, as a helper, for the next call."""
    _wait(_words_of(address, helper), _CALL, _CALL_LOCK)


@njit(error_model="numpy")  # type: ignore[untyped-decorator] # as above
def say_done(address: int, helper: int) -> None:
    """End, as a helper, what it was called for."""
    _tell(_words_of(address, helper), _DONE, _DONE_LOCK)
