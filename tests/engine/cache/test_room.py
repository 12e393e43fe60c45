"""Want of room: what is given up in which order, what never is, and that a lost window is never read."""

from __future__ import annotations

import pytest

from engine.cache.block import BLOCK_TOKENS, Block, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, INT4, INT8, BlockSizes, CachePolicy
from engine.cache.room import GRADED_TOKENS
from engine.cache.sequence import Root, Sequence
from engine.errors import OutOfBlocks
from tests.engine.cache.token_store import BY_FORMAT, NARROWED, NARROWED_WINDOWS, PLAIN, WINDOWED, compute, make, read

GRADED = CachePolicy(INT8, grading=True)
GRADED_BLOCKS = GRADED_TOKENS // BLOCK_TOKENS


def text(salt: int, num_blocks: float) -> list[int]:
    return [1000 * salt + place for place in range(int(num_blocks * BLOCK_TOKENS))]


def blocks_of(manager: CacheManager, conversation: str) -> list[Block]:
    sequence = manager.sequences.get(conversation)
    return sequence.block_table if sequence else []


def test_room_is_made_from_old_versions_first_then_from_the_oldest_idle_conversation() -> None:
    manager, store = make(6)
    read(manager, store, "old", text(1, 2))
    read(manager, store, "new", text(2, 2))
    read(manager, store, "new", text(3, 2))
    read(manager, store, "next", text(4, 2))
    assert manager.sequences["old"].num_tokens == 2 * BLOCK_TOKENS
    read(manager, store, "last", text(5, 1))
    assert manager.sequences["old"].num_tokens == BLOCK_TOKENS
    assert manager.sequences["new"].num_tokens == 2 * BLOCK_TOKENS


def test_running_requests_are_never_evicted_and_a_refused_reservation_takes_nothing() -> None:
    manager, store = make(3)
    running = manager.begin("a", text(1, 2))
    manager.reserve(running, 2 * BLOCK_TOKENS)
    other = manager.begin("b", text(2, 3))
    with pytest.raises(OutOfBlocks, match="cache budget"):
        manager.reserve(other, 3 * BLOCK_TOKENS)
    assert other.block_table == []
    assert manager.pool.has_room()
    assert store.used_bytes == 2 * PLAIN.open_bytes
    manager.end(other)
    manager.end(running)
    manager.check()


def test_a_conversation_may_be_kept_otherwise_than_the_rest_and_shares_nothing_with_them() -> None:
    manager, store = make(20, policy=GRADED)
    read(manager, store, "a", text(1, 6))
    root = Root(root_hash("model", "otherwise"), CachePolicy(EXACT))
    sequence = manager.begin("b", text(1, 6), root=root)
    assert sequence.num_tokens == 0
    compute(manager, store, sequence, text(1, 6))
    manager.end(sequence)
    assert {block.format for block in blocks_of(manager, "b")} == {EXACT}
    assert {block.format for block in blocks_of(manager, "a")} == {EXACT, INT8}
    while manager.sequences["b"].num_tokens == 6 * BLOCK_TOKENS:
        assert manager.room._make(())
    assert {block.format for block in blocks_of(manager, "b")} <= {EXACT}
    manager.check()


@pytest.mark.parametrize("sizes", [NARROWED, NARROWED_WINDOWS], ids=["plain", "windows"])
def test_the_open_block_of_an_idle_conversation_takes_what_its_tokens_take(sizes: BlockSizes) -> None:
    manager, store = make(4, sizes)
    token_ids = text(1, 2)[:-10]
    read(manager, store, "a", token_ids)
    assert store.used_bytes == sizes.open_bytes + sizes.by_room[BLOCK_TOKENS - 10]
    assert read(manager, store, "a", [*token_ids, 1, 2]) == len(token_ids)
    assert store.used_bytes == sizes.open_bytes + sizes.by_room[BLOCK_TOKENS - 8]


def test_another_branch_copies_from_an_open_block_that_was_cut_to_its_tokens() -> None:
    manager, store = make(4, NARROWED)
    token_ids = text(1, 2)[:-10]
    read(manager, store, "a", token_ids)
    assert read(manager, store, "b", [*token_ids[:-5], 1]) == len(token_ids) - 5
    assert manager.sequences["a"].num_tokens == len(token_ids)


def test_an_open_block_that_has_no_room_to_grow_again_is_read_anew() -> None:
    manager, store = make(2, NARROWED)
    read(manager, store, "a", text(1, 1)[:10])
    running = manager.begin("b", text(2, 1))
    manager.reserve(running, BLOCK_TOKENS)
    sequence = manager.begin("a", [*text(1, 1)[:10], 1])
    assert sequence.num_tokens == 10
    manager.end(sequence)
    manager.room.set_budget(manager.room.budget_bytes - 1)
    sequence = manager.begin("a", [*text(1, 1)[:10], 1])
    assert (sequence.num_tokens, sequence.block_table) == (0, [])
    manager.check()


