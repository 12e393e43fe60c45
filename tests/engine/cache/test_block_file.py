"""What is written is read again to the last byte; what differs in a single byte is refused."""

from __future__ import annotations

import os
import stat
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from safetensors import safe_open

from engine.cache.block import BlockHash
from engine.cache.block_file import BadBlockFile, read_record, to_pieces, write_pieces
from engine.cache.tier import Key, Part, Record
from tests.engine.cache.records import block, same, tokens_of

RECORD = block(BlockHash(b"\x01" * 16), tokens_of("a", 5))


def content_of(record: Record) -> bytes:
    return b"".join(to_pieces(record))


def read_bytes(path: Path, content: bytes) -> Record:
    path.write_bytes(content)
    return read_record(path, len(content))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("blocks") / "block.safetensors"


PARTS = st.dictionaries(
    st.text(st.characters(codec="utf-8"), max_size=5).filter(lambda name: name not in ("~checksum", "__metadata__")),
    hnp.arrays(np.uint8, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0)),
    max_size=4,
)


@given(
    parent=st.binary(min_size=16, max_size=16),
    token_ids=st.lists(st.integers(0, 2**31), max_size=64),
    parts=PARTS,
    notes=st.text(),
)
def test_a_record_comes_back_as_it_was(
    path: Path, parent: bytes, token_ids: list[int], parts: dict[str, Part], notes: str
) -> None:
    record = Record(Key("k"), "model", BlockHash(parent), tuple(token_ids), "int4", parts, notes)
    content = content_of(record)
    write_pieces(path, to_pieces(record))
    assert path.read_bytes() == content
    read = read_record(path, len(content))
    assert same(read, record)
    assert {name: part.shape for name, part in read.parts.items()} == {n: p.shape for n, p in parts.items()}


def test_other_programs_can_read_the_file(path: Path) -> None:
    write_pieces(path, to_pieces(RECORD))
    with safe_open(path, "np") as file:
        metadata = file.metadata()
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - it is no mapping
    assert metadata["marker"] == "kvasir block 1"
    assert metadata["token_ids"] == str(list(RECORD.token_ids)).replace(" ", "")
    checksum = tensors.pop("~checksum")
    assert int.from_bytes(checksum.tobytes(), "little") == zlib.crc32(path.read_bytes()[:-4])
    assert tensors.keys() == RECORD.parts.keys()
    assert all(np.array_equal(tensor, RECORD.parts[name]) for name, tensor in tensors.items())


def test_the_first_part_begins_where_kernels_like_it(path: Path) -> None:
    write_pieces(path, to_pieces(RECORD))
    assert path.read_bytes().index(RECORD.parts["0"].tobytes()) % 64 == 0


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_a_file_with_any_one_byte_changed_is_refused(path: Path, mask: int) -> None:
    content = content_of(RECORD)
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= mask
        with pytest.raises(BadBlockFile):
            read_bytes(path, bytes(damaged))


def test_a_file_of_any_other_length_is_refused(path: Path) -> None:
    content = content_of(RECORD)
    for length in range(len(content)):
        with pytest.raises(BadBlockFile):
            read_bytes(path, content[:length])
    # The checksum over a message and its own checksum is always the same, so appending that one passes it.
    for tail in (b"\0", b"\0" * 64, content, zlib.crc32(content).to_bytes(4, "little")):
        with pytest.raises(BadBlockFile):
            read_bytes(path, content + tail)


def test_a_file_that_has_changed_its_length_is_not_read(path: Path) -> None:
    path.write_bytes(content_of(RECORD))
    with pytest.raises(BadBlockFile, match="length"):
        read_record(path, 100)


@given(content=st.binary(max_size=200))
def test_any_bytes_with_a_right_checksum_behind_them_are_refused(path: Path, content: bytes) -> None:
    with pytest.raises(BadBlockFile):
        read_bytes(path, content + zlib.crc32(content).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        (b"kvasir block 1", b"kvasir block 2"),
        (b'"U8"', b'"I8"'),
        (b'"shape":[2,20]', b'"shape":[2,21]'),
        (b'"data_offsets":[0,40]', b'"data_offsets":[1,40]'),
        (b'"parent":"01', b'"parent":"xy'),
        (b'"token_ids":"[', b'"token_ids":"{'),
        (b'"~checksum"', b'"-checksum"'),
        (b'"__metadata__"', b'"__metaphor__"'),
    ],
)
def test_a_file_of_another_kind_is_refused(path: Path, what: bytes, instead: bytes) -> None:
    content = content_of(RECORD)[:-4]
    assert what in content
    content = content.replace(what, instead)
    with pytest.raises(BadBlockFile):
        read_bytes(path, content + zlib.crc32(content).to_bytes(4, "little"))


def test_only_bytes_without_gaps_are_written() -> None:
    for part in (np.zeros(3, np.float32), np.zeros((4, 4), np.uint8)[:, ::2]):
        with pytest.raises(AssertionError, match="'0'"):
            to_pieces(replace(RECORD, parts={"0": part}))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_user_can_read_the_file(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_pieces(tmp_path / "block", to_pieces(RECORD))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "block").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_file_that_cannot_be_finished_leaves_the_older_one_and_nothing_else(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "block"
    write_pieces(path, to_pieces(RECORD))
    large = replace(RECORD, parts={"0": np.zeros(100_000, np.uint8)})
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_pieces(path, to_pieces(large))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [file.name for file in tmp_path.iterdir()] == ["block"]
    assert path.read_bytes() == content_of(RECORD)
