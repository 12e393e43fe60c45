"""Leads a window through its states and takes a picture of each, light, dark and in high contrast."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QPoint, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QWidget

from app.answer_in_progress import Phase
from app.application import Application
from ui.main_window import MainWindow
from ui.theme import Theme, ThemeChoice

LOOKS: tuple[ThemeChoice, ...] = ("light", "dark", "contrast")
WIDE = (1180, 780)
_PATIENCE_MS = 600_000  # the first load compiles kernels
_STEP_MS = 20
_TURNS = 10

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Tour:
    """A window on an application, and what scenes need to bring it into a state.

    Args:
        out: Folder for the pictures.
        home: Folder that scenes may put files into.
    """

    def __init__(self, out: Path, home: Path, theme: Theme, application: Application) -> None:
        self._out = out
        self._theme = theme
        self._round = QEventLoop()
        self.home = home
        self.app = application
        self.window = MainWindow(theme, application)
        self.window.resize(*WIDE)
        self.window.show()

    def ask(self, text: str) -> None:
        """Send a message in the chat that is shown."""
        self.window.pane.composer.edit.setPlainText(text)
        self.window.pane.composer.edit.submitted.emit()

    def finish(self) -> None:
        """Wait for the end of the answer that is shown."""
        self.wait(lambda: not self.is_running())

    def finish_all(self) -> None:
        """Stop all answers."""
        for conversation in self.app.library.conversations():
            self.app.chat.stop(conversation.id)
        self.wait(lambda: not any(self.app.chat.is_running(each.id) for each in self.app.library.conversations()))

    def is_running(self) -> bool:
        """Whether the chat that is shown is being answered."""
        return self.app.chat.is_running(self.window.conversation_id)

    def until_phase(self, phase: Phase) -> None:
        """Wait until the answer that is shown has come so far, or has ended."""

        def is_there() -> bool:
            activity = self.app.chat.activity(self.window.conversation_id)
            return activity is None or activity.phase == phase

        self.wait(is_there)

    def answer_length(self) -> int:
        """Characters of the newest answer."""
        branch = self.app.library.branch(self.window.conversation_id)
        return len(branch[-1].text) if branch else 0

    def shown(self, kind: type[_Dialog]) -> _Dialog:
        """The dialog of a kind that is open."""
        return next(dialog for dialog in self.window.findChildren(kind) if dialog.isVisible())

    def wait(self, is_there: Callable[[], bool]) -> None:
        """Let the event loop run until something holds. Raises `TimeoutError`."""
        deadline = QDeadlineTimer(_PATIENCE_MS)
        while not is_there():
            if deadline.hasExpired():
                raise TimeoutError("The window did not get into the state that was to be pictured.")
            # The timer ends the wait, which leaves the processor to the engine.
            QTimer.singleShot(_STEP_MS, self._round.quit)
            self._round.exec()

    def settle(self) -> None:
        """Texts wrap, heights follow, the view scrolls to its end: each in its own turn of the event loop."""
        for _ in range(_TURNS):
            QCoreApplication.processEvents()

    def picture(self, name: str, *, of: QWidget | None = None, popup: QWidget | None = None) -> None:
        """Take it in every look; of the window, or of a dialog, with a popup on top where it is."""
        for look in LOOKS:
            self._theme.choose(look)
            self.settle()
            picture = (of or self.window).grab()
            if popup is not None:
                self._lay_over(picture, popup)
            picture.save(str(self._out / f"{name}-{look}.png"))

    def _lay_over(self, picture: QPixmap, popup: QWidget) -> None:
        place: QPoint = self.window.mapFromGlobal(popup.pos())
        painter = QPainter(picture)
        painter.drawPixmap(place, popup.grab())
        painter.end()
