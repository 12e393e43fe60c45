"""All formats together: what each file is, its content says; and whatever is wrong with it, there is a report."""

from __future__ import annotations

import contextlib
import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.conversation import MAX_TITLE_CHARS, MessageTree
from app.exchange import chatgpt, jan, kvasir_json, lm_studio, open_webui, share_gpt
from app.exchange.planting import transcript as planted
from app.exchange.reading import Reading
from app.exchange.transcript import Problem, Transcript, UnreadableError
from tests.app.exchange import samples
from tests.app.exchange.reading_files import NOW, read_all, results, said
from tests.app.exchange.strategies import mutated
from tests.app.exchange.test_kvasir_json import value as own_sample

SAMPLES = {
    "chatgpt": [samples.chatgpt(), samples.chatgpt(conversation_id="2")],
    "open_webui": [samples.open_webui()],
    "lm_studio": samples.lm_studio(),
    "share_gpt": [samples.share_gpt(), samples.turns()],
    "jan": samples.jan_messages(),
    "kvasir": [own_sample()],
}
READERS: dict[str, Any] = {
    "chatgpt": (samples.chatgpt(), chatgpt.is_conversation, lambda value: planted(chatgpt.read(value), NOW)),
    "open_webui": (
        samples.open_webui(),
        open_webui.is_conversation,
        lambda value: planted(open_webui.read(value), NOW),
    ),
    "lm_studio": (samples.lm_studio(), lm_studio.is_conversation, lambda value: planted(lm_studio.read(value), NOW)),
    "share_gpt": (samples.share_gpt(), share_gpt.is_conversation, lambda value: planted(share_gpt.read(value), NOW)),
    "turns": (samples.turns(), share_gpt.is_conversation, lambda value: planted(share_gpt.read(value), NOW)),
    "kvasir": (own_sample(), kvasir_json.is_conversation, lambda value: kvasir_json.read(value, NOW)),
    "jan": (
        [samples.jan_messages(), samples.jan_thread()],
        lambda both: len(both) == 2 and isinstance(both[0], list) and all(map(jan.is_message, both[0])) and both[0],
        lambda both: planted(jan.read(both[0], both[1] if isinstance(both[1], dict) else {}), NOW),
    ),
}


def assert_sound(transcript: Transcript) -> None:
    """A database can hold it and a window can show it."""
    conversation = transcript.conversation
    MessageTree(transcript.messages).branch(conversation.head_id)
    assert len({message.id for message in transcript.messages}) == len(transcript.messages)
    assert {message.conversation_id for message in transcript.messages} <= {conversation.id}
    assert conversation.source
    assert conversation.title == " ".join(conversation.title.split()) != ""
    for seconds in (conversation.created_at, conversation.updated_at, *(m.created_at for m in transcript.messages)):
        assert 0 <= seconds < 253_402_300_800
    msgspec.json.encode([conversation, transcript.messages]).decode("utf-8")
    assert "\x00" not in "".join(message.text + message.reasoning for message in transcript.messages)


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
def test_a_reader_gives_a_sound_conversation_or_a_sentence(name: str, data: st.DataObject) -> None:
    sample, is_one, read = READERS[name]
    value = data.draw(mutated(sample))
    if not is_one(value):
        return
    try:
        transcript = read(value)
    except UnreadableError as error:
        assert str(error).endswith(".")
    else:
        assert_sound(transcript)
        if name != "kvasir":
            assert len(transcript.conversation.title) <= MAX_TITLE_CHARS
            assert transcript.messages


@given(data=st.data(), name=st.sampled_from(sorted(SAMPLES)), broken_at=st.none() | st.floats(0, 1))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_in_a_file_there_is_always_a_report(
    data: st.DataObject, name: str, broken_at: float | None
) -> None:
    text = json.dumps(data.draw(mutated(SAMPLES[name])))
    if broken_at is not None:
        text = text[: int(len(text) * broken_at)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "export.json")
        path.write_text(text, encoding="utf-8")
        found = results(path)
    assert found
    for result in found:
        if isinstance(result, Problem):
            assert "See the log" not in result.sentence
        else:
            assert_sound(result)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_every_format_is_told_from_its_content_in_every_encoding(tmp_path: Path, name: str, encoding: str) -> None:
    path = tmp_path / "Ünnamed"
    path.write_bytes(json.dumps(SAMPLES[name], ensure_ascii=False).encode(encoding))
    assert results(path)
    assert all(isinstance(result, Transcript) for result in results(path))