def test_an_open_block_that_the_device_cannot_widen_is_read_anew() -> None:
    manager, store = make(4, NARROWED)
    read(manager, store, "a", text(1, 1)[:10])
    store.capacity_bytes = store.used_bytes
    sequence = manager.begin("a", [*text(1, 1)[:10], 1])
    assert sequence.num_tokens == 0
    store.capacity_bytes = 10**9
    compute(manager, store, sequence, [*text(1, 1)[:10], 1])
    manager.end(sequence)
    manager.check()
    assert store.used_bytes == manager.pool.used_bytes


def test_idle_window_parts_go_before_anything_else() -> None:
    manager, store = make(9, WINDOWED, GRADED)
    read(manager, store, "a", text(1, 4))
    read(manager, store, "a", [*text(1, 1), *text(2, 3)])  # the old version is in no table any more
    used = {block.index for block in manager.pool.used_blocks()}
    formats = {block.index: block.format for block in manager.pool.used_blocks()}
    sequence = manager.begin("b", text(3, 9))
    while manager.pool.has_room():
        compute(manager, store, sequence, [7] * BLOCK_TOKENS)
    manager.reserve(sequence, sequence.num_tokens + 1)
    present = {block.index: block for block in manager.pool.used_blocks()}
    assert used <= set(present)
    assert all(present[index].format is format_ for index, format_ in formats.items())
    assert any(not present[index].has_windows for index in used)
    # What the next token of an idle conversation would see is kept.
    assert all(block.has_windows for block in blocks_of(manager, "a")[-2:])
    manager.end(sequence)
    manager.check()


def test_old_blocks_are_packed_further_before_anything_is_evicted() -> None:
    num_blocks = GRADED_BLOCKS + 6
    # Full to the last byte, and with an old version that nobody needs.
    used = 3 * BY_FORMAT[EXACT] + (num_blocks - 2) * BY_FORMAT[INT8]
    manager, store = make(8, policy=GRADED, spare_bytes=used - 8 * BY_FORMAT[EXACT] + 100)
    read(manager, store, "a", text(1, num_blocks), chunk_tokens=BLOCK_TOKENS)
    read(manager, store, "a", text(1, num_blocks + 0.5), chunk_tokens=BLOCK_TOKENS)
    before = set(manager.pool.used_blocks())
    read(manager, store, "b", text(2, 1))
    assert before <= set(manager.pool.used_blocks())
    graded = [place for place, block in enumerate(blocks_of(manager, "a")) if block.format is INT4]
    assert graded and min(graded) == 1 and max(graded) < num_blocks - GRADED_BLOCKS


def test_grading_keeps_first_blocks_and_the_newest_tokens_and_then_eviction_begins() -> None:
    num_blocks = GRADED_BLOCKS + 6
    manager, store = make(12, policy=GRADED, spare_bytes=1000)
    read(manager, store, "a", text(1, num_blocks), chunk_tokens=BLOCK_TOKENS)
    table = list(blocks_of(manager, "a"))
    for salt in range(2, 30):
        if len(blocks_of(manager, "a")) < num_blocks:
            break
        formats = [block.format for block in table]
        read(manager, store, f"conversation {salt}", text(salt, 1))
    else:
        pytest.fail("Nothing was evicted.")
    assert formats[0] is EXACT and formats[-1] is EXACT
    assert formats[1 : num_blocks - GRADED_BLOCKS] == [INT4] * (num_blocks - GRADED_BLOCKS - 1)
    assert formats[num_blocks - GRADED_BLOCKS : -1] == [INT8] * (GRADED_BLOCKS - 1)


def test_without_grading_nothing_is_packed_further() -> None:
    manager, store = make(8, policy=CachePolicy(INT8))
    for salt in range(1, 6):
        read(manager, store, str(salt), text(salt, 6))
    assert all(block.format in (EXACT, INT8) for block in manager.pool.used_blocks())


def test_where_packing_finds_no_memory_eviction_makes_room() -> None:
    manager, store = make(8, policy=GRADED)
    read(manager, store, "a", text(1, 7))
    read(manager, store, "a", text(2, 1))  # what was read before may be graded, since no table holds it
    store.pack_fails = True
    read(manager, store, "b", text(3, 7))
    assert manager.sequences["b"].num_tokens == 7 * BLOCK_TOKENS
    assert all(block.format is not INT4 for block in manager.pool.used_blocks())


def test_a_device_with_less_memory_than_the_budget_is_a_smaller_budget() -> None:
    manager, store = make(100)
    store.capacity_bytes = 6 * PLAIN.open_bytes
    read(manager, store, "a", text(1, 3))
    read(manager, store, "b", text(2, 3))
    read(manager, store, "c", text(3, 4))
    assert manager.sequences["c"].num_tokens == 4 * BLOCK_TOKENS
    assert len(blocks_of(manager, "b")) == 2
    assert "a" not in manager.sequences
    sequence = manager.begin("d", text(4, 7))
    with pytest.raises(OutOfBlocks):
        manager.reserve(sequence, 7 * BLOCK_TOKENS)
    assert store.used_bytes == manager.pool.used_bytes == 0  # all that could be given up was, before it was refused
    manager.end(sequence)
    manager.check()


