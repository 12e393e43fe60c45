"""What the chat shows before there are messages: a friendly line, or the offer to fetch a first model."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from app.model_controller import FetchState, ModelController, ModelState
from app.starter_model import STARTER_MODEL
from ui import formats
from ui.controls import button, label
from ui.icons import app_icon
from ui.theme import SPACING

_CARD_WIDTH = 460
_ICON_PIXELS = 56
_PROGRESS_STEPS = 1000
_LICENCE = "Apache-2.0"


class EmptyChat(QWidget):
    """The start of a new chat."""

    def __init__(self, models: ModelController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = label("", "display", wrap=True)
        self._line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        note = label("The model runs on this computer. What you write stays here.", "muted", wrap=True)
        note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, 0, SPACING.wide, 0)
        layout.setSpacing(SPACING.medium)
        layout.addStretch(2)
        layout.addWidget(_app_icon(), 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._line)
        layout.addWidget(note)
        layout.addStretch(3)
        models.state_changed.connect(self._on_model)
        self._on_model(models.state)

    @Slot(object)
    def _on_model(self, state: ModelState) -> None:
        self._line.setText(f"Ask {state.name} anything" if state.name else "What would you like to talk about?")


class FirstStart(QWidget):
    """Shown while there is no model on this machine: fetch the small starter model, or take one that is there."""

    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self, models: ModelController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models = models
        card = QFrame()
        card.setProperty("kind", "card")
        card.setMaximumWidth(_CARD_WIDTH)
        self._sentence = label("", "muted", wrap=True)
        self._error = label("", "error", wrap=True)
        self._error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._progress = QProgressBar()
        self._progress.setRange(0, _PROGRESS_STEPS)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName("Fetching the starter model")
        self._fetch = button("Fetch the starter model", models.fetch_starter, kind="primary")
        self._cancel = button("Cancel", models.cancel_fetch)

        inner = QVBoxLayout(card)
        inner.setContentsMargins(SPACING.wide, SPACING.wide, SPACING.wide, SPACING.wide)
        inner.setSpacing(SPACING.medium)
        inner.addWidget(_app_icon(), 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(label("Kvasir needs a model to talk to", "heading", wrap=True))
        inner.addWidget(label(_offer(), wrap=True))
        inner.addWidget(self._progress)
        inner.addWidget(self._sentence)
        inner.addWidget(self._error)
        inner.addWidget(self._fetch)
        inner.addWidget(self._cancel)
        others = QHBoxLayout()
        others.setSpacing(SPACING.small)
        others.addWidget(button("Use a GGUF file …", self.file_requested.emit, kind="link"))
        others.addWidget(button("Use a folder …", self.folder_requested.emit, kind="link"))
        others.addStretch(1)
        inner.addLayout(others)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.large, SPACING.large, SPACING.large)
        layout.addStretch(2)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card, 100)
        middle.addStretch(1)
        layout.addLayout(middle)
        layout.addStretch(3)
        models.fetch_changed.connect(self._on_fetch)
        self._on_fetch(models.fetch)

    @Slot(object)
    def _on_fetch(self, fetch: FetchState) -> None:
        is_running = fetch.kind == "running"
        self._progress.setVisible(is_running)
        self._cancel.setVisible(is_running)
        self._fetch.setVisible(not is_running)
        self._error.setVisible(fetch.kind == "failed")
        self._error.setText(fetch.sentence if fetch.kind == "failed" else "")
        self._fetch.setText("Try again" if fetch.kind == "failed" else "Fetch the starter model")
        self._fetch.setAccessibleName(self._fetch.text())
        self._sentence.setVisible(is_running)
        if fetch.total_bytes:
            self._progress.setValue(_PROGRESS_STEPS * fetch.received_bytes // fetch.total_bytes)
            self._sentence.setText(f"{formats.size(fetch.received_bytes)} of {formats.size(fetch.total_bytes)}")
        else:
            self._sentence.setText("Getting ready …")


def _offer() -> str:
    size = formats.size(STARTER_MODEL.size_bytes)
    return (
        f"{STARTER_MODEL.name} is small and quick and runs on any computer ({size}, licence {_LICENCE}). It is fetched "
        "once and kept; after that, nothing needs the network."
    )


def _app_icon() -> QLabel:
    picture = QLabel()
    picture.setPixmap(app_icon().pixmap(_ICON_PIXELS, _ICON_PIXELS))
    picture.setAccessibleName("Kvasir")
    return picture
