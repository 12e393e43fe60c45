from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.conversation import Attachment, ChatSettings, ContextCut, Message, Preset
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.store.migrations import MIGRATIONS
from tests.app.store.damage import overwrite, pages_of


def opened(folder: Path) -> ConversationStore:
    return ConversationStore(Database.open(folder / "conversations.db", folder / "backups"))


def fill(store: ConversationStore, conversations: int = 40, messages: int = 12) -> dict[str, list[str]]:
    """Conversations of some pages each; returns the texts of each."""
    chance = random.Random(3)

    def work(_db: object) -> dict[str, list[str]]:
        texts: dict[str, list[str]] = {}
        for number in range(conversations):
            conversation = store.create()
            parent = None
            for place in range(messages):
                text = f"{number} {place} " + " ".join(str(chance.random()) for _ in range(chance.randint(2, 60)))
                store.add(Message(f"{number}-{place}", conversation.id, parent, "user", text, float(place)))
                parent = f"{number}-{place}"
                texts.setdefault(conversation.id, []).append(text)
        return texts

    return store.database.write(work)


def visible(store: ConversationStore) -> dict[str, list[str]]:
    return {c.id: [message.text for message in store.tree(c.id).branch(c.head_id)] for c in store.conversations()}


def is_sound(store: ConversationStore) -> bool:
    rows = store.database.rows
    return rows("PRAGMA integrity_check")[0][0] == "ok" and rows("PRAGMA foreign_key_check") == []


def test_all_but_the_rows_of_damaged_pages_comes_into_a_new_file(tmp_path: Path) -> None:
    store = opened(tmp_path)
    texts = fill(store)
    store.close()
    path = tmp_path / "conversations.db"
    leaves = pages_of(path, "messages")
    assert len(leaves) > 20
    damaged = overwrite(path, random.Random(1).sample(leaves, 3))

    store = opened(tmp_path)

    found = visible(store)
    assert found.keys() == texts.keys()
    kept = sum(len(branch) for branch in found.values())
    assert f"40 conversations with {kept} messages could be brought into a new file" in store.database.warning
    assert 480 > kept > 480 * 0.8
    for conversation_id, branch in found.items():
        assert set(branch) <= set(texts[conversation_id])
        assert branch == sorted(branch, key=texts[conversation_id].index), "in their order, whatever is missing"
    assert is_sound(store)
    some = next(text for branch in found.values() for text in branch)
    assert len(store.search(some.split()[2])) == 1
    (kept_aside,) = tmp_path.glob("conversations.db.damaged-*")
    assert kept_aside.read_bytes() == damaged
    store.close()
    store = opened(tmp_path)
    assert store.database.warning == "" and visible(store) == found
    store.close()


def test_what_the_damaged_file_lacks_is_taken_from_the_newest_copy(tmp_path: Path) -> None:
    store = opened(tmp_path)
    texts = fill(store, conversations=10)
    store.database.back_up_daily()
    late = store.create()
    store.add(Message("late", late.id, None, "user", "written after the copy", 1.0))
    store.close()
    path = tmp_path / "conversations.db"
    overwrite(path, pages_of(path, "messages")[3:6])
    store = opened(tmp_path)
    assert visible(store) == {**texts, late.id: ["written after the copy"]}
    assert "taken from the copy conversations-daily-" in store.database.warning
    assert is_sound(store)
    store.close()


@pytest.mark.parametrize(
    "content", [b"\x00" * 64_560, b"this is no database" * 1000, b"SQLite format 3\x00" + b"\xff" * 9000]
)
def test_of_a_file_that_is_nonsense_throughout_the_newest_sound_copy_is_left(tmp_path: Path, content: bytes) -> None:
    store = opened(tmp_path)
    texts = fill(store, conversations=3)
    store.database.back_up_daily()
    store.close()
    (tmp_path / "backups" / "conversations-daily-99991231.db").write_bytes(b"no copy either")
    (tmp_path / "conversations.db").write_bytes(content)
    store = opened(tmp_path)
    assert visible(store) == texts
    assert "3 conversations with 36 messages" in store.database.warning
    store.close()


