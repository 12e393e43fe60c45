"""What is free for a model that takes the place of the present one: never more than this process really has."""

from __future__ import annotations

from types import SimpleNamespace

import psutil
import pytest
import torch

from engine import rooms as module
from engine.rooms import PresentModel, private_bytes, rooms

GIB = 1024**3


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 GiB, 10 of them available, 3 in this process, and no card."""
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=16 * GIB, available=10 * GIB))
    monkeypatch.setattr(module, "private_bytes", lambda: 3 * GIB)
    monkeypatch.setattr(module, "_cpu_bytes_per_second", lambda: 1e10)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)


@pytest.mark.parametrize(
    ("present", "idle_bytes", "replaced"),
    [
        (PresentModel(), GIB, 0),
        (PresentModel("cpu", GIB), GIB, GIB),
        (PresentModel("cpu", 8 * GIB), GIB, 2 * GIB),  # most of it lies in a mapped file, which counts as free already
        (PresentModel("cpu", GIB), 4 * GIB, 0),
        (PresentModel("cuda:0", GIB), GIB, 0),
    ],
    ids=["no model", "its own memory", "a mapped file", "less than when idle", "on a card"],
)
def test_what_the_present_model_gives_back_is_free_for_the_next(
    machine: None, present: PresentModel, idle_bytes: int, replaced: int
) -> None:
    (computer,) = rooms(present, idle_bytes)
    assert (computer.kind, computer.total_bytes) == ("cpu", 16 * GIB)
    assert (computer.free_bytes, computer.replaced_bytes) == (10 * GIB + replaced, replaced)
    assert computer.bytes_per_second == 1e10


def test_cards_come_first_and_what_torch_has_of_the_models_own_is_free(
    machine: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    properties = SimpleNamespace(memory_bus_width=256, memory_clock_rate=8_000_000)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (5 * GIB, 8 * GIB))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda device: 2 * GIB)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device: f"Card {device.index}")
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda index: properties)
    module._card_bytes_per_second.cache_clear()
    first, second, computer = rooms(PresentModel("cuda:1", GIB), GIB)
    assert [room.name for room in (first, second)] == ["Card 0", "Card 1"]
    assert (first.free_bytes, second.free_bytes) == (5 * GIB, 7 * GIB)
    assert first.bytes_per_second == 512e9  # 256 bits, twice in each of 8 billion clocks
    assert (computer.kind, computer.bytes_per_second) == ("cpu", 0.0)


def test_a_mapped_file_is_no_memory_of_this_process(tmp_path: object) -> None:
    import mmap
    from pathlib import Path

    size = 64 * 1024**2
    path = Path(str(tmp_path)) / "file"
    path.write_bytes(bytes(size))
    before = private_bytes()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert sum(mapped[::4096]) == 0  # so that all of it is resident
        assert private_bytes() - before < size // 2


def test_the_speed_of_this_processor_is_the_fastest_that_was_seen() -> None:
    first = module._cpu_bytes_per_second()
    assert module._cpu_bytes_per_second() >= first > 0
