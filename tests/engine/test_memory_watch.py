"""What is told to those who look at the memory, and what is remembered for those who will."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import psutil
import pytest
import torch

from engine import memory_readings, memory_watch
from engine.cache.tiers import Tiers
from engine.memory_readings import MemoryReadings
from engine.memory_watch import HISTORY_SECONDS, SAMPLE_SECONDS, MemoryWatch
from engine.protocol import ConfigureCache, Event, MemoryHistory, WatchCache

GIB = 1024**3


class Clock:
    """Both clocks that the module reads."""

    def __init__(self) -> None:
        self.now = 10_000.0

    def time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(memory_watch, "time", clock)
    monkeypatch.setattr(memory_readings, "time", clock)
    return clock


@pytest.fixture
def emitted() -> list[Event]:
    return []


@pytest.fixture
def watch(clock: Clock, emitted: list[Event]) -> MemoryWatch:
    return MemoryWatch(emitted.append, Tiers(lambda _sentence: None))


def answering(weights_bytes: int, cache_bytes: int, state_bytes: int = 0, device: str = "cpu") -> SimpleNamespace:
    cache = SimpleNamespace(
        pool=SimpleNamespace(used_bytes=cache_bytes), snapshots=SimpleNamespace(used_bytes=state_bytes)
    )
    return SimpleNamespace(cache=cache, info=SimpleNamespace(weights_bytes=weights_bytes), device=torch.device(device))


def test_nobody_looks_until_somebody_says_so(watch: MemoryWatch, emitted: list[Event]) -> None:
    assert (watch.wants_ledger, watch.wants_memory, emitted) == (False, False, [])
    watch.watch(WatchCache(ledger=True))
    assert (watch.wants_ledger, watch.wants_memory, emitted) == (True, False, [])
    watch.watch(WatchCache(memory=True))
    assert (watch.wants_ledger, watch.wants_memory, len(emitted)) == (True, True, 1)
    watch.watch(WatchCache(ledger=True, memory=True))
    assert len(emitted) == 1, "who looks already has the timeline"
    watch.watch(WatchCache())
    assert (watch.wants_ledger, watch.wants_memory, len(emitted)) == (False, False, 1)


def test_who_begins_to_look_is_told_the_last_ten_minutes(
    watch: MemoryWatch, emitted: list[Event], clock: Clock
) -> None:
    for _ in range(5_000):
        watch.note(None)
        clock.now += 0.25
    watch.watch(WatchCache(memory=True))
    (history,) = emitted
    assert isinstance(history, MemoryHistory)
    times = [sample.at for sample in history.samples]
    assert times[-1] > clock.now - 2.5 and times[0] >= clock.now - HISTORY_SECONDS
    assert {after - before for before, after in pairwise(times)} == {SAMPLE_SECONDS}
    assert len(times) == HISTORY_SECONDS / SAMPLE_SECONDS


def test_what_is_older_than_ten_minutes_is_not_told(watch: MemoryWatch, emitted: list[Event], clock: Clock) -> None:
    watch.note(None)
    clock.now += HISTORY_SECONDS + 1
    watch.watch(WatchCache(memory=True))
    assert emitted == [MemoryHistory()]


def test_the_parts_of_this_process_add_up_to_what_the_system_says_of_it(watch: MemoryWatch) -> None:
    reading = watch.read(answering(weights_bytes=20_000_000, cache_bytes=3_000_000, state_bytes=1_000_000))
    sample = reading.sample
    assert (sample.weights_bytes, sample.cache_bytes, reading.source) == (20_000_000, 4_000_000, "system")
    parts = sample.weights_bytes + sample.cache_bytes + sample.working_bytes
    assert parts == reading.device.engine_bytes == reading.ram.engine_bytes
    rss = psutil.Process(os.getpid()).memory_info().rss
    memory = psutil.virtual_memory()
    assert parts == pytest.approx(rss, rel=0.05)
    assert reading.device.total_bytes == memory.total
    assert reading.device.free_bytes == pytest.approx(memory.available, abs=0.05 * memory.total)


def test_weights_that_were_not_read_from_their_file_yet_take_no_memory(watch: MemoryWatch) -> None:
    sample = watch.read(answering(weights_bytes=100_000 * GIB, cache_bytes=1_000)).sample
    assert sample.working_bytes == 0
    assert sample.weights_bytes + sample.cache_bytes == pytest.approx(watch.process_bytes(), rel=0.05)


def test_the_disk_is_the_one_with_the_cache_folder(clock: Clock, emitted: list[Event], tmp_path: Path) -> None:
    tiers = Tiers(lambda _sentence: None)
    watch = MemoryWatch(emitted.append, tiers)
    assert watch.read(None).disk.total_bytes == 0
    tiers.configure(ConfigureCache(folder=str(tmp_path / "kv"), disk_budget_bytes=10**9))
    disk = watch.read(None).disk
    usage = psutil.disk_usage(str(tmp_path))
    assert disk.total_bytes == pytest.approx(usage.total, rel=0.05)
    assert disk.free_bytes == pytest.approx(usage.free, rel=0.05)


class FakeCuda:
    """What torch says of a card of 24 GiB."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, hip: str | None) -> None:
        self.asked = 0
        monkeypatch.setattr(torch.version, "hip", hip)
        monkeypatch.setattr(torch.cuda, "mem_get_info", self.mem_get_info)
        monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _device: 5 * GIB)
        monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _device: SimpleNamespace(uuid="a-b"))

    def mem_get_info(self, _device: torch.device) -> tuple[int, int]:
        self.asked += 1
        return 10 * GIB, 24 * GIB


@pytest.mark.parametrize(
    ("hip", "driver_says", "source", "own"),
    [(None, 6 * GIB, "nvidia", 6 * GIB), (None, None, "torch", 5 * GIB), ("6.4", 6 * GIB, "torch", 5 * GIB)],
    ids=["nvidia", "nvidia in a container", "rocm"],
)
def test_a_card_is_read_from_its_driver_or_from_torch_once_a_second(
    watch: MemoryWatch,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    hip: str | None,
    driver_says: int | None,
    source: str,
    own: int,
) -> None:
    cuda = FakeCuda(monkeypatch, hip)
    model = answering(weights_bytes=3 * GIB, cache_bytes=GIB, device="cuda")
    with mock.patch.object(memory_readings.NvidiaDriver, "process_bytes", return_value=driver_says):
        reading = watch.read(model)
        clock.now += 0.25
        watch.read(model)
        assert cuda.asked == 1
        clock.now += 1
        watch.read(model)
    assert cuda.asked == 2
    assert (reading.source, reading.device.engine_bytes) == (source, own)
    sample = reading.sample
    assert sample.weights_bytes + sample.cache_bytes + sample.working_bytes == own
    assert sample.others_bytes == 24 * GIB - 10 * GIB - own
    assert reading.ram != reading.device


def test_a_folder_that_is_gone_is_no_disk() -> None:
    assert MemoryReadings().disk("/nowhere/at all", 7).total_bytes == 0
