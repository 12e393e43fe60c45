"""The pool against a plain model of it: the budget is never passed, nothing is found that is not there."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash, chain_hash
from engine.cache.block_pool import BlockPool
from engine.cache.formats import EXACT, FORMATS, FP8, INT4, INT8, K8V4, BlockSizes, KvFormat
from tests.engine.cache.token_store import BY_FORMAT, NOTHING_IN_BLOCKS, PLAIN, ROOT, WINDOWED


def pool_of(num_blocks: int, sizes: BlockSizes = PLAIN) -> BlockPool:
    return BlockPool(num_blocks * sizes.open_bytes, sizes)


def allocate(pool: BlockPool, parent_hash: BlockHash = ROOT) -> Block:
    block = pool.allocate(parent_hash)
    assert block is not None
    return block


def sealed(pool: BlockPool, tokens: list[int], parent_hash: BlockHash = ROOT) -> Block:
    block = allocate(pool, parent_hash)
    block.token_ids.extend(tokens)
    return pool.seal(block)


def full(token: int) -> list[int]:
    return [token] * BLOCK_TOKENS


def hash_of(block: Block) -> BlockHash:
    assert block.hash is not None
    return block.hash


def test_a_number_is_never_used_again() -> None:
    pool = pool_of(2)
    first, second = allocate(pool), allocate(pool)
    pool.free(first)
    assert allocate(pool).index not in (first.index, second.index)


@pytest.mark.parametrize("budget_bytes", [0, 159, 160, 319, 320])
def test_no_more_blocks_than_the_budget_holds(budget_bytes: int) -> None:
    pool = BlockPool(budget_bytes, PLAIN)
    blocks = []
    while (block := pool.allocate(ROOT)) is not None:
        blocks.append(block)
    assert len(blocks) == budget_bytes // PLAIN.open_bytes
    assert pool.used_bytes == len(blocks) * PLAIN.open_bytes
    assert not pool.has_room()


def test_blocks_of_a_model_that_keeps_nothing_in_them_always_have_room() -> None:
    pool = BlockPool(0, NOTHING_IN_BLOCKS)
    assert [pool.allocate(ROOT) is not None for _ in range(3)] == [True] * 3
    assert pool.used_bytes == 0


def test_packing_and_giving_up_windows_make_room_for_as_many_bytes() -> None:
    pool = pool_of(2, WINDOWED)
    first, second = sealed(pool, full(1)), sealed(pool, full(2))
    assert not pool.has_room()
    pool.set_format(first, INT8)
    pool.set_format(first, INT4)
    assert pool.used_bytes == 2 * WINDOWED.open_bytes - BY_FORMAT[EXACT] + BY_FORMAT[INT4]
    pool.drop_windows(first)
    pool.drop_windows(second)
    assert pool.used_bytes == BY_FORMAT[EXACT] + BY_FORMAT[INT4]
    assert pool.has_room()
    pool.free(first)
    assert pool.used_bytes == BY_FORMAT[EXACT]
    pool.check()


def test_windows_move_to_an_equal_block_without_a_byte_more() -> None:
    pool = pool_of(2, WINDOWED)
    old, new = sealed(pool, full(1)), allocate(pool)
    pool.drop_windows(old)
    used = pool.used_bytes
    pool.move_windows(new, old)
    assert (old.has_windows, new.has_windows) == (True, False)
    assert pool.used_bytes == used
    pool.check()


@pytest.mark.parametrize("present", list(FORMATS.values()), ids=lambda format_: format_.name)
@pytest.mark.parametrize("wanted", list(FORMATS.values()), ids=lambda format_: format_.name)
def test_a_block_only_ever_goes_to_a_higher_format(present: KvFormat, wanted: KvFormat) -> None:
    pool = pool_of(1)
    block = sealed(pool, full(1))
    if present is not EXACT:
        pool.set_format(block, present)
    if wanted.code > present.code:
        pool.set_format(block, wanted)
        assert block.format is wanted
    else:
        with pytest.raises(AssertionError, match=f"from {present.name} to {wanted.name}"):
            pool.set_format(block, wanted)
        assert block.format is present
    pool.check()


def test_a_block_is_found_by_hash_and_tokens_only_after_it_was_sealed() -> None:
    pool = pool_of(2)
    block = allocate(pool)
    block.token_ids.extend(full(1))
    block_hash = chain_hash(ROOT, full(1))
    assert pool.find(block_hash, full(1)) is None
    assert pool.seal(block) is block
    assert pool.find(block_hash, full(1)) is block
    assert pool.find(block_hash, full(2)) is None
    pool.free(block)
    assert pool.find(block_hash, full(1)) is None
    pool.check()


def test_equal_tokens_after_another_history_are_another_block() -> None:
    pool = pool_of(4)
    first, other = sealed(pool, full(1)), sealed(pool, full(2))
    after_first, after_other = (sealed(pool, full(3), hash_of(parent)) for parent in (first, other))
    assert after_first is not after_other
    assert pool.find(hash_of(after_first), full(3)) is after_first
    assert pool.find(hash_of(after_other), full(3)) is after_other


def test_sealing_an_equal_block_gives_the_one_that_was_first() -> None:
    pool = pool_of(2)
    first = sealed(pool, full(1))
    twin = allocate(pool)
    twin.token_ids.extend(full(1))
    assert pool.seal(twin) is first
    assert twin.hash is None
    pool.free(twin)
    assert pool.find(hash_of(first), full(1)) is first
    pool.check()


def test_open_blocks_are_children_and_make_their_parent_no_leaf() -> None:
    pool = pool_of(3)
    parent = sealed(pool, full(1))
    assert pool.is_leaf(parent)
    open_child, other = (allocate(pool, hash_of(parent)) for _ in range(2))
    assert pool.children(hash_of(parent)) == [open_child, other]
    assert not pool.is_leaf(parent)
    assert pool.is_leaf(open_child)
    pool.free(open_child)
    pool.free(other)
    assert pool.children(hash_of(parent)) == []
    assert pool.is_leaf(parent)


def test_an_open_block_can_be_moved_behind_another_history() -> None:
    pool = pool_of(2)
    parent = sealed(pool, full(1))
    block = allocate(pool, BlockHash(b"not known yet"))
    pool.set_parent(block, hash_of(parent))
    assert pool.children(hash_of(parent)) == [block]
    assert pool.children(BlockHash(b"not known yet")) == []
    pool.check()


def test_what_would_corrupt_the_books_is_refused() -> None:
    pool = pool_of(2)
    block = allocate(pool)
    with pytest.raises(AssertionError, match="cannot be sealed"):
        pool.seal(block)
    with pytest.raises(AssertionError, match="goes from exact to int8"):
        pool.set_format(block, INT8)  # it is still open
    block.token_ids.extend(full(1))
    pool.seal(block)
    with pytest.raises(AssertionError, match="cannot be sealed"):
        pool.seal(block)
    with pytest.raises(AssertionError, match="is sealed"):
        pool.set_parent(block, ROOT)
    block.ref_count = 1
    with pytest.raises(AssertionError, match="1 tables refer to it"):
        pool.free(block)
    pool.check()


class PoolMachine(RuleBasedStateMachine):
    """Random use, with `check` and a plain model after every step."""

    blocks = Bundle("blocks")

    @initialize(sizes=st.sampled_from([PLAIN, WINDOWED]), spare_bytes=st.integers(0, 159))
    def make(self, sizes: BlockSizes, spare_bytes: int) -> None:
        self.sizes = sizes
        self.pool = BlockPool(3 * sizes.open_bytes + spare_bytes, sizes)
        self.used: list[Block] = []

    def expected_bytes(self) -> int:
        return sum(BY_FORMAT[b.format] + (self.sizes.window_bytes if b.has_windows else 0) for b in self.used)

    @rule(target=blocks, data=st.data())
    def allocate(self, data: st.DataObject):  # type: ignore[no-untyped-def] # hypothesis' bundle
        parents = [ROOT, *sorted(block.hash for block in self.used if block.hash)]
        fits = self.expected_bytes() + self.sizes.open_bytes <= self.pool.budget_bytes
        block = self.pool.allocate(data.draw(st.sampled_from(parents)))
        assert (block is not None) == fits
        if block is None:
            return multiple()
        assert (block.token_ids, block.hash, block.ref_count) == ([], None, 0)
        assert (block.format, block.has_windows) == (EXACT, True)
        self.used.append(block)
        return block

    @rule(block=blocks, token=st.integers(0, 1))
    def fill_and_seal(self, block: Block, token: int) -> None:
        if block.hash is not None:
            return
        block.token_ids[:] = full(token)
        twins = [b for b in self.used if b.hash and b.parent_hash == block.parent_hash and b.token_ids == full(token)]
        assert self.pool.seal(block) is (twins[0] if twins else block)

    @rule(block=blocks, format_=st.sampled_from([FP8, INT8, K8V4, INT4]))
    def pack(self, block: Block, format_: KvFormat) -> None:
        if block.hash is not None and format_.code > block.format.code:
            self.pool.set_format(block, format_)

    @rule(block=blocks)
    def drop_windows(self, block: Block) -> None:
        if block.hash is not None and block.has_windows:
            self.pool.drop_windows(block)

    @rule(block=consumes(blocks))
    def free(self, block: Block) -> None:
        self.used.remove(block)
        self.pool.free(block)

    @invariant()
    def agrees_with_the_model(self) -> None:
        self.pool.check()
        assert set(self.pool.used_blocks()) == set(self.used)
        assert self.pool.num_used == len(self.used)
        assert self.pool.used_bytes == self.expected_bytes() <= self.pool.budget_bytes
        for block in self.used:
            assert block in self.pool.children(block.parent_hash)
            if block.hash is not None:
                assert self.pool.find(block.hash, block.token_ids) is block
                assert self.pool.is_leaf(block) == all(other.parent_hash != block.hash for other in self.used)


TestPoolMachine = PoolMachine.TestCase
TestPoolMachine.settings = settings(max_examples=35, stateful_step_count=35, deadline=None)
