from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.errors import KvasirError
from app.exchange.transcript import Transcript
from app.exchange.writing import SUFFIXES, ExportFormat, suggested_name, write
from tests.app.exchange.reading_files import results
from tests.app.exchange.test_kvasir_json import sample


def titled(*titles: str) -> list[Transcript]:
    return [
        replace(sample(), conversation=replace(sample().conversation, id=f"c{number}", title=title))
        for number, title in enumerate(titles)
    ]


def sources(path: Path) -> list[str]:
    return sorted(result.conversation.id for result in results(path) if isinstance(result, Transcript))


def test_a_folder_gets_a_file_for_each_and_loses_none(tmp_path: Path) -> None:
    (tmp_path / "Well.md").write_text("mine")
    written = write(titled("Well", "WELL", "a/b"), "markdown", tmp_path)
    assert (written.path, written.count) == (tmp_path, 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["WELL (3).md", "Well (2).md", "Well.md", "a-b.md"]
    assert (tmp_path / "Well.md").read_text() == "mine"


def test_a_zip_gets_a_file_for_each(tmp_path: Path) -> None:
    written = write(titled("Well", "well", "x"), "html", tmp_path / "new" / "all.zip")
    with zipfile.ZipFile(written.path) as archive:
        assert archive.namelist() == ["Well.html", "well (2).html", "x.html"]


@pytest.mark.parametrize("name", ["all.json", "all.zip", "all"])
def test_json_comes_back_from_every_kind_of_target(tmp_path: Path, name: str) -> None:
    for transcripts in ([], titled("Well"), titled("Well", "Other")):
        folder = tmp_path / str(len(transcripts))
        written = write(transcripts, "json", folder / name)
        assert written == type(written)(folder / name, len(transcripts))
        assert sources(written.path) == [transcript.conversation.id for transcript in transcripts]


def test_a_file_that_exists_is_never_replaced(tmp_path: Path) -> None:
    paths = [write(titled("Well"), "json", tmp_path / "x.json").path.name for _ in range(3)]
    assert paths == ["x.json", "x (2).json", "x (3).json"]


def test_what_fails_halfway_leaves_no_half_file(tmp_path: Path) -> None:
    def failing() -> Iterator[Transcript]:
        yield sample()
        raise KvasirError("Enough.")

    for name in ("x.json", "x.zip"):
        with pytest.raises(KvasirError, match="Enough"):
            write(failing(), "json", tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", ["markdown", "html"])
def test_one_page_holds_one_conversation(tmp_path: Path, format: ExportFormat) -> None:
    target = tmp_path / ("x" + SUFFIXES[format])
    with pytest.raises(KvasirError, match="one conversation only"):
        write(titled("a", "b"), format, target)
    assert not target.exists()
    assert write(titled("a"), format, target).path.read_bytes()


def test_a_name_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KvasirError, match=r"x\.html does not fit .* \.md"):
        write(titled("a"), "markdown", tmp_path / "x.html")


@pytest.mark.skipif(sys.platform == "win32", reason="other sentences there")
def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for target in (tmp_path / "file", tmp_path / "file" / "x.json"):
        with pytest.raises(KvasirError, match="cannot be written"):
            write(titled("a"), "json", target)


def test_names_to_suggest() -> None:
    assert suggested_name("What? Why", 1, "html") == "What- Why.html"
    assert suggested_name("", 3, "html") == "Kvasir conversations.zip"
