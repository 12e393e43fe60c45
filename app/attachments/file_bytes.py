"""Reads a file that the user has named, whatever stands under that name, without ever waiting for a device."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from app.attachments.errors import AttachmentError
from app.attachments.limits import MAX_FILE_BYTES, Reading
from app.translation import tr

_CHUNK_BYTES = 1024**2
# Windows has no O_NONBLOCK and needs O_BINARY. The first keeps the opening of a pipe from waiting for its other end.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_file(path: Path, reading: Reading) -> bytes:
    """All of a file, through links. Raises `AttachmentError` if it is no file, is too large, or cannot be read."""
    try:
        _check_kind(path.stat(), reading)  # before opening, which alone can make a device do something
        descriptor = os.open(path, _FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            _check_kind(os.fstat(descriptor), reading)  # another one may have taken its place
            data = bytearray()
            while chunk := file.read(_CHUNK_BYTES):
                reading.check()
                data += chunk
                _check_size(len(data), reading)  # the file may grow, and some tell no size
            return bytes(data)
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        raise AttachmentError(_sentence(path, reading.name, error)) from error


def _check_kind(status: os.stat_result, reading: Reading) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise AttachmentError(
            tr("“{name}” is a folder. Choose the files in it that you want to attach.").format(name=reading.name)
        )
    if not stat.S_ISREG(status.st_mode):
        raise AttachmentError(
            tr("“{name}” is a device or a pipe, not a file, and cannot be attached.").format(name=reading.name)
        )
    _check_size(status.st_size, reading)


def _check_size(num_bytes: int, reading: Reading) -> None:
    if num_bytes > MAX_FILE_BYTES:
        raise AttachmentError(
            tr("“{name}” is too large: a file that is attached may have {size} MB.").format(
                name=reading.name, size=MAX_FILE_BYTES // 1024**2
            )
        )


def _sentence(path: Path, name: str, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        if path.is_symlink():
            return tr("“{name}” is a link to a file that does not exist.").format(name=name)
        return tr("“{name}” does not exist. It may have been moved or deleted.").format(name=name)
    if isinstance(error, PermissionError):
        return tr("You are not allowed to read “{name}”. Change its permissions, or attach a copy of it.").format(
            name=name
        )
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return tr("“{name}” is a link that leads back to itself.").format(name=name)
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return tr("“{name}” cannot be read: {reason}.").format(name=name, reason=reason)
