"""Where caches begin: alike chats share, temporary ones with nobody, and a refused format is said once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.cache.formats import FORMATS, INT4, INT8, CachePolicy, KvFormat
from engine.cache_roots import CacheRoots
from engine.protocol import Generate, Notice


class Formats:
    """A model that bears 8 bits at least."""

    def nearest(self, wanted: KvFormat) -> tuple[Any, CachePolicy]:
        if wanted is INT4:
            return SimpleNamespace(format=INT8, note="This model does not bear 4 bits."), CachePolicy(INT8)
        return SimpleNamespace(format=wanted, note=""), CachePolicy(wanted)


@pytest.fixture
def told() -> list[Any]:
    return []


@pytest.fixture
def roots(told: list[Any]) -> CacheRoots:
    loaded: Any = SimpleNamespace(
        policy=CachePolicy(INT8), formats=Formats(), info=SimpleNamespace(fingerprint="model")
    )
    return CacheRoots(loaded, told.append)


def ask(chat: str, **more: Any) -> Generate:
    return Generate(request_id=chat, conversation_id=chat, messages=[], **more)


def test_chats_that_are_kept_alike_begin_alike(roots: CacheRoots) -> None:
    first = roots.of(ask("a"))
    assert first == roots.of(ask("b")) == roots.of(ask("c", kv_format="int8"))
    exact = roots.of(ask("d", kv_format="exact"))
    assert exact.hash != first.hash and exact.policy.format is FORMATS["exact"]


def test_a_temporary_chat_begins_where_nobody_else_does_until_it_is_forgotten(roots: CacheRoots) -> None:
    own = roots.of(ask("a", cache="temporary"))
    assert roots.of(ask("a", cache="temporary")) == own
    others = {roots.of(ask("b", cache="temporary")).hash, roots.of(ask("a")).hash}
    assert own.hash not in others and len(others) == 2
    roots.forget("a")
    assert roots.of(ask("a", cache="temporary")).hash != own.hash


def test_what_other_programs_ask_begins_apart_from_all_chats_and_alike_among_itself(roots: CacheRoots) -> None:
    apart = roots.of(ask("a", cache="apart"))
    assert roots.of(ask("b", cache="apart")) == apart
    assert apart.hash not in (roots.of(ask("a")).hash, roots.of(ask("a", cache="temporary")).hash)


def test_a_format_that_the_model_does_not_bear_is_said_once(roots: CacheRoots, told: list[Any]) -> None:
    assert roots.of(ask("a", kv_format="int4")).policy.format is INT8
    roots.of(ask("b", kv_format="int4"))
    assert told == [Notice(severity="info", message="This model does not bear 4 bits.")]
