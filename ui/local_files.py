"""Files and folders outside of the program: those in what was dropped or pasted, and how a folder is shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices


def local_files(data: QMimeData) -> tuple[Path, ...]:
    """All of them; none if there is anything else among them, such as the address of a page."""
    urls = data.urls() if data.hasUrls() else []
    if not all(url.isLocalFile() for url in urls):
        return ()
    return tuple(Path(url.toLocalFile()) for url in urls)


def open_folder(folder: Path) -> None:
    """Let the system's file manager show it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
