"""The pool against a plain model of it: nothing is lost, nothing is found that is not there."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from engine.cache.block import BLOCK_TOKENS, Block, BlockHash, chain_hash, root_hash
from engine.cache.block_pool import BlockPool

ROOT = root_hash("model", "exact")


def allocate(pool: BlockPool, parent_hash: BlockHash = ROOT, after: int = -1) -> Block:
    block = pool.allocate(parent_hash, after)
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


def test_the_lowest_free_block_is_taken_and_the_next_one_where_a_table_grows() -> None:
    pool = BlockPool(6)
    assert [allocate(pool).index for _ in range(2)] == [0, 1]
    third = allocate(pool, after=3)
    assert third.index == 4
    assert allocate(pool, after=4).index == 5
    assert allocate(pool, after=5).index == 2  # there is none behind the last
    assert allocate(pool, after=4).index == 3  # the one behind it is taken
    assert pool.allocate(ROOT) is None
    pool.free(third)
    assert allocate(pool).index == 4


def test_a_pool_of_no_blocks_gives_none() -> None:
    assert BlockPool(0).allocate(ROOT) is None


def test_a_block_is_found_by_hash_and_tokens_only_after_it_was_sealed() -> None:
    pool = BlockPool(2)
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
    pool = BlockPool(4)
    first, other = sealed(pool, full(1)), sealed(pool, full(2))
    after_first, after_other = (sealed(pool, full(3), hash_of(parent)) for parent in (first, other))
    assert after_first is not after_other
    assert pool.find(hash_of(after_first), full(3)) is after_first
    assert pool.find(hash_of(after_other), full(3)) is after_other


def test_sealing_an_equal_block_gives_the_one_that_was_first() -> None:
    pool = BlockPool(2)
    first = sealed(pool, full(1))
    twin = allocate(pool)
    twin.token_ids.extend(full(1))
    assert pool.seal(twin) is first
    assert twin.hash is None
    pool.free(twin)
    assert pool.find(hash_of(first), full(1)) is first
    pool.check()


def test_open_blocks_are_children_and_make_their_parent_no_leaf() -> None:
    pool = BlockPool(3)
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
    pool = BlockPool(2)
    parent = sealed(pool, full(1))
    block = allocate(pool, BlockHash(b"not known yet"))
    pool.set_parent(block, hash_of(parent))
    assert pool.children(hash_of(parent)) == [block]
    assert pool.children(BlockHash(b"not known yet")) == []
    pool.check()


def test_what_would_corrupt_the_books_is_refused() -> None:
    pool = BlockPool(2)
    block = allocate(pool)
    with pytest.raises(AssertionError, match="cannot be sealed"):
        pool.seal(block)
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

    NUM_BLOCKS = 5
    blocks = Bundle("blocks")

    def __init__(self) -> None:
        super().__init__()
        self.pool = BlockPool(self.NUM_BLOCKS)
        self.used: list[Block] = []

    @rule(target=blocks, data=st.data(), after=st.integers(-1, NUM_BLOCKS))
    def allocate(self, data: st.DataObject, after: int):  # type: ignore[no-untyped-def] # hypothesis' bundle
        parents = [ROOT, *sorted(block.hash for block in self.used if block.hash)]
        free = set(range(self.NUM_BLOCKS)) - {block.index for block in self.used}
        block = self.pool.allocate(data.draw(st.sampled_from(parents)), after)
        if block is None:
            assert not free
            return multiple()
        assert block.index == (after + 1 if after >= 0 and after + 1 in free else min(free))
        assert (block.token_ids, block.hash, block.ref_count) == ([], None, 0)
        self.used.append(block)
        return block

    @rule(block=blocks, token=st.integers(0, 1))
    def fill_and_seal(self, block: Block, token: int) -> None:
        if block.hash is not None:
            return
        block.token_ids[:] = full(token)
        twins = [b for b in self.used if b.hash and b.parent_hash == block.parent_hash and b.token_ids == full(token)]
        assert self.pool.seal(block) is (twins[0] if twins else block)

    @rule(block=consumes(blocks))
    def free(self, block: Block) -> None:
        self.used.remove(block)
        self.pool.free(block)

    @invariant()
    def agrees_with_the_model(self) -> None:
        self.pool.check()
        assert set(self.pool.used_blocks()) == set(self.used)
        assert (self.pool.num_used, self.pool.num_free) == (len(self.used), self.NUM_BLOCKS - len(self.used))
        for block in self.used:
            assert block in self.pool.children(block.parent_hash)
            if block.hash is not None:
                assert self.pool.find(block.hash, block.token_ids) is block
                assert self.pool.is_leaf(block) == all(other.parent_hash != block.hash for other in self.used)


TestPoolMachine = PoolMachine.TestCase
TestPoolMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
