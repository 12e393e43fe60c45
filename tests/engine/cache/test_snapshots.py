"""Snapshots are found where a text passes through them, and the oldest make room for new ones."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.cache.block import BlockHash
from engine.cache.snapshots import Snapshot, SnapshotShelf

HERE, THERE = BlockHash(b"here"), BlockHash(b"there")


@dataclass(eq=False)
class FakeState:
    num_bytes: int = 10

    def copy(self) -> FakeState:
        return FakeState(self.num_bytes)


def found(shelf: SnapshotShelf, parent: BlockHash, *token_ids: int) -> list[int] | None:
    snapshot = shelf.find(parent, token_ids)
    return None if snapshot is None else snapshot.token_ids


def test_the_longest_start_that_agrees_wins() -> None:
    shelf = SnapshotShelf(100)
    for token_ids in ([], [1], [1, 2, 3], [1, 9], [1, 2, 3, 4, 5]):
        shelf.add(HERE, token_ids, FakeState(), "a", 1)
    assert found(shelf, HERE, 1, 2, 3, 4) == [1, 2, 3]
    assert found(shelf, HERE, 1, 2) == [1]
    assert found(shelf, HERE, 1, 9) == [1, 9]
    assert found(shelf, HERE, 7) == []
    assert found(shelf, HERE) == []
    assert found(shelf, THERE, 1, 2, 3) is None


def test_exactly_means_neither_more_nor_fewer_tokens() -> None:
    shelf = SnapshotShelf(100)
    shelf.add(HERE, [1, 2], FakeState(), "a", 1)
    assert shelf.find(HERE, [1, 2, 3], exactly=True) is None
    assert shelf.find(HERE, [1], exactly=True) is None
    assert shelf.find(HERE, [1, 2], exactly=True) is not None


def test_what_is_kept_is_a_copy() -> None:
    shelf = SnapshotShelf(100)
    state = FakeState()
    shelf.add(HERE, [1], state, "a", 1)
    kept = shelf.find(HERE, [1])
    assert kept is not None and kept.state is not state


def test_the_same_point_is_kept_once_for_all_who_pass_it() -> None:
    shelf = SnapshotShelf(100)
    shelf.add(HERE, [1], FakeState(), "a", 1)
    shelf.add(HERE, [1], FakeState(), "b", 2)
    assert shelf.used_bytes == 10
    shelf.drop_user("a")
    assert found(shelf, HERE, 1) == [1]
    shelf.drop_user("b")
    assert found(shelf, HERE, 1) is None
    assert shelf.used_bytes == 0


def test_the_one_used_longest_ago_makes_room() -> None:
    shelf = SnapshotShelf(30)
    for token in (1, 2, 3):
        shelf.add(HERE, [token], FakeState(), "a", token)
    shelf.add(HERE, [1], FakeState(), "a", 4)  # used again
    shelf.add(THERE, [4], FakeState(), "a", 5)
    assert [found(shelf, HERE, token) for token in (1, 2, 3)] == [[1], None, [3]]
    shelf.add(THERE, [5], FakeState(25), "a", 6)
    assert shelf.used_bytes == 25


@pytest.mark.parametrize("budget_bytes", [0, 9])
def test_a_state_larger_than_the_whole_budget_is_not_kept_and_drives_nothing_out(budget_bytes: int) -> None:
    shelf = SnapshotShelf(budget_bytes)
    shelf.add(HERE, [1], FakeState(5), "a", 1)
    before = shelf.used_bytes
    shelf.add(HERE, [2], FakeState(10), "a", 2)
    assert found(shelf, HERE, 2) is None
    assert shelf.used_bytes == before


class ShelfMachine(RuleBasedStateMachine):
    """Random use against a plain list, the longest unused first."""

    BUDGET = 40

    def __init__(self) -> None:
        super().__init__()
        self.shelf = SnapshotShelf(self.BUDGET)
        self.kept: list[Snapshot] = []
        self.clock = 0

    @rule(
        parent=st.sampled_from([HERE, THERE]),
        token_ids=st.lists(st.integers(0, 1), max_size=2),
        num_bytes=st.integers(1, 45),
        user=st.sampled_from("ab"),
    )
    def add(self, parent: BlockHash, token_ids: list[int], num_bytes: int, user: str) -> None:
        self.clock += 1
        self.shelf.add(parent, token_ids, FakeState(num_bytes), user, self.clock)
        for old in self.kept:
            if (old.parent_hash, old.token_ids) == (parent, token_ids):
                self.kept.remove(old)
                self.kept.append(Snapshot(parent, token_ids, old.state, old.users | {user}))
                return
        if num_bytes > self.BUDGET:
            return
        self.kept.append(Snapshot(parent, token_ids, FakeState(num_bytes), {user}))
        while sum(snapshot.state.num_bytes for snapshot in self.kept) > self.BUDGET:
            self.kept.pop(0)

    @rule(user=st.sampled_from("ab"))
    def drop_user(self, user: str) -> None:
        self.shelf.drop_user(user)
        for snapshot in self.kept:
            snapshot.users.discard(user)
        self.kept = [snapshot for snapshot in self.kept if snapshot.users]

    @invariant()
    def holds_what_the_list_holds(self) -> None:
        self.shelf.check()
        assert self.shelf.used_bytes == sum(snapshot.state.num_bytes for snapshot in self.kept)
        for snapshot in self.kept:
            same = self.shelf.find(snapshot.parent_hash, snapshot.token_ids, exactly=True)
            assert same is not None
            assert (same.users, same.state.num_bytes) == (snapshot.users, snapshot.state.num_bytes)


TestShelfMachine = ShelfMachine.TestCase
TestShelfMachine.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
