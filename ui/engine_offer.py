"""Offers to set the engine up, or to repair it, where an installed Kvasir needs that; starts it afterwards.

What does it is imported only where it can be done: a start from the sources waits for none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from app.application import Application
from app.engine_client import EngineState
from app.engine_environment import EngineEnvironment, has_own_environment, program_folder
from app.translation import tr
from ui.commands import Command
from ui.main_window import MainWindow

if TYPE_CHECKING:
    from app.engine_setup import EngineSetup, SetupState


def offer(application: Application, window: MainWindow) -> EngineOffer | None:
    """What offers it in this window; None where the engine runs in the environment of the window."""
    program = program_folder()
    if not has_own_environment(program):
        return None
    from app.engine_setup import EngineSetup

    return EngineOffer(
        EngineSetup(EngineEnvironment(application.paths, program), application.paths), application, window
    )


class EngineOffer(QObject):
    """Shows the dialog by itself at the start while the engine is not set up; later only when asked."""

    def __init__(self, setup: EngineSetup, application: Application, window: MainWindow) -> None:
        super().__init__(window)
        self._setup = setup
        self._application = application
        self._window = window
        self._was_starting = False
        setup.changed.connect(self._on_setup)
        application.engine.state_changed.connect(self._on_engine)
        title = tr("Set up or repair the engine")
        window.commands.add(Command("program.engine", title, "program", self.show))
        if not self.is_ready:
            self.show()

    @property
    def is_ready(self) -> bool:
        """Whether there is an engine to start."""
        return self._setup.state.kind == "ready"

    def show(self) -> None:
        """Open the dialog, or bring it forward."""
        from ui.engine_setup import EngineSetupDialog

        dialog = self._window.findChild(EngineSetupDialog) or EngineSetupDialog(self._setup, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
        dialog.activateWindow()

    def close(self) -> None:
        """Pause what runs, before the program ends."""
        self._setup.close()

    def _on_setup(self, state: SetupState) -> None:
        if state.kind == "ready":
            self._application.engine.restart()
            self._application.models.load_wanted(fetch_missing=False)

    def _on_engine(self, state: EngineState) -> None:
        # One that has run and then ended is started again by the next message; its packages are sound.
        if state.kind == "failed" and self._was_starting:
            sentence = tr("Something may be missing or damaged in what runs the models.")
            self._application.notices.post("warning", sentence, tr("Look and repair …"), self.show)
        self._was_starting = state.kind == "starting"
