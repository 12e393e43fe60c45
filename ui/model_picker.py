"""The top bar's model button, with the state of loading beside it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from app.model_controller import FetchState, ModelController, ModelState
from app.translation import tr
from ui import formats
from ui.controls import ElidedLabel, button
from ui.model_popup import ModelPopup
from ui.theme import SPACING, Theme

_SHORTEST_NAME_PIXELS = 80


class ModelPicker(QWidget):
    """Which model answers, and how far its loading is."""

    chosen = Signal(str)
    """The user wants the model at this path."""
    plan_requested = Signal(str)
    """The user wants to know what the model at this path takes of memory."""
    manage_requested = Signal()
    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: Theme, models: ModelController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._models = models
        self._tip = ""
        self.button = _NameButton()
        self.button.clicked.connect(self.open_list)
        self._stage = ElidedLabel("caption")
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setFixedWidth(64)
        self._progress.setAccessibleName(tr("Getting the model ready"))
        self.cancel = button(tr("Cancel"), self._stop_work, kind="link")
        self.popup = ModelPopup(theme, models, self)
        self.popup.chosen.connect(self.chosen)
        self.popup.plan_requested.connect(self.plan_requested)
        self.popup.manage_requested.connect(self.manage_requested)
        self.popup.file_requested.connect(self.file_requested)
        self.popup.folder_requested.connect(self.folder_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.small)
        for widget in (self.button, self._progress, self._stage, self.cancel):
            layout.addWidget(widget)
        layout.addStretch(1)
        models.state_changed.connect(self._refresh)
        models.fetch_changed.connect(self._refresh)
        models.models_changed.connect(self._refresh)
        theme.changed.connect(self._refresh)
        self._refresh()

    def set_name(self, name: str) -> None:
        """What the button does, for those who point at it, as long as there is nothing to say of the model."""
        self._tip = name
        self._refresh()

    @Slot()
    def open_list(self) -> None:
        """Drop the list of models down below the button."""
        self._models.refresh()
        self.popup.move(self.button.mapToGlobal(QPoint(0, self.button.height() + SPACING.tight)))
        self.popup.show()

    @Slot()
    def _refresh(self) -> None:
        state = self._models.state
        name = state.name or tr("Choose a model")
        self.button.show_name(name)
        self.button.setIcon(self._theme.icon("down"))
        self.button.setAccessibleName(tr("Model: {name}, {state}").format(name=name, state=_spoken(state)))
        self.button.setToolTip(state.sentence or _about(state) or self._tip)
        if state.kind == "loading":
            self._show_work(state.stage, state.fraction)
        elif self._models.fetch.kind == "running" and self._models.models():
            # While there is no model at all, the first start shows the fetch large.
            self._show_work(*_fetch_work(self._models.fetch))
        else:
            self._show_rest(tr("not loaded") if state.kind == "failed" else "")

    def _show_work(self, stage: str, fraction: float) -> None:
        is_known = fraction >= 0
        self._progress.setRange(0, 100 if is_known else 0)
        self._progress.setValue(round(fraction * 100) if is_known else 0)
        self._stage.show_text(stage)
        for widget in (self._progress, self._stage, self.cancel):
            widget.show()

    def _show_rest(self, note: str) -> None:
        self._stage.show_text(note)
        self._stage.setVisible(bool(note))
        self._progress.hide()
        self.cancel.hide()

    def _stop_work(self) -> None:
        if self._models.state.kind == "loading":
            self._models.abort_load()
        else:
            self._models.cancel_fetch()


class _NameButton(QPushButton):
    """Shows the name of the model, cut short where there is no room for all of it."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self.setProperty("kind", "quiet")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the name
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_name(self, name: str) -> None:
        self._name = name
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        advance = self.fontMetrics().horizontalAdvance
        return super().sizeHint() + QSize(advance(self._name) - advance(self.text()), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(_SHORTEST_NAME_PIXELS, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = self.fontMetrics()
        missing = self.sizeHint().width() - self.width()
        room = metrics.horizontalAdvance(self._name) - missing
        cut = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room)
        self.setText(cut if missing > 0 else self._name)


def _spoken(state: ModelState) -> str:
    match state.kind:
        case "none":
            return tr("no model is loaded")
        case "loading":
            return tr("loading, {stage}").format(stage=state.stage)
        case "ready":
            return tr("ready")
        case "failed":
            return tr("not loaded")


def _about(state: ModelState) -> str:
    """Where the model lies, and, if it answers more slowly than it might, why."""
    if state.is_remote:
        return tr("Runs on {server}").format(server=state.info.server) if state.info is not None else state.name
    note = state.info.attention_note if state.info is not None else ""
    return "\n".join(filter(None, (state.path, note)))


def _fetch_work(fetch: FetchState) -> tuple[str, float]:
    if not fetch.total_bytes:
        return tr("fetching"), -1.0
    done = formats.part_of(fetch.received_bytes, fetch.total_bytes)
    return tr("fetching") + f" · {done}", fetch.received_bytes / fetch.total_bytes
