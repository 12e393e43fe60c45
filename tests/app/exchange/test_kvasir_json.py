from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from app.conversation import Conversation, Message
from app.exchange import kvasir_json
from app.exchange.transcript import Problem, Transcript
from tests.app.exchange.reading_files import NOW, read, read_all
from tests.app.exchange.strategies import transcripts


def back(transcript: Transcript) -> Transcript:
    return kvasir_json.read(msgspec.json.decode(kvasir_json.encode(transcript)), NOW)


def sample(**changes: Any) -> Transcript:
    conversation = Conversation("c1", "Title", 1.0, 2.0, "m2", "", False, **changes)
    messages = (
        Message("m1", "c1", None, "user", "Hello", 1.0),
        Message("m2", "c1", "m1", "assistant", "Hi", 2.0),
    )
    return Transcript(conversation, messages)


def value() -> dict[str, Any]:
    """The sample as JSON."""
    decoded: dict[str, Any] = msgspec.json.decode(kvasir_json.encode(sample()))
    return decoded


@given(transcripts())
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_a_conversation_comes_back_as_it_was(transcript: Transcript) -> None:
    assert back(transcript) == transcript


def test_one_begun_here_comes_back_with_its_id_as_source() -> None:
    assert back(sample()).conversation.source == "kvasir:c1"
    assert back(back(sample())).conversation.source == "kvasir:c1"


def test_it_does_not_come_back_into_the_trash_nor_as_temporary_nor_streaming() -> None:
    assert back(sample(deleted_at=5.0)).conversation.deleted_at is None
    temporary = replace(sample(), conversation=replace(sample().conversation, id="temporary-1"))
    came_back = back(temporary)
    assert not came_back.conversation.is_temporary
    assert {message.conversation_id for message in came_back.messages} == {came_back.conversation.id}
    streaming = replace(sample(), messages=(replace(sample().messages[0], state="streaming"),))
    assert back(streaming).messages[0].state == "stopped"


def test_a_newer_format_is_refused_with_advice(tmp_path: Path) -> None:
    (problem,) = read_all(tmp_path, {**value(), "kvasir": 2})
    assert problem == Problem(
        "a file.with dots, “Title”", "A newer version of Kvasir wrote it; update Kvasir to read it."
    )


def test_what_does_not_fit_is_named_with_its_place(tmp_path: Path) -> None:
    broken = value()
    broken["messages"][1]["text"] = 7
    (problem,) = read_all(tmp_path, [broken])
    assert isinstance(problem, Problem)
    assert "In message 2" in problem.sentence
    assert "$.text" in problem.sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"parent_id": "m9"}, "The message m2 stands before the one that it follows."),
        ({"parent_id": "m2"}, "The message m2 stands before the one that it follows."),
        ({"id": "m1"}, "Two of its messages have the id “m1”."),
    ],
)
def test_messages_that_form_no_tree_are_refused(tmp_path: Path, changes: dict[str, str], sentence: str) -> None:
    broken = value()
    broken["messages"][1].update(changes)
    (problem,) = read_all(tmp_path, broken)
    assert isinstance(problem, Problem)
    assert problem.sentence == sentence


def test_what_can_be_put_right_is_put_right(tmp_path: Path) -> None:
    odd = value()
    odd["conversation"].update(head_id="m9", created_at=1e300, title=" \n", unknown=1)
    odd["messages"][0].update(text="a\x00b", created_at=-5)
    odd["cuts"] = [{"left_out": ["m9"], "summary": "", "policy": "trim"}]
    transcript = read(tmp_path, odd)
    assert transcript.conversation.head_id == "m2"
    assert transcript.conversation.created_at == NOW
    assert transcript.conversation.title == "New chat"
    assert transcript.messages[0].text == "ab"
    assert transcript.messages[0].created_at == NOW
    assert transcript.cuts == ()
