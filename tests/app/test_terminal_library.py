from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from app.exchange.reading import Reading
from app.exchange.taking_in import ImportReport, take
from app.paths import Paths
from app.single_instance import SingleInstance
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from tests.app.exchange.reading_files import NOW
from tests.app.exchange.samples import chatgpt, lm_studio

ROOT = Path(__file__).resolve().parents[2]
NO_ENGINE = json.dumps([sys.executable, "-c", "raise SystemExit('an engine was started')"])


def library(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "library", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), "KVASIR_ENGINE_ARGV": NO_ENGINE},
        cwd=cwd,
        timeout=60,
        check=False,
    )


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    """Two conversations, one of ChatGPT, one of LM Studio, and a file that is neither."""
    folder = tmp_path / "exports ø"
    folder.mkdir()
    (folder / "conversations.json").write_text(json.dumps([chatgpt()]))
    (folder / "1.conversation.json").write_text(json.dumps(lm_studio()))
    (folder / "broken.json").write_text("{broken")
    return folder


@pytest.fixture
def filled(kvasir_home: Path, exports: Path) -> Iterator[ConversationStore]:
    """The store of a home that has both."""
    paths = Paths.resolve()
    paths.make()
    store = ConversationStore(Database.open(paths.database, paths.backups))
    for item in Reading([exports], NOW):
        take(store, item, ImportReport())
    yield store
    store.close()


def ids(store: ConversationStore) -> dict[str, str]:
    return {conversation.title: conversation.id for conversation in store.conversations()}


def test_import_says_what_came_in_and_the_second_time_adds_nothing(kvasir_home: Path, exports: Path) -> None:
    done = library("import", exports)
    assert done.returncode == 0
    assert done.stdout == ""
    problem, summary = done.stderr.splitlines()[-2:]
    assert problem.startswith(f"{exports.name}{os.sep}broken.json: This is not JSON: ")
    assert summary == "2 conversations came in, 1 could not be read."
    done = library("import", exports / "conversations.json", exports / "1.conversation.json")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        0,
        "0 conversations came in, 2 were known already.",
    )


def test_list_and_search_show_ids_times_and_titles(filled: ConversationStore) -> None:
    lines = library("list").stdout.splitlines()
    assert [line.split("  ")[2] for line in lines] == ["Runes", "Mímir’s well"]
    assert [line[:8] for line in lines] == [conversation.id[:8] for conversation in filled.conversations()]
    done = library("search", "deep", "well")
    assert (done.returncode, done.stdout.splitlines()) == (0, [lines[1]])
    done = library("search", "nothing of the kind")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "There is no such conversation.\n")


def test_the_archive_and_the_trash_have_lists_of_their_own(filled: ConversationStore) -> None:
    filled.set_archived(ids(filled)["Runes"], True)
    filled.delete(ids(filled)["Mímir’s well"])
    assert library("list").stderr == "There are no conversations here.\n"
    assert library("list", "--archived").stdout.endswith("Runes\n")
    assert library("list", "--trash").stdout.endswith("Mímir’s well\n")
    assert library("list", "--archived", "--trash").returncode == 2


def test_one_conversation_goes_to_standard_output(filled: ConversationStore) -> None:
    done = library("export", ids(filled)["Mímir’s well"][:8])
    assert done.returncode == 0
    assert done.stdout.startswith("# Mímir’s well\n")
    assert "## You\n\nHow deep is the well?\n\n## Answer (gpt-4o)\n\nVery.\n" in done.stdout
    exported = json.loads(library("export", ids(filled)["Runes"], "--format", "json").stdout)
    assert exported["kvasir"] == 1
    assert len(exported["messages"]) == 4


def test_a_shell_on_any_system_gets_every_character(filled: ConversationStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert "Carve ᚠ" in library("export", ids(filled)["Runes"]).stdout


def test_several_go_to_a_folder_or_where_out_says(filled: ConversationStore, tmp_path: Path) -> None:
    done = library("export", "--all", cwd=tmp_path)
    assert done.returncode == 0
    assert {path.name for path in (tmp_path / "Kvasir conversations").iterdir()} == {"Runes.md", "Mímir’s well.md"}
    done = library("export", "--all", "--out", tmp_path / "all.json")
    assert done.stderr.splitlines()[-1] == f"2 conversations written to {tmp_path / 'all.json'}."
    assert len(json.loads((tmp_path / "all.json").read_text("utf-8"))) == 2
    assert library("export", *ids(filled).values(), "--format", "html", "--out", tmp_path / "a.zip").returncode == 0
    assert (tmp_path / "a.zip").stat().st_size > 1000


def test_what_was_exported_comes_back_into_another_home(
    filled: ConversationStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("export", "--all", "--out", tmp_path / "all.json")
    listed = library("list").stdout
    monkeypatch.setenv("KVASIR_HOME", str(tmp_path / "other"))
    assert library("import", tmp_path / "all.json").returncode == 0
    assert library("list").stdout == listed


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["export", "zzz"], 1, "There is no conversation whose id begins with zzz."),
        (["export", ""], 1, "The ids of 2 conversations begin with “”."),
        (["export"], 2, "Say which conversations to export: either their ids or --all."),
        (["export", "--all", "--out", "x.html"], 1, "x.html can hold one conversation only"),
        (["export", "--all", "--format", "json", "--out", "x.html"], 1, "x.html does not fit the format"),
        (["import", "nowhere.zip"], 1, "nowhere.zip: There is no such file."),
        (["nonsense"], 2, "invalid choice: 'nonsense'"),
    ],
)
def test_what_goes_wrong_is_a_sentence_and_an_exit_code(
    filled: ConversationStore, tmp_path: Path, arguments: list[str], code: int, sentence: str
) -> None:
    done = library(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "x.html").exists()


def test_beside_a_running_program_it_says_so(qapp: QObject, kvasir_home: Path) -> None:
    running = SingleInstance(Paths.resolve())
    assert running.acquire()
    try:
        done = library("list")
    finally:
        running.release()
    assert done.returncode == 1
    assert "open already" in done.stderr


def test_a_store_that_may_only_be_read_is_listed_searched_and_exported(
    filled: ConversationStore, exports: Path
) -> None:
    filled.database.write(lambda db: db.execute("PRAGMA user_version = 999"))
    filled.close()
    for arguments in (["list"], ["search", "well"], ["export", "--all", "--out", str(exports / "out.zip")]):
        done = library(*arguments)
        assert done.returncode == 0
        assert "newer version of Kvasir" in done.stderr
    assert (exports / "out.zip").exists()
    done = library("import", exports)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "Nothing can be taken in: what comes in cannot be written to the disk."
