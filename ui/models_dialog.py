"""The window “Models”: what lies on this computer, what is recommended, searching the Hub, and downloads."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedWidget, QWidget

from app.application import Application
from app.translation import tr
from ui.dialogs import ModelsPage
from ui.download_rows import DownloadsPage
from ui.found_models import RecommendedPage, SearchPage
from ui.installed_models import InstalledPage
from ui.pages_list import PagesList
from ui.theme import Theme

_SIZE = (1060, 660)


class ModelsDialog(QDialog):
    """A window of its own beside the main one; deletes itself when it is closed. Downloads go on without it."""

    load_requested = Signal(str)
    plan_requested = Signal(str, object)
    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlags(Qt.WindowType.Window)
        self.setWindowTitle(tr("Models"))
        self.resize(*_SIZE)
        self._downloads = application.downloads
        self.installed = InstalledPage(theme, application)
        self.recommended = RecommendedPage(theme, application)
        self.search = SearchPage(theme, application)
        self.downloads = DownloadsPage(application.downloads)
        self._stack = QStackedWidget()
        self.pages_list = PagesList(tr("Pages of the models"), (_downloads_name(99),))
        for page, name in zip((self.installed, self.recommended, self.search, self.downloads), _names(), strict=True):
            self._stack.addWidget(page)
            self.pages_list.addItem(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pages_list)
        layout.addWidget(self._stack, 1)
        self._connect()
        self.show_page("installed")
        self._on_downloads()
        self.pages_list.setFocus()

    def show_page(self, page: ModelsPage) -> None:
        """Turn to a page."""
        self.pages_list.setCurrentRow(get_args(ModelsPage).index(page))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter belongs to the lists and buttons; it does not close the window."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self.pages_list.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.installed.load_requested.connect(self.load_requested)
        self.installed.plan_requested.connect(lambda path: self.plan_requested.emit(path, 0))
        self.installed.file_requested.connect(self.file_requested)
        self.installed.folder_requested.connect(self.folder_requested)
        self.downloads.load_requested.connect(self.load_requested)
        for page in (self.recommended, self.search):
            page.repository.plan_requested.connect(self.plan_requested)
            page.repository.started.connect(lambda: self.show_page("downloads"))
        self._downloads.changed.connect(self._on_downloads)

    @Slot()
    def _on_downloads(self) -> None:
        open_ones = sum(each.state != "done" for each in self._downloads.downloads())
        self.pages_list.item(get_args(ModelsPage).index("downloads")).setText(_downloads_name(open_ones))


def _names() -> tuple[str, str, str, str]:
    return tr("On this computer"), tr("Recommended"), tr("Search"), tr("Downloads")


def _downloads_name(open_ones: int) -> str:
    return tr("Downloads ({count})").format(count=open_ones) if open_ones else tr("Downloads")
