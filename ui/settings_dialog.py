"""The dialog for the program's settings: pages on the left, their fields on the right."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QListWidget, QStackedWidget, QWidget

from app.application import Application
from ui.cache_settings import CachePage
from ui.form_dialog import FormDialog
from ui.settings_pages import GeneralPage, GenerationPage, ModelsPage, StoragePage
from ui.theme import SPACING, Theme

PageName: TypeAlias = Literal["General", "Models", "Generation", "Cache and memory", "Storage"]
_ROUND_THE_NAMES = 4 * SPACING.large


class SettingsDialog(FormDialog):
    """Shows the settings as they are; only `Save` changes them, all at once, since a loaded model is loaded anew.

    Deletes itself when it is closed; show it with `open`.
    """

    def __init__(self, theme: Theme, application: Application, parent: QWidget, page: PageName = "General") -> None:
        self.pages_list = QListWidget()
        super().__init__("Settings", parent, self.pages_list)
        self._settings = application.settings
        self.general = GeneralPage(theme, application)
        self.models = ModelsPage(theme, application)
        self.generation = GenerationPage(theme, application)
        self.cache = CachePage(theme, application)
        self.storage = StoragePage(theme, application)
        self._pages = (self.general, self.models, self.generation, self.cache, self.storage)
        stack = QStackedWidget()
        for each in self._pages:
            stack.addWidget(each)
        self.body_layout.addWidget(stack)
        self.pages_list.setProperty("kind", "pages")
        self.pages_list.setAccessibleName("Pages of the settings")
        widest = max(map(self.fontMetrics().horizontalAdvance, get_args(PageName)))
        self.pages_list.setFixedWidth(widest + _ROUND_THE_NAMES)
        self.pages_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.pages_list.addItems(get_args(PageName))
        self.pages_list.currentRowChanged.connect(stack.setCurrentIndex)
        self.pages_list.currentRowChanged.connect(lambda _row: self.scroll_to_top())
        self.pages_list.setCurrentRow(get_args(PageName).index(page))
        for changing in (self.models, self.generation):
            changing.changed.connect(self._check)
        self.pages_list.setFocus()

    def accept(self) -> None:
        """Take over what was chosen on all pages."""
        changes = [page.changes() for page in self._pages]
        self._settings.update(**{name: value for page in changes for name, value in page.items()})
        super().accept()

    @Slot()
    def _check(self) -> None:
        self.show_problem(next(filter(None, (page.problem() for page in self._pages)), ""))
