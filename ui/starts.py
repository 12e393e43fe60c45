"""What a chat shows before there are messages."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model_controller import ModelController, ModelState
from app.translation import tr
from ui.controls import button, label
from ui.icons import app_icon
from ui.theme import SPACING

_ICON_PIXELS = 56
_COLUMN_WIDTH = 560


class EmptyChat(QWidget):
    """The start of a new chat; where its model could not be loaded, why, and ways on."""

    list_requested = Signal()
    """All models."""

    def __init__(self, models: ModelController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models = models
        self._line = label("", "display", wrap=True)
        self._note = label("", "muted", wrap=True)
        for words in (self._line, self._note):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setMaximumWidth(_COLUMN_WIDTH)
        self._note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._ways = QWidget()
        ways = QHBoxLayout(self._ways)
        ways.setSpacing(SPACING.small)
        ways.addStretch(1)
        ways.addWidget(button(tr("Try again"), models.load_wanted))
        ways.addWidget(button(tr("Choose another model"), self.list_requested.emit))
        ways.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, 0, SPACING.wide, 0)
        layout.setSpacing(SPACING.medium)
        layout.addStretch(2)
        layout.addWidget(app_picture(), 0, Qt.AlignmentFlag.AlignHCenter)
        for words in (self._line, self._note):
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(words, 100)
            row.addStretch(1)
            layout.addLayout(row)
        layout.addWidget(self._ways)
        layout.addStretch(3)
        models.state_changed.connect(self._on_model)
        self._on_model(models.state)

    @Slot(object)
    def _on_model(self, state: ModelState) -> None:
        self._ways.setVisible(state.kind == "failed")
        if state.kind == "failed":
            self._line.setText(tr("{model} could not be loaded").format(model=state.name))
            self._note.setText(state.sentence)
            return
        self._note.setText(tr("The model runs on this computer. What you write stays here."))
        self._line.setText(
            tr("Ask {model} anything").format(model=state.name)
            if state.name
            else tr("What would you like to talk about?")
        )


def app_picture() -> QLabel:
    """The program's icon, large."""
    picture = QLabel()
    picture.setPixmap(app_icon().pixmap(_ICON_PIXELS, _ICON_PIXELS))
    picture.setAccessibleName("Kvasir")
    return picture
