"""What goes first, from books without files."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cache.disk_books import DiskBooks, Entry
from engine.cache.tier import Key, Record
from tests.engine.cache.records import FINGERPRINT, blocks, chat, keys_of, state, tokens_of

TRUNK = tokens_of("trunk", 128)
LEFT, RIGHT = TRUNK + tokens_of("left", 100), TRUNK + tokens_of("right", 64)


def books_of(*records: Sequence[Record]) -> DiskBooks:
    """One byte each."""
    books = DiskBooks()
    for key in dict.fromkeys(key for group in records for key in keys_of(group)):
        books.add(key, Entry(1, "int8", FINGERPRINT))
    return books


def order(books: DiskBooks, incoming: Key | None = None) -> list[Key]:
    """In which order all goes that can."""
    books.check()
    gone: list[Key] = []
    while (victims := books.victims(1, gone, incoming)) is not None:
        gone += victims
    return gone


def test_blocks_go_from_the_last_one_and_shared_ones_with_the_last_conversation_that_needs_them() -> None:
    left, right = blocks(LEFT), blocks(RIGHT)
    books = books_of(left, right)
    books.list_chat(chat("left", LEFT, last_used=1.0), 0)
    books.list_chat(chat("right", RIGHT, last_used=2.0), 0)
    assert order(books) == [left[3].key, left[2].key, right[2].key, right[1].key, right[0].key]
    books.list_chat(chat("left", LEFT, last_used=3.0), 0)
    assert order(books) == [right[2].key, left[3].key, left[2].key, left[1].key, left[0].key]


def test_pinned_conversations_go_last_however_old() -> None:
    left, right = blocks(LEFT), blocks(RIGHT)
    books = books_of(left, right)
    books.list_chat(chat("left", LEFT, last_used=1.0, pinned=True), 0)
    books.list_chat(chat("right", RIGHT, last_used=2.0), 0)
    assert order(books) == [right[2].key, left[3].key, left[2].key, left[1].key, left[0].key]


def test_what_nobody_lists_goes_first_then_old_versions_then_states_before_their_blocks() -> None:
    old, new, lost = blocks(LEFT)[2:], blocks(RIGHT), blocks(tokens_of("lost", 64))
    snapshot = state(RIGHT)
    books = books_of(new, old, [snapshot], lost)
    books.list_chat(chat("new", RIGHT, others=[snapshot, *old], last_used=9.0), 0)
    books.list_chat(chat("older", TRUNK, last_used=1.0), 0)
    assert order(books) == [*keys_of(lost), *keys_of(old), snapshot.key, new[2].key, new[1].key, new[0].key]


def test_an_old_version_that_another_conversation_goes_on_with_goes_with_that_one() -> None:
    left, right = blocks(LEFT), blocks(RIGHT)
    books = books_of(left, right)
    books.list_chat(chat("now right", RIGHT, others=left[2:], last_used=1.0), 0)
    books.list_chat(chat("still left", LEFT, last_used=2.0), 0)
    assert order(books) == [right[2].key, left[3].key, left[2].key, left[1].key, left[0].key]


def test_nothing_goes_for_a_block_that_goes_after_it() -> None:
    left, right = blocks(LEFT), blocks(RIGHT)
    books = books_of(left[:3], right)
    books.list_chat(chat("left", LEFT, last_used=2.0), 0)
    books.list_chat(chat("right", RIGHT, last_used=1.0), 0)
    assert order(books, incoming=left[3].key) == [right[2].key]
    assert books.victims(2, (), incoming=left[3].key) is None


def test_a_block_that_is_written_anew_may_push_itself_out_and_nothing_that_goes_later() -> None:
    left = blocks(LEFT)
    books = books_of(left)
    books.list_chat(chat("left", LEFT), 0)
    assert order(books, incoming=left[2].key) == [left[3].key, left[2].key]


def test_no_more_goes_than_must() -> None:
    books = books_of(blocks(LEFT))
    assert books.victims(0, (), None) == []
    assert books.victims(-5, (), None) == []
    assert books.victims(3, (), None) == list(keys_of(blocks(LEFT)[:3]))
    assert books.victims(5, (), None) is None


def test_a_table_ends_before_the_first_block_that_is_missing_and_grows_again_when_it_is_back() -> None:
    left = blocks(LEFT)
    books = books_of(left)
    listed = chat("left", LEFT)
    books.list_chat(listed, 10)
    assert books.chats() == {"left": listed}
    books.remove(left[1].key)
    assert books.chats()["left"].table == (left[0].key,)
    assert books.chats()["left"].token_ids == LEFT[:64]
    assert books.listed("left") == listed
    books.add(left[1].key, Entry(1, "int4", FINGERPRINT))
    assert books.chats() == {"left": listed}
    books.remove(left[3].key)
    assert books.chats()["left"].token_ids == LEFT[:192]


def test_a_new_list_frees_what_only_the_older_one_had() -> None:
    left, right = blocks(LEFT), blocks(RIGHT)
    books = books_of(left, right)
    assert books.list_chat(chat("one", LEFT), 7) == []
    assert books.used_bytes == 12
    assert set(books.list_chat(chat("one", RIGHT), 8)) == {left[2].key, left[3].key}
    assert books.used_bytes == 13
    books.check()
    assert set(books.unlist_chat("one")) == set(keys_of(right))
    assert books.used_bytes == 5
    assert books.unlist_chat("one") == []
    books.check()
