from __future__ import annotations

from pathlib import Path
from typing import Any

from app.exchange.transcript import Transcript
from tests.app.exchange.reading_files import branch, read, read_all, said, versions
from tests.app.exchange.samples import open_webui


def test_the_whole_tree_comes_in(tmp_path: Path) -> None:
    transcript = read(tmp_path, [open_webui()])
    assert said(transcript) == [("user", "Count to three"), ("assistant", "1 2 3"), ("user", "Thanks")]
    assert versions(transcript)[1] == {"1 2 3", "One, two, three"}
    assert branch(transcript)[1].model_name == "Llama 3"
    assert branch(transcript)[1].reasoning == "Easy & quick.\nGo."
    conversation = transcript.conversation
    assert (conversation.title, conversation.source) == ("Counting", "openwebui:0b1c")
    assert (conversation.created_at, conversation.updated_at) == (1690000000, 1690000020)
    assert (conversation.pinned, conversation.archived) == (True, True)
    assert conversation.settings.system_prompt == "Count aloud."


def test_files_with_text_become_attachments_and_pictures_are_named(tmp_path: Path) -> None:
    transcript = read(tmp_path, open_webui())
    (attachment,) = branch(transcript)[2].attachments
    assert (attachment.name, attachment.text, attachment.num_bytes) == ("list.txt", "one\ntwo", 7)
    assert transcript.note == "Left out: 1 image."


def test_a_chat_without_the_record_around_it_comes_in(tmp_path: Path) -> None:
    assert len(said(read(tmp_path, open_webui()["chat"]))) == 3


def test_old_files_have_a_flat_list(tmp_path: Path) -> None:
    old: dict[str, Any] = open_webui()
    old["chat"] = {
        "title": "Old",
        "messages": [{"role": "user", "content": "One"}, {"role": "assistant", "content": "> Two"}, {"role": "tool"}],
    }
    assert said(read(tmp_path, [old])) == [("user", "One"), ("assistant", "> Two")]


def test_a_list_in_an_object_comes_in(tmp_path: Path) -> None:
    first, second = read_all(tmp_path, {"chats": [open_webui(), {**open_webui(), "id": "2"}]})
    assert isinstance(first, Transcript)
    assert isinstance(second, Transcript)
    assert second.conversation.source == "openwebui:2"
