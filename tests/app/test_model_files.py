from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.model_files import delete_files, own_files


def put(path: Path, num_bytes: int = 10) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(num_bytes))
    return path


def test_a_folder_goes_with_its_files_but_not_with_those_of_the_user(tmp_path: Path) -> None:
    model = tmp_path / "model"
    for name in ("config.json", "model.safetensors", "tokenizer.json", "original/extra.safetensors"):
        put(model / name)
    mine = put(model / "my notes.txt")
    own = own_files(model)
    assert (own.num_bytes, own.others) == (40, 1)
    delete_files(own)
    assert list(model.iterdir()) == [mine]
    mine.unlink()
    put(model / "config.json")
    delete_files(own_files(model))
    assert not model.exists()


def test_all_parts_of_a_file_go_and_its_neighbours_stay(tmp_path: Path) -> None:
    parts = [put(tmp_path / f"big-0000{number}-of-00002.gguf") for number in (1, 2)]
    other = put(tmp_path / "other.gguf")
    delete_files(own_files(parts[0]))
    assert list(tmp_path.iterdir()) == [other]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_of_a_link_only_the_link_goes(tmp_path: Path) -> None:
    target = tmp_path / "target"
    put(target / "config.json")
    put(target / "model.safetensors")
    link = tmp_path / "link"
    link.symlink_to(target)
    own = own_files(link)
    assert own.is_link and own.num_bytes == 0
    delete_files(own)
    assert not link.exists() and (target / "model.safetensors").exists()
