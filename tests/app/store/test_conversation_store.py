from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.conversation import DEFAULT_TITLE, Message, Receipt, new_id
from app.store.conversation_store import ConversationStore
from app.store.database import Database

ROOT = Path(__file__).resolve().parents[3]


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        self.seconds += 1
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[ConversationStore]:
    database = Database.open(tmp_path / "conversations.db", tmp_path / "backups")
    yield ConversationStore(database, clock)
    database.close()


def message(conversation_id: str, text: str, parent_id: str | None = None, **rest: object) -> Message:
    return Message(new_id(), conversation_id, parent_id, "user", text, 1.0, **rest)  # type: ignore[arg-type]


def say(store: ConversationStore, text: str) -> str:
    """A conversation with one message; returns its id."""
    conversation = store.create()
    store.add(message(conversation.id, text), title=text)
    return conversation.id


def found(store: ConversationStore, text: str) -> set[str]:
    return {conversation.id for conversation in store.search(text)}


storable = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    text=storable,
    error=storable,
    token_ids=st.lists(st.integers(0, 2**31)).map(tuple),
    receipt=st.none() | st.builds(Receipt, read_tokens=st.integers(0, 2**40), first_token_ms=st.floats(0, 1e9)),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_message_comes_back_as_it_was(
    store: ConversationStore, text: str, error: str, token_ids: tuple[int, ...], receipt: Receipt | None
) -> None:
    conversation = store.create()
    added = message(conversation.id, text, error=error, token_ids=token_ids, receipt=receipt, model_name="m")
    store.add(added)
    assert store.message(added.id) == added
    assert store.tree(conversation.id).branch(added.id) == (added,)


def test_half_an_emoji_is_stored_as_a_question_mark_and_loses_nothing_else(store: ConversationStore) -> None:
    conversation = store.create()
    store.set_draft(conversation.id, "a\ud83d b")
    assert store.draft(conversation.id) == "a? b"
    added = message(conversation.id, "a\ud83d b")
    store.add(added, title="a\ud83d b")
    stored = store.message(added.id)
    assert stored is not None and stored.text == "a? b"
    assert store.search("\ud83d") != ()


def test_the_title_comes_from_the_first_message_until_the_user_gives_one(store: ConversationStore) -> None:
    conversation_id = say(store, "first words")
    named = store.conversation(conversation_id)
    assert named is not None and (named.title, named.title_is_default) == ("first words", True)
    store.rename(conversation_id, "Mine")
    store.add(message(conversation_id, "more"), title="more")
    renamed = store.conversation(conversation_id)
    assert renamed is not None and (renamed.title, renamed.title_is_default) == ("Mine", False)


def test_the_conversation_used_last_stands_first(store: ConversationStore) -> None:
    first, second = say(store, "a"), say(store, "b")
    assert [c.id for c in store.conversations()] == [second, first]
    store.add(message(first, "again"))
    assert [c.id for c in store.conversations()] == [first, second]


def test_an_unused_conversation_is_given_again_and_a_used_one_is_not(store: ConversationStore) -> None:
    unused = store.create()
    assert store.create() == unused
    store.set_draft(unused.id, "half a thought")
    assert store.create().id != unused.id
    assert unused.title == DEFAULT_TITLE


def test_adding_moves_the_head_and_clears_the_draft_that_was_sent(store: ConversationStore) -> None:
    conversation = store.create()
    store.set_draft(conversation.id, "hello")
    added = message(conversation.id, "hello")
    store.add(added, clear_draft=True)
    after = store.conversation(conversation.id)
    assert after is not None and after.head_id == added.id
    assert store.draft(conversation.id) == ""


def test_deleting_hides_and_restoring_brings_everything_back(store: ConversationStore) -> None:
    conversation_id = say(store, "precious")
    before = store.conversation(conversation_id)
    store.delete(conversation_id)
    assert store.conversations() == () == store.search("precious")
    assert store.conversation(conversation_id) is None
    assert store.restore(conversation_id) == before
    assert found(store, "precious") == {conversation_id}


