"""What goes first: the longest unused, never a trunk before its leaves, never what is still needed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import BLOCK_TOKENS, Block
from engine.cache.block_pool import BlockPool
from engine.cache.eviction import next_to_pack, next_unreferenced, next_with_windows, oldest_idle
from engine.cache.formats import INT4, INT8, K8V4, BlockSizes
from tests.engine.cache.token_store import ONLY_WINDOWS, PLAIN, ROOT, UNPACKABLE, WINDOWED


def pool_of(num_blocks: int, sizes: BlockSizes = PLAIN) -> BlockPool:
    return BlockPool(num_blocks * sizes.open_bytes, sizes)


def add(pool: BlockPool, token: int, last_used: int, parent: Block | None = None, ref_count: int = 0) -> Block:
    parent_hash = ROOT if parent is None else parent.hash
    assert parent_hash is not None
    block = pool.allocate(parent_hash)
    assert block is not None
    block.token_ids.extend([token] * BLOCK_TOKENS)
    block.last_used, block.ref_count = last_used, ref_count
    return pool.seal(block)


def evict_all(pool: BlockPool) -> list[Block]:
    order = []
    while (block := next_unreferenced(pool)) is not None:
        pool.free(block)
        order.append(block)
    return order


def test_nothing_goes_from_an_empty_pool() -> None:
    assert next_unreferenced(pool_of(3)) is None


def test_the_longest_unused_goes_first() -> None:
    pool = pool_of(3)
    middle, oldest, newest = (add(pool, last_used, last_used) for last_used in (5, 1, 9))
    assert evict_all(pool) == [oldest, middle, newest]


def test_a_leaf_goes_before_its_trunk_even_if_it_was_used_later() -> None:
    pool = pool_of(4)
    trunk = add(pool, 1, last_used=1)
    leaf = add(pool, 2, last_used=8, parent=trunk)
    other = add(pool, 3, last_used=5)
    assert evict_all(pool) == [other, leaf, trunk]


def test_a_block_in_a_table_stays_and_so_does_all_before_it() -> None:
    pool = pool_of(4)
    trunk = add(pool, 1, last_used=1)
    held = add(pool, 2, last_used=2, parent=trunk, ref_count=1)
    branch = add(pool, 3, last_used=3, parent=trunk)
    assert evict_all(pool) == [branch]
    held.ref_count = 0
    assert evict_all(pool) == [held, trunk]


def test_an_open_block_goes_like_any_leaf() -> None:
    pool = pool_of(2)
    trunk = add(pool, 1, last_used=1)
    assert trunk.hash is not None
    tail = pool.allocate(trunk.hash)
    assert tail is not None
    tail.last_used = 2
    assert evict_all(pool) == [tail, trunk]


trees = st.lists(st.tuples(st.integers(-1, 12), st.integers(0, 5), st.booleans()), max_size=14)


@settings(max_examples=100, deadline=None)
@given(trees)
def test_in_any_tree_exactly_the_blocks_before_no_held_one_go_and_children_before_parents(
    tree: list[tuple[int, int, bool]],
) -> None:
    pool = pool_of(len(tree))
    blocks: list[Block] = []
    parents: dict[Block, Block | None] = {}
    for place, (parent_place, last_used, held) in enumerate(tree):
        parent = blocks[parent_place] if 0 <= parent_place < place else None
        block = add(pool, place, last_used, parent, ref_count=int(held))
        blocks.append(block)
        parents[block] = parent
    needed: set[Block] = set()
    for held_block in (block for block in blocks if block.ref_count):
        above: Block | None = held_block
        while above is not None:
            needed.add(above)
            above = parents[above]

    order = evict_all(pool)

    assert set(order) == set(blocks) - needed
    for place, block in enumerate(order):
        assert parents[block] not in order[:place]
        leaves = [b for b in order[place:] if not any(parents[other] is b for other in order[place:])]
        assert block.last_used == min(leaf.last_used for leaf in leaves)
    pool.check()


def test_the_conversation_used_longest_ago_gives_its_blocks_first() -> None:
    assert oldest_idle([("a", (False, 7)), ("b", (False, 3)), ("c", (True, 1))]) == "b"
    assert oldest_idle([]) is None


def test_a_conversation_without_a_name_is_one_like_any_other() -> None:
    assert oldest_idle([("", 1), ("a", 2)]) == ""


def test_the_longest_unused_gives_its_windows_first_and_open_or_needed_blocks_never() -> None:
    pool = pool_of(5, WINDOWED)
    newest, oldest, middle, needed = (add(pool, last_used, last_used) for last_used in (9, 1, 5, 0))
    pool.allocate(ROOT)
    order = []
    while (block := next_with_windows(pool, {needed})) is not None:
        pool.drop_windows(block)
        order.append(block)
    assert order == [oldest, middle, newest]


def test_a_model_without_sliding_windows_has_none_to_give() -> None:
    pool = pool_of(1)
    add(pool, 1, last_used=1)
    assert next_with_windows(pool, set()) is None


def test_the_longest_unused_is_packed_first_and_open_kept_or_packed_blocks_never() -> None:
    pool = pool_of(6)
    newest, oldest, middle, kept, packed = (add(pool, last_used, last_used) for last_used in (9, 1, 5, 0, 2))
    pool.allocate(ROOT)
    pool.set_format(packed, INT4)
    pool.set_format(middle, INT8)
    order = []
    while (block := next_to_pack(pool, INT4, {kept})) is not None:
        pool.set_format(block, INT4)
        order.append(block)
    assert order == [oldest, middle, newest]


def test_a_block_that_is_coarser_already_is_not_packed() -> None:
    pool = pool_of(1)
    pool.set_format(add(pool, 1, last_used=1), K8V4)
    assert next_to_pack(pool, INT8, set()) is None


def test_a_model_of_which_nothing_can_be_packed_has_nothing_to_pack() -> None:
    for sizes in (UNPACKABLE, ONLY_WINDOWS):
        pool = pool_of(1, sizes)
        add(pool, 1, last_used=1)
        assert next_to_pack(pool, INT4, set()) is None
