"""The disk tier against a plain model of it, with files that vanish and change behind its back."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.cache.disk_tier import DiskTier
from engine.cache.tier import Key, ParkedChat, Record
from tests.engine.cache.records import FINGERPRINT, blocks, chat, same, state, tokens_of

TRUNK = tokens_of("trunk", 128)
TEXTS = {"left": TRUNK + tokens_of("left", 100), "right": TRUNK + tokens_of("right", 64), "own": tokens_of("own", 200)}
FORMAT_BYTES = {"exact": 300, "int8": 150, "int4": 80}
RECORDS = [
    record
    for text in TEXTS.values()
    for format_, num_bytes in FORMAT_BYTES.items()
    for record in blocks(text, format_, num_bytes)
] + [state(text[:64], 200) for text in TEXTS.values()]
BY_KEY = {record.key: record for record in RECORDS}

records = st.integers(0, len(RECORDS) - 1).map(lambda place: RECORDS[place])
names = st.sampled_from(["A", "B", "C"])
budgets = st.sampled_from([0, 700, 2000, 4000, 8000, 100_000])


class DiskTierMachine(RuleBasedStateMachine):
    """What is found is what was written last, nothing takes more than the budget, and a restart changes nothing."""

    @initialize(budget_bytes=budgets)
    def start(self, budget_bytes: int) -> None:
        self.folder = Path(tempfile.mkdtemp()) / "kv"
        self.written: dict[Key, Record] = {}
        self.listed: dict[str, ParkedChat] = {}
        self.budget_bytes = budget_bytes
        self.open()

    def open(self) -> None:
        self.tier = DiskTier(self.folder, self.budget_bytes, pytest.fail)
        self.tier.open()

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder.parent)

    def files(self) -> list[Path]:
        return sorted(file for file in self.folder.rglob("*") if file.is_file())

    @rule(record=records)
    def write(self, record: Record) -> None:
        before = self.tier.find(record.key)
        if self.tier.write(record):
            self.written[record.key] = record
            entry = self.tier.find(record.key)
            assert entry is not None and entry.format == record.format
        else:
            assert self.tier.find(record.key) in (before, None)

    @rule(
        name=names,
        text=st.sampled_from(list(TEXTS)),
        num_tokens=st.integers(1, 228),
        others=st.lists(records, max_size=3),
        last_used=st.sampled_from([1.0, 2.0]),
        pinned=st.booleans(),
    )
    def keep_chat(
        self, name: str, text: str, num_tokens: int, others: list[Record], last_used: float, pinned: bool
    ) -> None:
        token_ids = TEXTS[text][:num_tokens]
        self.listed[name] = chat(name, token_ids, others, last_used, pinned)
        self.tier.keep_chat(self.listed[name])

    @rule(name=names)
    def drop_chat(self, name: str) -> None:
        self.tier.drop_chat(name)
        self.listed.pop(name, None)
        assert self.tier.bytes_of(name) == 0

    @rule(name=names, pinned=st.booleans())
    def set_pinned(self, name: str, pinned: bool) -> None:
        self.tier.set_pinned(name, pinned)
        kept = self.tier.chats.get(name)
        assert kept is None or kept.pinned == pinned

    @rule(budget_bytes=budgets)
    def set_budget(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        self.tier.set_budget(budget_bytes)

    @rule(protected=st.sets(records.map(lambda record: record.key), max_size=4), record=records)
    def write_while_some_are_protected(self, protected: set[Key], record: Record) -> None:
        before = {key for key in protected if self.tier.find(key)}
        self.tier.protect(protected)
        self.write(record)
        self.tier.protect(set())
        assert all(self.tier.find(key) for key in before)

    @rule()
    def restart(self) -> None:
        chats = self.tier.chats
        exists = {path.name.partition(".")[0] for path in self.files()}
        whole = all(key in exists for kept in chats.values() for key in kept.keys)
        self.open()
        if whole:
            assert self.tier.chats == {name: kept for name, kept in chats.items() if kept.keys}
        keys = {path.name.partition(".")[0] for path in self.files() if path.suffix == ".safetensors"}
        assert keys <= {key for kept in self.listed.values() for key in kept.keys}, "A file has no owner."
        assert self.tier.used_bytes == sum(path.stat().st_size for path in self.files())

    @rule(data=st.data(), flip=st.booleans())
    def damage(self, data: st.DataObject, flip: bool) -> None:
        files = [path for path in self.files() if path.suffix == ".safetensors"]
        if not files:
            return
        path = data.draw(st.sampled_from(files))
        if flip:
            content = bytearray(path.read_bytes())
            content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
            path.write_bytes(content)
        else:
            path.unlink()
        key = Key(path.name.partition(".")[0])
        if data.draw(st.booleans()):  # it is noticed now, or later
            faults = self.tier.faults
            assert self.read(key) is None
            assert self.tier.faults == faults + 1
        self.written.pop(key, None)

    def read(self, key: Key) -> Record | None:
        expected = BY_KEY[key]
        return self.tier.read(key, expected.token_ids, expected.parent_hash, FINGERPRINT)

    @rule(record=records)
    def read_one(self, record: Record) -> None:
        entry = self.tier.find(record.key)
        read = self.read(record.key)
        if entry is not None and record.key in self.written:
            assert same(read, self.written[record.key])
        else:
            assert read is None

    @invariant()
    def books_and_files_agree(self) -> None:
        if not hasattr(self, "tier"):
            return
        self.tier.check()
        assert sum(path.stat().st_size for path in self.files()) <= self.tier.used_bytes <= self.budget_bytes
        for name, kept in self.tier.chats.items():
            listed = self.listed[name]
            assert kept.token_ids == listed.token_ids[: len(kept.token_ids)]
            assert kept.table == listed.table[: len(kept.table)]
            assert all(self.tier.find(key) for key in kept.keys)


TestDiskTierMachine = DiskTierMachine.TestCase
TestDiskTierMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
