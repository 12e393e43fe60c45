"""One way to be told that a device has no memory left, Python's own error, and one to give back what was freed."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def memory_errors() -> Iterator[None]:
    """Raise torch's ways of having no memory as `MemoryError`. A CPU's allocator names itself in its sentence only."""
    try:
        yield
    except RuntimeError as error:
        if isinstance(error, torch.OutOfMemoryError) or "you tried to allocate" in str(error):
            raise MemoryError(str(error)) from error
        raise


def give_back_freed(device: torch.device) -> None:
    """Let other programs have what was freed: torch and the C library keep it for the next time."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # not every C library has it
        if trim is not None:
            trim(0)
