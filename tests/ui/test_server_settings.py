"""Servers in the settings: added, tried, changed and removed with the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from app.servers import Server, remote_path
from tests.app.keyring_in_memory import InMemory, used
from tests.ui.conftest import Driver
from ui.dialogs import PageName
from ui.server_settings import ServersPage
from ui.settings_dialog import SettingsDialog

Open = Callable[..., Driver]
OFFICE = Server(id="1", name="Office", base_url="http://office:8000/v1", models=["large"])


@pytest.fixture(autouse=True)
def backend() -> Iterator[InMemory]:
    with used(InMemory()) as backend:
        yield backend


def opened(driver: Driver) -> tuple[SettingsDialog, ServersPage]:
    driver.window.open_settings("servers")
    dialog = driver.window.findChild(SettingsDialog)
    driver.qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.pages_list.currentRow() == get_args(PageName).index("servers")
    return dialog, dialog.servers


def typed(driver: Driver, field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    driver.qtbot.keyClicks(field, text)


def test_a_server_is_added_with_its_key_in_the_keyring_and_its_models_in_the_picker(
    open_window: Open, backend: InMemory
) -> None:
    driver = open_window()
    driver.ask("Hello")
    dialog, page = opened(driver)
    page.add.click()
    assert QApplication.focusWidget() is page.name
    assert not dialog.save.isEnabled()
    typed(driver, page.name, "Office")
    typed(driver, page.address, "https://office/v1")
    typed(driver, page.key, "secret")
    assert page.key.echoMode() == QLineEdit.EchoMode.Password
    assert dialog.save.isEnabled()
    dialog.save.click()
    (server,) = driver.application.settings.value.servers
    assert (server.name, server.base_url) == ("Office", "https://office/v1")
    driver.qtbot.waitUntil(lambda: backend.passwords == {("kvasir", server.id): "secret"})
    choices = driver.application.models.models
    driver.qtbot.waitUntil(lambda: [each.name for each in choices() if each.server] == ["large", "small"])
    assert "secret" not in driver.application.paths.settings_file.read_text("utf-8")


def test_the_connection_is_tried_before_anything_is_saved(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    _dialog, page = opened(driver)
    page.add.click()
    page.test.click()
    assert "should look like http://localhost:8000/v1" in page.result.text()
    typed(driver, page.name, "Office")
    typed(driver, page.address, "http://down/v1")
    page.test.click()
    driver.qtbot.waitUntil(lambda: page.result.text() == "Office is down.")
    typed(driver, page.address, "http://office/v1")
    page.test.click()
    driver.qtbot.waitUntil(lambda: page.result.text() == "It answers and offers 2 models: large, small")
    assert driver.application.settings.value.servers == []


def test_what_leaves_the_machine_in_the_clear_is_told(open_window: Open) -> None:
    driver = open_window(with_model=False)
    driver.application.settings.update(servers=[OFFICE])
    _dialog, page = opened(driver)
    assert "Others on the way can read" in page.result.text()
    typed(driver, page.address, "https://office/v1")
    assert page.result.text() == ""


def test_a_kept_key_is_there_behind_dots_and_stays_if_it_is_not_touched(open_window: Open, backend: InMemory) -> None:
    backend.passwords["kvasir", "1"] = "secret"
    driver = open_window(with_model=False)
    driver.application.settings.update(servers=[OFFICE])
    dialog, page = opened(driver)
    driver.qtbot.waitUntil(lambda: page.key.text() == "secret")
    typed(driver, page.name, "Cellar")
    dialog.save.click()
    assert driver.application.settings.value.servers == [
        Server(id="1", name="Cellar", base_url=OFFICE.base_url, models=["large"])
    ]
    assert backend.passwords == {("kvasir", "1"): "secret"}


def test_a_removed_server_takes_its_key_with_it(open_window: Open, backend: InMemory) -> None:
    backend.passwords["kvasir", "1"] = "secret"
    driver = open_window(with_model=False)
    driver.application.settings.update(servers=[OFFICE])
    dialog, page = opened(driver)
    page.remove.click()
    assert page.list.count() == 0 and not page.name.isEnabled()
    dialog.save.click()
    assert driver.application.settings.value.servers == []
    driver.qtbot.waitUntil(lambda: not backend.passwords)


def test_escape_leaves_all_as_it_was(open_window: Open) -> None:
    driver = open_window(with_model=False)
    driver.application.settings.update(servers=[OFFICE])
    dialog, page = opened(driver)
    typed(driver, page.name, "Cellar")
    driver.key(Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert driver.application.settings.value.servers == [OFFICE]


def test_a_model_of_a_server_is_chosen_in_the_picker_and_the_sidebar_shows_its_server(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.application.settings.update(servers=[OFFICE])
    popup = driver.window.pane.picker.popup
    driver.window.pane.picker.open_list()
    names = [popup.list.item(row).text() for row in range(popup.list.count())]
    popup.list.setCurrentRow(names.index("large"))
    assert not popup.plan.isVisible()
    driver.qtbot.keyClick(popup.list, Qt.Key.Key_Return)
    models = driver.application.models
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == remote_path("1", "large"))
    answer = driver.ask("Hello again")
    assert (answer.state, answer.model_name) == ("complete", "large on Office")
    part = driver.window.sidebar.server
    driver.qtbot.waitUntil(lambda: "44%" in part.text())
    assert part.isVisible()
    lines = part.text().splitlines()
    assert lines[0] == "On Office"
    assert {"Prompts found cached: 71%", "Being answered: 5", "Waiting: 4", "Reused for you: 7,912 tokens"} <= set(
        lines
    )
    assert "for all who use it" in lines[1]


def test_without_a_server_the_sidebar_shows_the_cache_of_this_machine(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    assert not driver.window.sidebar.server.isVisible()
