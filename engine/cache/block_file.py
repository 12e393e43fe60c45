"""One record as one file: a safetensors file whose last four bytes are a checksum of all the others.

The metadata say what the record is, each part is a tensor of bytes, and a last tensor, `~checksum`, holds the CRC-32 of
everything before it. CRC-32 because it costs a quarter of blake2b and finds what disks and crashes do; that the tokens
are the right ones is not left to it, they stand in the file. A file that differs in one byte or in length is refused.
"""

from __future__ import annotations

import math
import os
import zlib
from pathlib import Path
from typing import Final, Literal

import msgspec
import numpy as np

from engine.cache.block import BlockHash
from engine.cache.tier import Key, Part, Record

Piece = bytes | memoryview

MARKER: Final = "kvasir block 1"
"""Raised when the meaning of the file changes."""

_CHECKSUM = "~checksum"
_CHECKSUM_BYTES = 4
_ALIGNMENT = 64  # of the first part in the file, as of memory that kernels read


class BadBlockFile(Exception):
    """It is not one of ours, or not as it was written. The message says which, for the log."""


class _Metadata(msgspec.Struct, frozen=True):
    """All of them strings, as the safetensors format wants."""

    marker: Literal["kvasir block 1"]
    fingerprint: str
    key: str
    parent: str
    token_ids: str
    format: str
    notes: str


class _Tensor(msgspec.Struct, frozen=True):
    dtype: Literal["U8"]
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]


def to_pieces(record: Record) -> list[Piece]:
    """The file's content, in pieces, so that parts need not be copied."""
    metadata = _Metadata(
        MARKER,
        record.fingerprint,
        record.key,
        record.parent_hash.hex(),
        msgspec.json.encode(record.token_ids).decode(),
        record.format,
        record.notes,
    )
    header: dict[str, _Metadata | _Tensor] = {"__metadata__": metadata}
    pieces: list[Piece] = []
    offset = 0
    for name, part in record.parts.items():
        if part.dtype != np.uint8 or not part.flags.c_contiguous or name in (_CHECKSUM, "__metadata__"):
            raise AssertionError(f"Part {name!r} of {record.key} is {part.dtype} with strides {part.strides}.")
        header[name] = _Tensor("U8", part.shape, (offset, offset + part.nbytes))
        pieces.append(part.reshape(-1).data)
        offset += part.nbytes
    header[_CHECKSUM] = _Tensor("U8", (_CHECKSUM_BYTES,), (offset, offset + _CHECKSUM_BYTES))
    encoded = msgspec.json.encode(header)
    encoded += b" " * (-(len(encoded) + 8) % _ALIGNMENT)
    pieces.insert(0, len(encoded).to_bytes(8, "little") + encoded)
    checksum = 0
    for piece in pieces:
        checksum = zlib.crc32(piece, checksum)
    pieces.append(checksum.to_bytes(_CHECKSUM_BYTES, "little"))
    return pieces


def write_pieces(path: Path, pieces: list[Piece]) -> None:
    """Put a file in its place at once, readable by the user only; what was there is replaced.

    It is not forced to the disk: a computer that stops may leave a file that is refused when it is read, which costs
    less than to wait for the disk each time.

    Raises:
        OSError: Nothing has changed.
    """
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        with open(temporary, "wb", opener=_private) as file:
            for piece in pieces:
                file.write(piece)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def read_record(path: Path, num_bytes: int) -> Record:
    """The record in a file of this size.

    Raises:
        BadBlockFile: The file is to be deleted.
        OSError: It could not be read.
        MemoryError: There is no room for it.
    """
    content = np.empty(num_bytes, np.uint8)
    with path.open("rb", buffering=0) as file:
        if os.fstat(file.fileno()).st_size != num_bytes:
            raise BadBlockFile("its length has changed")
        view, position = content.data, 0
        while position < num_bytes and (count := file.readinto(view[position:])):
            position += count
    if position != num_bytes or num_bytes < 8 + _CHECKSUM_BYTES:
        raise BadBlockFile("it is cut short")
    if zlib.crc32(view[:-_CHECKSUM_BYTES]) != int.from_bytes(view[-_CHECKSUM_BYTES:], "little"):
        raise BadBlockFile("its checksum does not fit")
    try:
        return _parse(content)
    except (ValueError, KeyError) as error:  # msgspec's errors are ValueErrors
        raise BadBlockFile(f"it is no block file: {error}") from None


def _parse(content: Part) -> Record:
    data_begin = 8 + int.from_bytes(content[:8].tobytes(), "little")
    header = msgspec.json.decode(content[8:data_begin].data, type=dict[str, msgspec.Raw])
    metadata = msgspec.json.decode(header.pop("__metadata__"), type=_Metadata)
    tensors = {name: msgspec.json.decode(raw, type=_Tensor) for name, raw in header.items()}
    if data_begin + tensors.pop(_CHECKSUM).data_offsets[1] != len(content):
        raise ValueError("something follows it")
    parts: dict[str, Part] = {}
    for name, tensor in tensors.items():
        begin, end = tensor.data_offsets
        if end - begin != math.prod(tensor.shape):
            raise ValueError(f"part {name} has the wrong size")
        parts[name] = content[data_begin + begin : data_begin + end].reshape(tensor.shape)
    return Record(
        Key(metadata.key),
        metadata.fingerprint,
        BlockHash(bytes.fromhex(metadata.parent)),
        msgspec.json.decode(metadata.token_ids, type=tuple[int, ...]),
        metadata.format,
        parts,
        metadata.notes,
    )


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
