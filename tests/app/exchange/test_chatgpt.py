from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.exchange.transcript import Problem
from tests.app.exchange.reading_files import NOW, branch, read, read_all, said, versions
from tests.app.exchange.samples import CREATED, chatgpt, chatgpt_node

QUESTION = ("user", "How deep is the well?")


def test_all_branches_come_in_and_the_current_one_is_shown(tmp_path: Path) -> None:
    transcript = read(tmp_path, [chatgpt()])
    assert said(transcript) == [QUESTION, ("assistant", "Very.")]
    assert versions(transcript) == [{"How deep is the well?"}, {"Nobody knows.", "Very."}]
    conversation = transcript.conversation
    assert (conversation.title, conversation.title_is_default) == ("Mímir’s well", False)
    assert (conversation.created_at, conversation.updated_at) == (CREATED, CREATED + 50)
    assert conversation.source == "chatgpt:6f9c-1"
    assert branch(transcript)[1].model_name == "gpt-4o"
    assert transcript.note == ""


@pytest.mark.parametrize("current", [None, "gone", 7, "q", "root"])
def test_without_a_current_node_the_newest_answer_is_shown(tmp_path: Path, current: object) -> None:
    assert said(read(tmp_path, [chatgpt(current_node=current)])) == [QUESTION, ("assistant", "Very.")]


def test_what_was_never_shown_stays_away_and_tools_are_counted(tmp_path: Path) -> None:
    transcript = read(
        tmp_path,
        chatgpt(
            chatgpt_node("q", None, "user", "2+2?"),
            chatgpt_node("c", "q", "assistant", {"content_type": "code", "language": "python", "text": "2+2"}),
            chatgpt_node("t", "c", "tool", {"content_type": "execution_output", "text": "4"}),
            chatgpt_node("h", "t", "user", "x", metadata={"is_visually_hidden_from_conversation": True}),
            chatgpt_node("a", "h", "assistant", "It is 4 \ue200cite\ue202turn0search1\ue201."),
        ),
    )
    assert said(transcript) == [("user", "2+2?"), ("assistant", "```python\n2+2\n```\n\nIt is 4 .")]
    assert transcript.note == "Left out: 1 tool result."


def test_thoughts_become_reasoning_of_the_answer_that_follows(tmp_path: Path) -> None:
    thoughts = [{"summary": "Looking", "content": "It is dark."}, {"content": "And wet."}, None]
    transcript = read(
        tmp_path,
        chatgpt(
            chatgpt_node("q", None, "user", "Well?"),
            chatgpt_node("t", "q", "assistant", {"content_type": "thoughts", "thoughts": thoughts}),
            chatgpt_node(
                "r", "t", "assistant", {"content_type": "reasoning_recap", "content": "Thought for 5 seconds"}
            ),
            chatgpt_node("a", "r", "assistant", "Deep."),
        ),
    )
    assert said(transcript)[1:] == [("assistant", "Deep.")]
    assert branch(transcript)[1].reasoning == "**Looking**\n\nIt is dark.\n\nAnd wet."


