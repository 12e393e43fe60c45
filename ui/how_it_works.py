"""The window “How it works”: a few pages that show on the loaded model what its cache does."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.application import Application
from app.explanations import ModelExplained
from app.translation import tr
from ui.controls import UpDownScroll, label
from ui.how_kinds import KindsPage
from ui.how_layers import LayersPage
from ui.how_match import MatchPage
from ui.how_trial import TrialPage
from ui.pages_list import PagesList
from ui.theme import SPACING, Theme

_SIZE = (1080, 660)


class HowItWorks(QDialog):
    """A window of its own; deletes itself when it is closed.

    Args:
        conversation_id: The chat whose prompt is shown.
    """

    def __init__(self, theme: Theme, application: Application, conversation_id: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlags(Qt.WindowType.Window)
        self.setWindowTitle(tr("How it works"))
        self.resize(*_SIZE)
        self._application = application
        self._explanations = application.explanations
        self.trial = TrialPage(theme, self._explanations)
        self.layers = LayersPage()
        self.match = MatchPage(theme, self._explanations, conversation_id)
        self.kinds = KindsPage(theme)
        self.list = PagesList(tr("Pages"))
        self._pages = QStackedWidget()
        for name, page in (
            (tr("A cache, token by token"), self.trial),
            (tr("Keys and values"), self.layers),
            (tr("What a change costs"), self.match),
            (tr("Kinds of attention"), self.kinds),
        ):
            self.list.addItem(name)
            self._pages.addWidget(_page(name, page))
        self.list.currentRowChanged.connect(self._on_page)
        self.list.setCurrentRow(0)
        line = QFrame()
        line.setProperty("kind", "line")
        line.setFixedWidth(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.list)
        layout.addWidget(line)
        layout.addWidget(self._pages, 1)
        self._explanations.explained.connect(self._on_explained)
        application.models.state_changed.connect(self._ask)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask about the model that is loaded now."""
        super().showEvent(event)
        self._ask()

    @Slot(int)
    def _on_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        if self._pages.currentWidget() is not None and page == self.list.count() - 2:
            self.match.ask()

    @Slot()
    def _ask(self) -> None:
        self.trial.on_model()
        self._show_model(None)
        self._explanations.explain()
        self.match.on_model()

    @Slot(object)
    def _on_explained(self, explained: ModelExplained) -> None:
        self._show_model(explained)

    def _show_model(self, explained: ModelExplained | None) -> None:
        for page in (self.layers, self.kinds):
            page.show_model(explained, self._explanations.obstacle)


def _page(name: str, page: QWidget) -> UpDownScroll:
    body = QWidget()
    body.setProperty("kind", "surface")
    layout = QVBoxLayout(body)
    layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
    layout.setSpacing(SPACING.medium)
    layout.addWidget(label(name, "display", wrap=True))
    layout.addWidget(page, 1)
    return UpDownScroll(name, body)
