"""The dialog for the program's settings: pages on the left, their fields on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget

from app.application import Application
from app.translation import tr
from ui import dialogs
from ui.api_settings import ApiPage
from ui.cache_settings import CachePage
from ui.controls import button
from ui.dialogs import PageName
from ui.form_dialog import FormDialog
from ui.generation_settings import GenerationPage
from ui.model_settings import ModelsPage
from ui.pages_list import PagesList
from ui.server_settings import ServersPage
from ui.settings_page import SettingsPage
from ui.settings_pages import AdvancedPage, AppearancePage, GeneralPage
from ui.storage_settings import StoragePage
from ui.theme import Theme

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class SettingsDialog(FormDialog):
    """Shows the settings as they are; only `Save` changes them, all at once, since a loaded model is loaded anew.

    Deletes itself when it is closed; show it with `open`.
    """

    def __init__(self, theme: Theme, application: Application, parent: MainWindow, page: PageName = "general") -> None:
        self.pages_list = PagesList(tr("Pages of the settings"))
        super().__init__(tr("Settings"), parent, self.pages_list)
        self._settings = application.settings
        self.general = GeneralPage(theme, application, lambda: dialogs.keys(parent, self))
        self.models = ModelsPage(theme, application)
        self.servers = ServersPage(theme, application)
        self.generation = GenerationPage(theme, application)
        self.cache = CachePage(theme, application)
        self.appearance = AppearancePage(theme, application)
        self.storage = StoragePage(theme, application)
        self.api = ApiPage(theme, application)
        ways = {
            tr("Diagnostics"): (tr("What this machine has, to be copied."), lambda: dialogs.diagnostics(parent, self)),
            tr("Log"): (tr("What the program and its engine noted."), lambda: dialogs.log(parent, self)),
            tr("About Kvasir"): (tr("Version and licences."), lambda: dialogs.about(parent, self)),
        }
        self.advanced = AdvancedPage(theme, application, ways)
        pages: dict[PageName, tuple[str, SettingsPage]] = {
            "general": (tr("General"), self.general),
            "models": (tr("Models"), self.models),
            "servers": (tr("Servers"), self.servers),
            "generation": (tr("Generation"), self.generation),
            "cache": (tr("Cache and memory"), self.cache),
            "appearance": (tr("Appearance"), self.appearance),
            "storage": (tr("Storage"), self.storage),
            "api": (tr("Local API"), self.api),
            "advanced": (tr("Advanced"), self.advanced),
        }
        self._pages = tuple(each for _title, each in pages.values())
        self._stack = QStackedWidget()
        self.restore = button(tr("Restore defaults"), self._restore, kind="link")
        self.restore.setToolTip(tr("On this page; it holds once you save."))
        self.add_action(self.restore)
        for title, each in pages.values():
            self._stack.addWidget(each)
            self.pages_list.addItem(title)
            each.changed.connect(self._check)
        self.body_layout.addWidget(self._stack)
        self.pages_list.currentRowChanged.connect(self._turn)
        self.pages_list.setCurrentRow(get_args(PageName).index(page))
        self.pages_list.setFocus()

    def accept(self) -> None:
        """Take over what was chosen on all pages."""
        changes = [page.changes() for page in self._pages]
        for page in self._pages:
            page.keep()
        self._settings.update(**{name: value for page in changes for name, value in page.items()})
        super().accept()

    def showEvent(self, event: QShowEvent) -> None:
        """As large as the largest page needs; from then on each scrolls only as far as it goes itself."""
        super().showEvent(event)
        self._fit()

    @Slot(int)
    def _turn(self, row: int) -> None:
        self._stack.setCurrentIndex(row)
        if self.isVisible():
            self._fit()
        self.restore.setEnabled(self._pages[row].has_defaults)
        self.scroll_to_top()

    def _fit(self) -> None:
        for each in self._pages:
            is_shown = each is self._stack.currentWidget()
            vertical = QSizePolicy.Policy.Preferred if is_shown else QSizePolicy.Policy.Ignored
            each.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)

    def _restore(self) -> None:
        self._pages[self.pages_list.currentRow()].restore()
        self._check()

    @Slot()
    def _check(self) -> None:
        self.show_problem(next(filter(None, (page.problem() for page in self._pages)), ""))
