"""Reading GGUF files through the gguf library, which is slow enough that everything should be read once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import prod
from pathlib import Path

import gguf

from engine.errors import LoadError


@contextmanager
def reading_once() -> Iterator[None]:
    """Remember headers and name tables for as long as one conversion takes.

    transformers parses a file's header three times while it loads it, and builds the same table of tensor names for
    each module of the model. Both depend on their arguments only. On the starter model that was three quarters of the
    time.
    """
    library = vars(gguf)
    names = ("GGUFReader", "get_tensor_name_map")
    originals = {name: library[name] for name in names}
    library.update({name: cache(original) for name, original in originals.items()})
    try:
        yield
    finally:
        library.update(originals)


def _unreadable(path: Path, size: int) -> str:
    return f"{path} is cut off or damaged: its header cannot be read ({size:,} bytes). Download it again."


def check_gguf_length(path: Path) -> None:
    """Compare a GGUF file's length with what its header promises. Reads the header, which takes seconds.

    Raises:
        LoadError: It is cut off or damaged.
    """
    size = path.stat().st_size
    try:
        reader = gguf.GGUFReader(str(path))
    except MemoryError as error:
        # A damaged header asks for more than any file could hold; a whole one can find no memory too.
        shape = getattr(error, "shape", None)
        if shape is None or prod(shape) <= size:
            raise
        raise LoadError("damaged", _unreadable(path, size)) from error
    except Exception as error:  # the reader trusts the file: a damaged one raises anything
        raise LoadError("damaged", _unreadable(path, size)) from error
    expected = max((int(tensor.data_offset + tensor.n_bytes) for tensor in reader.tensors), default=0)
    if not expected:
        raise LoadError("unsupported", f"{path} has no weights in it.")
    if size < expected:
        raise LoadError("damaged", f"{path} is cut off: {size:,} bytes of {expected:,} are there. Download it again.")
