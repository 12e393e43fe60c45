"""Converted copies of GGUF models in the cache folder: what takes half a minute to work out is worked out once.

One folder per model, `converted/<identity>`, made under a temporary name and renamed when whole. A copy holds the
tokenizer, and the weights too if they are small. Any of it may be deleted at any time.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

log = logging.getLogger(__name__)

_PARTIAL = ".partial"


class ConvertedModels:
    """The copies, and the budget that they share.

    Args:
        folder: Where they are; made when first needed.
        budget_bytes: The copies used longest ago are removed to stay below it; 0 for no limit.
    """

    def __init__(self, folder: Path, budget_bytes: int = 0) -> None:
        self._folder = folder
        self._budget_bytes = budget_bytes

    def find(self, key: str) -> Path | None:
        """The copy of this key, marked as used now."""
        copy = self._folder / key
        if not copy.is_dir():
            return None
        try:
            os.utime(copy)
        except OSError:
            pass  # a read-only cache folder still serves what is in it
        return copy

    @contextmanager
    def adding(self, key: str) -> Iterator[Path]:
        """A folder to fill; it becomes the copy of this key if the block ends without an exception.

        Raises:
            OSError: No space, on the disk or in the budget, or no permission. The caller goes on without a copy.
        """
        self._remove_abandoned()
        partial = self._folder / f"{key}.{os.getpid()}{_PARTIAL}"
        partial.mkdir(parents=True, mode=0o700)
        try:
            yield partial
            target = self._folder / key
            shutil.rmtree(target, ignore_errors=True)
            self._make_room(_bytes_in(partial))
            partial.rename(target)
        finally:
            shutil.rmtree(partial, ignore_errors=True)

    def total_bytes(self) -> int:
        """Bytes that all copies take."""
        return sum(_bytes_in(copy) for copy in self._copies())

    def _copies(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return [entry for entry in self._folder.iterdir() if entry.is_dir()]

    def _remove_abandoned(self) -> None:
        """Partial copies of processes that are no more; one of this process is of an earlier one with its number."""
        for partial in self._folder.glob(f"*{_PARTIAL}"):
            owner = partial.name.removesuffix(_PARTIAL).rpartition(".")[2]
            if not owner.isdecimal() or int(owner) == os.getpid() or not psutil.pid_exists(int(owner)):
                shutil.rmtree(partial, ignore_errors=True)

    def _make_room(self, new_bytes: int) -> None:
        if not self._budget_bytes:
            return
        if new_bytes > self._budget_bytes:
            raise OSError(errno.ENOSPC, f"A copy of {new_bytes} bytes is larger than the whole disk budget")
        copies = sorted((c for c in self._copies() if not c.name.endswith(_PARTIAL)), key=lambda c: c.stat().st_mtime)
        total = sum(_bytes_in(copy) for copy in copies) + new_bytes
        for copy in copies:
            if total <= self._budget_bytes:
                return
            total -= _bytes_in(copy)
            log.info("Removing the converted copy %s to stay within the disk budget.", copy.name)
            shutil.rmtree(copy, ignore_errors=True)


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
