"""The page of the model manager with what lies on this computer: facts of each, loading, memory, deleting."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.application import Application
from app.memory_planner import Estimate
from app.model_controller import ModelChoice
from app.model_removal import Uses
from app.translation import tr
from ui import formats, installed_facts, model_words
from ui.controls import button, label, split_page
from ui.flow_row import LINK_EDGE, FlowRow
from ui.questions import confirm
from ui.theme import SPACING, Theme
from ui.two_line_list import TwoLineList, TwoLines

_LIST_WIDTH = 350


class InstalledPage(QWidget):
    """Every model that was found, complete or not."""

    load_requested = Signal(str)
    plan_requested = Signal(str)
    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._application = application
        self._models = application.models
        self.list = TwoLineList(theme, tr("Models on this computer"))
        self.none = label(tr("No model was found on this computer."), "muted", wrap=True)
        self.heading = label("", "heading", wrap=True)
        self.path = label("", "caption", wrap=True)
        self.path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.missing = label("", "error", wrap=True)
        self.facts = label("", "", wrap=True)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.told = label("", "muted", wrap=True)
        self.load = button(tr("Load"), self._load, kind="primary")
        self.unload = button(tr("Unload"), application.models.unload)
        self.plan = button(tr("Memory that it takes …"), self._plan, kind="link")
        self.open_folder = button(tr("Open folder"), self._open_folder, kind="link")
        self.delete = button(tr("Delete …"), self._ask_delete)
        self._lay_out()
        self.list.changed.connect(self._on_row)
        self.list.chosen.connect(lambda _key: self._load())
        self._models.models_changed.connect(self._show)
        self._models.state_changed.connect(self._show)
        application.planner.changed.connect(self._on_estimate)
        application.removal.removed.connect(self._on_removed)
        application.removal.failed.connect(self._on_failed)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Look for models again: others put some there and take some away."""
        super().showEvent(event)
        self._models.refresh()
        self._on_row()

    def choice(self) -> ModelChoice | None:
        """The model that is marked."""
        key = self.list.key()
        return next((each for each in self._all() if each.path == key), None)

    def _all(self) -> tuple[ModelChoice, ...]:
        here = (choice for choice in self._models.models() if choice.source != "remote")
        return (*here, *self._models.incomplete())

    def _lay_out(self) -> None:
        left = QWidget()
        left.setMinimumWidth(_LIST_WIDTH)
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACING.large, SPACING.large, SPACING.medium, SPACING.large)
        column.setSpacing(SPACING.small)
        column.addWidget(self.none)
        column.addWidget(self.list, 1)
        ways = FlowRow(outdent=LINK_EDGE)
        ways.addWidget(button(tr("Add GGUF file …"), self.file_requested.emit, kind="link"))
        ways.addWidget(button(tr("Add folder …"), self.folder_requested.emit, kind="link"))
        column.addLayout(ways)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        for way in (self.load, self.unload, self.plan, self.open_folder):
            buttons.addWidget(way)
        buttons.addStretch(1)
        buttons.addWidget(self.delete)
        self._right = QWidget()
        details = QVBoxLayout(self._right)
        details.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        details.setSpacing(SPACING.small)
        for each in (self.heading, self.path, self.missing, self.facts):
            details.addWidget(each)
        details.addStretch(1)
        details.addWidget(self.told)
        details.addLayout(buttons)
        split_page(self, left, self._right)

    @Slot()
    def _show(self) -> None:
        rows = [self._row(each) for each in self._all()]
        self.none.setVisible(not rows)
        self.list.show_rows(rows)
        self._on_row()

    def _row(self, choice: ModelChoice) -> TwoLines:
        state = self._models.state
        mark = ""
        if choice.missing:
            mark = tr("incomplete")
        elif state.path == choice.path and state.kind in ("loading", "ready"):
            mark = tr("loaded") if state.kind == "ready" else tr("loading")
        detail = f"{formats.size(choice.size_bytes)} · {model_words.source(choice)}"
        return TwoLines(choice.path, choice.name, detail, mark, bool(choice.missing))

    @Slot()
    def _on_row(self) -> None:
        choice = self.choice()
        self._right.setVisible(choice is not None)
        if choice is None:
            return
        self.heading.setText(choice.name)
        self.path.setText(choice.path)
        self.missing.setText(model_words.missing(choice))
        self.missing.setVisible(bool(choice.missing))
        state = self._models.state
        is_here = state.path == choice.path and state.kind in ("loading", "ready")
        self.load.setVisible(not choice.missing and not is_here)
        self.unload.setVisible(is_here and state.kind == "ready")
        self.plan.setVisible(not choice.missing)
        self.told.clear()
        if not choice.missing and self.isVisible():
            self._application.planner.ask(choice.path)
        self._show_facts()

    def _show_facts(self) -> None:
        choice = self.choice()
        if choice is None:
            return
        state = self._models.state
        info = state.info if state.path == choice.path else None
        estimate = self._application.planner.estimate(choice.path)
        kv_format = self._application.settings.value.kv_format
        lines = () if choice.missing else installed_facts.lines(Path(choice.path), estimate, info, kv_format)
        self.facts.setText("\n".join(lines))

    @Slot(str, object)
    def _on_estimate(self, path: str, _estimate: Estimate) -> None:
        if path == self.list.key():
            self._show_facts()

    def _load(self) -> None:
        choice = self.choice()
        if choice is not None and not choice.missing:
            self.load_requested.emit(choice.path)

    def _plan(self) -> None:
        self.plan_requested.emit(self.list.key())

    def _open_folder(self) -> None:
        path = Path(self.list.key())
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))

    def _ask_delete(self) -> None:
        choice = self.choice()
        if choice is not None:
            self.delete.setEnabled(False)
            self._application.removal.look(choice, self._on_uses)

    def _on_uses(self, uses: Uses) -> None:
        self.delete.setEnabled(True)
        question = tr("Delete {model}?").format(model=uses.choice.name)
        confirm(
            self, question, model_words.consequences(uses), tr("Delete"), lambda: self._application.removal.remove(uses)
        )

    @Slot(object, int)
    def _on_removed(self, choice: ModelChoice, freed_bytes: int) -> None:
        words = tr("{model} was deleted; {size} are free again.")
        self.told.setText(words.format(model=choice.name, size=formats.size(freed_bytes)))

    @Slot(str)
    def _on_failed(self, sentence: str) -> None:
        self.delete.setEnabled(True)
        self.told.setText(sentence)
