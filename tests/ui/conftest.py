"""A window on a real application with a temporary home and the fake engine behind it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.application import Application
from app.collector import Collector, collect_what_is_due
from app.conversation import Message
from app.engine_environment import EngineEnvironment
from app.engine_setup import EngineSetup
from app.paths import Paths
from app.translation import speak
from tests.fakes import fake_engine
from ui.main_window import MainWindow
from ui.theme import Theme


@pytest.fixture(autouse=True)
def english() -> None:
    """As in the program, numbers are written as the language does; what a test before took does not hold."""
    speak("en")


@pytest.fixture(autouse=True, scope="package")
def collected_here(qapp: QApplication) -> Iterator[None]:
    """As in the program, no other thread ends objects of Qt."""
    collector = Collector()
    yield
    collector.release()


@pytest.fixture(autouse=True)
def collected(collected_here: None) -> Iterator[None]:
    """What a test leaves behind goes with it, as far as it is due."""
    yield
    collect_what_is_due()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp, "light")
    yield theme
    qapp.setStyleSheet("")
    theme.deleteLater()


class Driver:
    """The window as a user meets it: typing, pressing keys, reading."""

    def __init__(self, qtbot: QtBot, application: Application, window: MainWindow) -> None:
        self.qtbot = qtbot
        self.application = application
        self.window = window

    @property
    def edit(self):
        return self.window.pane.composer.edit

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.application.library.branch(self.window.conversation_id)

    def type(self, text: str) -> None:
        self.edit.setFocus()
        for line_number, line in enumerate(text.split("\n")):
            if line_number:
                self.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
            self.qtbot.keyClicks(self.edit, line)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(QApplication.focusWidget() or self.window, key, modifiers)

    def send(self, text: str) -> None:
        self.type(text)
        self.qtbot.keyClick(self.edit, Qt.Key.Key_Return)

    def is_running(self) -> bool:
        return self.application.chat.is_running(self.window.conversation_id)

    def wait_answer(self) -> Message:
        self.qtbot.waitUntil(lambda: not self.is_running() and self.messages[-1].role == "assistant", timeout=20_000)
        return self.messages[-1]

    def wait_writing(self) -> None:
        def has_words() -> bool:
            activity = self.application.chat.activity(self.window.conversation_id)
            return activity is not None and activity.phase == "writing" and bool(self.messages[-1].text)

        self.qtbot.waitUntil(has_words, timeout=20_000)

    def wait_shown(self, start: str) -> None:
        view = self.window.pane.view
        self.qtbot.waitUntil(lambda: view.last_answer().text.toPlainText().startswith(start))

    def ask(self, text: str) -> Message:
        self.send(text)
        return self.wait_answer()


@pytest.fixture
def open_window(
    qtbot: QtBot, theme: Theme, kvasir_home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Driver]]:
    """Opens windows, each on the same home; with `mode` as in tests/fakes/fake_engine.py, `None` for no model."""
    monkeypatch.setattr("app.model_controller.HF_HUB_CACHE", str(kvasir_home / "no-hub"))
    opened: list[Driver] = []

    def close(driver: Driver) -> None:
        driver.window.close()
        driver.application.close()

    def open_one(mode: str = "normal", *, with_model: bool = True) -> Driver:
        while opened:
            close(opened.pop())
        application = Application(Paths.below(kvasir_home), [sys.executable, fake_engine.__file__, mode])
        window = MainWindow(theme, application)
        qtbot.addWidget(window)
        driver = Driver(qtbot, application, window)
        opened.append(driver)
        window.show()
        window.activateWindow()
        driver.edit.setFocus()  # without a model the first start has the keys
        qtbot.waitUntil(lambda: QApplication.focusWidget() is driver.edit)
        if with_model:
            application.start("fake-model.gguf")
        return driver

    yield open_one
    for driver in opened:
        close(driver)


class StrayWindows(QObject):
    """Widgets that were shown before they had a place: for a moment they are windows, and take the keys away."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_shown = event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow()
        if is_shown and watched.windowType() == Qt.WindowType.Window and not isinstance(watched, QMainWindow):
            self.found.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


@pytest.fixture
def stray_windows(qapp: QApplication) -> Iterator[list[str]]:
    """What was shown as a window since then, and is none."""
    strays = StrayWindows()
    qapp.installEventFilter(strays)
    yield strays.found
    qapp.removeEventFilter(strays)


@pytest.fixture
def setup(tmp_path: Path) -> EngineSetup:
    """An installed program whose uv does not exist."""
    locks = tmp_path / "program" / "locks"
    locks.mkdir(parents=True)
    pythons = ("3.11", "3.12", "3.13", "3.14")
    common = {"system": "linux", "index": None, "version": "1.0", "lock": "torch.txt", "unpacked_factor": 2.0}
    builds = [
        {**common, "name": "cpu", "label": "torch for processors", "gpu": ""},
        {**common, "name": "cuda", "label": "torch for NVIDIA cards", "gpu": "nvidia"},
    ]
    (locks / "torch_builds.json").write_text(json.dumps({"windows_python": "3.13", "builds": builds}))
    sizes = {"cpu": dict.fromkeys(pythons, 1_000_000), "cuda": dict.fromkeys(pythons, 3_000_000_000)}
    (locks / "download-bytes.json").write_text(json.dumps(sizes))
    for name in ("engine.txt", "torch.txt"):
        (locks / name).write_text("torch==1.0\n")
    paths = Paths.below(tmp_path / "home")
    paths.make()
    return EngineSetup(EngineEnvironment(paths, locks.parent), paths)
