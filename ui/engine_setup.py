"""What an installed Kvasir fetches to run models: how much, how far it is, a way on after a fault, and repair."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.engine_setup import EngineSetup, SetupState
from app.translation import mark, tr
from ui import formats
from ui.controls import button, label
from ui.theme import SPACING

_WIDTH = 520
_PROGRESS_STEPS = 1000
_LATER = mark(
    "Chats can be read, searched and exported meanwhile; only answers need this. It can be stopped at any time and "
    "goes on where it was."
)
_NO_BUILD = mark("There is no build of torch for this version of Python. A newer Kvasir may have one.")


class EngineSetupDialog(QDialog):
    """Stands beside the chat and does not block it; closing it pauses what runs."""

    def __init__(self, setup: EngineSetup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self._wheels: Path | None = None
        self.setWindowTitle(tr("Set up Kvasir"))
        self.setMinimumWidth(_WIDTH)
        self.builds = QComboBox()
        self.builds.setAccessibleName(tr("Build of torch"))
        plan = setup.environment.plan()
        for build in setup.environment.builds.builds.values():
            self.builds.addItem(build.label, build.name)
        if plan is not None:
            self.builds.setCurrentIndex(self.builds.findData(plan.build.name))
        self._because = label(plan.because if plan else tr(_NO_BUILD), wrap=True)
        self._account = label("", "muted", wrap=True)
        self._sizes = label("", wrap=True)
        self.stage = label("", "muted", wrap=True)
        self.error = label("", "error", wrap=True)
        self.error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.progress = QProgressBar()
        self.progress.setRange(0, _PROGRESS_STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Setting up the engine"))
        self.start = button(tr("Fetch and install"), self._start, kind="primary")
        self.start.setDefault(True)
        self.pause = button(tr("Pause"), setup.pause)
        self.offline = button(tr("From a folder …"), self._choose_folder, kind="link")
        self._lay_out()
        self.builds.currentIndexChanged.connect(self._show_plan)
        setup.changed.connect(self._show)
        self._show_plan()
        self._show(setup.state)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.wide, SPACING.wide, SPACING.wide)
        layout.setSpacing(SPACING.medium)
        is_there = self._setup.state.kind == "ready"
        heading = tr("What runs the models is set up") if is_there else tr("What runs the models is fetched once")
        layout.addWidget(label(heading, "heading", wrap=True))
        upper: tuple[QWidget, ...] = (self._because, self.builds, self._sizes, self._account)
        for each in (*upper, label(tr(_LATER), "muted", wrap=True), self.progress, self.stage, self.error):
            layout.addWidget(each)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        buttons.addWidget(self.offline)
        buttons.addStretch(1)
        buttons.addWidget(button(tr("Later"), self.reject))
        buttons.addWidget(self.pause)
        buttons.addWidget(self.start)
        layout.addLayout(buttons)

    def reject(self) -> None:
        """Close it; what runs is paused."""
        self._setup.pause()
        super().reject()

    @Slot()
    def _show_plan(self) -> None:
        plan = self._setup.environment.plan(self.builds.currentData() or "")
        self.start.setEnabled(plan is not None)
        if plan is not None:
            self._account.setText(plan.account)
            self._sizes.setText(
                tr("{download} to fetch, {needed} on the disk, where {free} are free").format(
                    download=formats.size(plan.download_bytes),
                    needed=formats.size(plan.needed_bytes),
                    free=formats.size(plan.free_bytes),
                )
            )

    @Slot(object)
    def _show(self, state: SetupState) -> None:
        is_building = state.kind == "building"
        self.builds.setEnabled(not is_building)
        self.offline.setVisible(not is_building)
        self.start.setVisible(not is_building)
        self.pause.setVisible(is_building)
        self.progress.setVisible(is_building or state.kind == "paused")
        self.progress.setValue(int(_PROGRESS_STEPS * state.fraction))
        self.stage.setVisible(is_building or state.kind == "paused")
        self.stage.setText(tr("Paused") if state.kind == "paused" else state.stage)
        self.error.setVisible(bool(state.sentence))
        self.error.setText(state.sentence)
        ways = {"paused": tr("Go on"), "failed": tr("Try again"), "ready": tr("Look and repair")}
        self.start.setText(ways.get(state.kind, tr("Fetch and install")))
        self.start.setAccessibleName(self.start.text())
        if state.kind == "ready" and self.isVisible():
            self.accept()

    def _start(self) -> None:
        plan = self._setup.environment.plan(self.builds.currentData() or "")
        if plan is None:
            return
        # What was whole once may have been damaged since; a build that never ended is only gone on with.
        if self._setup.state.kind == "ready":
            self._setup.repair(plan, self._wheels)
        else:
            self._setup.build(plan, self._wheels)

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Folder with wheels"))
        if folder:
            self._wheels = Path(folder)
            self._start()
