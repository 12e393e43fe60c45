"""The first start: what Kvasir is, what this machine has, and a model to begin with, by one key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.application import Application
from app.machine import Machine
from app.model_controller import FetchState, ModelChoice
from app.recommended_models import best_fits
from app.starter_model import STARTER_MODEL
from app.translation import tr
from ui import formats
from ui.controls import ElidedLabel, button, label
from ui.flow_row import LINK_EDGE, FlowRow
from ui.starts import app_picture
from ui.theme import SPACING

_COLUMN_WIDTH = 560
_MOST_FOUND = 4
"""More of them are in the list that the model's button opens."""
_MOST_RECOMMENDED = 2
_LICENCE = "Apache-2.0"
_PROGRESS_STEPS = 1000


class FirstStart(QScrollArea):
    """Shown while no model was ever chosen and none is there by itself. Nothing is fetched before the user says so.

    Its first button has the keys while it is shown, so that Enter begins.
    """

    file_requested = Signal()
    folder_requested = Signal()
    search_requested = Signal()
    """Models that can be fetched."""

    def __init__(self, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models = application.models
        self._machine = application.machine
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fetch = button(tr("Fetch"), self._models.fetch_starter, kind="primary")
        self.fetch.setAutoDefault(True)  # or Enter would do nothing in a window that is no dialog
        self._cancel = button(tr("Cancel"), self._models.cancel_fetch)
        self._progress = _Progress(tr("Fetching the starter model"))
        self._error = label("", "error", wrap=True)
        self._error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = QGridLayout()
        self._found = QVBoxLayout()
        self._recommended = label("", "muted", wrap=True)
        self._lay_out()
        self._models.fetch_changed.connect(self._on_fetch)
        self._models.models_changed.connect(self._on_models)
        self._machine.changed.connect(self._on_machine)
        self._on_fetch(self._models.fetch)
        self._on_machine(self._machine.machine)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the machine, and take the keys."""
        super().showEvent(event)
        self._machine.look()
        self.fetch.setFocus()

    def uses(self) -> tuple[QPushButton, ...]:
        """The buttons that take a model which was found."""
        return tuple(each for each in self.findChildren(QPushButton) if each.property("path"))

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(SPACING.large)
        about = tr(
            "Talk to language models that run on this computer. What you write stays here, and every chat stays warm: "
            "it goes on at once where it was, also after a restart."
        )
        words = QVBoxLayout()
        words.setSpacing(SPACING.tight)
        words.addWidget(label(tr("Welcome to Kvasir"), "display", wrap=True))
        words.addWidget(label(about, wrap=True))
        top = QHBoxLayout()
        top.setSpacing(SPACING.large)
        top.addWidget(app_picture(), 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        column.addLayout(top)
        column.addWidget(self._model_card())
        column.addWidget(self._machine_card())
        body = QWidget()
        body.setProperty("kind", "surface")
        inner = QWidget()
        inner.setMaximumWidth(_COLUMN_WIDTH)
        inner.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(inner, 100)
        middle.addStretch(1)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(SPACING.large, SPACING.large, SPACING.large, SPACING.large)
        layout.addStretch(2)
        layout.addLayout(middle)
        layout.addStretch(3)
        self.setWidget(body)

    def _model_card(self) -> QFrame:
        card, inner = _card(tr("Choose a model to begin with"))
        size = formats.size(STARTER_MODEL.size_bytes)
        about = tr("Small and quick, runs on any computer · {size} · licence {licence}")
        self._starter = _row(STARTER_MODEL.name, about.format(size=size, licence=_LICENCE), self.fetch)
        inner.addLayout(self._starter)
        inner.addWidget(self._progress)
        inner.addWidget(self._cancel, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self._error)
        self._found.setSpacing(SPACING.medium)
        inner.addLayout(self._found)
        inner.addWidget(self._recommended)
        others = FlowRow(gap=SPACING.tight, outdent=LINK_EDGE)
        for words, request in (
            (tr("Use a GGUF file …"), self.file_requested),
            (tr("Use a folder …"), self.folder_requested),
            (tr("Find models …"), self.search_requested),
        ):
            others.addWidget(button(words, request.emit, kind="link"))
        inner.addLayout(others)
        return card

    def _machine_card(self) -> QFrame:
        card, inner = _card(tr("This computer"))
        self._facts.setHorizontalSpacing(SPACING.large)
        self._facts.setVerticalSpacing(SPACING.tight)
        self._facts.setColumnStretch(1, 1)
        inner.addLayout(self._facts)
        self._machine_frame = card
        return card

    @Slot(object)
    def _on_fetch(self, fetch: FetchState) -> None:
        is_running = fetch.kind == "running"
        had_focus = self.fetch.hasFocus() or self._cancel.hasFocus()
        self._progress.setVisible(is_running)
        self._cancel.setVisible(is_running)
        self.fetch.setVisible(not is_running)
        self._error.setVisible(fetch.kind == "failed")
        self._error.setText(fetch.sentence if fetch.kind == "failed" else "")
        self.fetch.setText(tr("Try again") if fetch.kind == "failed" else tr("Fetch"))
        self.fetch.setAccessibleName(tr("Fetch the starter model"))
        if had_focus:
            (self._cancel if is_running else self.fetch).setFocus()
        if is_running:
            self._progress.show_part(fetch.received_bytes, fetch.total_bytes)

    @Slot(object)
    def _on_machine(self, machine: Machine | None) -> None:
        self._machine_frame.setVisible(machine is not None)
        if machine is not None:
            _empty(self._facts)
            for row, (name, words) in enumerate(_facts(machine).items()):
                self._facts.addWidget(label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
                self._facts.addWidget(label(words, wrap=True), row, 1)
        self._on_models()

    @Slot()
    def _on_models(self) -> None:
        """Those that lie on this machine, the largest that fits first, and what is worth fetching."""
        machine = self._machine.machine
        _empty(self._found)

        def fits(choice: ModelChoice) -> bool:
            return machine is None or machine.has_room_for(choice.size_bytes)

        here = (each for each in self._models.models() if each.source != "remote")
        found = sorted(here, key=lambda each: (not fits(each), -each.size_bytes))
        for choice in found[:_MOST_FOUND]:
            use = button(tr("Use"), _loader(self._models.load, choice.path))
            use.setProperty("path", choice.path)
            use.setAccessibleName(tr("Use {model}").format(model=choice.name))
            room = tr("fits") if fits(choice) else tr("probably too large for this machine")
            words = tr("Found on this computer · {size} · {room}").format(
                size=formats.size(choice.size_bytes), room=room
            )
            holder = QWidget()
            holder.setToolTip(choice.path)
            holder.setLayout(_row(choice.name, words, use))
            self._found.addWidget(holder)
        best = best_fits(machine.comfortable_bytes)[:_MOST_RECOMMENDED] if machine is not None else ()
        names = ", ".join(f"{each.name} ({formats.size(each.size_bytes)})" for each in best)
        self._recommended.setText(tr("Larger ones that this computer runs well: {names}.").format(names=names))
        self._recommended.setVisible(bool(names))


class _Progress(QWidget):
    """How far a fetch is, as a bar and in words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(name)
        self._words = label("", "caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.tight)
        layout.addWidget(self._bar)
        layout.addWidget(self._words)

    def show_part(self, done_bytes: int, total_bytes: int) -> None:
        """`total_bytes` is 0 where it is not known yet."""
        self._bar.setRange(0, _PROGRESS_STEPS if total_bytes else 0)
        self._bar.setValue(_PROGRESS_STEPS * done_bytes // total_bytes if total_bytes else 0)
        self._words.setText(formats.part_of(done_bytes, total_bytes) if total_bytes else tr("Getting ready …"))


def _card(heading: str) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("kind", "card")
    inner = QVBoxLayout(card)
    inner.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
    inner.setSpacing(SPACING.medium)
    inner.addWidget(label(heading, "heading", wrap=True))
    return card, inner


def _row(name: str, about: str, way: QPushButton) -> QHBoxLayout:
    """A model: its name, what is to be said of it, and the button that takes it."""
    title = ElidedLabel("strong")
    title.show_text(name)
    words = QVBoxLayout()
    words.setSpacing(0)
    words.addWidget(title)
    words.addWidget(label(about, "caption", wrap=True))
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACING.medium)
    row.addLayout(words, 1)
    row.addWidget(way, 0, Qt.AlignmentFlag.AlignVCenter)
    return row


def _facts(machine: Machine) -> dict[str, str]:
    card = tr("None with a driver: models run on the processor")
    if machine.device is not None and machine.device.kind != "cpu":
        card = f"{machine.device.name}, {formats.size(machine.device.total_bytes)}"
    elif machine.card is not None:
        card = machine.card.name
    memory = tr("{total}, {free} of it free")
    facts = {
        tr("Memory"): memory.format(
            total=formats.size(machine.memory_bytes), free=formats.size(machine.memory_free_bytes)
        ),
        tr("Graphics card"): card,
    }
    if machine.disk_free_bytes:
        facts[tr("Disk")] = tr("{free} free").format(free=formats.size(machine.disk_free_bytes))
    return facts


def _loader(load: Callable[[str], object], path: str) -> Callable[[], object]:
    return lambda: load(path)


def _empty(layout: QBoxLayout | QGridLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
