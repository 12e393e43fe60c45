"""The list that the model button opens: all models that were found, and ways to more."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.model_controller import ModelChoice, ModelController
from app.starter_model import STARTER_MODEL
from ui import formats
from ui.controls import button, hairline, label
from ui.theme import SPACING

_SOURCES = {"starter": "starter model", "folder": "on this computer", "hub": "Hugging Face cache"}
_PATH_ROLE = Qt.ItemDataRole.UserRole
_POPUP_WIDTH = 380
_MOST_ROWS = 8


class ModelPopup(QFrame):
    """All models that were found, with size and source, and ways to more."""

    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self, models: ModelController, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._models = models
        self.setProperty("kind", "popup")
        self.setAccessibleName("Models")
        self.setFixedWidth(_POPUP_WIDTH)
        self.list = QListWidget()
        self.list.setAccessibleName("Models on this computer")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self._none = label("No model was found on this computer.", "muted", wrap=True)
        self.trouble = label("", "error", wrap=True)
        self._fetch = button(f"Fetch {STARTER_MODEL.name}", self._fetch_starter, kind="link")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.trouble)
        layout.addWidget(self._none)
        layout.addWidget(self.list)
        layout.addWidget(hairline())
        layout.addWidget(self._fetch, 0, Qt.AlignmentFlag.AlignLeft)
        ways = QHBoxLayout()
        ways.addWidget(button("Add GGUF file …", self._ask_file, kind="link"))
        ways.addWidget(button("Add folder …", self._ask_folder, kind="link"))
        ways.addStretch(1)
        layout.addLayout(ways)
        models.models_changed.connect(self._refresh)
        models.state_changed.connect(self._refresh)
        models.fetch_changed.connect(self._refresh)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the loaded model marked and the keys in the list."""
        self._refresh()
        super().showEvent(event)
        self.list.setFocus()

    @Slot()
    def _refresh(self) -> None:
        state = self._models.state
        choices = self._models.models()
        self.list.clear()
        for choice in choices:
            item = QListWidgetItem(f"{choice.name}\n{_describe(choice)}")
            item.setData(_PATH_ROLE, choice.path)
            item.setToolTip(choice.path)
            self.list.addItem(item)
            if choice.path == state.path:
                self.list.setCurrentItem(item)
        self.list.setVisible(bool(choices))
        if choices:
            rows = min(len(choices), _MOST_ROWS)
            self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2 * SPACING.hair)
        self._none.setVisible(not choices)
        trouble = [part.sentence for part in (state, self._models.fetch) if part.kind == "failed"]
        self.trouble.setText("\n".join(trouble))
        self.trouble.setVisible(bool(trouble))
        has_starter = any(choice.source == "starter" for choice in choices)
        self._fetch.setVisible(not has_starter and self._models.fetch.kind != "running")
        self.adjustSize()

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem) -> None:
        self.hide()
        self._models.load(item.data(_PATH_ROLE))

    def _fetch_starter(self) -> None:
        self.hide()
        self._models.fetch_starter()

    def _ask_file(self) -> None:
        self.hide()
        self.file_requested.emit()

    def _ask_folder(self) -> None:
        self.hide()
        self.folder_requested.emit()


def _describe(choice: ModelChoice) -> str:
    return f"{formats.size(choice.size_bytes)} · {_SOURCES[choice.source]}"