def test_a_prompt_that_has_no_room_for_a_copy_is_read_from_the_blocks_edge() -> None:
    manager, store = make(3)
    first = manager.begin("a", text(1, 3))
    compute(manager, store, first, text(1, 3))
    other = manager.begin("b", [*text(1, 2.5), 7, 8])
    assert other.num_tokens == 2 * BLOCK_TOKENS
    manager.end(other)
    manager.end(first)
    manager.check()


def test_a_copy_that_finds_no_memory_is_as_if_there_were_no_room() -> None:
    manager, store = make(6)
    read(manager, store, "a", text(1, 3))

    def fail(*_: object) -> None:
        raise MemoryError

    store.copy_tokens = fail  # type: ignore[method-assign] # for this test
    assert read(manager, store, "b", [*text(1, 2.5), 7, 8]) == 2 * BLOCK_TOKENS


def without_windows(manager: CacheManager, *blocks: Block) -> None:
    for block in blocks:
        manager._store.drop_windows(block)
        manager.pool.drop_windows(block)


def test_a_match_ends_where_the_windows_behind_it_were_given_up() -> None:
    manager, store = make(20, WINDOWED)
    read(manager, store, "a", text(1, 6))
    without_windows(manager, blocks_of(manager, "a")[2])
    # A token behind block 3 or 4 would see block 2; one behind block 5 sees only blocks 3 and 4 (and 5).
    for cut, cached in ((2, 2), (3, 2), (4, 2), (5, 5)):
        sequence = manager.begin("b", [*text(1, cut), 7])
        assert sequence.num_tokens == cached * BLOCK_TOKENS
        store.assert_holds(sequence)
        manager.end(sequence)
    manager.check()


def test_a_block_without_windows_is_not_continued_inside() -> None:
    manager, store = make(20, WINDOWED)
    read(manager, store, "a", text(1, 6))
    without_windows(manager, blocks_of(manager, "a")[2])
    assert read(manager, store, "b", [*text(1, 2.5), 7]) == 2 * BLOCK_TOKENS


def test_a_block_that_is_read_anew_gets_its_windows_back_for_all() -> None:
    manager, store = make(20, WINDOWED)
    read(manager, store, "a", text(1, 6))
    block = blocks_of(manager, "a")[0]
    without_windows(manager, block, *blocks_of(manager, "a")[1:4])
    sequence = manager.begin("b", [*text(1, 2), 7, 8])
    assert sequence.num_tokens == 0
    compute(manager, store, sequence, [*text(1, 2), 7])  # the next token sees block 0 and 1
    assert sequence.block_table[0] is block
    compute(manager, store, sequence, [8])
    manager.end(sequence)
    manager.check()
    assert store.used_bytes == manager.pool.used_bytes


def test_making_room_for_a_copy_leaves_its_source_its_windows() -> None:
    manager, store = make(6, WINDOWED)
    read(manager, store, "a", text(1, 6))
    assert read(manager, store, "a", [*text(1, 3.5), 7]) == int(3.5 * BLOCK_TOKENS)


def test_an_idle_conversation_lets_go_of_all_that_has_lost_its_window() -> None:
    manager, store = make(6, WINDOWED)
    read(manager, store, "a", text(1, 6))
    read(manager, store, "b", text(2, 4))
    manager.check()
    assert read(manager, store, "a", text(1, 1)) < BLOCK_TOKENS


def test_what_running_requests_hold_is_not_evictable() -> None:
    manager, store = make(8)
    read(manager, store, "a", text(1, 2))
    assert manager.room.evictable_bytes == manager.pool.used_bytes == 2 * PLAIN.open_bytes
    sequence = manager.begin("b", [*text(1, 1), 5])
    assert manager.room.evictable_bytes == PLAIN.open_bytes
    manager.end(sequence)
    assert manager.room.evictable_bytes == 2 * PLAIN.open_bytes


class _Keeper:
    """Keeps nothing, and says whether it could."""

    def __init__(self, can_keep: bool) -> None:
        self.can_keep = can_keep
        self.parked: list[str] = []

    def before_shrinking(self, sequence: Sequence) -> None:
        self.parked.append(sequence.conversation_id)

    def before_evicting(self, block: Block) -> None:
        pass


@pytest.mark.parametrize(("can_keep", "packs"), [(True, False), (False, True)])
def test_a_device_that_is_short_parks_idle_chats_before_it_packs_what_runs_if_they_are_kept(
    can_keep: bool, packs: bool
) -> None:
    manager, store = make(60, policy=GRADED)
    keeper = manager.room.keeper = _Keeper(can_keep)
    read(manager, store, "idle", text(1, 4))
    long = text(2, GRADED_BLOCKS + 8)
    running = manager.begin("runs", [*long, 0])
    compute(manager, store, running, long)
    assert manager.room.give_way(1)
    formats = {block.format for block in running.block_table}
    assert (INT4 in formats) == packs
    assert (keeper.parked == ["idle"]) != packs
    assert manager.room.give_way(10**9)  # then all that there is, and never what runs
    assert "idle" not in manager.sequences
    assert INT4 in {block.format for block in running.block_table}
    assert running.num_tokens == len(long)
    assert not manager.room.give_way(1)
    manager.end(running)
    manager.check()
