from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.conversation import Message, new_id
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.store.folding import fold, short_tokens


@pytest.fixture
def store() -> Iterator[ConversationStore]:
    store = ConversationStore(Database.in_memory())
    yield store
    store.close()


def say(store: ConversationStore, *texts: str, title: str = "") -> str:
    """A conversation with these messages, one after the other; returns its id."""
    conversation = store.create()
    for text in texts:
        message = Message(new_id(), conversation.id, None, "user", text, 1.0)
        store.add(message)
    store.rename(conversation.id, title or "untitled")
    return conversation.id


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("creme brulee", "Crème brûlée"),
        ("CRÈME", "creme"),
        ("strasse", "Die Straße"),
        ("łódź", "ŁÓDŹ"),
        ("ελληνικα", "Ελληνικά"),
        ("kahve", "ＫＡＨＶＥ"),
        ("ê", "e"),
        ("alan", "𝑨lan"),
        ("c#", "I write C# and F#"),
        ("日", "日本語"),
        ("本語", "日本語"),
        ("한국", "한국어"),
        ("हि", "हिन्दी"),
        ("😀", "well 😀 done"),
        ("end", "before\0the end"),
    ],
)
def test_case_accents_and_width_of_letters_make_no_difference(store: ConversationStore, query: str, text: str) -> None:
    conversation_id = say(store, text)
    say(store, "42", title="42")
    assert [c.id for c in store.search(query)] == [conversation_id]


@pytest.mark.parametrize("query", ["は", "かg", "नहीं"])
def test_signs_that_change_the_meaning_are_told_apart(store: ConversationStore, query: str) -> None:
    say(store, "ハガキ が नहा")
    assert store.search(query) == ()


def test_words_may_stand_in_different_messages_and_in_the_title(store: ConversationStore) -> None:
    conversation_id = say(store, "the walrus", "a carpenter", title="Oysters")
    assert [c.id for c in store.search("carpenter oyster walrus")] == [conversation_id]
    assert store.search("carpenter oyster walnut") == ()


def test_the_archive_is_searched_and_the_trash_is_not(store: ConversationStore) -> None:
    archived, deleted = say(store, "walrus"), say(store, "walrus")
    store.set_archived(archived, True)
    store.delete(deleted)
    assert [c.id for c in store.search("walrus")] == [archived]


def test_temporary_conversations_are_searched_too(store: ConversationStore) -> None:
    conversation = store.create(temporary=True)
    store.add(Message("m", conversation.id, None, "user", "a secret walrus", 1.0))
    assert [c.id for c in store.search("walrus")] == [conversation.id]
    passage = store.passage(conversation.id, "walrus")
    assert passage is not None and passage.message_id == "m"


def test_deleted_messages_are_not_found_until_they_are_restored(store: ConversationStore) -> None:
    conversation = store.create()
    store.add(Message("m", conversation.id, None, "user", "walrus", 1.0))
    assert store.search("walrus") != ()
    store.delete_messages(["m"])
    assert store.search("walrus") == () == store.search("lr")
    store.restore_messages(["m"])
    assert store.search("walrus") != ()


def test_a_word_that_was_searched_before_is_found_where_it_has_come_since(store: ConversationStore) -> None:
    first = say(store, "walrus")
    assert [c.id for c in store.search("walrus")] == [first]
    second = say(store, "walrus")
    assert {c.id for c in store.search("walrus")} == {first, second}
    store.rename(first, "carpenter")
    assert [c.id for c in store.search("carpenter")] == [first]


def test_a_frequent_word_beside_a_rare_one_is_looked_for_in_few_conversations_only(store: ConversationStore) -> None:
    for number in range(300):
        say(store, f"often and often {number}")
    one = say(store, "often a walrus")
    say(store, "just a walrus")
    assert [c.id for c in store.search("often walrus")] == [one]
    assert len(store.search("often and")) == 300


def test_the_passage_is_the_newest_message_with_all_words_shown_around_the_first(store: ConversationStore) -> None:
    conversation = store.create()
    store.add(
        Message("old", conversation.id, None, "user", "The walrus met a carpenter.", 1.0),
        Message("both", conversation.id, "old", "assistant", "x" * 300 + " Wälrus\nand\tcarpenter " + "y" * 300, 2.0),
        Message("one", conversation.id, "both", "user", "Only the carpenter.", 3.0),
    )
    passage = store.passage(conversation.id, "carpenter walrus")
    assert passage is not None and passage.message_id == "both"
    assert "xxx Wälrus and carpenter yyy" in passage.snippet
    assert passage.snippet.startswith("…") and passage.snippet.endswith("…") and len(passage.snippet) <= 162


def test_words_that_only_a_title_has_stand_in_no_message(store: ConversationStore) -> None:
    named = say(store, "hello", title="Oysters")
    assert [c.id for c in store.search("oysters")] == [named]
    assert store.passage(named, "oysters") is None
    assert store.passage(named, "  ") is None


texts = st.text(
    st.sampled_from("aAäÄsßſ 日本éΣς\n\"'*-^:()%_\0") | st.characters(exclude_categories=["Cs"]), max_size=12
)


@given(texts=st.lists(texts, min_size=1, max_size=4), data=st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_part_of_every_word_is_found_and_nothing_else(
    store: ConversationStore, texts: list[str], data: st.DataObject
) -> None:
    store.delete_for_good([conversation.id for conversation in store.conversations()])
    by_id = {say(store, text): text for text in texts}
    words = [word for text in texts for word in fold(text).split()] or ["a"]
    word = data.draw(st.sampled_from(words))
    start = data.draw(st.integers(0, len(word) - 1))
    part = word[start : data.draw(st.integers(start + 1, len(word)))]
    wanted = fold(part).split()
    expected = {name for name, text in by_id.items() if all(w in fold(text) or w in "untitled" for w in wanted)}
    assert {conversation.id for conversation in store.search(part)} == (expected if wanted else set(by_id))


@given(texts)
def test_folding_twice_is_folding_once_for_what_a_user_types(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_tokens_of_short_words_are_told_apart_by_any_tokenizer() -> None:
    tokens = short_tokens("Ab a😀").split()
    assert sorted(tokens) == sorted(part.encode("utf-16-be").hex() for part in ("a", "b", "ab", "😀", "a😀"))
