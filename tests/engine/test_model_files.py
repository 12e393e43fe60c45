"""Every way in which a model's files can be wrong gives a sentence that names the file."""

from __future__ import annotations

import json
import os
import shutil
import struct
import sys
import tempfile
from pathlib import Path

import pytest

from engine.errors import LoadError
from engine.model_files import inspect_model


def write_safetensors(path: Path, num_bytes: int = 64, name: str = "weight") -> None:
    header = json.dumps({name: {"dtype": "U8", "shape": [num_bytes], "data_offsets": [0, num_bytes]}}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(num_bytes))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model folder that looks whole, under a name with a space and letters of three scripts."""
    model = tmp_path / "mój モデル ø"
    model.mkdir()
    (model / "config.json").write_text('{"model_type": "llama"}')
    write_safetensors(model / "model.safetensors")
    return model


def refuse(path: Path) -> LoadError:
    with pytest.raises(LoadError) as caught:
        inspect_model(path)
    return caught.value


def test_a_whole_folder_is_accepted_and_named_after_itself(folder: Path) -> None:
    files = inspect_model(folder)
    assert files.name == "mój モデル ø"
    assert files.weights == (folder / "model.safetensors",)
    assert not files.is_gguf


def test_a_snapshot_of_the_hub_cache_is_named_after_its_repository(folder: Path, tmp_path: Path) -> None:
    snapshot = tmp_path / "models--org--Tiny-Model" / "snapshots" / "0a1b"
    shutil.copytree(folder, snapshot)
    assert inspect_model(snapshot).name == "Tiny-Model"


def test_a_path_where_nothing_lies_is_named(tmp_path: Path) -> None:
    error = refuse(tmp_path / "gone.gguf")
    assert error.code == "not_found"
    assert "gone.gguf" in error.sentence


@pytest.mark.parametrize(
    ("damage", "code", "named"),
    [
        (lambda f: (f / "config.json").unlink(), "unsupported", "config.json"),
        (lambda f: (f / "config.json").write_text("{"), "damaged", "config.json"),
        (lambda f: (f / "config.json").write_text("[]"), "damaged", "config.json"),
        (lambda f: (f / "model.safetensors").unlink(), "damaged", "no weights"),
        (lambda f: (f / "model.safetensors").write_bytes(b""), "damaged", "empty"),
        (lambda f: (f / "model.safetensors").write_bytes(b"PK\x03\x04"), "damaged", "model.safetensors"),
        (lambda f: (f / "model.safetensors").write_bytes(bytes(500)), "damaged", "not a safetensors file"),
        (lambda f: os.truncate(f / "model.safetensors", 100), "damaged", "cut off"),
    ],
)
def test_a_damaged_folder_is_refused_with_the_file_at_fault(folder: Path, damage, code: str, named: str) -> None:  # type: ignore[no-untyped-def] # a lambda
    damage(folder)
    error = refuse(folder)
    assert error.code == code
    assert named in error.sentence
    assert str(folder) in error.sentence


def test_a_missing_shard_is_named(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    write_safetensors(folder / "model-00001-of-00002.safetensors")
    weight_map = {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": weight_map}))
    error = refuse(folder)
    assert error.code == "damaged"
    assert "model-00002-of-00002.safetensors is missing" in error.sentence


def test_a_folder_with_gguf_files_in_it_points_to_one(folder: Path) -> None:
    (folder / "config.json").unlink()
    (folder / "tiny.gguf").write_bytes(b"GGUF")
    assert "tiny.gguf" in refuse(folder).sentence


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "damaged"),
        (b"GGU", "unsupported"),
        (b"PK\x03\x04" + bytes(100), "unsupported"),
        (b"GGUF" + struct.pack("<I", 3), "damaged"),
        (b"GGUF" + struct.pack("<I", 9) + bytes(100), "unsupported"),
    ],
)
def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "odd.gguf"
    path.write_bytes(content)
    error = refuse(path)
    assert error.code == code
    assert "odd.gguf" in error.sentence


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_a_file_that_may_not_be_read_is_named(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as open_to_all:
        model = shutil.copytree(folder, Path(open_to_all) / "model")
        for path, mode in [(Path(open_to_all), 0o755), (model, 0o755), (model / "model.safetensors", 0)]:
            path.chmod(mode)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)  # root may read everything
        try:
            error = refuse(model)
        finally:
            os.seteuid(user)
    assert error.code == "no_permission"
    assert "model.safetensors" in error.sentence


def test_other_contents_under_the_same_name_are_another_model(folder: Path) -> None:
    before = inspect_model(folder).identity
    assert inspect_model(folder).identity == before
    write_safetensors(folder / "model.safetensors", name="other!")
    assert inspect_model(folder).identity != before
