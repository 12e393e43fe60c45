from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.engine_setup import EngineSetup, SetupState
from ui.engine_setup import EngineSetupDialog
from ui.theme import Theme


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


def test_what_is_set_up_is_looked_through_and_repaired(
    theme: Theme, setup: EngineSetup, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    repaired: list[object] = []
    monkeypatch.setattr(EngineSetup, "state", property(lambda _self: SetupState("ready", fraction=1.0)))
    monkeypatch.setattr(setup, "repair", lambda plan, wheels: repaired.append(plan.build.name))
    dialog = EngineSetupDialog(setup)
    qtbot.addWidget(dialog)
    dialog.show()
    assert "is set up" in texts(dialog)
    dialog.start.click()
    assert repaired == ["cpu"]


def test_it_closes_by_itself_once_the_engine_is_set_up(dialog: EngineSetupDialog, setup: EngineSetup) -> None:
    setup.changed.emit(SetupState("ready", fraction=1.0))
    assert not dialog.isVisible()
