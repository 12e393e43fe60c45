"""Two pages of the model manager: models that are recommended for this machine, and those that a search finds."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.application import Application
from app.hub.messages import RepositorySummary
from app.hub_controller import SearchState
from app.machine import Machine
from app.recommended_models import RECOMMENDED, Fit, RecommendedModel
from app.translation import tr
from ui import formats, model_words
from ui.controls import button, label, split_page
from ui.repository_pane import RepositoryPane
from ui.search_field import SearchField
from ui.theme import SPACING, Theme
from ui.two_line_list import TwoLineList, TwoLines

_TYPING_MS = 400
"""After the last letter: every search is a request to a server."""
_LOOK_MS = 250
"""After the last step through the list, for the same reason."""
_LIST_WIDTH = 350
_ORDER: tuple[Fit, ...] = ("fits", "tight", "smaller", "too_large")


class _HubPage(QWidget):
    """A list on the left, and the repository of its present row on the right."""

    def __init__(self, theme: Theme, application: Application, name: str) -> None:
        super().__init__()
        self._application = application
        self.list = TwoLineList(theme, name)
        self.repository = RepositoryPane(theme, application)
        self._look_timer = QTimer(self, interval=_LOOK_MS, singleShot=True)
        self._look_timer.timeout.connect(self._look)
        self.list.changed.connect(self._on_row)
        left = QWidget()
        left.setMinimumWidth(_LIST_WIDTH)
        self._left = QVBoxLayout(left)
        self._left.setContentsMargins(SPACING.large, SPACING.large, SPACING.medium, SPACING.medium)
        self._left.setSpacing(SPACING.small)
        split_page(self, left, self.repository)

    @Slot()
    def _on_row(self) -> None:
        self._look_timer.start()

    @Slot()
    def _look(self) -> None:
        if self.isVisible():
            self.repository.show_repository(self.list.key())


class RecommendedPage(_HubPage):
    """The models of `app.recommended_models`, those that fit first."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__(theme, application, tr("Recommended models"))
        self.machine = label("", "muted", wrap=True)
        self._left.addWidget(self.machine)
        self._left.addWidget(self.list, 1)
        application.machine.changed.connect(self._on_machine)
        self._show(application.machine.machine)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the machine again, and look up the model that is marked."""
        super().showEvent(event)
        self._application.machine.look()
        self._look_timer.start()

    @Slot(object)
    def _on_machine(self, machine: Machine) -> None:
        self._show(machine)

    def _show(self, machine: Machine | None) -> None:
        memory = machine.model_memory_bytes if machine is not None else 0
        words = tr("Good models to begin with; the largest that fit into {size} come first.")
        self.machine.setText(words.format(size=formats.size(memory)) if memory else "")

        def place(model: RecommendedModel) -> tuple[int, int]:
            fit = _ORDER.index(model.fit(memory))
            return fit, -model.parameters if fit < len(_ORDER) - 1 else model.parameters

        models = sorted(RECOMMENDED, key=place) if memory else RECOMMENDED
        self.list.show_rows([_row(model, memory) for model in models])


class SearchPage(_HubPage):
    """Any model on the Hub, by words."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__(theme, application, tr("Models that were found"))
        self.edit = SearchField(theme, tr("Search the Hugging Face Hub"))
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Searching"))
        self.note = label("", "muted", wrap=True)
        self.error = label("", "error", wrap=True)
        self.again = button(tr("Try again"), self._search)
        for each in (self.edit, self.busy, self.note, self.error):
            self._left.addWidget(each)
        row = QHBoxLayout()
        row.addWidget(self.again)
        row.addStretch(1)
        self._left.addLayout(row)
        self._left.addWidget(self.list, 1)
        self._typing = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._typing.timeout.connect(self._search)
        self.edit.textChanged.connect(lambda _text: self._typing.start())
        self.edit.returnPressed.connect(self._search)
        application.hub.searched.connect(self._show)
        self._show(application.hub.search_state)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the most popular models."""
        super().showEvent(event)
        if self._application.hub.search_state.kind == "idle":
            self._search()
        else:
            self._look_timer.start()

    @Slot()
    def _search(self) -> None:
        self._typing.stop()
        self._application.hub.search(self.edit.text())

    @Slot(object)
    def _show(self, state: SearchState) -> None:
        self.busy.setVisible(state.kind == "searching")
        self.error.setText(state.sentence)
        self.error.setVisible(bool(state.sentence))
        self.again.setVisible(state.kind == "failed")
        self.list.show_rows([_found(each) for each in state.repositories])
        is_empty = state.kind == "found" and not state.repositories
        note = tr("Nothing on the Hub has these words in its name.") if is_empty else ""
        if state.kind == "found" and state.repositories and not state.words:
            note = tr("The most popular models:")
        self.note.setText(note)
        self.note.setVisible(bool(note))


def _row(model: RecommendedModel, memory_bytes: int) -> TwoLines:
    how = model.fit(memory_bytes) if memory_bytes else None
    mark = model_words.fit(how) if how is not None else ""
    return TwoLines(model.repository, model.name, model_words.recommended(model), mark, how not in (None, "fits"))


def _found(found: RepositorySummary) -> TwoLines:
    mark = tr("gated") if found.is_gated else tr("private") if found.is_private else ""
    maker, _, name = found.name.rpartition("/")
    detail = " · ".join(filter(None, (maker, model_words.repository(found))))
    return TwoLines(found.name, name, detail, mark, found.is_gated)
