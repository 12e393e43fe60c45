from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.drafts import Drafts
from app.store.conversation_store import ConversationStore
from app.store.database import Database


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ConversationStore]:
    database = Database.open(tmp_path / "conversations.db", tmp_path / "backups")
    yield ConversationStore(database)
    database.close()


def test_a_draft_is_written_by_itself_soon_after_it_was_typed(
    qapp: QObject, store: ConversationStore, qtbot: QtBot
) -> None:
    drafts = Drafts(store)
    conversation = store.create()
    for text in ("h", "he", "hey"):
        drafts.set(conversation.id, text)
    assert drafts.get(conversation.id) == "hey"
    assert store.draft(conversation.id) == "", "not a write for each keystroke"
    qtbot.waitUntil(lambda: store.draft(conversation.id) == "hey")


def test_each_conversation_has_its_own(qapp: QObject, store: ConversationStore) -> None:
    drafts = Drafts(store)
    first = store.create()
    drafts.set(first.id, "one")
    drafts.flush()
    second = store.create()
    drafts.set(second.id, "two")
    drafts.flush()
    assert (Drafts(store).get(first.id), Drafts(store).get(second.id)) == ("one", "two")


def test_an_emptied_draft_stays_empty(qapp: QObject, store: ConversationStore) -> None:
    drafts = Drafts(store)
    conversation = store.create()
    drafts.set(conversation.id, "thought")
    drafts.flush()
    drafts.set(conversation.id, "")
    assert drafts.get(conversation.id) == ""
    drafts.flush()
    assert store.draft(conversation.id) == ""


def test_a_draft_that_was_sent_is_not_written_any_more(qapp: QObject, store: ConversationStore) -> None:
    drafts = Drafts(store)
    conversation = store.create()
    drafts.set(conversation.id, "sent")
    drafts.forget(conversation.id)
    drafts.flush()
    assert store.draft(conversation.id) == ""


def test_a_draft_for_a_conversation_that_is_gone_does_not_take_those_of_others_with_it(
    qapp: QObject, store: ConversationStore
) -> None:
    drafts = Drafts(store)
    gone, other = store.create(temporary=True), store.create()
    drafts.set(gone.id, "too late")
    drafts.set(other.id, "precious")
    store.delete_for_good([gone.id])
    drafts.flush()
    assert (store.draft(gone.id), store.draft(other.id)) == ("", "precious")
