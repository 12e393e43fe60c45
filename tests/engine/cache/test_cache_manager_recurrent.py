"""Recurrent state: a prompt goes on only from points where a copy was kept, and with the state of just that point."""

from __future__ import annotations

import pytest

from engine.cache.block import BLOCK_TOKENS
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import BlockSizes
from engine.cache.sequence import Sequence
from tests.engine.cache.token_store import (
    NOTHING_IN_BLOCKS,
    PLAIN,
    STATE_BYTES,
    WINDOWED,
    TokenState,
    TokenStore,
    compute,
    history_ids,
    make,
    read,
)

both_kinds = pytest.mark.parametrize("sizes", [PLAIN, NOTHING_IN_BLOCKS], ids=["hybrid", "recurrent"])


def start(manager: CacheManager, store: TokenStore, conversation: str, tokens: list[int]) -> Sequence:
    sequence = manager.begin(conversation, tokens)
    compute(manager, store, sequence, tokens)
    return sequence


@both_kinds
@pytest.mark.parametrize("num_tokens", [1, 63, 64, 65, 128, 150])
def test_a_conversation_goes_on_from_its_end(sizes: BlockSizes, num_tokens: int) -> None:
    manager, store = make(12, sizes, recurrent=True)
    tokens = list(range(num_tokens))
    assert read(manager, store, "a", tokens) == 0
    assert read(manager, store, "a", [*tokens, 500, 501]) == num_tokens


@both_kinds
def test_a_conversation_does_not_go_on_where_no_snapshot_was_kept(sizes: BlockSizes) -> None:
    manager, store = make(12, sizes, recurrent=True)
    read(manager, store, "a", list(range(150)))
    assert read(manager, store, "a", [*range(149), 500]) == 0


@both_kinds
@pytest.mark.parametrize("point", [10, 64, 100, 128])
@pytest.mark.parametrize("parting", [130, 140])
def test_a_branch_goes_on_from_the_last_snapshot_before_it_parts(sizes: BlockSizes, point: int, parting: int) -> None:
    manager, store = make(12, sizes, recurrent=True)
    tokens = list(range(150))
    sequence = manager.begin("a", tokens)
    for begin, stop in ((0, 5), (5, point), (point, 150)):
        compute(manager, store, sequence, tokens[begin:stop])
        manager.keep_state(sequence)
    manager.end(sequence)
    assert read(manager, store, "b", [*tokens[:parting], 500]) == point
    assert read(manager, store, "a", [*tokens[:parting], 501]) == point
    assert read(manager, store, "c", [*tokens[:7], 502]) == 5
    assert read(manager, store, "d", tokens) in (point, 5)  # its end is the whole prompt, of which one token is left


@both_kinds
def test_a_request_that_failed_half_way_keeps_no_state(sizes: BlockSizes) -> None:
    manager, store = make(12, sizes, recurrent=True)
    tokens = list(range(100))
    sequence = start(manager, store, "a", tokens)
    sequence.state = None  # a forward failed, and some layers have gone on
    manager.end(sequence)
    manager.check()
    assert manager.snapshots.used_bytes == 0
    assert read(manager, store, "a", [*tokens, 1]) == 0


def test_an_empty_request_keeps_no_state() -> None:
    manager, _ = make(12, recurrent=True)
    manager.end(manager.begin("a", [1, 2]))
    assert manager.snapshots.used_bytes == 0


def test_a_request_changes_a_state_of_its_own() -> None:
    manager, store = make(12, recurrent=True)
    tokens = list(range(100))
    read(manager, store, "a", tokens)
    one, other = (manager.begin(name, [*tokens, 1, 2]) for name in "bc")
    compute(manager, store, one, [1])
    assert isinstance(other.state, TokenState)
    assert other.state.history_id == history_ids(tokens)[-1]
    compute(manager, store, other, [1])
    for sequence in (one, other):
        manager.end(sequence)
        assert sequence.state is None


@pytest.mark.parametrize(("sizes", "share"), [(PLAIN, 4), (NOTHING_IN_BLOCKS, 1)], ids=["hybrid", "recurrent"])
def test_blocks_and_snapshots_stay_within_one_budget(sizes: BlockSizes, share: int) -> None:
    manager, store = make(6, sizes, recurrent=True)
    budget = manager.pool.budget_bytes + manager.snapshots.budget_bytes
    assert manager.snapshots.budget_bytes == budget // share
    for salt in range(12):
        read(manager, store, str(salt), [1000 * salt + place for place in range(150)])
        assert manager.snapshots.used_bytes <= manager.snapshots.budget_bytes
        assert manager.pool.used_bytes + manager.snapshots.used_bytes <= budget
    assert manager.snapshots.used_bytes > manager.snapshots.budget_bytes - STATE_BYTES


def test_models_without_such_state_set_nothing_aside() -> None:
    manager, store = make(6)
    assert (manager.pool.budget_bytes, manager.snapshots.budget_bytes) == (6 * PLAIN.open_bytes, 0)
    sequence = start(manager, store, "a", [1, 2, 3])
    manager.keep_state(sequence)
    assert sequence.state is None
    assert manager.snapshots.used_bytes == 0


def test_where_the_copy_of_a_block_has_no_room_the_prompt_is_read_anew() -> None:
    manager, store = make(2, recurrent=True)
    sequence = start(manager, store, "a", list(range(100)))
    manager.keep_state(sequence)
    other = manager.begin("b", [*range(100), 7])
    assert other.num_tokens == 0
    assert other.block_table == []
    assert other.state is not None and other.state.history_id == 0
    manager.end(other)
    manager.end(sequence)
    manager.check()


def test_a_snapshot_whose_blocks_are_gone_is_not_resumed() -> None:
    manager, store = make(3, recurrent=True)
    tokens = list(range(130))
    read(manager, store, "a", tokens)
    read(manager, store, "b", list(range(1000, 1010)))  # evicts the last block of a
    assert read(manager, store, "a", [*tokens, 1]) == 0


def test_a_snapshot_behind_lost_windows_is_not_resumed() -> None:
    manager, store = make(12, WINDOWED, recurrent=True)
    tokens = list(range(5 * BLOCK_TOKENS))
    sequence = manager.begin("a", tokens)
    for begin, stop in ((0, 2 * BLOCK_TOKENS + 9), (2 * BLOCK_TOKENS + 9, 5 * BLOCK_TOKENS)):
        compute(manager, store, sequence, tokens[begin:stop])
        manager.keep_state(sequence)
    manager.end(sequence)
    lost = sequence.block_table[1]
    store.drop_windows(lost)
    manager.pool.drop_windows(lost)
    for parting in (200, 266):  # after 266 tokens the blocks alone would do, but the only snapshot sees what is lost
        sequence = manager.begin("b", [*tokens[:parting], 1])
        assert sequence.num_tokens == 0
        manager.end(sequence)
    assert read(manager, store, "c", [*tokens, 1]) == 5 * BLOCK_TOKENS


def test_a_dropped_conversations_states_go_unless_another_has_used_them() -> None:
    manager, store = make(20, recurrent=True)
    read(manager, store, "a", list(range(100)))
    read(manager, store, "b", [*range(100), 1])
    manager.drop("a")
    assert read(manager, store, "c", [*range(100), 2]) == 100
    manager.drop("b")
    manager.drop("c")
    assert manager.snapshots.used_bytes == manager.pool.used_bytes == 0
