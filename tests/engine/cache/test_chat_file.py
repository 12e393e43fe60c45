"""What is known of a conversation comes back whole, or not at all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.cache.chat_file import file_name, from_json, to_json
from engine.cache.tier import Key, ParkedChat
from tests.engine.cache.records import chat, tokens_of

KEYS = st.lists(st.sampled_from([Key("a" * 32), Key("b" * 32 + "-state")]), max_size=3).map(tuple)
CHATS = st.builds(
    ParkedChat,
    name=st.text(),
    token_ids=st.lists(st.integers(0, 2**40)).map(tuple),
    table=KEYS,
    others=KEYS,
    last_used=st.floats(0, 1e11),
)


@given(chat=CHATS)
def test_a_conversation_comes_back_as_it_was(chat: ParkedChat) -> None:
    assert from_json(to_json(chat)) == chat


def test_a_file_with_any_one_byte_changed_or_missing_is_refused() -> None:
    kept = chat("Chat ø", tokens_of("a", 70), pinned=True)
    content = to_json(kept)
    for place in range(len(content)):
        assert from_json(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]) is None
        assert from_json(content[:place]) is None


@given(content=st.binary(max_size=50))
def test_any_other_file_is_refused(content: bytes) -> None:
    assert from_json(content) is None


@given(name=st.text())
def test_the_name_of_the_file_is_one_on_every_system(name: str) -> None:
    stem, dot, suffix = file_name(name).partition(".")
    assert len(stem) == 16 and set(stem) <= set("0123456789abcdef")
    assert (dot, suffix) == (".", "json")
