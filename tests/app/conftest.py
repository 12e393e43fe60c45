"""The program without a face, on a fresh home folder, with a fake engine behind real pipes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from app.application import Application
from app.paths import Paths
from engine.protocol import Command
from tests.fakes import fake_engine

FAKE_MODEL = "/models/fake-model"


def fake_argv(mode: str) -> list[str]:
    return [sys.executable, fake_engine.__file__, mode]


def sent(application: Application, monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """All that is sent to the engine from now on."""
    commands: list[Command] = []
    send = application.engine.send

    def send_and_note(command: Command) -> None:
        commands.append(command)
        send(command)

    monkeypatch.setattr(application.engine, "send", send_and_note)
    return commands


@pytest.fixture
def paths(kvasir_home: Path) -> Paths:
    """Folders in a fresh home, with a model chosen in the settings."""
    paths = Paths.resolve()
    paths.make()
    paths.settings_file.write_text(f'{{"model_path": "{FAKE_MODEL}"}}')
    return paths


@pytest.fixture
def make_application(
    qapp: QObject, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Application]]:
    """Makes applications whose engine is the fake one in the given mode; closes them in the end."""
    monkeypatch.setattr("app.model_controller.HF_HUB_CACHE", str(paths.cache / "no-hub"))
    made: list[Application] = []

    def make(mode: str) -> Application:
        application = Application(paths, fake_argv(mode))
        made.append(application)
        return application

    yield make
    for application in made:
        application.close()
