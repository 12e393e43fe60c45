from __future__ import annotations

from pathlib import Path

from app.exchange.transcript import Transcript
from tests.app.exchange.reading_files import branch, read, said, versions
from tests.app.exchange.samples import lm_studio


def test_versions_and_steps_come_in(tmp_path: Path) -> None:
    transcript = read(tmp_path, lm_studio())
    assert said(transcript) == [("user", "Carve ᚠ"), ("assistant", "ᚠ")]
    assert versions(transcript) == [{"Carve F", "Carve ᚠ"}, {"ᚠ", "No."}]
    answer = branch(transcript)[1]
    assert (answer.reasoning, answer.model_name) == ("Hmm.", "qwen3")
    conversation = transcript.conversation
    assert (conversation.title, conversation.pinned) == ("Runes", True)
    assert conversation.settings.system_prompt == "You carve runes."
    assert int(conversation.created_at) == 1690000000


def test_the_prompt_may_stand_in_the_settings_of_the_chat(tmp_path: Path) -> None:
    value = lm_studio()
    del value["systemPrompt"]
    value["perChatPredictionConfig"] = {"fields": [{"key": "llm.prediction.systemPrompt", "value": "Elsewhere."}]}
    assert read(tmp_path, value).conversation.settings.system_prompt == "Elsewhere."


def test_a_selection_that_does_not_exist_takes_the_newest_version(tmp_path: Path) -> None:
    value = lm_studio()
    for selected in (7, -1, None, "x"):
        value["messages"][1]["currentlySelected"] = selected
        assert said(read(tmp_path, value))[1] == ("assistant", "No.")


def test_a_conversation_that_went_on_is_still_the_same(tmp_path: Path) -> None:
    def source(transcript: Transcript) -> str:
        return transcript.conversation.source

    value = lm_studio()
    before = source(read(tmp_path, value))
    value["messages"] += value["messages"]
    value["name"] = "Renamed"
    assert source(read(tmp_path, value)) == before
    value["messages"][0]["versions"][0]["content"][0]["text"] = "Something else"
    assert source(read(tmp_path, value)) != before
