"""Parking and bringing back: whatever happens to the tiers, a prompt finds only keys and values of its own history."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.fetching import Fetched, Fetching
from engine.cache.formats import EXACT, FORMATS, INT4, INT8, BlockSizes, CachePolicy, KvFormat
from engine.cache.parking import Parking
from engine.cache.snapshots import State
from engine.cache.tiers import Tiers
from engine.errors import OutOfBlocks
from engine.protocol import ConfigureCache, ParkedFormat
from tests.engine.cache.token_store import NARROWED, NARROWED_WINDOWS, PLAIN, WINDOWED, TokenState, compute, make

PLENTY = 10**9


class World:
    """A manager with its store and its tiers. `restart` keeps the folder only."""

    def __init__(
        self,
        folder: Path,
        num_blocks: int = 12,
        sizes: BlockSizes = PLAIN,
        format_: KvFormat = EXACT,
        *,
        recurrent: bool = False,
        disk_budget_bytes: int = PLENTY,
        ram_budget_bytes: int = 0,
        parked_format: ParkedFormat = "same",
        fingerprint: str = "model",
    ) -> None:
        self.folder = folder
        self.troubles: list[str] = []
        self.now = 0.0
        self._make = num_blocks, sizes, CachePolicy(format_), recurrent
        self._command = ConfigureCache(
            folder=str(folder),
            disk_budget_bytes=disk_budget_bytes,
            ram_budget_bytes=ram_budget_bytes,
            parked_format=parked_format,
        )
        self.fingerprint = fingerprint
        self.restart()

    def restart(self) -> None:
        num_blocks, sizes, policy, recurrent = self._make
        self.tiers = Tiers(self.troubles.append)
        self.tiers.configure(self._command)
        self.tiers.use_ram(True)
        self.manager, self.store = make(num_blocks, sizes, policy, recurrent=recurrent)
        self.manager.root = root_hash(self.fingerprint, "exact")
        self.parking = Parking(self.manager, self.store, self.tiers, self.fingerprint, "A model", lambda: self.now)
        self.fetching = Fetching(self.manager, self.store, self.tiers, self.fingerprint, _load_state)

    def read(self, conversation: str, token_ids: list[int]) -> tuple[int, Fetched]:
        """One whole request; how many tokens were cached, and what was brought back for it."""
        self.now += 1
        while self.fetching.fetch(conversation, token_ids):
            self.manager.check()
        sequence = self.manager.begin(conversation, token_ids, collected=self.fetching.collected(conversation))
        fetched = self.fetching.fetched(conversation)
        cached = sequence.num_tokens
        try:
            compute(self.manager, self.store, sequence, token_ids[cached:])
            self.store.assert_holds(sequence)
        finally:
            self.manager.end(sequence)
            self.check()
        return cached, fetched

    def save(self) -> None:
        while self.parking.save_next():
            self.check()

    def check(self) -> None:
        self.manager.check()
        assert self.store.used_bytes == self.manager.pool.used_bytes
        self.tiers.ram.check()
        if self.tiers.disk is not None:
            self.tiers.disk.check()

    def files(self) -> list[Path]:
        return sorted(self.folder.rglob("*.safetensors"))


def _load_state(data: bytes) -> State:
    return TokenState(int(data))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kv"


def text(seed: int, num_tokens: int) -> list[int]:
    return [seed * 1000 + place for place in range(num_tokens)]


@pytest.mark.parametrize("num_tokens", [1, 2, 63, 64, 65, 66, 127, 128, 129, 130, 200])
@pytest.mark.parametrize("sizes", [PLAIN, WINDOWED], ids=["plain", "windowed"])
@pytest.mark.parametrize("format_", [EXACT, INT8], ids=["exact", "int8"])
def test_after_a_restart_only_the_last_token_and_what_is_new_are_computed(
    folder: Path, num_tokens: int, sizes: BlockSizes, format_: KvFormat
) -> None:
    world = World(folder, 12, sizes, format_)
    world.read("a", text(1, num_tokens))
    world.save()
    world.restart()
    cached, fetched = world.read("a", [*text(1, num_tokens), 7, 8])
    assert cached == num_tokens
    assert fetched.tokens == num_tokens
    assert fetched.num_bytes > 0


def test_what_leaves_the_device_for_what_comes_back_does_not_cost_what_is_still_to_come(folder: Path) -> None:
    world = World(folder, 9)
    world.read("a", text(1, 8 * BLOCK_TOKENS))
    world.parking.park("a")
    world.read("b", text(2, 8 * BLOCK_TOKENS))
    disk = world.tiers.disk
    assert disk is not None
    disk.set_budget(disk.used_bytes + 100)
    cached, _ = world.read("a", [*text(1, 8 * BLOCK_TOKENS), 1])
    assert cached == 8 * BLOCK_TOKENS


def test_an_old_version_that_leaves_before_its_chat_was_saved_is_found_after_a_restart(folder: Path) -> None:
    world = World(folder, 5)
    old = [*text(1, BLOCK_TOKENS), *text(2, 2 * BLOCK_TOKENS)]
    world.read("a", old)
    world.read("a", [*text(1, BLOCK_TOKENS), *text(3, 3 * BLOCK_TOKENS)])  # while it runs the old version has to go
    world.save()
    world.restart()
    assert world.read("a", [*old, 1])[0] == len(old)


@pytest.mark.parametrize("cut", [1, 63, 64, 65, 127, 128, 129])
def test_another_chat_shares_what_was_parked_of_the_first_up_to_any_token(folder: Path, cut: int) -> None:
    world = World(folder)
    world.read("a", text(1, 200))
    world.save()
    world.restart()
    assert world.read("b", [*text(1, cut), 7, 8])[0] == cut


def test_formats_survive_a_restart(folder: Path) -> None:
    world = World(folder, 12, format_=INT4)
    tokens = text(1, 5 * BLOCK_TOKENS + 3)
    world.read("a", tokens)
    before = [block.format for block in world.manager.sequences["a"].block_table]
    world.save()
    world.restart()
    world.read("a", [*tokens, 7])
    assert [block.format for block in world.manager.sequences["a"].block_table] == before
    assert before == [EXACT, INT4, INT4, INT4, EXACT, EXACT]


def test_a_smaller_format_for_parked_blocks_leaves_exact_what_is_to_stay_exact(folder: Path) -> None:
    world = World(folder, 12, format_=INT8, parked_format="int4")
    tokens = text(1, 5 * BLOCK_TOKENS + 3)
    world.read("a", tokens)
    assert world.parking.park("a")
    assert world.manager.pool.num_used == 0
    assert world.read("a", [*tokens, 7])[0] == len(tokens)
    formats = [block.format for block in world.manager.sequences["a"].block_table]
    assert formats == [EXACT, INT4, INT4, INT4, EXACT, EXACT]


def test_two_conversations_with_room_for_one_take_turns_without_computing_anything_twice(folder: Path) -> None:
    world = World(folder, num_blocks=5)
    first, second = text(1, 4 * BLOCK_TOKENS + 5), text(2, 4 * BLOCK_TOKENS + 5)
    world.read("a", first)  # nothing is written in advance: what is evicted is written then
    world.read("b", second)
    assert world.read("a", [*first, 7])[0] == len(first)
    assert world.read("b", [*second, 7])[0] == len(second)


def test_the_second_chat_with_the_same_start_writes_only_what_is_its_own(folder: Path) -> None:
    world = World(folder)
    world.read("a", [*text(1, 3 * BLOCK_TOKENS), 7])
    world.save()
    before = set(world.files())
    world.read("b", [*text(1, 3 * BLOCK_TOKENS), 8])
    world.save()
    assert len(set(world.files()) - before) == 1


def test_the_open_block_of_an_older_turn_is_not_kept(folder: Path) -> None:
    world = World(folder)
    for num_tokens in (10, 20, 30):
        world.read("a", text(1, num_tokens))
        world.save()
    assert len(world.files()) == 1


def test_an_old_version_is_found_again_after_a_restart(folder: Path) -> None:
    world = World(folder)
    trunk = text(1, 2 * BLOCK_TOKENS)
    world.read("a", [*trunk, *text(2, 70)])
    world.read("a", [*trunk, *text(3, 70)])
    world.save()
    world.restart()
    assert world.read("a", [*trunk, *text(2, 70)])[0] >= 3 * BLOCK_TOKENS


def test_dropping_a_conversation_leaves_no_file_of_its_own(folder: Path) -> None:
    world = World(folder)
    world.read("a", text(1, 200))
    world.read("b", [*text(1, 100), *text(2, 100)])
    world.save()
    world.manager.drop("a")
    world.tiers.drop("a")
    world.restart()
    assert world.read("b", [*text(1, 100), *text(2, 100), 7])[0] == 200
    world.manager.drop("b")
    world.tiers.drop("b")
    assert world.files() == []


def test_private_conversations_leave_nothing_behind(folder: Path) -> None:
    world = World(folder, num_blocks=4)
    sequence = world.manager.begin("secret", text(1, 200), private=True)
    compute(world.manager, world.store, sequence, text(1, 200))
    world.manager.end(sequence)
    world.save()
    world.read("a", text(2, 200))  # puts the other out
    assert "secret" not in {chat.conversation_id for chat in world.tiers.chats()}
    assert world.manager.sequences.keys() == {"a"}
    world.restart()
    assert world.read("b", text(1, 201))[0] == 0


def test_another_models_cache_is_not_used_and_not_lost(folder: Path) -> None:
    first = World(folder)
    first.read("a", text(1, 200))
    first.save()
    second = World(folder, fingerprint="another")
    assert second.read("a", text(1, 201))[0] == 0
    second.save()
    assert World(folder).read("a", text(1, 201))[0] == 200
    assert World(folder, fingerprint="another").read("a", text(1, 202))[0] == 201


def test_recurrent_state_is_resumed_after_a_restart(folder: Path) -> None:
    world = World(folder, 12, recurrent=True)
    world.read("a", text(1, 150))
    world.save()
    world.restart()
    assert world.read("a", [*text(1, 150), 7])[0] == 150


def test_a_pinned_conversation_is_evicted_last(folder: Path) -> None:
    world = World(folder, num_blocks=6)
    world.read("a", text(1, 2 * BLOCK_TOKENS))
    world.parking.pin("a", True)
    world.read("b", text(2, 2 * BLOCK_TOKENS))
    world.read("c", text(3, 3 * BLOCK_TOKENS))
    assert len(world.manager.sequences["a"].block_table) == 2
    assert "b" not in world.manager.sequences or len(world.manager.sequences["b"].block_table) < 2


def test_a_conversation_stays_where_it_is_if_it_cannot_be_parked(folder: Path) -> None:
    world = World(folder, disk_budget_bytes=0)
    world.read("a", text(1, 200))
    assert not world.parking.park("a")
    assert world.manager.sequences["a"].num_tokens == 200


def test_ram_takes_what_leaves_the_device_and_gives_it_back_without_the_disk(folder: Path) -> None:
    world = World(folder, disk_budget_bytes=0, ram_budget_bytes=PLENTY)
    world.read("a", text(1, 200))
    assert world.parking.park("a")
    assert world.manager.pool.num_used == 0
    assert world.read("a", text(1, 201)) == (200, Fetched(200, world.tiers.ram.used_bytes))
    assert world.files() == []


def test_ram_with_room_for_half_of_a_parked_chat_keeps_its_beginning(folder: Path) -> None:
    world = World(folder, disk_budget_bytes=0, ram_budget_bytes=PLENTY)
    tokens = text(1, 8 * BLOCK_TOKENS)
    world.read("a", tokens)
    assert world.parking.park("a")
    world.tiers.ram.set_budget(world.tiers.ram.used_bytes // 2)
    assert world.read("a", [*tokens, 7])[0] == 4 * BLOCK_TOKENS


def test_a_damaged_block_ends_what_is_brought_back_and_the_rest_is_computed(folder: Path) -> None:
    world = World(folder)
    world.read("a", text(1, 300))
    world.save()
    third = world.manager.sequences["a"].block_table[2].hash
    assert third is not None
    (file,) = [path for path in world.files() if path.name.startswith(third.hex())]
    damaged = bytearray(file.read_bytes())
    damaged[-40] ^= 4
    file.write_bytes(damaged)
    world.restart()
    assert world.read("a", text(1, 301))[0] == 2 * BLOCK_TOKENS
    assert world.read("b", text(1, 301))[0] == 300


def test_a_request_that_is_stopped_while_it_is_brought_back_leaves_the_books_in_order(folder: Path) -> None:
    world = World(folder, num_blocks=60)
    world.read("a", text(1, 40 * BLOCK_TOKENS))
    world.save()
    world.restart()
    assert world.fetching.fetch("a", text(1, 40 * BLOCK_TOKENS + 1))
    world.fetching.fetched("a")
    world.check()
    assert world.manager.pool.num_used == 0


def test_an_old_version_that_leaves_while_its_conversation_is_saved_is_passed_over(folder: Path) -> None:
    world = World(folder, 8, disk_budget_bytes=2_000)  # the disk loses again what was saved when the block left
    world.read("a", text(1, 200))
    world.read("a", text(2, 200))  # blocks of the first version stay as long as nobody needs the room
    for _ in range(5):
        world.parking.save_next()
    world.read("b", text(3, 200))
    for _ in range(20):
        world.parking.save_next()
        world.check()


class Tiered(RuleBasedStateMachine):
    """Conversations over a few texts that part early, late and at block edges, with all that may befall the tiers."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(
        sizes=st.sampled_from([PLAIN, NARROWED, WINDOWED, NARROWED_WINDOWS]),
        format_=st.sampled_from(list(FORMATS.values())),
        recurrent=st.booleans(),
        ram=st.sampled_from([0, 700, PLENTY]),
        disk=st.sampled_from([0, 20_000, PLENTY]),
        parked=st.sampled_from(["same", "int4"]),
    )
    def begin(
        self, sizes: BlockSizes, format_: KvFormat, recurrent: bool, ram: int, disk: int, parked: ParkedFormat
    ) -> None:
        self.world = World(
            self.folder,
            8,
            sizes,
            format_,
            recurrent=recurrent,
            ram_budget_bytes=ram,
            disk_budget_bytes=disk,
            parked_format=parked,
        )

    @rule(
        conversation=st.sampled_from("abc"),
        trunk=st.sampled_from([0, 1, 63, 64, 65, 130]),
        branch=st.integers(0, 2),
        length=st.sampled_from([1, 40, 64, 65, 200]),
    )
    def read(self, conversation: str, trunk: int, branch: int, length: int) -> None:
        try:
            self.world.read(conversation, [*text(9, trunk), *text(branch, length)])
        except OutOfBlocks:
            self.world.check()

    @rule(steps=st.integers(1, 9))
    def save(self, steps: int) -> None:
        for _ in range(steps):
            self.world.parking.save_next()

    @rule(conversation=st.sampled_from("abc"))
    def park(self, conversation: str) -> None:
        self.world.parking.park(conversation)

    @rule(conversation=st.sampled_from("abc"), pinned=st.booleans())
    def pin(self, conversation: str, pinned: bool) -> None:
        self.world.parking.pin(conversation, pinned)
        self.world.tiers.set_pinned(conversation, pinned)

    @rule(conversation=st.sampled_from("abc"))
    def drop(self, conversation: str) -> None:
        self.world.manager.drop(conversation)
        self.world.tiers.drop(conversation)
        assert conversation not in {chat.conversation_id for chat in self.world.tiers.chats()}

    @rule(num_blocks=st.integers(3, 9))
    def give_the_device_another_budget(self, num_blocks: int) -> None:
        budget = num_blocks * self.world.manager.pool.sizes.open_bytes
        self.world.manager.room.set_budget(budget)
        assert self.world.manager.room.budget_bytes <= budget + 1

    @rule(budget=st.sampled_from([0, 9_000, 20_000, PLENTY]))
    def give_the_disk_another_budget(self, budget: int) -> None:
        assert self.world.tiers.disk is not None
        self.world.tiers.disk.set_budget(budget)

    @rule()
    def crash(self) -> None:
        self.world.restart()

    @rule(seed=st.integers(0, 10**6))
    def lose_a_file(self, seed: int) -> None:
        if files := self.world.files():
            random.Random(seed).choice(files).unlink()

    @rule(seed=st.integers(0, 10**6))
    def damage_a_file(self, seed: int) -> None:
        chance = random.Random(seed)
        if files := self.world.files():
            file = chance.choice(files)
            damaged = bytearray(file.read_bytes())
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            file.write_bytes(damaged)

    @invariant()
    def books_balance(self) -> None:
        self.world.check()


TestTiered = Tiered.TestCase
TestTiered.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
