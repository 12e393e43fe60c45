"""Pictures of the window in its main states: `python -m ui.screenshots --out DIR`.

A real application runs on a temporary home, with the real engine and the starter model, which is fetched if this user
does not have it yet.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QPoint
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.answer_in_progress import Phase
from app.application import Application
from app.errors import StarterModelError
from app.paths import Paths
from app.starter_model import STARTER_MODEL, fetch_starter_model
from ui.attachment_preview import AttachmentPreview
from ui.context_line import ContextLine
from ui.formats import take_locale
from ui.icons import app_icon
from ui.library_scenes import library_scenes
from ui.main_window import MainWindow
from ui.settings_dialog import PageName, SettingsDialog
from ui.theme import Theme

_PATIENCE_MS = 300_000  # the first load compiles kernels
_STEP_MS = 20
_TURNS = 10
_WIDE = (1180, 780)
_NARROW = (480, 780)
_ROUND_THE_LINE = 280
_SMALL_CONTEXT = 512
_SHORT_ANSWER = 100
_QUESTIONS = (
    "What is the difference between weather and climate?",
    "Which of the two does a farmer watch, and why?",
    "What did people do before there were forecasts?",
    "Write a short poem about a storm at sea.",
    "And now one about the calm that follows it.",
)
_FILES = {
    "poem.md": "# The calm\n\nThe wind lay down among the reeds.\n",
    "squares.csv": "number,square\n" + "".join(f"{number},{number**2}\n" for number in range(60)),
}
_LONG_QUESTION = "Which of these is the longest?\n\n" + "\n".join(
    f"{number}. A line about the number {number}, its square {number**2} and its cube {number**3}."
    for number in range(1, 161)
)


class Tour:
    """Leads a window through its states and takes a picture of each, light and dark."""

    def __init__(self, out: Path, theme: Theme, application: Application) -> None:
        self._out = out
        self._theme = theme
        self.app = application
        self.window = MainWindow(theme, application)
        self.window.resize(*_WIDE)
        self.window.show()

    def first_start(self) -> None:
        """No model on the machine: the offer, and the download if there is a network."""
        models = self.app.models
        self.app.start()  # begins to fetch the missing model
        self.wait(lambda: models.fetch.received_bytes > 8_000_000 or models.fetch.kind != "running")
        self.picture("fetching" if models.fetch.kind == "running" else "fetch-failed")
        models.cancel_fetch()
        self.wait(lambda: models.fetch.kind != "running")
        self.picture("first-start")

    def empty_chat(self, model: Path) -> None:
        """Loading, then ready."""
        models = self.app.models
        models.load(str(model))
        self.picture("loading")
        self.wait(lambda: models.state.kind in ("ready", "failed"))
        self.picture("empty-chat")

    def conversation(self) -> None:
        """Answers with their receipts."""
        self.ask("What is the capital of Poland?")
        self.finish()
        self.ask("Please write a Python function that says whether a number is prime.\n\n    Keep it short.")
        self.finish()
        self.picture("conversation")

    def running(self) -> None:
        """An answer that grows, then a second one in another chat."""
        self.window.new_chat()
        self.ask("Tell me a long story about an old lighthouse and the people who kept it.")
        self._until_phase("writing")
        self.wait(lambda: self._answer_length() > 300 or not self._is_running())
        self.picture("streaming")
        self.window.new_chat()
        self.ask("What can I cook with leeks, potatoes and a little cream? Give three ideas.")
        self._until_phase("writing")
        self.picture("two-running")
        self._finish_all()

    def reading(self) -> None:
        """A long prompt being read."""
        self.window.new_chat()
        self.ask(_LONG_QUESTION)
        self._until_phase("reading")
        self.picture("reading")
        self._finish_all()

    def unloaded(self) -> None:
        """No model, and the caches on the disk that wait for one."""
        self.app.models.unload()
        self.wait(self._has_no_device)
        self.picture("unloaded")

    def context_full(self) -> None:
        """A context that fills up: the warning, the offer, and what the model no longer sees, twice."""
        settings, models = self.app.settings, self.app.models
        before = settings.value
        settings.update(context_tokens=_SMALL_CONTEXT, max_tokens=_SHORT_ANSWER)
        self.wait(lambda: models.state.info is not None and models.state.info.context_tokens == _SMALL_CONTEXT)
        self.window.new_chat()
        for question in _QUESTIONS:
            self.ask(question)
            self.finish()
            if self.window.pane.warning.text():
                self.picture("context-warning")
        self.picture("context-full")
        answer = self.window.pane.view.last_answer()
        assert answer is not None
        self.app.chat.answer_with(answer.message.id, "trim")
        self.finish()
        self._show_context_line()
        self.picture("context-trimmed")
        self.app.context.see_everything(self.window.conversation_id)
        self.app.chat.answer_with(answer.message.id, "compact")
        self.finish()
        self._show_context_line().toggle_summary()
        self._show_context_line()
        self.picture("context-summarised")
        settings.update(context_tokens=before.context_tokens, max_tokens=before.max_tokens)
        self.wait(lambda: models.state.info is not None and models.state.info.context_tokens != _SMALL_CONTEXT)

    def failed(self) -> None:
        """The engine dies in the middle of an answer."""
        self.window.new_chat()
        self.ask("How do tides work? Explain it in several paragraphs.")
        self._until_phase("writing")
        self.wait(lambda: self._answer_length() > 100 or not self._is_running())
        os.kill(self.app.engine.state.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        self.wait(lambda: not self._is_running())
        self.picture("failed")

    def deleted(self) -> None:
        """A chat that was deleted can be had back."""
        self.app.library.delete(self.window.conversation_id)
        self.picture("deleted")

    def picker(self) -> None:
        """The list of models."""
        self.window.pane.picker.open_list()
        self.picture("model-picker", popup=self.window.pane.picker.popup)
        self.window.pane.picker.popup.hide()

    def settings(self) -> None:
        """Each page."""
        for page in get_args(PageName):
            self.window.open_settings(page)
            dialog = next(each for each in self.window.findChildren(SettingsDialog) if each.isVisible())
            self.picture(f"settings-{page.split()[0].lower()}", of=dialog)
            dialog.reject()

    def attachments(self, folder: Path) -> None:
        """Files at the composer, one that was refused, and the text of one of them."""
        self.window.new_chat()
        for name, text in _FILES.items():
            (folder / name).write_text(text, encoding="utf-8")
        self.window.pane.composer.edit.setPlainText("Which of the two is longer?")
        self.window.pane.composer.attach_files([*(folder / name for name in _FILES), folder / "lost.txt"])
        self.wait(lambda: not self.app.attachments.being_read(self.window.conversation_id))
        chips = self.window.pane.composer.attached.chips()
        self.wait(lambda: all("about" not in chip.caption() for chip in chips))
        self.picture("attachments")
        chips[0].click()
        preview = self.window.findChild(AttachmentPreview)
        assert preview is not None
        self.picture("attachment-preview", of=preview)
        preview.accept()
        self.window.pane.composer.edit.submitted.emit()
        self.finish()
        self.window.pane.view.verticalScrollBar().setValue(0)
        self.picture("attachments-sent")

    def narrow(self) -> None:
        """A window as narrow as a phone."""
        self.window.resize(*_NARROW)
        self.picture("narrow")
        self.window.resize(*_WIDE)
        self.settle()

    # --- tools --------------------------------------------------------------------------------------------------------

    def ask(self, text: str) -> None:
        """Send a message in the chat that is shown."""
        self.window.pane.composer.edit.setPlainText(text)
        self.window.pane.composer.edit.submitted.emit()

    def _has_no_device(self) -> bool:
        report = self.app.cache.report()
        return report is not None and report.budget_bytes == 0

    def _is_running(self) -> bool:
        return self.app.chat.is_running(self.window.conversation_id)

    def finish(self) -> None:
        """Wait for the end of the answer that is shown."""
        self.wait(lambda: not self._is_running())

    def _finish_all(self) -> None:
        for conversation in self.app.library.conversations():
            self.app.chat.stop(conversation.id)
        self.wait(lambda: not any(self.app.chat.is_running(each.id) for each in self.app.library.conversations()))

    def _until_phase(self, phase: Phase) -> None:
        def is_there() -> bool:
            activity = self.app.chat.activity(self.window.conversation_id)
            return activity is None or (activity.phase == phase and (phase != "reading" or activity.prompt_tokens > 0))

        self.wait(is_there)

    def _answer_length(self) -> int:
        answer = self.window.pane.view.last_answer()
        return len(answer.message.text) if answer is not None else 0

    def _show_context_line(self) -> ContextLine:
        view = self.window.pane.view
        assert view.context_line is not None
        self.settle()
        view.ensureWidgetVisible(view.context_line, 0, _ROUND_THE_LINE)
        return view.context_line

    def wait(self, is_there: Callable[[], bool]) -> None:
        """Let the window live until something is there."""
        deadline = QDeadlineTimer(_PATIENCE_MS)
        while not is_there():
            if deadline.hasExpired():
                raise TimeoutError("The window did not get into the state that was to be pictured.")
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, _STEP_MS)

    def settle(self) -> None:
        """Texts wrap, heights follow, the view scrolls to its end: each in its own turn of the event loop."""
        for _ in range(_TURNS):
            QCoreApplication.processEvents()

    def picture(self, name: str, *, of: QWidget | None = None, popup: QWidget | None = None) -> None:
        """Take it, light and dark; of the window, or of a dialog, with a popup on top where it is."""
        for choice in ("light", "dark"):
            self._theme.choose("dark" if choice == "dark" else "light")
            self.settle()
            picture = (of or self.window).grab()
            if popup is not None:
                self._lay_over(picture, popup)
            picture.save(str(self._out / f"{name}-{choice}.png"))

    def _lay_over(self, picture: QPixmap, popup: QWidget) -> None:
        place: QPoint = self.window.mapFromGlobal(popup.pos())
        painter = QPainter(picture)
        painter.drawPixmap(place, popup.grab())
        painter.end()


def take(out: Path, home: Path, model: Path | None, engine_argv: Sequence[str] | None = None) -> None:
    """Take all pictures that can be taken; needs a QApplication.

    Args:
        out: Folder for the pictures.
        home: Folder for the application's files.
        model: A GGUF file of the starter model.
        engine_argv: What to start as the engine; None for the real one.
    """
    qt = QApplication.instance()
    assert isinstance(qt, QApplication)
    out.mkdir(parents=True, exist_ok=True)
    application = Application(Paths.below(home), list(engine_argv) if engine_argv is not None else None)
    application.settings.update(temperature=0.0, max_tokens=400)
    theme = Theme(qt, "light")
    tour = Tour(out, theme, application)
    try:
        tour.first_start()
        if model is not None:
            tour.empty_chat(_lend(model, application.paths))
            for part in (
                tour.conversation,
                tour.narrow,
                tour.picker,
                tour.settings,
                tour.running,
                tour.reading,
                tour.context_full,
            ):
                part()
            tour.attachments(home)
            library_scenes(tour, home)
            tour.unloaded()
            tour.failed()
            tour.deleted()
    finally:
        tour.window.close()
        tour.window.deleteLater()
        application.close()


def _lend(model: Path, paths: Paths) -> Path:
    """Put the model, and the hidden file that says it was verified, into the temporary home."""
    for file in model.parent.glob(f"*{model.name}*"):
        try:
            os.link(file, paths.models / file.name)
        except OSError:  # on another disk
            shutil.copy2(file, paths.models / file.name)
    return paths.models / model.name


def starter_model() -> Path | None:
    """The starter model, from where the program keeps it or fetched to there; None after a sentence if that fails."""
    sys.stdout.write(f"The pictures need {STARTER_MODEL.name}; it is fetched if it is not here yet.\n")
    sys.stdout.flush()
    try:
        return fetch_starter_model(Paths.resolve().models, lambda received, total: None, lambda: False)
    except StarterModelError as error:
        sys.stderr.write(f"{error.sentence} Only the first start is pictured.\n")
        return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line and take the pictures; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    options = parser.parse_args(arguments)
    qt = QApplication(sys.argv[:1])
    qt.setWindowIcon(app_icon())
    take_locale()
    model = starter_model()
    with tempfile.TemporaryDirectory(prefix="kvasir-screenshots-") as home:
        take(options.out, Path(home), model)
    return 0


if __name__ == "__main__":
    sys.exit(main())
