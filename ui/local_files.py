"""The files in what was dropped or pasted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def local_files(data: QMimeData) -> tuple[Path, ...]:
    """All of them; none if there is anything else among them, such as the address of a page."""
    urls = data.urls() if data.hasUrls() else []
    if not all(url.isLocalFile() for url in urls):
        return ()
    return tuple(Path(url.toLocalFile()) for url in urls)
