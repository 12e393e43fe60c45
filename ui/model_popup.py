"""The list that the model button opens: all models that were found, what is loaded, and ways to more."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.model_controller import ModelController
from app.servers import is_remote
from app.starter_model import STARTER_MODEL
from app.translation import tr
from ui import model_words
from ui.controls import button, hairline, label
from ui.flow_row import FlowRow
from ui.model_details import details, self_check_figure
from ui.theme import SPACING, Theme
from ui.two_line_list import TwoLineDelegate, TwoLines

_PATH_ROLE = Qt.ItemDataRole.UserRole
_DETAILS_ROLE = Qt.ItemDataRole.UserRole + 1
_POPUP_WIDTH = 380
_MOST_ROWS = 8


class ModelPopup(QFrame):
    """All models that were found, with size and source, details of the loaded one, and ways to more."""

    chosen = Signal(str)
    """Carries the path of a model."""
    plan_requested = Signal(str)
    """Carries the path of the model that is marked."""
    manage_requested = Signal()
    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: Theme, models: ModelController, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._models = models
        self.setProperty("kind", "popup")
        self.setAccessibleName(tr("Models"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Models on this computer"))
        self.list.setItemDelegate(TwoLineDelegate(theme, self.list, _row))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(self._on_row)
        self.list.itemClicked.connect(self._choose)
        self._none = label(tr("No model was found on this computer."), "muted", wrap=True)
        self.trouble = label("", "error", wrap=True)
        self.details = label("", "small", wrap=True)
        self.plan = button(tr("Memory that it takes …"), self._plan, kind="link")
        self._fetch = button(tr("Fetch {model}").format(model=STARTER_MODEL.name), self._fetch_starter, kind="link")
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # it would reckon with narrower words
        layout.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.trouble)
        layout.addWidget(self._none)
        layout.addWidget(self.list)
        below_names = QHBoxLayout()
        below_names.setContentsMargins(SPACING.small, 0, SPACING.small, 0)
        below_names.addWidget(self.details)
        layout.addLayout(below_names)
        layout.addWidget(hairline())
        layout.addWidget(self.plan, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._fetch, 0, Qt.AlignmentFlag.AlignLeft)
        self._ways = FlowRow()
        self._ways.addWidget(button(tr("All models …"), self._manage, kind="link"))
        self._ways.addWidget(button(tr("Add GGUF file …"), self._ask_file, kind="link"))
        self._ways.addWidget(button(tr("Add folder …"), self._ask_folder, kind="link"))
        layout.addLayout(self._ways)
        models.models_changed.connect(self._refresh)
        models.state_changed.connect(self._refresh)
        models.fetch_changed.connect(self._refresh)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the loaded model marked and the keys in the list; only now is the size of the letters known."""
        wished = max(_POPUP_WIDTH, self._ways.sizeHint().width() + 2 * SPACING.medium)
        self.setFixedWidth(min(wished, self.screen().availableGeometry().width()))
        self._refresh()
        super().showEvent(event)
        self.list.setFocus()

    @Slot()
    def _refresh(self) -> None:
        state = self._models.state
        choices = self._models.models()
        self.list.clear()
        for choice in choices:
            item = QListWidgetItem(choice.name)
            item.setData(_PATH_ROLE, choice.path)
            item.setData(_DETAILS_ROLE, model_words.place(choice))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{choice.name}, {model_words.place(choice)}")
            item.setToolTip(model_words.place(choice) if choice.source == "remote" else choice.path)
            self.list.addItem(item)
            if choice.path == state.path:
                self.list.setCurrentItem(item)
        self.list.setVisible(bool(choices))
        if choices:
            rows = min(len(choices), _MOST_ROWS)
            self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2 * SPACING.hair)
        self._none.setVisible(not choices)
        if choices and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self._on_row()
        trouble = [part.sentence for part in (state, self._models.fetch) if part.kind == "failed"]
        self.trouble.setText("\n".join(trouble))
        self.trouble.setVisible(bool(trouble))
        self.details.setVisible(state.info is not None)
        if state.info is not None:
            self.details.setText(details(state.info))
            self.details.setToolTip(self_check_figure(state.info))
        has_starter = any(choice.source == "starter" for choice in choices)
        self._fetch.setVisible(not has_starter and self._models.fetch.kind != "running")
        self.resize(self.width(), self.heightForWidth(self.width()))

    @Slot()
    def _on_row(self) -> None:
        """What a model takes elsewhere is no matter of this machine."""
        item = self.list.currentItem()
        self.plan.setVisible(item is not None and not is_remote(item.data(_PATH_ROLE)))

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem) -> None:
        self.hide()
        self.chosen.emit(item.data(_PATH_ROLE))

    def _plan(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.hide()
            self.plan_requested.emit(item.data(_PATH_ROLE))

    def _fetch_starter(self) -> None:
        self.hide()
        self._models.fetch_starter()

    def _manage(self) -> None:
        self.hide()
        self.manage_requested.emit()

    def _ask_file(self) -> None:
        self.hide()
        self.file_requested.emit()

    def _ask_folder(self) -> None:
        self.hide()
        self.folder_requested.emit()


def _row(index: QModelIndex | QPersistentModelIndex) -> TwoLines:
    return TwoLines("", index.data(), index.data(_DETAILS_ROLE))
