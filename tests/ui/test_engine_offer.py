from __future__ import annotations

from collections.abc import Callable

from app.engine_setup import EngineSetup, SetupState
from app.notices import Notice
from tests.ui.conftest import Driver
from ui.engine_offer import EngineOffer, offer
from ui.engine_setup import EngineSetupDialog

OpenWindow = Callable[..., Driver]


def test_a_program_that_runs_from_its_sources_has_nothing_to_offer(open_window: OpenWindow) -> None:
    driver = open_window(with_model=False)
    assert offer(driver.application, driver.window) is None


def test_a_first_start_shows_what_is_to_be_fetched_and_the_engine_starts_once_it_is_there(
    open_window: OpenWindow, setup: EngineSetup
) -> None:
    driver = open_window(with_model=False)
    made = EngineOffer(setup, driver.application, driver.window)
    assert not made.is_ready
    dialog = driver.window.findChild(EngineSetupDialog)
    assert dialog.isVisible()
    driver.application.start(with_engine=made.is_ready)
    assert driver.application.engine.state.kind == "stopped"
    setup.changed.emit(SetupState("ready", fraction=1.0))
    driver.qtbot.waitUntil(lambda: driver.application.engine.state.kind == "ready", timeout=20_000)
    driver.qtbot.waitUntil(lambda: driver.window.findChild(EngineSetupDialog) is None)


def test_chats_are_written_and_kept_while_there_is_no_engine(open_window: OpenWindow, setup: EngineSetup) -> None:
    driver = open_window(with_model=False)
    EngineOffer(setup, driver.application, driver.window).close()
    driver.window.findChild(EngineSetupDialog).reject()
    driver.application.start(with_engine=False)
    driver.type("What lives in the sea?")
    driver.window.close()
    driver.application.close()
    assert open_window(with_model=False).edit.toPlainText() == "What lives in the sea?"


def test_an_engine_that_does_not_start_can_be_repaired_from_its_notice(
    open_window: OpenWindow, setup: EngineSetup
) -> None:
    driver = open_window("stranger", with_model=False)
    EngineOffer(setup, driver.application, driver.window)
    driver.window.findChild(EngineSetupDialog).reject()
    said: list[Notice] = []
    driver.application.notices.posted.connect(said.append)
    driver.application.start()
    driver.qtbot.waitUntil(lambda: any(notice.action for notice in said), timeout=20_000)
    (notice,) = [notice for notice in said if notice.action]
    notice.action()
    driver.qtbot.waitUntil(lambda: driver.window.findChild(EngineSetupDialog) is not None)
    assert driver.window.findChild(EngineSetupDialog).isVisible()


def test_a_command_of_the_window_shows_it_again(open_window: OpenWindow, setup: EngineSetup) -> None:
    driver = open_window(with_model=False)
    EngineOffer(setup, driver.application, driver.window)
    driver.window.findChild(EngineSetupDialog).reject()
    driver.qtbot.waitUntil(lambda: driver.window.findChild(EngineSetupDialog) is None)
    driver.window.commands.run("program.engine")
    assert driver.window.findChild(EngineSetupDialog).isVisible()
