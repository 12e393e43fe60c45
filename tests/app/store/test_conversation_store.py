from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.conversation import (
    DEFAULT_TITLE,
    Attachment,
    ChatSettings,
    ContextCut,
    Conversation,
    Message,
    Preset,
    Receipt,
    new_id,
)
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


def test_pinned_ones_stand_at_the_top_of_the_list_and_of_what_is_found(store: ConversationStore) -> None:
    first, second, third = (say(store, f"walrus {number}") for number in range(3))
    store.set_pinned_conversation(first, True)
    assert [c.id for c in store.conversations()] == [first, third, second]
    assert [c.id for c in store.search("walrus")] == [first, third, second]
    store.set_pinned_conversation(first, False)
    assert [c.id for c in store.conversations()] == [third, second, first]


def test_folders_are_those_that_hold_something(store: ConversationStore) -> None:
    first, second, third = (say(store, f"{number}") for number in range(3))
    for conversation_id, folder in ((first, "work"), (second, "Travel"), (third, "gone")):
        store.set_folder(conversation_id, folder)
    store.delete(third)
    assert store.folders() == ("Travel", "work")
    store.set_folder(first, "")
    assert store.folders() == ("Travel",)


def test_settings_come_back_as_they_were_given(store: ConversationStore) -> None:
    conversation_id = say(store, "hello")
    given = ChatSettings(system_prompt="Be brief\ud83d.", temperature=0.0, stop=("END\ud83d",), thinking="on")
    store.set_settings(conversation_id, given)
    stored = store.conversation(conversation_id)
    expected = msgspec.structs.replace(given, system_prompt="Be brief?.", stop=("END?",))
    assert stored is not None and stored.settings == expected
    assert store.conversations() == (stored,)


def test_the_model_gives_a_title_as_long_as_the_user_has_given_none(store: ConversationStore) -> None:
    conversation_id = say(store, "first words")
    store.set_title_by_model(conversation_id, "By the model")
    assert [c.title for c in store.conversations()] == ["By the model"]
    store.rename(conversation_id, "Mine")
    store.set_title_by_model(conversation_id, "Too late")
    assert [c.title for c in store.conversations()] == ["Mine"]


def test_an_unused_conversation_with_settings_or_in_a_folder_is_not_given_again(store: ConversationStore) -> None:
    first = store.create()
    store.set_settings(first.id, ChatSettings(seed=1))
    second = store.create()
    store.set_folder(second.id, "Work")
    third = store.create()
    store.add_draft_attachment(third.id, FILE)
    assert len({first.id, second.id, third.id, store.create().id}) == 4


FILE = Attachment(id="f", name="a.csv", kind="table", text="a,b\n1,2", num_bytes=8, note="The first row only.")


def test_an_attachment_of_the_draft_becomes_the_messages_and_is_shared_by_its_versions(
    store: ConversationStore,
) -> None:
    conversation = store.create()
    other = Attachment(id="g", name="b", kind="paste", text="x")
    store.add_draft_attachment(conversation.id, FILE)
    store.add_draft_attachment(conversation.id, other)
    first = message(conversation.id, "see", attachments=(FILE,))
    store.add(first)
    assert store.draft_attachments(conversation.id) == (other,)
    second = message(conversation.id, "look", attachments=(FILE,))
    store.add(second)
    assert store.tree(conversation.id).siblings(first.id) == (first, second)
    assert store.message(first.id) == first
    store.remove_attachment("f")
    assert store.message(second.id) == second, "what was sent stays"
    store.remove_attachment("g")
    assert store.draft_attachments(conversation.id) == ()


def test_deleting_a_message_takes_what_follows_and_undoing_brings_back_just_that(store: ConversationStore) -> None:
    conversation = store.create()
    root, left, right = (message(conversation.id, text) for text in ("root", "left", "right"))
    left, right = replace(left, parent_id=root.id), replace(right, parent_id=root.id)
    below = message(conversation.id, "below", left.id)
    store.add(root, left, below, right)
    store.delete_messages([below.id])
    store.delete_messages([left.id])
    assert store.tree(conversation.id).siblings(right.id) == (right,)
    assert store.message(left.id) is None
    store.restore_messages([left.id])
    assert store.tree(conversation.id).siblings(right.id) == (left, right)
    assert store.message(below.id) is None, "it was deleted before"
    store.restore_messages([below.id])
    assert store.tree(conversation.id).branch(below.id) == (root, left, below)


def test_what_is_restored_below_a_deleted_message_comes_back_with_it(store: ConversationStore) -> None:
    conversation = store.create()
    root = message(conversation.id, "root")
    below = message(conversation.id, "below", root.id)
    store.add(root, below)
    store.delete_messages([below.id])
    store.delete_messages([root.id])
    store.restore_messages([below.id])
    assert store.message(below.id) is None
    store.restore_messages([root.id])
    assert store.tree(conversation.id).branch(below.id) == (root, below)


def test_taking_in_keeps_times_and_head_and_happens_once(store: ConversationStore) -> None:
    root = Message("r", "c", None, "user", "hello", 10.0)
    answers = [Message(name, "c", "r", "assistant", name, 11.0, reasoning="hm") for name in ("a", "b")]
    taken = Conversation("c", "Old chat", 10.0, 11.0, "a", "", False, folder="Old", source="elsewhere:1")
    assert store.take_in(taken, [root, *answers])
    assert store.conversation("c") == taken
    assert store.tree("c").branch("b") == (root, answers[1])
    assert not store.take_in(replace(taken, id="other"), [])
    store.delete("c")
    assert not store.take_in(replace(taken, id="other"), []), "nor while it is in the trash"
    assert not store.take_in(replace(taken, source=""), []), "its id is known"
    store.purge(-1)
    assert store.take_in(taken, [root, *answers])


