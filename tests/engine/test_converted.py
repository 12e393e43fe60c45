"""Converted copies: whole or not there, within their budget, and never a reason for a load to fail in another way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.converted import ConvertedModels


def add(copies: ConvertedModels, key: str, num_bytes: int = 10, name: str = "model.safetensors") -> None:
    with copies.adding(key) as partial:
        (partial / name).write_bytes(b"x" * num_bytes)


def used_at(copies: ConvertedModels, key: str, seconds: int) -> None:
    """Set the time of last use; clocks of file systems are too coarse to tell two uses in a test apart."""
    copy = copies.find(key)
    assert copy is not None
    os.utime(copy, (seconds, seconds))


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "not there yet" / "converted"


def test_a_copy_is_found_again_with_what_was_put_into_it(folder: Path) -> None:
    copies = ConvertedModels(folder)
    assert copies.find("a") is None
    add(copies, "a", 10)
    found = ConvertedModels(folder).find("a")
    assert found is not None
    assert (found / "model.safetensors").read_bytes() == b"x" * 10
    assert copies.total_bytes() == 10
    assert names(folder) == {"a"}


def test_a_copy_that_failed_half_way_leaves_nothing(folder: Path) -> None:
    copies = ConvertedModels(folder)
    with pytest.raises(KeyboardInterrupt), copies.adding("a") as partial:
        (partial / "half").write_bytes(b"x")
        assert copies.find("a") is None
        raise KeyboardInterrupt
    assert copies.find("a") is None
    assert names(folder) == set()


def test_a_damaged_copy_is_replaced_by_a_new_one(folder: Path) -> None:
    copies = ConvertedModels(folder)
    add(copies, "a", 10, "old file")
    add(copies, "a", 20)
    found = copies.find("a")
    assert found is not None
    assert names(found) == {"model.safetensors"}
    assert copies.total_bytes() == 20


def test_the_copies_used_longest_ago_make_room(folder: Path) -> None:
    copies = ConvertedModels(folder, budget_bytes=100)
    for key in "abc":
        add(copies, key, 30)
    for seconds, key in enumerate("bca", start=1000):
        used_at(copies, key, seconds)
    add(copies, "d", 50)
    assert names(folder) == {"a", "d"}
    assert copies.total_bytes() <= 100


def test_finding_a_copy_is_a_use_of_it(folder: Path) -> None:
    copies = ConvertedModels(folder, budget_bytes=100)
    for seconds, key in enumerate("ab", start=1000):
        add(copies, key, 40)
        used_at(copies, key, seconds)
    assert copies.find("a") is not None
    add(copies, "c", 40)
    assert names(folder) == {"a", "c"}


def test_a_copy_larger_than_the_budget_is_not_kept_and_costs_no_other(folder: Path) -> None:
    copies = ConvertedModels(folder, budget_bytes=100)
    add(copies, "a", 90)
    with pytest.raises(OSError, match="larger than the whole disk budget"):
        add(copies, "b", 101)
    assert names(folder) == {"a"}


def test_a_copy_that_fills_the_budget_is_kept(folder: Path) -> None:
    copies = ConvertedModels(folder, budget_bytes=100)
    add(copies, "a", 100)
    assert copies.find("a") is not None


def test_replacing_a_copy_costs_no_other(folder: Path) -> None:
    copies = ConvertedModels(folder, budget_bytes=100)
    add(copies, "other", 40)
    used_at(copies, "other", 1000)
    add(copies, "a", 60)
    add(copies, "a", 55)
    assert names(folder) == {"other", "a"}


def test_no_budget_keeps_everything(folder: Path) -> None:
    copies = ConvertedModels(folder)
    for key in "abc":
        add(copies, key, 1000)
    assert names(folder) == {"a", "b", "c"}


def test_what_a_killed_process_left_is_removed_and_what_another_writes_is_not(folder: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    running, dead, own = os.getppid(), int(ended.stdout), os.getpid()
    for process in (running, dead, own):
        left = folder / f"a.{process}.partial"
        left.mkdir(parents=True)
        (left / "half").write_bytes(b"x")
    copies = ConvertedModels(folder)
    assert copies.find("a") is None
    add(copies, "a")
    assert names(folder) == {"a", f"a.{running}.partial"}


def test_two_processes_may_convert_the_same_model_at_once(folder: Path) -> None:
    copies = ConvertedModels(folder)
    code = f"""
from pathlib import Path
from engine.converted import ConvertedModels
with ConvertedModels(Path({str(folder)!r})).adding("a") as partial:
    (partial / "theirs").write_bytes(b"x")
"""
    with copies.adding("a") as partial:
        (partial / "ours").write_bytes(b"x")
        subprocess.run([sys.executable, "-c", code], check=True)
        theirs = copies.find("a")
        assert theirs is not None
        assert names(theirs) == {"theirs"}
    ours = copies.find("a")
    assert ours is not None
    assert names(ours) == {"ours"}


def test_a_file_in_the_way_is_an_os_error_and_no_copy(tmp_path: Path) -> None:
    (tmp_path / "converted").write_text("a file, not a folder")
    copies = ConvertedModels(tmp_path / "converted")
    assert copies.find("a") is None
    assert copies.total_bytes() == 0
    with pytest.raises(OSError), copies.adding("a"):  # which one depends on the system
        raise AssertionError("There is no folder to fill.")


def test_a_read_only_cache_folder_serves_what_is_in_it(folder: Path) -> None:
    copies = ConvertedModels(folder)
    add(copies, "a")
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("this user may write everywhere")
        assert copies.find("a") is not None
        with pytest.raises(PermissionError), copies.adding("b"):
            raise AssertionError("There is no folder to fill.")
    finally:
        folder.chmod(0o700)
