from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl

from ui.local_files import local_files


@pytest.mark.parametrize("urls", [[], ["https://example.org/a.txt"], ["file:///a.txt", "https://example.org/b.txt"]])
def test_addresses_are_no_files(urls: list[str]) -> None:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    assert local_files(data) == ()


def test_files_keep_their_names_and_order(tmp_path: Path) -> None:
    paths = tuple(tmp_path / name for name in ("b #1.txt", "ä ø.txt"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    assert local_files(data) == paths


def test_text_is_no_file() -> None:
    data = QMimeData()
    data.setText("/etc/passwd")
    assert local_files(data) == ()