def test_reading_a_file_twice_gives_the_same_sources(tmp_path: Path) -> None:
    for value in SAMPLES.values():
        first, second = (
            [result.conversation.source for result in read_all(tmp_path, value) if isinstance(result, Transcript)]
            for _ in range(2)
        )
        assert first == second
        assert len(set(first)) == len(first)


@pytest.mark.parametrize("names", [["conversations.json"], ["conversations-000.json", "conversations-001.json"]])
def test_a_zip_and_a_folder_give_what_is_in_all_their_files(tmp_path: Path, names: list[str]) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    for number, name in enumerate(names):
        (folder / name).write_text(json.dumps([samples.chatgpt(conversation_id=str(number))]))
    (folder / "user.json").write_text('{"id": "user-1", "email": "a@b.c"}')
    (folder / "message_feedback.json").write_text("[]")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    zipped = tmp_path / "export"
    with zipfile.ZipFile(tmp_path / "export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in folder.iterdir():
            archive.write(file, file.name)
    for chosen in (zipped, tmp_path / "export.zip"):
        found = results(chosen)
        assert [result.conversation.source for result in found if isinstance(result, Transcript)] == [
            f"chatgpt:{number}" for number in range(len(names))
        ]
        assert len(found) == len(names)


def test_several_choices_are_read_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(json.dumps(samples.share_gpt()))
    found = results(tmp_path / "a", tmp_path / "b", tmp_path / "a")
    assert [type(result) for result in found] == [Transcript, Problem, Transcript]
    assert found[1] == Problem("b", "There is no such file.")


def test_what_holds_no_conversations_says_what_would(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("# Notes")
    (tmp_path / "settings.json").write_text('{"a": 1}')
    sentences = [str(result) for name in ("notes.txt", "settings.json", "") for result in results(tmp_path / name)]
    assert sentences[0] == "notes.txt: It is neither JSON nor a zip."
    assert all("No conversations were found in it. Kvasir reads" in sentence for sentence in sentences[1:])


def test_what_stands_between_conversations_and_is_none_is_counted(tmp_path: Path) -> None:
    transcript, problem = read_all(tmp_path, [None, samples.chatgpt(), {"a": 1}])
    assert isinstance(transcript, Transcript)
    assert str(problem) == "a file.with dots: 2 entries are no conversations that Kvasir knows."


def test_a_damaged_zip_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([samples.chatgpt()]))
    data = bytearray(path.read_bytes())
    at = data.index(b"Nobody knows")
    data[at] ^= 1
    path.write_bytes(bytes(data))
    (problem,) = results(path)
    assert isinstance(problem, Problem)
    assert problem.where == "export.zip/conversations.json"
    assert problem.sentence.startswith("It cannot be taken out of the zip")


def test_one_that_trips_the_reader_keeps_no_other_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = planted

    def trip(found: Any, now: float) -> Transcript:
        return real(found, now) if found.id == "2" else real(None, now)  # type: ignore[arg-type]  # that is the trip

    monkeypatch.setattr("app.exchange.reading.transcript", trip)
    problem, transcript = read_all(tmp_path, SAMPLES["chatgpt"])
    assert isinstance(problem, Problem)
    assert problem.sentence == "Kvasir does not understand it. See the log."
    assert isinstance(transcript, Transcript)
    assert "could not be read" in caplog.text


def test_progress_grows_to_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "many.json"
    path.write_text(json.dumps([samples.chatgpt(conversation_id=str(number)) for number in range(50)]))
    reading = Reading([path], NOW)
    seen = [reading.read_bytes / reading.total_bytes for _ in reading]
    assert seen == sorted(seen)
    assert len(set(seen)) == 50
    assert seen[0] < 0.1
    assert reading.read_bytes == reading.total_bytes


def test_leaving_early_closes_the_zip(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([samples.chatgpt(), samples.chatgpt()]))
    with contextlib.closing(iter(Reading([path], NOW))) as items:  # type: ignore[type-var]  # a generator
        next(items)
    path.unlink()


def test_a_title_is_one_short_line(tmp_path: Path) -> None:
    for title in ("a\nb\tc", "long " * 50, "  \u2028 x", "half \ud83d"):
        (result,) = read_all(tmp_path, samples.chatgpt(title=title))
        assert isinstance(result, Transcript)
        assert_sound(result)
        assert len(result.conversation.title) <= MAX_TITLE_CHARS
    for title in (None, "", "New chat", 3):
        (result,) = read_all(tmp_path, samples.chatgpt(title=title))
        assert isinstance(result, Transcript)
        assert result.conversation.title == said(result)[0][1]
        assert result.conversation.title_is_default
