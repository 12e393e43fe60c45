"""The disk tier with real files: what is kept, what goes, and what is there after a restart."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cache import block_file
from engine.cache.disk_tier import DiskTier
from engine.cache.tier import Record
from tests.engine.cache.records import FINGERPRINT, ROOT, blocks, chat, keys_of, same, state, tokens_of

LOTS = 1 << 20
TRUNK = tokens_of("trunk", 128)
LEFT, RIGHT = TRUNK + tokens_of("left", 100), TRUNK + tokens_of("right", 64)
FILE_BYTES = sum(map(len, block_file.to_pieces(blocks(LEFT)[0])))


def opened(folder: Path, budget_bytes: int = LOTS) -> DiskTier:
    tier = DiskTier(folder / "kv", budget_bytes, pytest.fail)
    tier.open()
    tier.check()
    return tier


def read(tier: DiskTier, record: Record, fingerprint: str = FINGERPRINT) -> Record | None:
    return tier.read(record.key, record.token_ids, record.parent_hash, fingerprint)


def write(tier: DiskTier, records: Iterable[Record]) -> list[bool]:
    return [tier.write(record) for record in records]


def found(tier: DiskTier, records: Sequence[Record]) -> list[bool]:
    return [tier.find(record.key) is not None for record in records]


def files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if not file.is_dir())


def path_of(folder: Path, record: Record) -> Path:
    (path,) = folder.rglob(f"{record.key}.*")
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    records = [*blocks(LEFT, "int4"), state(LEFT[:192])]
    assert write(tier, records) == [True] * 5
    assert all(same(read(tier, record), record) for record in records)
    assert tier.used_bytes == tier.written_bytes == tier.read_bytes == sum(f.stat().st_size for f in files(tmp_path))
    entry = tier.find(records[0].key)
    assert entry is not None
    assert (entry.num_bytes, entry.format) == (path_of(tmp_path, records[0]).stat().st_size, "int4")
    assert tier.faults == 0


def test_files_lie_where_the_design_says(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    (record,) = blocks(TRUNK[:64])
    tier.write(record)
    tier.keep_chat(chat("one", TRUNK[:64]))
    block, listing = (file.relative_to(tmp_path / "kv").parts for file in files(tmp_path))
    assert block == (FINGERPRINT, record.key[:2], f"{record.key}.int8.safetensors")
    assert listing[0] == "chats"


def test_a_record_replaces_the_one_of_its_key(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    for format_, num_bytes in (("exact", 80), ("int8", 40), ("int8", 60), ("int4", 20)):
        (record,) = blocks(TRUNK[:64], format_, num_bytes)
        tier.write(record)
        assert same(read(tier, record), record)
        (file,) = files(tmp_path)
        assert file.stat().st_size == tier.used_bytes
    tier.check()


def test_after_a_restart_everything_listed_is_there(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    snapshot = state(LEFT[:192])
    records = [*blocks(LEFT), *blocks(RIGHT), snapshot]
    write(tier, records)
    tier.keep_chat(chat("left", LEFT, others=[snapshot], last_used=5.5, pinned=True))
    tier.keep_chat(chat("right ø/..", RIGHT))
    again = opened(tmp_path)
    assert again.chats == tier.chats
    assert again.chats["left"] == chat("left", LEFT, others=[snapshot], last_used=5.5, pinned=True)
    assert again.used_bytes == tier.used_bytes == sum(file.stat().st_size for file in files(tmp_path))
    assert all(same(read(again, record), record) for record in records)


def test_opening_reads_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT))
    tier.keep_chat(chat("left", LEFT))
    opened_files: list[str] = []
    path_open = Path.open

    def spy(self: Path, *args: Any, **options: Any) -> Any:
        opened_files.append(self.suffix)
        return path_open(self, *args, **options)

    monkeypatch.setattr(Path, "open", spy)
    again = opened(tmp_path)
    assert opened_files == [".json"]
    read(again, blocks(LEFT)[0])
    assert opened_files == [".json", ".safetensors"]


def test_a_restart_deletes_what_nobody_lists_and_what_is_none_of_ours(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT) + blocks(tokens_of("lost", 64)))
    tier.keep_chat(chat("left", LEFT))
    expected = [file for file in files(tmp_path) if blocks(tokens_of("lost", 64))[0].key not in file.name]
    kv, outside = tmp_path / "kv", tmp_path / "outside"
    outside.mkdir()
    (outside / "letter.txt").write_text("Dear")
    block = path_of(kv, blocks(LEFT)[0])
    foreign = [
        kv / "notes.txt",
        kv / "chats" / "notes.json",
        kv / "chats" / "0123456789abcdef.json",
        kv / FINGERPRINT / "notes.txt",
        kv / "another model" / "aa" / f"{'a' * 32}.int8.safetensors",
        block.with_name("notes.txt"),
        block.with_name(block.name + ".tmp"),
        block.with_name(block.name.replace("int8", "int9")),
        kv / FINGERPRINT / ("00" if block.parent.name != "00" else "01") / block.name,
        kv / FINGERPRINT / "deep" / "deeper" / "notes.txt",
    ]
    for path in foreign:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"foreign")
    if sys.platform != "win32":  # which lets only administrators make links
        (kv / "link").symlink_to(outside)
        (block.parent / "link").symlink_to(outside)
    again = opened(tmp_path)
    assert files(kv) == expected
    assert (outside / "letter.txt").exists()
    assert not (kv / "another model").exists()
    assert again.used_bytes == sum(file.stat().st_size for file in expected)


def test_a_restart_after_vanished_files_shortens_tables_and_forgets_what_is_gone(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    gone = tokens_of("gone", 64)
    write(tier, blocks(LEFT) + blocks(gone))
    tier.keep_chat(chat("left", LEFT))
    tier.keep_chat(chat("gone", gone))
    path_of(tmp_path, blocks(gone)[0]).unlink()
    path_of(tmp_path, blocks(LEFT)[3]).unlink()
    again = opened(tmp_path)
    assert again.chats == {"left": chat("left", LEFT[:192])}
    assert len(files(tmp_path)) == 4


def test_a_damaged_list_is_deleted_and_counted_and_its_files_go_with_it(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT))
    tier.keep_chat(chat("left", LEFT))
    (listing,) = (tmp_path / "kv" / "chats").iterdir()
    listing.write_bytes(listing.read_bytes()[:-1])
    again = opened(tmp_path)
    assert (again.chats, again.faults, files(tmp_path)) == ({}, 1, [])


def test_of_two_formats_of_one_block_a_restart_keeps_the_smaller(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    large, small = (blocks(TRUNK[:64], format_, size)[0] for format_, size in (("exact", 80), ("int4", 20)))
    tier.write(large)
    tier.keep_chat(chat("one", TRUNK[:64]))
    content = path_of(tmp_path, large).read_bytes()
    tier.write(small)
    small_path = path_of(tmp_path, small)
    small_path.with_name(small_path.name.replace("int4", "exact")).write_bytes(content)
    again = opened(tmp_path)
    assert path_of(tmp_path, small) == small_path
    assert same(read(again, small), small)


def test_a_file_in_another_format_than_its_name_says_is_a_miss(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    (record,) = blocks(TRUNK[:64])
    tier.write(record)
    tier.keep_chat(chat("one", TRUNK[:64]))
    path = path_of(tmp_path, record)
    path.rename(path.with_name(path.name.replace("int8", "int4")))
    again = opened(tmp_path)
    assert found(again, [record]) == [True]
    assert read(again, record) is None
    assert (again.faults, files(tmp_path)) == (1, [])


def test_a_list_that_has_no_room_drops_its_conversation(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(TRUNK[:64]))
    tier.keep_chat(chat("one", TRUNK[:64]))
    tier.set_budget(tier.used_bytes + 100)
    tier.protect({blocks(TRUNK)[0].key})
    tier.keep_chat(chat("one", TRUNK))
    assert (tier.chats, tier.used_bytes, files(tmp_path)) == ({}, 0, [])


def test_every_changed_byte_of_a_file_is_a_miss_that_is_deleted_and_counted(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    (record,) = blocks(TRUNK[:8])
    tier.write(record)
    content = path_of(tmp_path, record).read_bytes()
    for place in range(len(content)):
        tier.write(record)
        path_of(tmp_path, record).write_bytes(content[:place] + bytes([content[place] ^ 0x20]) + content[place + 1 :])
        assert read(tier, record) is None
        assert (tier.faults, tier.used_bytes, files(tmp_path)) == (place + 1, 0, [])


@pytest.mark.parametrize("damage", ["vanished", "cut", "empty", "longer", "another block"])
def test_a_damaged_file_is_a_miss_and_the_table_ends_there(tmp_path: Path, damage: str) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT))
    tier.keep_chat(chat("left", LEFT))
    record = blocks(LEFT)[2]
    path = path_of(tmp_path, record)
    content = path.read_bytes()
    match damage:
        case "vanished":
            path.unlink()
        case "cut":
            path.write_bytes(content[:-1])
        case "empty":
            path.write_bytes(b"")
        case "longer":
            path.write_bytes(content + b"\0")
        case "another block":
            path.write_bytes(path_of(tmp_path, blocks(LEFT)[1]).read_bytes())
    assert read(tier, record) is None
    assert tier.faults == 1
    assert not path.exists()
    assert tier.chats["left"].table == keys_of(blocks(LEFT)[:2])
    tier.check()
    tier.write(record)
    assert tier.chats["left"] == chat("left", LEFT)


def test_a_file_of_other_tokens_another_past_or_another_model_is_a_miss(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    record = blocks(LEFT)[1]
    for token_ids, parent, fingerprint in (
        (LEFT[:64], record.parent_hash, FINGERPRINT),
        (record.token_ids, ROOT, FINGERPRINT),
        (record.token_ids, record.parent_hash, "f" * 32),
    ):
        tier.write(record)
        assert tier.read(record.key, token_ids, parent, fingerprint) is None
        assert tier.find(record.key) is None
    assert tier.faults == 3


def test_a_full_tier_gives_up_the_end_of_the_conversation_used_longest_ago(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    left, right, new = blocks(LEFT), blocks(RIGHT), blocks(tokens_of("new", 30))
    write(tier, left + right)
    tier.keep_chat(chat("left", LEFT, last_used=1.0))
    tier.keep_chat(chat("right", RIGHT, last_used=2.0))
    tier.keep_chat(chat("new", tokens_of("new", 30), last_used=3.0))
    tier.set_budget(tier.used_bytes)
    assert write(tier, new) == [True]
    assert found(tier, left) == [True, True, True, False]
    assert tier.chats["left"] == chat("left", LEFT[:192], last_used=1.0)
    tier.check()
    assert opened(tmp_path).chats == tier.chats


def test_a_conversation_larger_than_the_budget_keeps_its_beginning(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    long = tokens_of("long", 640)
    tier.keep_chat(chat("long", long))
    tier.set_budget(tier.used_bytes + 5 * FILE_BYTES + FILE_BYTES // 2)
    kept = write(tier, blocks(long))
    assert kept == sorted(kept, reverse=True)
    assert sum(kept) in (4, 5)
    assert found(tier, blocks(long)) == kept


def test_a_conversation_without_any_file_left_is_forgotten(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT))
    records_bytes = tier.used_bytes
    tier.keep_chat(chat("left", LEFT))
    tier.set_budget(tier.used_bytes - records_bytes + FILE_BYTES // 2)
    assert tier.chats == {}
    assert files(tmp_path) == []
    assert tier.used_bytes == 0


def test_what_is_larger_than_the_budget_costs_nothing_else(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(TRUNK))
    tier.set_budget(3 * FILE_BYTES)
    assert write(tier, blocks(tokens_of("large", 64), num_bytes=4 * FILE_BYTES)) == [False]
    tier.keep_chat(chat("large", tokens_of("large", 64_000)))
    assert found(tier, blocks(TRUNK)) == [True, True]
    assert tier.chats == {}


def test_what_is_protected_is_not_given_up_for_what_is_written(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(TRUNK))
    tier.set_budget(tier.used_bytes)
    tier.protect(set(keys_of(blocks(TRUNK))))
    assert write(tier, blocks(tokens_of("new", 64))) == [False]
    tier.protect({blocks(TRUNK)[0].key})
    assert write(tier, blocks(tokens_of("new", 64), num_bytes=20)) == [True]
    assert found(tier, blocks(TRUNK)) == [True, False]
    tier.set_budget(0)
    assert tier.used_bytes == 0


def test_a_budget_of_nothing_removes_everything_and_keeps_nothing(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT) + blocks(tokens_of("lost", 64)))
    tier.keep_chat(chat("left", LEFT, pinned=True))
    tier.keep_chat(chat("nothing yet", RIGHT))
    tier.set_budget(0)
    assert (files(tmp_path), tier.used_bytes, tier.chats) == ([], 0, {})
    assert write(tier, blocks(LEFT)) == [False] * 4
    tier.keep_chat(chat("left", LEFT))
    assert (files(tmp_path), tier.used_bytes, tier.chats) == ([], 0, {})


def test_a_restart_with_a_smaller_budget_keeps_what_is_wanted_most(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT) + blocks(RIGHT))
    tier.keep_chat(chat("left", LEFT, last_used=1.0, pinned=True))
    tier.keep_chat(chat("right", RIGHT, last_used=2.0))
    again = opened(tmp_path, tier.used_bytes - 1)
    assert found(again, blocks(RIGHT)) == [True, True, False]
    assert found(again, blocks(LEFT)) == [True] * 4


def test_dropping_a_conversation_deletes_what_only_it_lists(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    old = blocks(TRUNK + tokens_of("old", 64))[2:]
    write(tier, blocks(LEFT) + old + blocks(RIGHT))
    tier.keep_chat(chat("left", LEFT, others=old))
    tier.keep_chat(chat("right", RIGHT))
    tier.drop_chat("left")
    tier.drop_chat("left")
    assert found(tier, blocks(LEFT)) == [True, True, False, False]
    assert found(tier, old) == [False]
    assert found(tier, blocks(RIGHT)) == [True] * 3
    assert opened(tmp_path).chats == tier.chats == {"right": chat("right", RIGHT)}
    tier.drop_chat("right")
    assert files(tmp_path) == []


def test_a_conversation_that_goes_on_elsewhere_deletes_what_only_its_past_needed(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT) + blocks(RIGHT))
    tier.keep_chat(chat("one", LEFT))
    tier.keep_chat(chat("one", RIGHT))
    assert found(tier, blocks(LEFT)) == [True, True, False, False]
    assert opened(tmp_path).chats == tier.chats == {"one": chat("one", RIGHT)}


def test_a_pin_lasts_over_a_restart(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT))
    tier.keep_chat(chat("left", LEFT))
    tier.set_pinned("left", True)
    tier.set_pinned("nobody", True)
    assert opened(tmp_path).chats == {"left": chat("left", LEFT, pinned=True)}
    tier.set_pinned("left", False)
    assert opened(tmp_path).chats == {"left": chat("left", LEFT)}


def test_shared_files_count_whole_for_each_who_lists_them(tmp_path: Path) -> None:
    tier = opened(tmp_path)
    write(tier, blocks(LEFT) + blocks(RIGHT))
    sizes = {record.key: len(b"".join(block_file.to_pieces(record))) for record in blocks(LEFT) + blocks(RIGHT)}
    tier.keep_chat(chat("left", LEFT, others=blocks(LEFT)[:1]))
    tier.keep_chat(chat("right", RIGHT))
    assert tier.bytes_of("left") == sum(sizes[key] for key in keys_of(blocks(LEFT)))
    assert tier.bytes_of("right") == sum(sizes[key] for key in keys_of(blocks(RIGHT)))
    assert tier.bytes_of("nobody") == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_user_can_look_into_the_tier(tmp_path: Path) -> None:
    (tmp_path / "kv").mkdir(mode=0o755)
    before = os.umask(0)
    try:
        tier = opened(tmp_path)
        write(tier, blocks(LEFT))
        tier.keep_chat(chat("left", LEFT))
    finally:
        os.umask(before)
    for path in [tmp_path / "kv", *(tmp_path / "kv").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_names_that_the_next_start_would_delete_and_folders_that_depend_on_where_one_is_are_bugs(
    tmp_path: Path,
) -> None:
    with pytest.raises(AssertionError, match="deleted at the next start"):
        opened(tmp_path).write(replace(blocks(TRUNK)[0], format="int9"))
    with pytest.raises(AssertionError, match="absolute"):
        DiskTier(Path("kv"), LOTS, pytest.fail)
