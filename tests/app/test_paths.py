from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from app.paths import Paths


def test_kvasir_home_moves_all_four_folders(kvasir_home: Path) -> None:
    paths = Paths.resolve()
    assert {folder.parent for folder in (paths.config, paths.data, paths.cache, paths.logs)} == {kvasir_home}


def test_without_it_no_conversation_lies_below_a_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KVASIR_HOME", raising=False)
    paths = Paths.resolve()
    assert not paths.database.is_relative_to(paths.cache)
    assert not paths.models.is_relative_to(paths.cache)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows protects the user's folders by inheritance")
def test_folders_are_for_this_user_only(kvasir_home: Path) -> None:
    paths = Paths.resolve()
    paths.make()
    for folder in (paths.config, paths.data, paths.cache, paths.logs):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_in_the_way_does_not_keep_the_others_from_being_made(kvasir_home: Path) -> None:
    paths = Paths.resolve()
    kvasir_home.mkdir()
    paths.config.write_text("a file where the folder should be")
    with pytest.raises(OSError):
        paths.make()
    assert paths.data.is_dir()
