from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.exchange.transcript import Problem, Transcript
from tests.app.exchange.reading_files import branch, read, results, said
from tests.app.exchange.samples import share_gpt, turns

HELLO = [("user", "Hello"), ("assistant", "Hello yourself")]


def test_share_gpt_comes_in(tmp_path: Path) -> None:
    transcript = read(tmp_path, share_gpt())
    assert said(transcript) == HELLO
    assert transcript.conversation.settings.system_prompt == "Be kind."
    assert transcript.conversation.source == "turns:abc_0"
    assert (transcript.conversation.title, transcript.conversation.title_is_default) == ("Hello", True)


def test_messages_of_the_openai_api_come_in(tmp_path: Path) -> None:
    transcript = read(tmp_path, turns())
    assert said(transcript) == [("user", "Look"), ("assistant", "A cat")]
    assert branch(transcript)[1].reasoning == "Whiskers."
    assert transcript.conversation.settings.system_prompt == "Be kind."
    assert transcript.note == "Left out: 1 image."


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\n\n"])
def test_json_lines_hold_a_conversation_each(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "train"
    path.write_bytes(separator.join(map(json.dumps, [share_gpt(), turns()])).encode())
    first, second = results(path)
    assert isinstance(first, Transcript)
    assert isinstance(second, Transcript)
    assert said(first) == HELLO


def test_a_bare_list_of_turns_is_one_conversation(tmp_path: Path) -> None:
    assert said(read(tmp_path, share_gpt()["conversations"])) == HELLO
    path = tmp_path / "lines"
    path.write_text("\n".join(map(json.dumps, share_gpt()["conversations"])))
    (transcript,) = results(path)
    assert isinstance(transcript, Transcript)
    assert said(transcript) == HELLO


def test_a_list_of_lists_of_turns_is_one_conversation_each(tmp_path: Path) -> None:
    path = tmp_path / "lists"
    path.write_text(json.dumps([share_gpt()["conversations"], turns()["messages"]]))
    assert [isinstance(result, Problem) for result in results(path)] == [False, False]


def test_tools_strangers_and_late_system_turns_are_counted(tmp_path: Path) -> None:
    transcript = read(
        tmp_path,
        {
            "messages": [
                {"role": "user", "content": "Weather?"},
                {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
                {"role": "tool", "content": "Rain"},
                {"role": "system", "content": "Be brief"},
                {"role": "assistant", "content": "Rain."},
            ]
        },
    )
    assert said(transcript) == [("user", "Weather?"), ("assistant", "Rain.")]
    assert transcript.note == "Left out: 1 later system turn, 1 tool call, 1 turn of tool."
