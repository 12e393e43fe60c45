from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.store.files import system_path

LONG = "x" * 240
not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows forbids such names, or links")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (r"C:\short", r"C:\short"),
        (rf"C:\{LONG}\a.db", rf"\\?\C:\{LONG}\a.db"),
        (f"C:/{LONG}/a.db", rf"\\?\C:\{LONG}\a.db"),
        (rf"\\server\share\{LONG}", rf"\\?\UNC\server\share\{LONG}"),
        (rf"\\?\C:\{LONG}", rf"\\?\C:\{LONG}"),
    ],
)
def test_windows_is_told_that_a_long_path_is_meant(path: str, expected: str) -> None:
    assert system_path(path, windows=True) == expected


def test_other_systems_take_long_paths_as_they_are() -> None:
    assert system_path(f"/{LONG}", windows=False) == f"/{LONG}"


@pytest.mark.parametrize(
    "name",
    [
        "with spaces and 100% #1 & more",
        pytest.param("really?mode=ro&x=y", marks=not_on_windows),
        "Kvasirs hjem ø – 会話　話",
        "-wal",
        "a'b",
        "/".join(["a" * 100] * 3),
    ],
)
def test_conversations_are_kept_below_any_path(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir(parents=True)
    store = ConversationStore(Database.open(folder / "conversations.db", folder / "backups"))
    assert store.database.warning == ""
    kept = store.create()
    assert store.database.back_up_daily()
    store.close()
    store = ConversationStore(Database.open(folder / "conversations.db", folder / "backups"))
    assert store.conversations() == (kept,)
    store.close()
    assert [path.name for path in folder.iterdir()].count("conversations.db") == 1
    assert len(list((folder / "backups").iterdir())) == 1


@not_on_windows
def test_a_path_that_is_too_long_for_the_database_is_named_as_the_reason(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["会" * 60] * 3)
    folder.mkdir(parents=True)
    database = Database.open(folder / "conversations.db", folder / "backups")
    assert "longer than 500 bytes" in database.warning and not database.is_saved
    database.close()


@not_on_windows
def test_links_to_the_folder_and_to_the_file_lead_to_one_database(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    folder, file = tmp_path / "folder", tmp_path / "linked.db"
    folder.symlink_to(real, target_is_directory=True)
    file.symlink_to(real / "conversations.db")
    store = ConversationStore(Database.open(folder / "conversations.db", tmp_path / "backups"))
    kept = store.create()
    assert (real / "conversations.db-wal").exists()
    store.close()
    store = ConversationStore(Database.open(file, tmp_path / "backups"))
    assert store.conversations() == (kept,)
    store.close()
    assert file.is_symlink()


@not_on_windows
def test_a_damaged_file_behind_a_link_is_renewed_where_it_lies(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.db"
    real.write_bytes(b"nonsense" * 1000)
    (tmp_path / "conversations.db").symlink_to(real)
    database = Database.open(tmp_path / "conversations.db", tmp_path / "backups")
    assert "were damaged" in database.warning and database.is_saved
    database.close()
    assert (tmp_path / "conversations.db").is_symlink()
    (damaged,) = tmp_path.glob("elsewhere.db.damaged-*")
    assert damaged.read_bytes() == b"nonsense" * 1000
