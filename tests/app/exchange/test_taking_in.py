from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from app.conversation import Attachment, ContextCut
from app.exchange.taking_in import ImportReport, take, transcript_of
from app.exchange.transcript import Problem, Transcript
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from tests.app.exchange.strategies import transcripts
from tests.app.exchange.test_kvasir_json import sample


@pytest.fixture
def store() -> Iterator[ConversationStore]:
    store = ConversationStore(Database.in_memory())
    yield store
    store.close()


def out(store: ConversationStore, conversation_id: str) -> Transcript:
    conversation = store.conversation(conversation_id)
    assert conversation is not None
    return transcript_of(store, conversation)


@given(transcript=transcripts())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_what_goes_in_comes_out(transcript: Transcript) -> None:
    attached = [attachment.id for message in transcript.messages for attachment in message.attachments]
    if len(set(attached)) < len(attached):
        return  # no store gives two attachments with one id
    store = ConversationStore(Database.in_memory())
    take(store, transcript, ImportReport())
    assert out(store, transcript.conversation.id) == transcript
    store.close()


def test_it_goes_in_once(store: ConversationStore) -> None:
    report = ImportReport()
    for _ in range(3):
        take(store, replace(sample(source="x:1"), note="Left out: 1 image.", where="x.json"), report)
    store.delete("c1")
    take(store, sample(source="x:1"), report)
    take(store, Problem("y.json", "It is empty."), report)
    assert (report.num_new, report.num_known, report.num_unread) == (1, 3, 1)
    assert report.problems == [Problem("x.json", "Left out: 1 image."), Problem("y.json", "It is empty.")]
    assert report.sentence == ("1 conversation came in, 3 were known already, 1 not wholly, 1 could not be read.")


def test_one_begun_here_is_known_when_it_comes_back(store: ConversationStore) -> None:
    report = ImportReport()
    take(store, sample(), report)
    take(store, replace(sample(), conversation=replace(sample().conversation, source="kvasir:c1")), report)
    assert (report.num_new, report.num_known) == (1, 1)


def test_a_copy_that_was_changed_by_hand_gets_new_ids(store: ConversationStore, tmp_path: Path) -> None:
    attachment = Attachment(id="f", name="a", kind="text", text="t")
    first = sample(source="x:1")
    first = replace(first, messages=(replace(first.messages[0], attachments=(attachment,)), first.messages[1]))
    second = replace(
        first,
        conversation=replace(first.conversation, id="c2", source="x:2"),
        messages=tuple(replace(message, conversation_id="c2") for message in first.messages),
        cuts=(ContextCut(frozenset({"m1"}), "so far"),),
    )
    report = ImportReport()
    take(store, first, report)
    take(store, second, report)
    assert report.num_new == 2
    assert out(store, "c1") == first
    copy = out(store, "c2")
    assert [message.text for message in copy.messages] == ["Hello", "Hi"]
    assert copy.conversation.head_id == copy.messages[1].id != "m2"
    assert copy.cuts == (ContextCut(frozenset({copy.messages[0].id}), "so far"),)
