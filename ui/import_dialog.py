"""The dialog that brings conversations in from other programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from app.exchange_controller import ExchangeController
from app.translation import mark, tr
from ui.controls import button, label
from ui.exchange_dialog import ExchangeDialog
from ui.local_files import local_files

_ABOUT = mark(
    "From ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT and Kvasir itself: zips, JSON files and folders, as those "
    "programs export them. What is here already is left as it is, so an import can be repeated."
)
_HINT = mark("Files can also be dropped here.")


class ImportDialog(ExchangeDialog):
    """Asks for files or a folder and imports them."""

    def __init__(self, exchange: ExchangeController, parent: QWidget) -> None:
        super().__init__(exchange, "import", tr("Import conversations"), tr(_ABOUT), parent)
        self.form.addWidget(label(tr(_HINT), "caption"))
        self.folder = button(tr("Choose folder …"), lambda: self._ask(QFileDialog.FileMode.Directory))
        self.files = button(tr("Choose files …"), lambda: self._ask(QFileDialog.FileMode.ExistingFiles), kind="primary")
        self.files.setDefault(True)
        self.add_beginning(self.folder)
        self.add_beginning(self.files)
        self.setAcceptDrops(True)
        self.files.setFocus()

    def take(self, paths: Iterable[Path]) -> None:
        """Import these."""
        self.exchange.start_import(paths)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped while nothing runs."""
        if local_files(event.mimeData()) and self.files.isVisible():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import what was dropped."""
        event.acceptProposedAction()
        self.take(local_files(event.mimeData()))

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        is_folder = mode == QFileDialog.FileMode.Directory
        filters = "" if is_folder else tr("Exports (*.zip *.json *.jsonl);;All files (*)")
        dialog = QFileDialog(self, tr("Choose a folder") if is_folder else tr("Choose exported files"), filter=filters)
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda names: self.take(map(Path, names)))
        dialog.open()
