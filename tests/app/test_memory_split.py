"""The parts of each memory add up to all of it, whatever the readings say."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from app.memory_split import kv_cache_usage, splits
from engine.protocol import CacheReport, ConversationCache, MemoryReading, MemorySample, PlaceReading
from tests.fakes.fake_figures import LEDGER, MEMORY

sizes = st.integers(0, 10**12)
places = st.builds(
    lambda free, used, engine: PlaceReading(total_bytes=free + used, free_bytes=free, engine_bytes=engine),
    sizes,
    sizes,
    sizes,
)


@st.composite
def reports(draw: st.DrawFn) -> CacheReport:
    parts = {
        name: draw(sizes) for name in ("running_bytes", "shared_bytes", "idle_bytes", "loose_bytes", "state_bytes")
    }
    sample = MemorySample(at=1.0, weights_bytes=draw(sizes), working_bytes=draw(sizes), others_bytes=draw(sizes))
    memory = MemoryReading(device=draw(places), ram=draw(places), disk=draw(places), source="system", sample=sample)
    return CacheReport(
        used_bytes=sum(parts.values()),
        ram_used_bytes=draw(sizes),
        disk_used_bytes=draw(sizes),
        memory=memory,
        **parts,
    )


@given(reports(), st.booleans())
def test_no_part_is_negative_and_none_is_left_out(report: CacheReport, on_card: bool) -> None:
    cache_bytes = {"card": report.used_bytes, "memory": report.used_bytes}
    cache_bytes |= {"ram": report.ram_used_bytes, "disk": report.disk_used_bytes}
    for split in splits(report, on_card):
        assert all(num_bytes >= 0 for num_bytes in split.parts.values())
        assert sum(split.parts.values()) == max(split.total_bytes, cache_bytes[split.place])
        assert list(split.parts)[-1] == "free"


def test_a_measured_report_is_split_as_it_was_measured() -> None:
    report = msgspec.structs.replace(
        LEDGER, running_bytes=1_024, shared_bytes=512, idle_bytes=1_000, loose_bytes=36, state_bytes=500, memory=MEMORY
    )
    memory, disk = splits(report, on_card=False)
    mib = 1024**2
    assert memory.parts == {
        "weights": 200 * mib,
        "running": 1_024,
        "shared": 512,
        "warm": 1_536,
        "working": 300 * mib,
        "others": mib,
        "free": 499 * mib - 3_072,
    }
    assert (memory.place, memory.budget_bytes, memory.budget_used_bytes) == ("memory", 10_240, 3_072)
    assert disk.parts == {"others": 3_000 * mib, "free": 1_000 * mib}


def test_a_card_has_memory_of_its_own_and_the_computers_holds_what_is_parked() -> None:
    row = ConversationCache(conversation_id="a", tokens=1, blocks=0, shared_blocks=0, bytes=0, ram_bytes=70)
    report = msgspec.structs.replace(
        LEDGER, ram_used_bytes=100, ram_budget_bytes=1_000, memory=MEMORY, conversations=[row, row]
    )
    card, ram, _disk = splits(report, on_card=True)
    assert (card.place, ram.place) == ("card", "ram")
    assert ram.parts["parked"] == 100
    assert ram.parts["parked"] + ram.parts["working"] == MEMORY.ram.engine_bytes
    assert (ram.budget_bytes, ram.budget_used_bytes, ram.saved_bytes) == (1_000, 100, 40)


def test_nothing_is_split_that_was_not_measured() -> None:
    assert splits(LEDGER, on_card=False) == ()


def test_cache_usage_is_what_running_answers_need_of_the_budget() -> None:
    assert kv_cache_usage(LEDGER) == (3_072 - 2_048) / 10_240
    assert kv_cache_usage(msgspec.structs.replace(LEDGER, budget_bytes=0)) == 0.0
