"""Block tables: sharing, copying inside a block, eviction, and that the books always balance."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager, Sequence
from engine.errors import OutOfBlocks

ROOT = root_hash("model", "exact")


class TokenStore:
    """Keeps, in place of keys and values, the whole history that each token's keys and values depend on."""

    def __init__(self, num_blocks: int) -> None:
        self.slots: list[list[tuple[int, ...] | None]] = [[None] * BLOCK_TOKENS for _ in range(num_blocks)]

    def copy_tokens(self, source: int, target: int, num_tokens: int) -> None:
        self.slots[target][:num_tokens] = self.slots[source][:num_tokens]

    def write(self, sequence: Sequence, start: int, history: list[int]) -> None:
        for position in range(start, len(history)):
            block = sequence.block_table[position // BLOCK_TOKENS]
            self.slots[block.index][position % BLOCK_TOKENS] = tuple(history[: position + 1])

    def assert_holds(self, sequence: Sequence) -> None:
        history = sequence.token_ids
        for position in range(len(history)):
            block = sequence.block_table[position // BLOCK_TOKENS]
            assert self.slots[block.index][position % BLOCK_TOKENS] == tuple(history[: position + 1])


def make(num_blocks: int) -> tuple[CacheManager, TokenStore]:
    store = TokenStore(num_blocks)
    return CacheManager(num_blocks, ROOT, store), store


def read(manager: CacheManager, store: TokenStore, conversation: str, tokens: list[int]) -> int:
    """One whole request without generated tokens; returns how many tokens were found in the cache."""
    sequence = manager.begin(conversation, tokens)
    cached = sequence.num_tokens
    try:
        manager.reserve(sequence, len(tokens))
        store.write(sequence, cached, tokens)
        manager.commit(sequence, tokens[cached:])
        store.assert_holds(sequence)
    finally:
        manager.end(sequence)
    manager.check()
    return cached


def test_a_prompt_read_twice_leaves_only_its_last_token_to_compute() -> None:
    manager, store = make(8)
    tokens = list(range(200))
    assert read(manager, store, "a", tokens) == 0
    assert read(manager, store, "a", tokens) == 199


@pytest.mark.parametrize("cut", [1, 63, 64, 65, 127, 128, 129])
def test_a_conversation_that_parts_after_any_token_keeps_all_before_it(cut: int) -> None:
    manager, store = make(8)
    read(manager, store, "a", list(range(200)))
    edited = list(range(cut)) + [1000 + i for i in range(20)]
    assert read(manager, store, "a", edited) == cut
    assert read(manager, store, "a", list(range(200))) >= 199 - BLOCK_TOKENS  # the old version was kept as well


@pytest.mark.parametrize("cut", [1, 63, 64, 65, 127, 128, 129])
def test_another_conversation_shares_the_whole_blocks_and_copies_the_rest(cut: int) -> None:
    manager, store = make(8)
    read(manager, store, "a", list(range(200)))
    used = manager.pool.num_used
    other = [*range(cut), 1000]
    assert read(manager, store, "b", other) == cut
    assert manager.pool.num_used - used == 1
    store.assert_holds(manager.sequences["a"])


def test_equal_text_read_by_two_conversations_at_once_is_kept_once() -> None:
    manager, store = make(8)
    tokens = list(range(2 * BLOCK_TOKENS))
    first, second = manager.begin("a", tokens), manager.begin("b", tokens)
    for sequence in (first, second):
        manager.reserve(sequence, len(tokens))
        store.write(sequence, 0, tokens)
    manager.commit(first, tokens)
    manager.commit(second, tokens)
    assert first.block_table == second.block_table
    assert manager.pool.num_used == 2
    manager.end(first)
    manager.end(second)
    manager.check()


def test_a_sequence_alone_lies_in_one_run_of_indices() -> None:
    manager, store = make(16)
    read(manager, store, "a", list(range(700)))
    indices = [block.index for block in manager.sequences["a"].block_table]
    assert indices == list(range(indices[0], indices[0] + len(indices)))


def test_room_is_made_from_old_versions_first_then_from_the_oldest_idle_conversation() -> None:
    manager, store = make(6)
    read(manager, store, "old", list(range(1000, 1000 + 2 * BLOCK_TOKENS)))
    read(manager, store, "new", list(range(2 * BLOCK_TOKENS)))
    read(manager, store, "new", [7] * (2 * BLOCK_TOKENS))
    read(manager, store, "next", list(range(5000, 5000 + 2 * BLOCK_TOKENS)))
    assert manager.sequences["old"].num_tokens == 2 * BLOCK_TOKENS
    read(manager, store, "last", list(range(9000, 9000 + BLOCK_TOKENS)))
    assert manager.sequences["old"].num_tokens == BLOCK_TOKENS
    assert manager.sequences["new"].num_tokens == 2 * BLOCK_TOKENS


def test_running_requests_are_never_evicted_and_a_refused_reservation_takes_nothing() -> None:
    manager, _ = make(3)
    running = manager.begin("a", list(range(2 * BLOCK_TOKENS)))
    manager.reserve(running, 2 * BLOCK_TOKENS)
    other = manager.begin("b", list(range(500, 500 + 3 * BLOCK_TOKENS)))
    with pytest.raises(OutOfBlocks, match="cache budget"):
        manager.reserve(other, 3 * BLOCK_TOKENS)
    assert other.block_table == []
    assert manager.pool.num_free == 1
    manager.end(other)
    manager.end(running)
    manager.check()


def test_dropping_a_conversation_frees_what_only_it_used_old_versions_included() -> None:
    manager, store = make(12)
    trunk = list(range(2 * BLOCK_TOKENS))
    read(manager, store, "a", [*trunk, *range(300, 400)])
    read(manager, store, "a", [*trunk, *range(500, 600)])
    read(manager, store, "b", [*trunk, 9])
    manager.drop("a")
    manager.check()
    assert {block.index for block in manager.pool.used_blocks()} == {
        block.index for block in manager.sequences["b"].block_table
    }
    manager.drop("b")
    assert manager.pool.num_free == 12


def test_tokens_that_were_not_committed_are_not_cached() -> None:
    manager, _ = make(4)
    tokens = list(range(100))
    sequence = manager.begin("a", tokens)
    manager.reserve(sequence, 100)
    manager.end(sequence)  # the forward failed
    assert manager.pool.num_free == 4
    assert manager.begin("a", tokens).num_tokens == 0


tokens_of_two_letters = st.lists(st.integers(0, 1), min_size=1, max_size=3 * BLOCK_TOKENS + 2)


class CacheMachine(RuleBasedStateMachine):
    """Random use by several conversations. The store's slots prove that nobody ever reads another history's tokens."""

    running = Bundle("running")

    def __init__(self) -> None:
        super().__init__()
        self.manager, self.store = make(9)
        self.prompts: dict[Sequence, list[int]] = {}

    @rule(target=running, conversation=st.sampled_from("abcd"), tail=tokens_of_two_letters, repeat=st.integers(0, 2))
    def begin(self, conversation: str, tail: list[int], repeat: int):  # type: ignore[no-untyped-def] # hypothesis' bundle
        known = self.manager.sequences.get(conversation)
        if known is not None and known.running:
            return multiple()
        prompt = [0] * (repeat * 40) + tail
        sequence = self.manager.begin(conversation, prompt)
        assert sequence.num_tokens < len(prompt)
        assert sequence.token_ids == prompt[: sequence.num_tokens]
        self.prompts[sequence] = prompt
        return sequence

    @rule(sequence=running, num_tokens=st.integers(1, 2 * BLOCK_TOKENS))
    def compute(self, sequence: Sequence, num_tokens: int) -> None:
        start = sequence.num_tokens
        prompt = self.prompts[sequence]
        chunk = prompt[start : start + num_tokens] or [1]  # the prompt, then generated tokens
        try:
            self.manager.reserve(sequence, start + len(chunk))
        except OutOfBlocks:
            return
        self.store.write(sequence, start, sequence.token_ids + chunk)
        self.manager.commit(sequence, chunk)

    @rule(sequence=consumes(running))
    def end(self, sequence: Sequence) -> None:
        self.manager.end(sequence)

    @rule(conversation=st.sampled_from("abcd"))
    def drop(self, conversation: str) -> None:
        sequence = self.manager.sequences.get(conversation)
        if sequence is None or not sequence.running:
            self.manager.drop(conversation)

    @invariant()
    def books_balance_and_every_slot_is_true(self) -> None:
        self.manager.check()
        for sequence in self.manager.sequences.values():
            self.store.assert_holds(sequence)


TestCacheMachine = CacheMachine.TestCase
TestCacheMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
