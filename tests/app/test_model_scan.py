from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.model_scan import scan_models

NOWHERE = Path("/no/such/folder")


def gguf(path: Path, magic: bytes = b"GGUF") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(magic + b"\x00" * 96)
    return path


def hf_folder(folder: Path, shards: int = 1) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    names = [f"model-{n}.safetensors" for n in range(shards)]
    for name in names:
        (folder / name).write_bytes(b"x" * 50)
    if shards > 1:
        index = {"weight_map": {f"layer{n}": name for n, name in enumerate(names)}}
        (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    return folder


def found(*places: Path, own: Path = NOWHERE, hub: Path = NOWHERE) -> list[tuple[str, str, int]]:
    return [(choice.name, choice.source, choice.size_bytes) for choice in scan_models(own, places, hub)]


def test_models_are_found_where_people_put_them(tmp_path: Path) -> None:
    gguf(tmp_path / "Zephyr.Q4.gguf")
    gguf(tmp_path / "publisher" / "name" / "apple ü.GGUF")
    hf_folder(tmp_path / "publisher" / "Big-Model", shards=3)
    assert found(tmp_path) == [("apple ü", "folder", 100), ("Big-Model", "folder", 150), ("Zephyr.Q4", "folder", 100)]


def test_a_chosen_file_or_model_folder_counts_itself(tmp_path: Path) -> None:
    file, folder = gguf(tmp_path / "a" / "one.gguf"), hf_folder(tmp_path / "b" / "two")
    assert [name for name, _, _ in found(file, folder)] == ["one", "two"]


def test_a_model_that_two_places_show_is_listed_once(tmp_path: Path) -> None:
    file = gguf(tmp_path / "one.gguf")
    assert len(found(tmp_path, file)) == 1


def test_what_is_not_a_whole_model_is_not_offered(tmp_path: Path) -> None:
    gguf(tmp_path / "wrong.gguf", magic=b"NOPE")
    (tmp_path / "empty.gguf").write_bytes(b"")
    gguf(tmp_path / ".model.gguf.fetching" / "part.gguf")
    gguf(tmp_path / "model.gguf.damaged")
    gguf(tmp_path / "mmproj-model.gguf")
    gguf(tmp_path / "big-00002-of-00002.gguf")
    (hf_folder(tmp_path / "partial", shards=3) / "model-1.safetensors").unlink()
    (hf_folder(tmp_path / "torn", shards=2) / "model.safetensors.index.json").write_text('{"weight_map": [')
    (tmp_path / "only config").mkdir()
    (tmp_path / "only config" / "config.json").write_text("{}")
    assert found(tmp_path) == []


def test_the_hub_cache_is_used_as_it_is(tmp_path: Path) -> None:
    repository = tmp_path / "models--org--name"
    old, new = hf_folder(repository / "snapshots" / "aaa"), hf_folder(repository / "snapshots" / "bbb")
    os.utime(old, (1, 1))
    partial = hf_folder(tmp_path / "models--org--partial" / "snapshots" / "ccc", shards=2)
    (partial / "model-0.safetensors").unlink()
    (choice,) = scan_models(NOWHERE, [], tmp_path)
    assert (choice.name, choice.source, choice.path) == ("org/name", "hub", str(new))


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_links_are_followed_and_a_broken_one_is_no_model(tmp_path: Path) -> None:
    target = hf_folder(tmp_path / "elsewhere" / "model")
    places = tmp_path / "places"
    places.mkdir()
    (places / "linked").symlink_to(target)
    (places / "gone.gguf").symlink_to(tmp_path / "nothing")
    assert [name for name, _, _ in found(places)] == ["linked"]


def test_the_verified_starter_model_comes_first(tmp_path: Path, starter_model: Path) -> None:
    gguf(tmp_path / "a.gguf")
    names = [(name, source) for name, source, _ in found(tmp_path, own=starter_model.parent)]
    assert names[0] == ("SmolLM2-135M-Instruct", "starter")
    assert ("a", "folder") in names
