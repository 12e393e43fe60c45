"""GGUF headers: cut-off files are found out, and one conversion parses the header once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import gguf
import pytest

from engine.errors import LoadError
from engine.gguf_reading import check_gguf_length, reading_once


@pytest.mark.parametrize("kept_bytes", [1_000, 3_000_000, 98_362_431])
def test_a_gguf_file_that_is_cut_off_anywhere_is_refused(starter_model: Path, tmp_path: Path, kept_bytes: int) -> None:
    path = tmp_path / "cut.gguf"
    shutil.copy(starter_model, path)
    os.truncate(path, kept_bytes)
    with pytest.raises(LoadError, match="cut off") as caught:
        check_gguf_length(path)
    assert caught.value.code == "damaged"
    assert "cut.gguf" in caught.value.sentence


def test_within_one_conversion_a_header_is_parsed_once(starter_model: Path) -> None:
    original = gguf.GGUFReader
    with reading_once():
        check_gguf_length(starter_model)
        reader = gguf.GGUFReader(str(starter_model))
        assert gguf.GGUFReader(str(starter_model)) is reader
    assert gguf.GGUFReader is original
