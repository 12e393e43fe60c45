"""Keys, and what a record promises."""

from __future__ import annotations

from engine.cache.block import chain_hash
from engine.cache.tier import block_key, is_state, state_key
from tests.engine.cache.records import ROOT, block


def test_a_key_says_which_tokens_follow_which() -> None:
    assert block_key(ROOT, [1, 2]) == chain_hash(ROOT, [1, 2]).hex()
    assert len({block_key(ROOT, [1, 2]), block_key(ROOT, [2, 1]), block_key(chain_hash(ROOT, [1]), [2])}) == 3


def test_a_state_has_another_key_than_the_block_it_follows() -> None:
    assert state_key(ROOT, [1]) != block_key(ROOT, [1])
    assert is_state(state_key(ROOT, [1]))
    assert not is_state(block_key(ROOT, [1]))


def test_a_record_holds_its_own_tokens_behind_its_own_past_only() -> None:
    record = block(ROOT, [1, 2, 3])
    assert record.holds(ROOT, [1, 2, 3])
    assert not record.holds(ROOT, [1, 2])
    assert not record.holds(chain_hash(ROOT, [1]), [1, 2, 3])
    assert record.num_bytes == 43
