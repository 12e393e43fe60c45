"""One way to be told that a device has no memory left: Python's own error."""

from __future__ import annotations

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
