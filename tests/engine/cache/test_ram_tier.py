"""The RAM tier against a plain model of it: the budget is never passed, and the least wanted goes first."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.cache.block import BlockHash
from engine.cache.ram_tier import RamTier
from engine.cache.tier import Key, Record
from tests.engine.cache.records import ROOT, blocks, keys_of, same, tokens_of

A = blocks(tokens_of("a", 256))
B = blocks(tokens_of("b", 256))
EACH = A[0].num_bytes


def tier_of(num_records: float) -> RamTier:
    return RamTier(int(num_records * EACH))


def test_what_was_put_is_got_by_key_tokens_and_parent() -> None:
    tier = tier_of(2)
    assert tier.put(A[1], 1.0, 1, False) == []
    assert tier.get(A[1].key, A[1].token_ids, A[1].parent_hash) is A[1]
    assert tier.get(A[1].key, A[0].token_ids, A[1].parent_hash) is None
    assert tier.get(A[1].key, A[1].token_ids, ROOT) is None
    assert tier.get(A[0].key, A[0].token_ids, ROOT) is None
    assert tier.find(A[1].key)
    assert not tier.find(A[0].key)
    assert tier.bytes_of([A[0].key, A[1].key, A[1].key]) == EACH
    tier.remove(A[1].key)
    tier.remove(A[1].key)
    assert (tier.used_bytes, list(tier.keys())) == (0, [])


def test_leaves_go_before_trunks_and_the_conversation_used_longest_ago_first() -> None:
    tier = tier_of(4)
    for place in (0, 1):
        tier.put(A[place], 2.0, place, False)
        tier.put(B[place], 1.0, place, False)
    assert tier.put(A[2], 2.0, 2, False) == [B[1]]
    assert tier.put(A[3], 2.0, 3, False) == [B[0]]
    assert tier.put(B[0], 3.0, 0, False) == [A[3]]
    tier.check()


def test_pinned_records_go_last() -> None:
    tier = tier_of(2)
    tier.put(A[0], 1.0, 0, True)
    tier.put(B[0], 9.0, 0, False)
    assert tier.put(B[1], 9.0, 1, True) == [B[0]]
    tier.set_pinned([A[0].key, B[3].key], False)
    assert tier.put(B[2], 9.0, 2, True) == [A[0]]
    tier.check()


def test_what_is_wanted_least_is_not_taken_in() -> None:
    tier = tier_of(1)
    tier.put(A[0], 1.0, 0, False)
    assert tier.put(A[1], 1.0, 1, False) == [A[1]]
    assert list(tier.keys()) == [A[0].key]


def test_what_is_larger_than_the_budget_costs_nothing_else() -> None:
    tier = tier_of(1)
    tier.put(A[0], 1.0, 0, False)
    (large,) = blocks(tokens_of("large", 64), num_bytes=2 * EACH)
    assert tier.put(large, 9.0, 0, True) == [large]
    assert list(tier.keys()) == [A[0].key]


def test_a_smaller_budget_holds_at_once() -> None:
    tier = tier_of(3)
    for place in range(3):
        tier.put(A[place], 1.0, place, False)
    assert tier.set_budget(2 * EACH - 1) == [A[2], A[1]]
    tier.check()
    assert tier.set_budget(0) == [A[0]]
    assert tier.put(A[0], 1.0, 0, True) == [A[0]]


class RamTierMachine(RuleBasedStateMachine):
    """Every record is either kept, with the bytes it came with, or was handed back, and the least wanted first."""

    @initialize(num_records=st.integers(0, 6))
    def start(self, num_records: int) -> None:
        self.tier = tier_of(num_records)
        self.kept: dict[Key, tuple[Record, tuple[bool, float, int, Key]]] = {}

    def forget(self, evicted: list[Record], but: Record | None = None) -> None:
        ranks = [self.kept.pop(record.key)[1] for record in evicted if record is not but]
        assert ranks == sorted(ranks)
        assert not ranks or not self.kept or ranks[-1] < min(rank for _, rank in self.kept.values())

    @rule(
        record=st.sampled_from(A + B), large=st.booleans(), last_used=st.sampled_from([1.0, 2.0]), pinned=st.booleans()
    )
    def put(self, record: Record, large: bool, last_used: float, pinned: bool) -> None:
        place = (A if record in A else B).index(record)
        if large:
            record = blocks(tokens_of("a" if record in A else "b", 256), "exact", 3 * EACH)[place]
        evicted = self.tier.put(record, last_used, place, pinned)
        self.kept.pop(record.key, None)
        self.forget(evicted, but=record)
        if record not in evicted:
            self.kept[record.key] = record, (pinned, last_used, -place, record.key)

    @rule(keys=st.lists(st.sampled_from(keys_of(A + B))), pinned=st.booleans())
    def set_pinned(self, keys: list[Key], pinned: bool) -> None:
        self.tier.set_pinned(keys, pinned)
        for key in set(keys) & self.kept.keys():
            record, rank = self.kept[key]
            self.kept[key] = record, (pinned, *rank[1:])

    @rule(key=st.sampled_from(keys_of(A + B)))
    def remove(self, key: Key) -> None:
        self.tier.remove(key)
        self.kept.pop(key, None)

    @rule(num_records=st.integers(0, 6))
    def set_budget(self, num_records: int) -> None:
        self.forget(self.tier.set_budget(num_records * EACH))

    @invariant()
    def what_is_kept_is_found(self) -> None:
        self.tier.check()
        assert set(self.tier.keys()) == self.kept.keys()
        for key, (record, _) in self.kept.items():
            parent: BlockHash = record.parent_hash
            assert same(self.tier.get(key, record.token_ids, parent), record)


TestRamTierMachine = RamTierMachine.TestCase
