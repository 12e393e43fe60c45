"""The ledger's numbers are the allocator's: over random use, whatever is read, packed, parked, dropped or refused."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import SimpleNamespace

import torch
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.fetching import Fetching
from engine.cache.formats import INT4, INT8, CachePolicy, LayerSpec, block_sizes
from engine.cache.kv_store import KvStore
from engine.cache.parking import Parking
from engine.cache.repacking import Repacking
from engine.cache.tiers import Tiers
from engine.errors import OutOfBlocks
from engine.ledger import cache_report
from engine.protocol import CacheReport, ConfigureCache

LAYERS = (
    LayerSpec(layer_index=0, num_kv_heads=2, k_dim=16, v_dim=16),
    LayerSpec(layer_index=1, num_kv_heads=1, k_dim=8, v_dim=8, window=70),
)
CHATS = [f"chat {number}" for number in range(5)]
TRUNK = list(range(2 * BLOCK_TOKENS + 20))
"""What many of the chats begin with: a system prompt."""

chats = st.sampled_from(CHATS)


class LedgerMachine(RuleBasedStateMachine):
    """The real pool, store, tiers and files; only the numbers in the blocks mean nothing."""

    @initialize(
        num_blocks=st.integers(3, 14), ram_bytes=st.sampled_from([0, 60_000]), disk_bytes=st.sampled_from([0, 200_000])
    )
    def begin(self, num_blocks: int, ram_bytes: int, disk_bytes: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = KvStore(LAYERS, torch.float32, torch.device("cpu"))
        sizes = block_sizes(self.store.groups, 4)
        policy = CachePolicy(INT8, grading=True)
        self.tiers = Tiers(lambda _sentence: None)
        self.tiers.configure(
            ConfigureCache(
                folder=str(Path(self.folder.name) / "kv"), disk_budget_bytes=disk_bytes, ram_budget_bytes=ram_bytes
            )
        )
        self.tiers.use_ram(has_card=ram_bytes > 0)
        self.cache = CacheManager(
            num_blocks * sizes.open_bytes,
            sizes,
            policy,
            root_hash("m", policy.identity),
            self.store,
            counters=self.tiers.counters,
        )
        self.parking = Parking(self.cache, self.store, self.tiers, "m", "model")
        self.fetching = Fetching(self.cache, self.store, self.tiers, "m", lambda _data: None)  # type: ignore[arg-type,return-value] # no state
        self.repacking = Repacking(self.cache)
        self.counted: CacheReport | None = None

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    @rule(chat=chats, trunk=st.integers(0, len(TRUNK)), own=st.integers(1, 200), salt=st.integers(0, 3))
    def answer(self, chat: str, trunk: int, own: int, salt: int) -> None:
        prompt = TRUNK[:trunk] + [1000 + 300 * salt + place for place in range(own)]
        while self.fetching.fetch(chat, prompt):
            pass
        sequence = self.cache.begin(chat, prompt, collected=self.fetching.collected(chat))
        self.fetching.fetched(chat)
        missing = prompt[sequence.num_tokens :]
        try:
            self.cache.reserve(sequence, len(prompt))
        except OutOfBlocks:
            missing = []
        keys = torch.zeros(2, len(missing), 16)
        if missing:
            start = sequence.num_tokens
            self.store.write(0, sequence.block_table, start, keys, keys)
            self.store.write(1, sequence.block_table, start, keys[:1, :, :8], keys[:1, :, :8])
            self.cache.commit(sequence, missing)
        self.check_sums(running=chat)
        self.cache.end(sequence)

    @rule(chat=chats)
    def park(self, chat: str) -> None:
        self.parking.park(chat)

    @rule(steps=st.integers(1, 6))
    def save(self, steps: int) -> None:
        for _ in range(steps):
            self.parking.save_next()

    @rule(chat=chats)
    def pack_smaller(self, chat: str) -> None:
        before = {row.conversation_id: row for row in self.report().conversations}
        self.repacking.add(chat, INT4)
        while self.repacking.step():
            pass
        after = {row.conversation_id: row for row in self.report().conversations}
        for name, row in after.items():
            gained = before[name].spare_bytes if name == chat else 0
            assert (row.bytes, row.tokens) == (before[name].bytes - gained, before[name].tokens)
            assert name != chat or row.spare_bytes == 0

    @rule(chat=chats)
    def drop(self, chat: str) -> None:
        self.cache.drop(chat)
        self.tiers.drop(chat)

    @rule(chat=chats, pinned=st.booleans())
    def pin(self, chat: str, pinned: bool) -> None:
        self.parking.pin(chat, pinned)
        self.tiers.set_pinned(chat, pinned)

    @rule(num_blocks=st.integers(3, 14))
    def change_budget(self, num_blocks: int) -> None:
        self.cache.room.set_budget(num_blocks * self.cache.pool.sizes.open_bytes)

    @invariant()
    def sums_are_what_is_allocated(self) -> None:
        if hasattr(self, "cache"):
            self.check_sums()

    def check_sums(self, running: str = "") -> None:
        report = self.report()
        split = (report.running_bytes, report.shared_bytes, report.idle_bytes, report.loose_bytes, report.state_bytes)
        assert sum(split) == report.used_bytes == self.store.used_bytes() <= report.budget_bytes
        rows = {row.conversation_id: row for row in report.conversations}
        in_tables = report.running_bytes + report.shared_bytes + report.idle_bytes
        assert sum(row.bytes for row in rows.values()) - report.saved_bytes == in_tables
        assert all(row.shared_bytes <= row.bytes and row.spare_bytes <= row.bytes for row in rows.values())
        if running:
            assert rows[running].bytes - rows[running].shared_bytes == report.running_bytes
        in_ram = sum(kept.record.num_bytes for kept in self.tiers.ram._kept.values())
        assert report.ram_used_bytes == in_ram <= report.ram_budget_bytes
        files = [path for path in Path(self.tiers.folder).rglob("*") if path.is_file()]
        assert report.disk_used_bytes == sum(path.stat().st_size for path in files) <= report.disk_budget_bytes
        self.check_counters(report)

    def check_counters(self, report: CacheReport) -> None:
        """They only ever grow."""
        if self.counted is not None:
            now, before = report.counters, self.counted.counters
            for name in now.__struct_fields__:
                assert getattr(now, name) >= getattr(before, name)
        self.counted = report

    def report(self) -> CacheReport:
        info = SimpleNamespace(fingerprint="m", name="model", weights_bytes=7)
        answering = SimpleNamespace(cache=self.cache, info=info, smallest_format=INT4)
        return cache_report(self.tiers, answering, 0)  # type: ignore[arg-type] # what the ledger reads of it


TestLedger = LedgerMachine.TestCase
TestLedger.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)


def test_what_is_shared_counts_once_and_the_rest_is_said_to_be_saved() -> None:
    machine = LedgerMachine()
    machine.begin(num_blocks=14, ram_bytes=0, disk_bytes=0)
    for number, chat in enumerate(CHATS[:3]):
        machine.answer(chat, trunk=2 * BLOCK_TOKENS, own=10, salt=number)
    report = machine.report()
    trunk = [block for block in machine.cache.pool.used_blocks() if block.ref_count == 3]
    trunk_bytes = sum(map(machine.cache.pool.bytes_of, trunk))
    assert len(trunk) == 2
    assert (report.shared_bytes, report.saved_bytes, report.running_bytes) == (trunk_bytes, 2 * trunk_bytes, 0)
    assert all(row.shared_bytes == trunk_bytes for row in report.conversations)
    machine.teardown()