def test_of_pictures_and_sound_the_words_stay(tmp_path: Path) -> None:
    parts = [
        {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"},
        "What is this?",
        {"content_type": "audio_transcription", "text": "Say it."},
        {"content_type": "audio_asset_pointer"},
        {"content_type": "hologram"},
    ]
    transcript = read(
        tmp_path,
        chatgpt(
            chatgpt_node("q", None, "user", {"content_type": "multimodal_text", "parts": parts}),
            chatgpt_node("a", "q", "assistant", "A raven.", metadata={"attachments": [{"name": "raven.pdf"}]}),
        ),
    )
    assert said(transcript)[0] == ("user", "What is this?\n\nSay it.")
    assert transcript.note == "Left out: 1 attached file, 1 image, 1 part of type hologram, 1 recording."


def test_custom_instructions_become_the_system_prompt(tmp_path: Path) -> None:
    told = {"about_user_message": "I carve runes.", "about_model_message": "Be brief."}
    metadata = {
        "is_visually_hidden_from_conversation": True,
        "is_user_system_message": True,
        "user_context_message_data": told,
    }
    transcript = read(
        tmp_path,
        chatgpt(
            chatgpt_node("i", None, "user", {"content_type": "user_editable_context"}, metadata=metadata),
            chatgpt_node("q", "i", "user", "Well?"),
        ),
    )
    assert transcript.conversation.settings.system_prompt == "I carve runes.\n\nBe brief."
    assert said(transcript) == [("user", "Well?")]


def test_how_an_answer_ended_is_kept(tmp_path: Path) -> None:
    for ending, state in [("interrupted", "stopped"), ("max_tokens", "length"), ("stop", "complete"), (3, "complete")]:
        metadata = {"finish_details": {"type": ending}}
        transcript = read(tmp_path, chatgpt(chatgpt_node("a", None, "assistant", "So", metadata=metadata)))
        assert branch(transcript)[0].state == state


def test_missing_times_are_taken_from_what_is_there(tmp_path: Path) -> None:
    nodes = [
        chatgpt_node("q", None, "user", "One", create_time=None),
        chatgpt_node("a", "q", "assistant", "Two", create_time="soon"),
    ]
    transcript = read(tmp_path, chatgpt(*nodes, create_time=None, update_time="never"))
    assert transcript.conversation.created_at == transcript.conversation.updated_at == NOW
    assert {message.created_at for message in transcript.messages} == {NOW}
    transcript = read(tmp_path, chatgpt(*nodes, update_time=None))
    assert {message.created_at for message in transcript.messages} == {CREATED}


def test_parents_that_are_missing_are_found_through_the_children(tmp_path: Path) -> None:
    nodes = [
        chatgpt_node("q", None, "user", "One", ("a",)),
        chatgpt_node("a", "lost", "assistant", "Two"),
    ]
    assert said(read(tmp_path, chatgpt(*nodes))) == [("user", "One"), ("assistant", "Two")]


def test_circles_and_several_roots_lose_no_message(tmp_path: Path) -> None:
    nodes: list[dict[str, Any]] = [
        chatgpt_node("x", "y", "user", "x"),
        chatgpt_node("y", "x", "assistant", "y"),
        chatgpt_node("self", "self", "user", "self"),
        chatgpt_node("r1", None, "user", "r1"),
        chatgpt_node("r2", None, "user", "r2"),
    ]
    transcript = read(tmp_path, chatgpt(*nodes))
    assert {message.text for message in transcript.messages} == {"x", "y", "self", "r1", "r2"}
    assert said(transcript) == [("user", "r2")]


def test_a_conversation_without_an_id_is_known_by_its_words(tmp_path: Path) -> None:
    one, other = chatgpt(conversation_id=None), chatgpt(conversation_id=None, title="Another")
    sources = [read(tmp_path, value).conversation.source for value in (one, one, other)]
    assert sources[0] == sources[1] != sources[2]
    assert sources[0].startswith("chatgpt:")


def test_one_without_words_is_reported_and_the_others_come_in(tmp_path: Path) -> None:
    empty = chatgpt(chatgpt_node("root", None), title="Nothing")
    problem, transcript = read_all(tmp_path, [empty, chatgpt()])
    assert problem == Problem("a file.with dots, “Nothing”", "There is no text in it.")
    assert not isinstance(transcript, Problem)


def test_a_chain_of_ten_thousand_turns_comes_in(tmp_path: Path) -> None:
    nodes = [chatgpt_node("0", None, "user", "0")]
    nodes += [chatgpt_node(str(n), str(n - 1), ("user", "assistant")[n % 2], str(n)) for n in range(1, 10_000)]
    assert len(branch(read(tmp_path, chatgpt(*nodes)))) == 10_000
