"""Packing a chat smaller on request: what goes down, what stays as it is, and that it goes a block at a time."""

from __future__ import annotations

import pytest

from engine.cache.block import BLOCK_TOKENS
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, INT4, INT8, K8V4, CachePolicy, KvFormat
from engine.cache.repacking import Repacking, spare_bytes
from tests.engine.cache.token_store import BY_FORMAT, UNPACKABLE, make, read

TEXT = list(range(6 * BLOCK_TOKENS + 9))


def formats(manager: CacheManager, chat: str) -> list[KvFormat]:
    return [block.format for block in manager.sequences[chat].block_table]


def pack(manager: CacheManager, chat: str, format_: KvFormat = INT4) -> int:
    repacking = Repacking(manager)
    repacking.add(chat, format_)
    steps = 0
    while repacking.step():
        steps += 1
        manager.check()
    return steps


@pytest.mark.parametrize("policy", [EXACT, INT8], ids=["exact", "int8"])
def test_all_but_the_first_and_the_newest_tokens_go_down_a_block_at_a_step(policy: KvFormat) -> None:
    manager, store = make(8, policy=CachePolicy(policy))
    read(manager, store, "a", TEXT)
    spare = spare_bytes(manager, "a", INT4)
    before = manager.pool.used_bytes
    assert spare == 4 * (BY_FORMAT[policy] - BY_FORMAT[INT4])
    assert pack(manager, "a") == 4
    assert formats(manager, "a") == [EXACT, INT4, INT4, INT4, INT4, EXACT, EXACT]
    assert manager.pool.used_bytes == store.used_bytes == before - spare
    assert manager.counters.packed_blocks == 4
    assert (spare_bytes(manager, "a", INT4), pack(manager, "a")) == (0, 0)


def test_nothing_is_read_again_after_it() -> None:
    manager, store = make(8, policy=CachePolicy(INT8))
    read(manager, store, "a", TEXT)
    pack(manager, "a")
    assert read(manager, store, "a", [*TEXT, 7]) == len(TEXT)


def test_what_other_chats_share_stays_as_it_is_until_they_are_gone() -> None:
    manager, store = make(12, policy=CachePolicy(INT8))
    read(manager, store, "a", TEXT)
    read(manager, store, "b", [*TEXT[: 3 * BLOCK_TOKENS], 1000])
    pack(manager, "a")
    assert formats(manager, "a") == [EXACT, INT8, INT8, INT4, INT4, EXACT, EXACT]
    manager.drop("b")
    pack(manager, "a")
    assert formats(manager, "a") == [EXACT, INT4, INT4, INT4, INT4, EXACT, EXACT]


def test_a_chat_that_is_answered_is_left_alone_from_that_moment_on() -> None:
    manager, store = make(12, policy=CachePolicy(INT8))
    read(manager, store, "a", TEXT)
    repacking = Repacking(manager)
    repacking.add("a", INT4)
    assert repacking.step()
    sequence = manager.begin("a", [*TEXT, 7])
    assert not repacking.step()
    assert formats(manager, "a").count(INT4) == 1
    manager.end(sequence)
    assert not repacking.step(), "a wish is forgotten once it could not be fulfilled"


def test_nothing_is_done_that_makes_nothing_smaller() -> None:
    unpackable, store = make(8, UNPACKABLE, CachePolicy(INT8))
    read(unpackable, store, "a", TEXT)
    manager, store = make(8, policy=CachePolicy(INT4))
    read(manager, store, "a", TEXT)
    assert pack(unpackable, "a") == pack(manager, "a") == pack(manager, "a", K8V4) == pack(manager, "unknown") == 0


def test_without_memory_to_pack_in_it_ends() -> None:
    manager, store = make(8, policy=CachePolicy(INT8))
    read(manager, store, "a", TEXT)
    store.pack_fails = True
    assert pack(manager, "a") == 0
    assert formats(manager, "a").count(INT8) == 4
