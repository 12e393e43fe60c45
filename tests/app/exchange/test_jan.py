from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from app.exchange.transcript import Problem, Transcript
from tests.app.exchange.reading_files import branch, results, said
from tests.app.exchange.samples import jan_messages, jan_thread


@pytest.fixture
def threads(tmp_path: Path) -> Path:
    """Jan's folder, with one thread in it."""
    folder = tmp_path / "threads" / "jan_17"
    folder.mkdir(parents=True)
    (folder / "thread.json").write_text(json.dumps(jan_thread(), indent=2))
    (folder / "messages.jsonl").write_text("\n".join(map(json.dumps, jan_messages())) + "\n\n")
    return folder.parent


def zipped(threads: Path) -> Path:
    path = threads.parent / "jan.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in threads.rglob("*.json*"):
            archive.write(file, file.relative_to(threads.parent))
    return path


def test_a_folder_a_zip_and_a_single_file_give_the_same_thread(threads: Path) -> None:
    for chosen in (threads, threads / "jan_17", zipped(threads), threads / "jan_17" / "messages.jsonl"):
        (transcript,) = results(chosen)
        assert isinstance(transcript, Transcript)
        assert said(transcript) == [("user", "Hej"), ("assistant", "Hej med dig")]
        assert [message.reasoning for message in branch(transcript)] == ["", "Danish?"]
        assert transcript.conversation.source == "jan:jan_17"
        assert transcript.conversation.settings.system_prompt == "Be short."
        assert transcript.conversation.title == "Hej"
        assert transcript.conversation.updated_at == 1690000100
        assert transcript.messages[0].created_at == pytest.approx(1690000000.123)


def test_choosing_the_thread_file_reads_the_messages_beside_it(threads: Path) -> None:
    (transcript,) = results(threads / "jan_17" / "thread.json")
    assert isinstance(transcript, Transcript)
    assert len(transcript.messages) == 2


def test_messages_without_their_thread_are_named_after_the_first(threads: Path) -> None:
    (threads / "jan_17" / "thread.json").write_text("{broken")
    transcript, problem = sorted(results(threads), key=lambda result: isinstance(result, Problem))
    assert isinstance(transcript, Transcript)
    assert transcript.conversation.title == "Hej"
    assert transcript.conversation.title_is_default
    assert isinstance(problem, Problem)


def test_a_thread_without_messages_is_reported(threads: Path) -> None:
    (threads / "jan_17" / "messages.jsonl").unlink()
    where = str(Path("threads", "jan_17", "thread.json"))
    assert results(threads) == [Problem(f"{where}, “Hej”", "The messages of this thread are not beside it.")]


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_broken_line_costs_only_itself(threads: Path, line: int) -> None:
    path = threads / "jan_17" / "messages.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[: line - 1], '{"thread_id": ', *lines[line - 1 :]]))
    problem, transcript = results(threads)
    assert isinstance(problem, Problem)
    assert problem.where.endswith(f"messages.jsonl, line {line}")
    assert isinstance(transcript, Transcript)
    assert len(transcript.messages) == 2
