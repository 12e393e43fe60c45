"""A process is killed while it writes: what is there afterwards is what was written, and each file has an owner."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cache.disk_tier import DiskTier
from tests.engine.cache.records import FINGERPRINT, blocks, chat, same
from tests.engine.cache.tier_writer import BUDGET_BYTES, FORMATS, NUM_CHATS

ROOT_FOLDER = Path(__file__).resolve().parents[3]


def write_and_be_killed(folder: Path, seed: int, num_writes: int) -> None:
    """Not just between two writes: the writer goes on while it is being killed."""
    command = [sys.executable, "-m", "tests.engine.cache.tier_writer", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT_FOLDER) as writer:
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
            assert len(writer.stdout.read(num_writes)) == num_writes
        finally:
            writer.kill()


def check_folder(folder: Path) -> int:
    """Open the tier as the next start would.

    Returns:
        How many records it has.
    """
    tier = DiskTier(folder, BUDGET_BYTES, pytest.fail)
    tier.open()
    tier.check()
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) == tier.used_bytes
    assert not [file for file in files if file.suffix == ".tmp"]
    listed = {key for kept in tier.chats.values() for key in kept.keys}
    for name, kept in tier.chats.items():
        assert name in {f"chat {number}" for number in range(NUM_CHATS)}
        assert len(kept.table) == -(-len(kept.token_ids) // 64)
        for place, expected in enumerate(blocks(kept.token_ids)):
            key = kept.table[place]
            entry = tier.find(key)
            assert entry is not None and key == expected.key
            read = tier.read(key, expected.token_ids, expected.parent_hash, FINGERPRINT)
            as_written = blocks(kept.token_ids, entry.format, FORMATS[entry.format])[place]
            assert same(read, as_written)
    assert tier.faults == 0, "A rename shows whole files only."
    return len(listed)


def be_killed_often(folder: Path, rounds: int, seed: int) -> None:
    random_ = random.Random(seed)
    found = 0
    for _ in range(rounds):
        write_and_be_killed(folder, random_.randrange(2**32), random_.randrange(60))
        found += check_folder(folder)
    assert found > rounds, "Nothing was there to be checked."


def test_a_tier_whose_process_is_killed_holds_only_what_was_written(tmp_path: Path) -> None:
    be_killed_often(tmp_path / "kv", rounds=20, seed=1)


@pytest.mark.slow
def test_a_tier_whose_process_is_killed_a_hundred_times_holds_only_what_was_written(tmp_path: Path) -> None:
    be_killed_often(tmp_path / "kv", rounds=100, seed=2)


@pytest.mark.parametrize("num_bytes", [100, None], ids=["half-written", "not yet renamed"])
def test_what_a_killed_process_had_in_hand_is_swept_and_is_no_fault(tmp_path: Path, num_bytes: int | None) -> None:
    (record,) = blocks(range(64))
    kept = chat("one", range(64))
    tier = DiskTier(tmp_path / "kv", BUDGET_BYTES, pytest.fail)
    tier.open()
    tier.write(record)
    tier.keep_chat(kept)
    finished = [file for file in (tmp_path / "kv").rglob("*") if file.is_file()]
    for file in finished:
        file.with_name(file.name + ".tmp").write_bytes(file.read_bytes()[:num_bytes])
    again = DiskTier(tmp_path / "kv", BUDGET_BYTES, pytest.fail)
    again.open()
    assert sorted(file for file in (tmp_path / "kv").rglob("*") if file.is_file()) == sorted(finished)
    assert (again.chats, again.faults) == ({"one": kept}, 0)