def test_messages_whose_conversation_is_lost_come_into_a_new_one(tmp_path: Path) -> None:
    store = opened(tmp_path)
    texts = fill(store, conversations=4)
    store.close()
    path = tmp_path / "conversations.db"
    overwrite(path, pages_of(path, "conversations"))
    store = opened(tmp_path)
    assert visible(store) == texts
    assert is_sound(store)
    store.close()


def test_values_that_make_no_sense_are_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    store = opened(tmp_path)
    fill(store, conversations=1, messages=1)
    (conversation,) = store.conversations()
    store.set_settings(conversation.id, ChatSettings(seed=1))
    store.add_cut(conversation.id, ContextCut(frozenset({"0-0"})))
    store.save_preset(Preset(id="p", name="P", settings=ChatSettings()))
    for table, column in (
        ("conversations", "settings"),
        ("messages", "token_ids"),
        ("messages", "receipt"),
        ("context_cuts", "left_out"),
        ("presets", "settings"),
    ):
        store.database.write(lambda db, t=table, c=column: db.execute(f"UPDATE {t} SET {c} = 'x{{' "))
    store.close()
    path = tmp_path / "conversations.db"
    overwrite(path, pages_of(path, "drafts"))
    store = opened(tmp_path)
    assert len(visible(store)[conversation.id]) == 1
    assert store.cuts(conversation.id) == () == store.presets()
    assert store.conversations()[0].settings == ChatSettings()
    store.close()


def test_everything_else_comes_over_too_and_once(tmp_path: Path) -> None:
    store = opened(tmp_path)
    fill(store, conversations=2, messages=2)
    one, other = store.conversations()
    file = Attachment(id="f", name="a.txt", kind="text", text="words")
    store.add(Message("with", one.id, "1-1", "user", "see", 1.0, attachments=(file,)))
    store.add_draft_attachment(other.id, file)
    store.set_draft(other.id, "half a thought")
    cut = ContextCut(frozenset({"1-0"}), "summary")
    store.add_cut(one.id, cut)
    preset = Preset(id="p", name="P", settings=ChatSettings(seed=1))
    store.save_preset(preset)
    store.set_folder(one.id, "Work")
    store.delete(other.id)
    store.database.back_up_daily()
    store.close()
    path = tmp_path / "conversations.db"
    overwrite(path, pages_of(path, "search_words_data")[:1])
    store = opened(tmp_path)
    assert "damaged" in store.database.warning
    message = store.message("with")
    assert message is not None and message.attachments == (file,)
    assert store.draft_attachments(other.id) == (file,)
    assert store.draft(other.id) == "half a thought"
    assert store.cuts(one.id) == (cut,)
    assert store.presets() == (preset,)
    assert store.folders() == ("Work",)
    assert [c.id for c in store.conversations("trash")] == [other.id]
    assert store.search("half") == () and len(store.search("see")) == 1
    store.close()


def test_a_damaged_file_of_an_old_schema_is_renewed_in_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "conversations.db"
    old = Database.open(path, tmp_path / "backups", MIGRATIONS[:1])
    for number in range(200):
        values = [str(number), f"title {number} " + "x" * 50]
        old.write(
            lambda db, values=values: db.execute(
                "INSERT INTO conversations (id, title, title_is_default, created_at, updated_at, model_path) "
                "VALUES (?, ?, 0, 0, 0, '')",
                values,
            )
        )
    old.close()
    leaves = pages_of(path, "conversations")
    overwrite(path, leaves[1:2])
    store = opened(tmp_path)
    assert 100 < len(store.conversations()) < 200
    assert store.database.rows("PRAGMA user_version")[0][0] == len(MIGRATIONS)
    store.close()
