"""A disk that refuses: nothing raises, the user is told once, reads go on, and writing begins again later."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from engine.cache import block_file
from engine.cache.disk_tier import DiskTier
from engine.cache.disk_trouble import PAUSE_SECONDS, DiskTrouble
from tests.engine.cache.records import FINGERPRINT, blocks, chat, same, tokens_of

TEXT, MORE = tokens_of("text", 128), tokens_of("more", 128)


@dataclass
class Told:
    """What the user is told, and a clock that stands still."""

    now: float = 100.0
    sentences: list[str] = field(default_factory=list)


@dataclass
class Disk:
    """Calls of the system, some of which fail with an error."""

    failing: dict[str, int] = field(default_factory=dict)
    tried: list[str] = field(default_factory=list)

    def fail(self, code: int, *calls: str) -> None:
        self.failing = dict.fromkeys(calls, code)
        self.tried = []


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()

    def maybe(name: str) -> None:
        true_call = getattr(os, name)

        def call(path: Any, *args: Any, **options: Any) -> Any:
            if name in disk.failing and "kv" in Path(path).parts:
                disk.tried.append(name)
                raise OSError(disk.failing[name], os.strerror(disk.failing[name]), path)
            return true_call(path, *args, **options)

        monkeypatch.setattr(os, name, call)

    for name in ("open", "replace", "unlink", "mkdir", "scandir", "chmod"):
        maybe(name)
    yield disk
    disk.failing = {}


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def tier(tmp_path: Path, told: Told, disk: Disk) -> DiskTier:
    """With a conversation in it."""
    tier = DiskTier(tmp_path / "kv", 1 << 20, told.sentences.append, clock=lambda: told.now)
    tier.open()
    tier.keep_chat(chat("text", TEXT))
    assert all(tier.write(record) for record in blocks(TEXT))
    return tier


def assert_all_is_read(tier: DiskTier) -> None:
    for record in blocks(TEXT):
        assert same(tier.read(record.key, record.token_ids, record.parent_hash, FINGERPRINT), record)
    tier.check()


@pytest.mark.parametrize("call", ["open", "replace"])
@pytest.mark.parametrize(
    ("code", "happened", "remedy"),
    [
        (errno.ENOSPC, "no space left", "Free some space"),
        (errno.EDQUOT, "no space left", "smaller disk budget"),
        (errno.EACCES, "may not write there", "Make the folder writable"),
        (errno.EROFS, "may not write there", "switch off the cache on disk"),
        (errno.EIO, "Input/output error", "check the disk"),
    ],
)
def test_a_disk_that_refuses_is_reported_once_and_left_alone_for_a_while(
    tier: DiskTier, told: Told, disk: Disk, tmp_path: Path, call: str, code: int, happened: str, remedy: str
) -> None:
    before = tier.used_bytes
    disk.fail(code, call)
    assert [tier.write(record) for record in blocks(MORE)] == [False, False]
    tier.keep_chat(chat("more", MORE))
    assert disk.tried == [call]
    (sentence,) = told.sentences
    assert happened in sentence and remedy in sentence and "read anew" in sentence and str(tmp_path) in sentence
    assert tier.used_bytes == before == sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file())
    assert_all_is_read(tier)

    told.now += PAUSE_SECONDS
    assert not tier.write(blocks(MORE)[0])
    assert disk.tried == [call, call]
    assert told.sentences == [sentence]

    disk.failing = {}
    assert not tier.write(blocks(MORE)[0])
    told.now += PAUSE_SECONDS
    assert tier.write(blocks(MORE)[0])


def test_another_kind_of_trouble_is_another_sentence() -> None:
    sentences: list[str] = []
    trouble = DiskTrouble(Path("/kv"), sentences.append, lambda: 0.0)
    for code in (errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EACCES):
        trouble.report(OSError(code, ""))
    trouble.report(OSError("of no number"))
    assert len(sentences) == 3
    assert "of no number" in sentences[2]


def test_a_folder_that_has_become_read_only_is_still_read(tier: DiskTier, told: Told, disk: Disk) -> None:
    disk.fail(errno.EROFS, "open", "replace", "unlink", "mkdir", "chmod")
    assert not tier.write(blocks(MORE)[0])
    tier.set_pinned("text", True)
    # Reading itself opens files, through the io module and not through os.
    assert_all_is_read(tier)
    assert len(told.sentences) == 1


def test_a_folder_that_is_read_only_at_the_start_is_still_read(
    tier: DiskTier, told: Told, disk: Disk, tmp_path: Path
) -> None:
    disk.fail(errno.EROFS, "open", "replace", "unlink", "chmod")
    (tmp_path / "kv" / "notes.txt").write_text("foreign")
    again = DiskTier(tmp_path / "kv", 1 << 20, told.sentences.append)
    again.open()
    assert again.chats == tier.chats
    assert_all_is_read(again)
    assert again.used_bytes == tier.used_bytes + len("foreign"), "What cannot be deleted takes room."
    assert len(told.sentences) == 1


def test_what_cannot_be_deleted_still_counts_and_costs_only_itself(tier: DiskTier, told: Told, disk: Disk) -> None:
    before = tier.used_bytes
    tier.set_budget(before)
    disk.fail(errno.EACCES, "unlink")
    assert not tier.write(blocks(MORE)[0])
    assert tier.used_bytes == before
    assert tier.find(blocks(TEXT)[0].key) is not None
    assert tier.chats["text"] == chat("text", TEXT[:64])
    assert len(told.sentences) == 1


def test_a_folder_that_cannot_be_made_keeps_nothing_and_says_so(told: Told, disk: Disk, tmp_path: Path) -> None:
    disk.fail(errno.EACCES, "mkdir")
    tier = DiskTier(tmp_path / "kv", 1 << 20, told.sentences.append, clock=lambda: told.now)
    tier.open()
    told.now += PAUSE_SECONDS
    assert not tier.write(blocks(TEXT)[0])
    tier.keep_chat(chat("text", TEXT))
    tier.drop_chat("text")
    assert (tier.used_bytes, tier.chats, len(told.sentences)) == (0, {}, 1)


def test_a_file_where_the_folder_should_be_keeps_nothing_and_says_so(told: Told, tmp_path: Path) -> None:
    (tmp_path / "kv").write_text("a file")
    tier = DiskTier(tmp_path / "kv", 1 << 20, told.sentences.append, clock=lambda: told.now)
    tier.open()
    told.now += PAUSE_SECONDS
    assert not tier.write(blocks(TEXT)[0])
    assert told.sentences
    assert (tmp_path / "kv").read_text() == "a file"


@pytest.mark.parametrize("what", ["everything", "records", "lists"])
def test_folders_that_vanish_are_made_again(tier: DiskTier, told: Told, tmp_path: Path, what: str) -> None:
    folder = {"everything": ".", "records": FINGERPRINT, "lists": "chats"}[what]
    shutil.rmtree(tmp_path / "kv" / folder)
    for record in blocks(TEXT):
        if what != "lists":
            assert tier.read(record.key, record.token_ids, record.parent_hash, FINGERPRINT) is None
    tier.keep_chat(chat("text", TEXT))
    assert all(tier.write(record) for record in blocks(TEXT))
    assert tier.used_bytes == sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file())
    assert_all_is_read(tier)
    assert tier.chats == {"text": chat("text", TEXT)}
    assert told.sentences == []


def test_a_folder_that_has_vanished_is_forgotten_with_the_first_write(tier: DiskTier, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "kv")
    assert tier.write(blocks(MORE)[0])
    assert tier.chats == {}
    assert [tier.find(record.key) for record in blocks(TEXT)] == [None, None]
    assert tier.used_bytes == sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file())


def test_a_file_that_cannot_be_read_now_is_a_miss_and_stays(
    tier: DiskTier, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = blocks(TEXT)[0]
    for error in (OSError(errno.EMFILE, "Too many open files"), MemoryError()):
        with monkeypatch.context() as patch:
            patch.setattr(block_file, "read_record", Mock(side_effect=error))
            assert tier.read(record.key, record.token_ids, record.parent_hash, FINGERPRINT) is None
    assert len(told.sentences) == 1
    assert tier.faults == 0
    assert_all_is_read(tier)