def test_taking_in_that_fails_leaves_nothing(store: ConversationStore) -> None:
    orphan = Message("m", "c", "lost", "user", "hello", 1.0)
    with pytest.raises(sqlite3.IntegrityError):
        store.take_in(Conversation("c", "t", 1.0, 1.0, "m", "", True), [orphan])
    assert store.conversations() == () == store.search("hello")


def test_presets_are_kept_by_name(store: ConversationStore) -> None:
    poet = Preset(id="1", name="Poet", settings=ChatSettings(system_prompt="Rhyme."))
    coder = Preset(id="2", name="coder", settings=ChatSettings(temperature=0.0))
    for preset in (poet, coder):
        store.save_preset(preset)
    assert store.presets() == (coder, poet)
    renamed = msgspec.structs.replace(poet, name="coder")
    store.save_preset(renamed)
    assert store.presets() == (renamed,)
    store.delete_preset("1")
    assert store.presets() == ()


def test_temporary_conversations_do_all_that_others_do_and_are_gone_at_the_end(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "conversations.db", tmp_path / "backups")
    store = ConversationStore(database)
    conversation = store.create(temporary=True)
    assert conversation.is_temporary and store.create(temporary=True) == conversation
    store.set_draft(conversation.id, "fnord")
    store.add_draft_attachment(conversation.id, msgspec.structs.replace(FILE, text="fnord"))
    added = message(conversation.id, "fnord", attachments=store.draft_attachments(conversation.id))
    store.add(added, title="fnord", clear_draft=True)
    store.set_pinned(added.id, True)
    store.add_cut(conversation.id, ContextCut(frozenset({added.id}), "fnord"))
    assert store.message(added.id) == replace(added, pinned=True)
    assert [c.title for c in store.conversations()] == ["fnord"]
    store.delete(conversation.id)
    assert store.restore(conversation.id) is not None
    assert database.rows("SELECT 1 FROM messages") == [] == database.rows("SELECT 1 FROM conversations")
    store.close()
    assert all(b"fnord" not in file.read_bytes() for file in tmp_path.iterdir())
    store = ConversationStore(Database.open(tmp_path / "conversations.db", tmp_path / "backups"))
    assert store.conversations() == ()
    store.close()


def test_what_another_connection_writes_is_in_the_next_list(store: ConversationStore, tmp_path: Path) -> None:
    assert store.conversations() == ()
    other = ConversationStore(Database.open(tmp_path / "conversations.db", tmp_path / "backups"))
    conversation_id = say(other, "walrus")
    assert [c.id for c in store.conversations()] == [conversation_id]
    assert found(store, "walrus") == {conversation_id}
    other.close()


def test_messages_of_conversations_that_grow_in_turn_stay_in_their_order(store: ConversationStore) -> None:
    first, second = say(store, "0"), say(store, "0")
    for number in range(1, 4):
        for conversation_id in (second, first):
            store.add(message(conversation_id, str(number)))
    for conversation_id in (first, second):
        tree = store.tree(conversation_id)
        (head,) = [c.head_id for c in store.conversations() if c.id == conversation_id]
        assert [m.text for m in tree.siblings(head or "")] == ["0", "1", "2", "3"]


def index_is_sound(store: ConversationStore) -> None:
    for index in ("search_words", "search_short"):
        store.database.write(
            lambda db, index=index: db.execute(f"INSERT INTO {index} ({index}) VALUES ('integrity-check')")
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


def test_a_long_branch_is_brought_back_in_time_that_grows_with_its_length_alone(store: ConversationStore) -> None:
    conversation_id = store.create().id
    ids = [f"m{number}" for number in range(400)]
    parents = [None, *ids]
    for message_id, parent_id in zip(ids, parents, strict=False):
        store.add(Message(message_id, conversation_id, parent_id, "user", "x", 0.0))
    store.delete_messages(ids)
    steps = count_steps(store, lambda: store.restore_messages(ids))
    assert len(store.tree(conversation_id).messages) == len(ids)
    assert steps < 1_000 * len(ids)


def test_many_conversations_go_into_the_trash_with_one_wait_for_the_disk(store: ConversationStore) -> None:
    ids = [say(store, f"hello {number}") for number in range(20)]
    temporary = store.create(temporary=True).id
    with commits(store) as counted:
        store.delete(*ids, temporary)
    assert len(counted) == 1
    assert {c.id for c in store.conversations("trash")} == {*ids, temporary}
    assert store.conversations() == ()


def count_steps(store: ConversationStore, work: Callable[[], object]) -> int:
    """How many instructions of its virtual machine SQLite took, in hundreds."""
    connection = store.database._connection
    calls: list[None] = []
    connection.set_progress_handler(lambda: calls.append(None), 100)
    work()
    connection.set_progress_handler(None, 100)
    return 100 * len(calls)


@contextmanager
def commits(store: ConversationStore) -> Iterator[list[str]]:
    """The commits of the file."""
    found: list[str] = []
    connection = store.database._connection
    connection.set_trace_callback(lambda sql: found.append(sql) if sql.startswith("COMMIT") else None)
    yield found
    connection.set_trace_callback(None)
