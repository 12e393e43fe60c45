"""Block tables: what is shared, what is copied, in which format it is kept, and that the books always balance."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)

from engine.cache import room
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, INT4, INT8, K8V4, BlockSizes, CachePolicy, KvFormat
from engine.cache.sequence import Sequence
from engine.errors import OutOfBlocks
from tests.engine.cache.token_store import (
    NARROWED,
    NARROWED_WINDOWS,
    NOTHING_IN_BLOCKS,
    ONLY_WINDOWS,
    PLAIN,
    UNPACKABLE,
    WINDOWED,
    compute,
    make,
    read,
)


def test_a_prompt_read_twice_leaves_only_its_last_token_to_compute() -> None:
    manager, store = make(8)
    tokens = list(range(200))
    assert read(manager, store, "a", tokens) == 0
    assert read(manager, store, "a", tokens) == 199


@pytest.mark.parametrize("cut", [1, 63, 64, 65, 127, 128, 129])
@pytest.mark.parametrize("format_", [EXACT, INT4], ids=["exact", "int4"])
def test_a_conversation_that_parts_after_any_token_keeps_all_before_it(cut: int, format_: KvFormat) -> None:
    manager, store = make(8, policy=CachePolicy(format_))
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
    manager, store = make(8, policy=CachePolicy(INT8))
    tokens = list(range(4 * BLOCK_TOKENS))
    first, second = manager.begin("a", tokens), manager.begin("b", tokens)
    for sequence in (first, second):
        manager.reserve(sequence, len(tokens))
        store.compute(sequence, tokens)
    manager.commit(first, tokens)
    manager.commit(second, tokens)
    assert first.block_table == second.block_table
    assert manager.pool.num_used == 4
    manager.end(first)
    manager.end(second)
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
    assert manager.pool.num_used == store.used_bytes == 0


def test_tokens_that_were_not_committed_are_not_cached() -> None:
    manager, store = make(4)
    tokens = list(range(100))
    sequence = manager.begin("a", tokens)
    manager.reserve(sequence, 100)
    manager.end(sequence)  # the forward failed
    assert manager.pool.num_used == store.used_bytes == 0
    assert manager.begin("a", tokens).num_tokens == 0


def test_more_tokens_than_were_reserved_for_are_refused() -> None:
    manager, _ = make(4)
    sequence = manager.begin("a", [1, 2, 3])
    manager.reserve(sequence, BLOCK_TOKENS)
    with pytest.raises(AssertionError, match="1 tokens were computed without a block"):
        manager.commit(sequence, [1] * (BLOCK_TOKENS + 1))


def test_a_conversation_answers_one_request_at_a_time() -> None:
    manager, _ = make(4)
    manager.begin("a", [1, 2])
    with pytest.raises(AssertionError, match="already running"):
        manager.begin("a", [1, 2])


def assert_formats(sequence: Sequence, format_: KvFormat) -> None:
    """First block, newest full block and open block exact, those between packed."""
    num_full = sequence.num_tokens // BLOCK_TOKENS
    for place, block in enumerate(sequence.block_table):
        assert block.format is (format_ if 0 < place < num_full - 1 else EXACT), place


@settings(max_examples=30, deadline=None)
@given(
    chunks=st.lists(st.integers(1, 5 * BLOCK_TOKENS), min_size=1, max_size=8),
    format_=st.sampled_from(list(FORMATS.values())),
    sizes=st.sampled_from([PLAIN, NARROWED, WINDOWED, NARROWED_WINDOWS]),
)
def test_first_newest_and_open_blocks_stay_exact_whatever_the_chunks(
    chunks: list[int], format_: KvFormat, sizes: BlockSizes
) -> None:
    manager, store = make(40, sizes, CachePolicy(format_))
    sequence = manager.begin("a", list(range(sum(chunks) + 1)))
    for chunk in chunks:
        start = sequence.num_tokens
        compute(manager, store, sequence, list(range(start, start + chunk)))
        assert_formats(sequence, format_)
        assert store.used_bytes == manager.pool.used_bytes
    manager.end(sequence)
    manager.check()
    assert_formats(sequence, format_)


@pytest.mark.parametrize("sizes", [UNPACKABLE, ONLY_WINDOWS], ids=["latent", "windows"])
def test_what_would_not_become_smaller_is_not_packed(sizes: BlockSizes) -> None:
    manager, store = make(8, sizes, CachePolicy(INT4))
    read(manager, store, "a", list(range(7 * BLOCK_TOKENS)))
    assert all(block.format is EXACT for block in manager.sequences["a"].block_table)


def test_a_branch_reads_packed_blocks_of_its_trunk_and_packs_its_own() -> None:
    manager, store = make(16, policy=CachePolicy(K8V4))
    read(manager, store, "a", list(range(5 * BLOCK_TOKENS + 9)))
    branch = [*range(5 * BLOCK_TOKENS + 3), *range(9000, 9000 + 3 * BLOCK_TOKENS)]
    assert read(manager, store, "b", branch) == 5 * BLOCK_TOKENS + 3
    assert_formats(manager.sequences["b"], K8V4)
    trunk = zip(manager.sequences["a"].block_table[:5], manager.sequences["b"].block_table, strict=False)
    assert all(ours is theirs for ours, theirs in trunk)


def test_a_block_that_cannot_be_packed_for_want_of_memory_stays_exact_and_readable() -> None:
    manager, store = make(8, policy=CachePolicy(INT8))
    store.pack_fails = True
    read(manager, store, "a", list(range(4 * BLOCK_TOKENS)))
    assert all(block.format is EXACT for block in manager.sequences["a"].block_table)


# Texts that part from each other anywhere, mostly near the edges of blocks.
partings = st.one_of(
    st.integers(0, 5 * BLOCK_TOKENS), st.builds(lambda n, d: n * BLOCK_TOKENS + d, st.integers(0, 5), st.integers(0, 2))
)
tails = st.builds(lambda token, length: [token] * length, st.integers(1, 2), st.integers(1, 2 * BLOCK_TOKENS))


class CacheMachine(RuleBasedStateMachine):
    """Random use by several conversations. The store's slots prove that nobody ever reads another history's tokens."""

    running = Bundle("running")

    @initialize(
        sizes=st.sampled_from([PLAIN, NARROWED, WINDOWED, NARROWED_WINDOWS, ONLY_WINDOWS, NOTHING_IN_BLOCKS]),
        policy=st.builds(CachePolicy, st.sampled_from([EXACT, INT8, INT4]), st.booleans()),
        recurrent=st.booleans(),
        spare_bytes=st.integers(0, 159),
    )
    def make(self, sizes: BlockSizes, policy: CachePolicy, recurrent: bool, spare_bytes: int) -> None:
        recurrent = recurrent or sizes is NOTHING_IN_BLOCKS
        self.manager, self.store = make(7, sizes, policy, recurrent=recurrent, spare_bytes=spare_bytes)
        self.policy = policy
        self.prompts: dict[Sequence, list[int]] = {}
        self.formats: dict[int, int] = {}
        # Small, so that graded blocks come about in texts of a few blocks.
        self.graded_tokens = mock.patch.object(room, "GRADED_TOKENS", BLOCK_TOKENS)
        self.graded_tokens.start()

    def teardown(self) -> None:
        if hasattr(self, "graded_tokens"):
            self.graded_tokens.stop()

    @rule(target=running, conversation=st.sampled_from("abcd"), parting=partings, tail=tails)
    def begin(self, conversation: str, parting: int, tail: list[int]):  # type: ignore[no-untyped-def] # hypothesis' bundle
        known = self.manager.sequences.get(conversation)
        if known is not None and known.running:
            return multiple()
        prompt = [0] * parting + tail
        sequence = self.manager.begin(conversation, prompt)
        assert sequence.num_tokens < len(prompt)
        assert sequence.token_ids == prompt[: sequence.num_tokens]
        self.prompts[sequence] = prompt
        return sequence

    @rule(sequence=running, num_tokens=st.integers(1, 2 * BLOCK_TOKENS), fails=st.sampled_from([False] * 9 + [True]))
    def compute(self, sequence: Sequence, num_tokens: int, fails: bool) -> None:
        start = sequence.num_tokens
        prompt = self.prompts[sequence]
        chunk = prompt[start : start + num_tokens] or [1]  # the prompt, then generated tokens
        try:
            self.manager.reserve(sequence, start + len(chunk))
        except OutOfBlocks:
            assert self.manager.room.evictable_bytes == 0
            return
        if fails:
            sequence.state = None  # half of the layers have gone on
        else:
            self.store.compute(sequence, chunk)
            self.manager.commit(sequence, chunk)

    @rule(sequence=running)
    def keep_state(self, sequence: Sequence) -> None:
        self.manager.keep_state(sequence)

    @rule(sequence=consumes(running))
    def end(self, sequence: Sequence) -> None:
        self.manager.end(sequence)

    @rule(conversation=st.sampled_from("abcd"))
    def drop(self, conversation: str) -> None:
        sequence = self.manager.sequences.get(conversation)
        if sequence is None or not sequence.running:
            self.manager.drop(conversation)

    @rule(missing_bytes=st.sampled_from([None, 0, 100, 400]), pack_fails=st.booleans())
    def device_changes(self, missing_bytes: int | None, pack_fails: bool) -> None:
        """Another program takes memory that the budget counts on, or gives it back."""
        self.store.capacity_bytes = 10**9 if missing_bytes is None else self.manager.pool.budget_bytes - missing_bytes
        self.store.pack_fails = pack_fails

    @invariant()
    def books_balance_and_every_slot_is_true(self) -> None:
        self.manager.check()
        assert self.store.used_bytes == self.manager.pool.used_bytes
        for sequence in self.manager.sequences.values():
            self.store.assert_holds(sequence)

    @invariant()
    def formats_only_go_down_and_sinks_and_open_blocks_are_exact(self) -> None:
        for block in self.manager.pool.used_blocks():
            assert block.format.code >= self.formats.get(block.index, 0)
            self.formats[block.index] = block.format.code
        for sequence in self.manager.sequences.values():
            for place, block in enumerate(sequence.block_table):
                if place == 0 or block.hash is None:
                    assert block.format is EXACT
                else:
                    assert block.format in (EXACT, self.policy.format, INT4 if self.policy.grading else EXACT)


TestCacheMachine = CacheMachine.TestCase
TestCacheMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
