from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine_environment import EngineEnvironment
from app.engine_setup import EngineSetup, SetupState
from app.paths import Paths
from ui.engine_setup import EngineSetupDialog
from ui.theme import Theme

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@pytest.fixture
def setup(tmp_path: Path) -> EngineSetup:
    """An installed program whose uv does not exist."""
    locks = tmp_path / "program" / "locks"
    locks.mkdir(parents=True)
    common = {"system": "linux", "index": None, "version": "1.0", "lock": "torch.txt", "unpacked_factor": 2.0}
    builds = [
        {**common, "name": "cpu", "label": "torch for processors", "gpu": ""},
        {**common, "name": "cuda", "label": "torch for NVIDIA cards", "gpu": "nvidia"},
    ]
    (locks / "torch_builds.json").write_text(json.dumps({"windows_python": "3.13", "builds": builds}))
    sizes = {"cpu": dict.fromkeys(PYTHONS, 1_000_000), "cuda": dict.fromkeys(PYTHONS, 3_000_000_000)}
    (locks / "download-bytes.json").write_text(json.dumps(sizes))
    for name in ("engine.txt", "torch.txt"):
        (locks / name).write_text("torch==1.0\n")
    paths = Paths.below(tmp_path / "home")
    paths.make()
    return EngineSetup(EngineEnvironment(paths, locks.parent), paths)


@pytest.fixture
def dialog(setup: EngineSetup, theme: Theme, qtbot: QtBot) -> EngineSetupDialog:
    dialog = EngineSetupDialog(setup)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def texts(dialog: EngineSetupDialog) -> str:
    from PySide6.QtWidgets import QLabel

    return "\n".join(each.text() for each in dialog.findChildren(QLabel) if each.isVisible())


def test_it_tells_what_is_fetched_and_how_much_before_anything_is(dialog: EngineSetupDialog) -> None:
    assert dialog.builds.currentText() == "torch for processors"
    assert "to fetch" in texts(dialog)
    assert "Each file is compared with the checksum" in texts(dialog)
    assert not dialog.progress.isVisible()


def test_another_build_shows_its_own_size(dialog: EngineSetupDialog) -> None:
    before = texts(dialog)
    dialog.builds.setCurrentIndex(dialog.builds.findData("cuda"))
    assert texts(dialog) != before
    assert "GB to fetch" in texts(dialog)


def test_while_it_builds_there_is_a_bar_and_a_pause_and_afterwards_a_way_on(
    dialog: EngineSetupDialog, setup: EngineSetup
) -> None:
    setup.changed.emit(SetupState("building", "Fetching torch", 0.25))
    assert dialog.progress.value() == 250
    assert dialog.pause.isVisible() and not dialog.start.isVisible()
    setup.changed.emit(SetupState("paused", fraction=0.25))
    assert dialog.start.text() == "Go on"
    setup.changed.emit(SetupState("failed", sentence="The disk is full."))
    assert dialog.error.text() == "The disk is full."
    assert dialog.start.text() == "Try again"


def test_a_uv_that_cannot_be_started_is_a_sentence(dialog: EngineSetupDialog, setup: EngineSetup, qtbot: QtBot) -> None:
    dialog.start.click()
    qtbot.waitUntil(lambda: setup.state.kind == "failed")
    assert "could not be started" in dialog.error.text()


def test_it_closes_by_itself_once_the_engine_is_set_up(dialog: EngineSetupDialog, setup: EngineSetup) -> None:
    setup.changed.emit(SetupState("ready", fraction=1.0))
    assert not dialog.isVisible()