def test_purging_removes_what_was_deleted_long_ago_and_only_that(store: ConversationStore, clock: Clock) -> None:
    old, fresh, living = say(store, "old"), say(store, "fresh"), say(store, "living")
    store.set_draft(old, "draft")
    store.delete(old)
    clock.seconds += 100
    store.delete(fresh)
    store.purge(50)
    assert store.restore(old) is None
    assert store.restore(fresh) is not None
    assert store.conversation(living) is not None
    assert len(store.database.rows("SELECT 1 FROM messages")) == 2
    assert store.database.rows("SELECT 1 FROM drafts") == []
    index_is_sound(store)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("poland", {"Capital of Poland"}),
        ("POLAND", {"Capital of Poland"}),
        ("apit olan", {"Capital of Poland"}),
        ("köln", {"Dom zu Köln 100%"}),
        ("日本", {"日本語の文"}),
        ("本語の", {"日本語の文"}),
        ("of", {"Capital of Poland"}),
        ("0%", {"Dom zu Köln 100%"}),
        ("%", {"Dom zu Köln 100%"}),
        ('"quoted" OR x', set()),
        ("poland köln", set()),
        ("", {"Capital of Poland", "Dom zu Köln 100%", "日本語の文"}),
    ],
)
def test_search_finds_parts_of_words_in_any_script(store: ConversationStore, query: str, expected: set[str]) -> None:
    for text in ("Capital of Poland", "Dom zu Köln 100%", "日本語の文"):
        conversation_id = say(store, text)
        store.rename(conversation_id, "renamed")
    titles = {store.tree(c.id).branch(c.head_id)[0].text for c in store.search(query)}
    assert titles == expected


def test_titles_are_searched_as_they_are_now(store: ConversationStore) -> None:
    conversation_id = say(store, "hello")
    store.rename(conversation_id, "Gardening")
    assert found(store, "garden") == {conversation_id}
    store.rename(conversation_id, "Cooking")
    assert found(store, "garden") == set()
    index_is_sound(store)


def test_an_answer_is_found_when_it_is_finished_as_it_ended(store: ConversationStore) -> None:
    conversation_id = say(store, "hello")
    answer = message(conversation_id, "", state="streaming")
    store.add(answer)
    store.update(replace(answer, text="walrus"))
    index_is_sound(store)
    store.update(replace(answer, text="walrus and carpenter", state="complete"))
    assert found(store, "carpenter") == {conversation_id}
    index_is_sound(store)


def test_answers_that_a_crash_cut_off_are_stopped_with_what_they_had(store: ConversationStore) -> None:
    conversation = store.create()
    cut, whole = message(conversation.id, "half", state="streaming"), message(conversation.id, "whole")
    store.add(cut, whole)
    store.stop_streaming()
    assert store.message(cut.id) == replace(cut, state="stopped")
    assert store.message(whole.id) == whole


def index_is_sound(store: ConversationStore) -> None:
    """The index of titles agrees with the table; that of messages with those that are finished."""
    store.database.write(
        lambda db: db.execute("INSERT INTO conversations_fts (conversations_fts, rank) VALUES ('integrity-check', 1)")
    )
    if not store.database.rows("SELECT 1 FROM messages WHERE state = 'streaming'"):
        store.database.write(
            lambda db: db.execute("INSERT INTO messages_fts (messages_fts, rank) VALUES ('integrity-check', 1)")
        )


_WRITER = """
import sys
from pathlib import Path
from app.conversation import Message, new_id
from app.store.conversation_store import ConversationStore
from app.store.database import Database

folder = Path(sys.argv[1])
store = ConversationStore(Database.open(folder / "conversations.db", folder / "backups"))
conversation = store.create()
parent = None
for number in range(100_000):
    message = Message(new_id(), conversation.id, parent, "user", f"word {number} " * 50, float(number))
    store.add(message)
    parent = message.id
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_every_message_that_was_reported_as_written_survives_kill_9(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert writer.stdout is not None
    for _ in range(40):
        reported = int(writer.stdout.readline())
    writer.send_signal(signal.SIGKILL)
    reported = max([reported, *(int(line) for line in writer.stdout if line.endswith("\n"))])
    writer.wait()
    writer.stdout.close()

    database = Database.open(tmp_path / "conversations.db", tmp_path / "backups")
    store = ConversationStore(database)
    assert database.warning == ""
    (conversation,) = store.conversations()
    texts = [m.text for m in store.tree(conversation.id).branch(conversation.head_id)]
    assert len(texts) >= reported + 1
    assert texts == [f"word {number} " * 50 for number in range(len(texts))]
    database.close()
