from __future__ import annotations

from pathlib import Path

from benchmarks.library import SEARCHES, library, opened


def test_the_library_holds_what_is_searched_for_in_the_numbers_that_its_names_say(tmp_path: Path) -> None:
    store = opened(library(tmp_path / "library", 24, 24 * 20))
    assert len(store.conversations()) == 24
    assert store.database.rows("SELECT count(*) FROM messages")[0][0] == 480
    found = {name: len(store.search(text)) for name, text in SEARCHES.items()}
    assert found["frequent word"] == found["frequent short word"] == 22, "all but the Chinese ones"
    assert found["one letter"] >= 22
    assert found["rare word"] == found["with accents"] == found["two Chinese characters"] == 5
    assert found["one frequent Chinese character"] == 2
    assert found["no such word"] == 0
    store.close()


def test_a_library_that_is_there_is_not_written_again(tmp_path: Path) -> None:
    folder = library(tmp_path / "library", 2, 4)
    before = (folder / "conversations.db").read_bytes()
    assert library(folder, 3, 6) == folder
    assert (folder / "conversations.db").read_bytes() == before
