"""The local API is switched on, shown and left by page and sidebar; what cannot be is said there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPushButton

from app.local_api import EVERYWHERE, HERE
from engine.protocol import LOCAL_API, ApiState, CacheReport, ConversationCache
from tests.app.keyring_in_memory import InMemory, used
from tests.fakes.fake_engine import TAKEN_PORT
from tests.ui.conftest import Driver
from ui.api_settings import ApiPage
from ui.cache_actions import cache_actions, cache_title
from ui.cache_row import CacheRow
from ui.choices import choose
from ui.settings_dialog import SettingsDialog

Open = Callable[..., Driver]


@pytest.fixture(autouse=True)
def keyring() -> Iterator[InMemory]:
    with used(InMemory()) as backend:
        yield backend


def opened(driver: Driver) -> tuple[SettingsDialog, ApiPage]:
    driver.window.open_settings("api")
    dialog = next(each for each in driver.window.findChildren(SettingsDialog) if each.isVisible())
    assert dialog.api.isVisible()
    return dialog, dialog.api


def wait_for(driver: Driver, state: str) -> None:
    driver.qtbot.waitUntil(lambda: driver.application.local_api.state.state == state)


def press(page: ApiPage, name: str) -> None:
    next(each for each in page.findChildren(QPushButton) if each.accessibleName() == name).click()


def test_it_is_switched_on_by_saving_and_the_sidebar_says_so(open_window: Open) -> None:
    driver = open_window()
    sidebar = driver.window.sidebar
    assert sidebar.api.isHidden()
    dialog, page = opened(driver)
    assert page.state.text() == "Nothing listens."
    page.enabled.setChecked(True)
    page.port.setText("6010")
    page.origins.setText("https://example.org, app://notes")
    assert driver.application.local_api.state.state == "off"
    dialog.save.click()
    wait_for(driver, "on")
    value = driver.application.settings.value
    assert (value.api_port, value.api_host) == (6010, HERE)
    assert value.api_origins == ["https://example.org", "app://notes"]
    assert not sidebar.api.isHidden()
    assert sidebar.api.text() == "Listens at port 6010"
    busy = ApiState(state="on", port=6010, running_requests=1)
    driver.application.engine.event_received.emit(busy)
    assert sidebar.api.text() == "Listens at port 6010, 1 request running"
    dialog, page = opened(driver)
    press(page, "Copy the base URL")
    assert QGuiApplication.clipboard().text() == "http://127.0.0.1:6010/v1"
    page.enabled.setChecked(False)
    dialog.save.click()
    wait_for(driver, "off")
    assert sidebar.api.isHidden()


def test_the_key_is_made_for_the_user_hidden_copied_and_renewed(open_window: Open) -> None:
    driver = open_window()
    dialog, page = opened(driver)
    page.enabled.setChecked(True)
    choose(page.who, EVERYWHERE)
    assert not page.key_wanted.isEnabled()
    assert not page.new_key.isEnabled()
    dialog.save.click()
    wait_for(driver, "on")
    _, page = opened(driver)
    key = driver.application.local_api.key
    assert len(key) > 30
    field = next(each for each in page.key.findChildren(QLineEdit))
    assert field.text() == key
    assert key not in field.displayText()
    press(page, "Show: Key")
    assert field.displayText() == key
    press(page, "Copy the key")
    assert QGuiApplication.clipboard().text() == key
    press(page, "New key")
    assert field.text() == driver.application.local_api.key != key


def test_a_port_that_is_taken_is_said_and_another_one_offered(open_window: Open) -> None:
    driver = open_window()
    driver.application.settings.update(api_enabled=True, api_port=TAKEN_PORT)
    wait_for(driver, "failed")
    assert "is taken" in driver.window.sidebar.api.text()
    dialog, page = opened(driver)
    assert "is taken" in page.state.text()
    page.take_free_port.click()
    assert page.port.text() == str(TAKEN_PORT + 1)
    dialog.save.click()
    wait_for(driver, "on")


@pytest.mark.parametrize(
    ("port", "origins", "words"),
    [("0", "", "Port"), ("70000", "", "Port"), ("x", "", "Port"), ("80", "example.org", "example.org")],
)
def test_what_is_no_port_or_origin_cannot_be_saved(open_window: Open, port: str, origins: str, words: str) -> None:
    driver = open_window()
    dialog, page = opened(driver)
    page.port.setText(port)
    page.origins.setText(origins)
    assert words in page.problem()
    assert not dialog.save.isEnabled()


def test_the_sidebar_leads_to_the_page(open_window: Open) -> None:
    driver = open_window()
    driver.application.settings.update(api_enabled=True)
    driver.window.sidebar.api.settings_requested.emit()
    assert driver.window.findChild(SettingsDialog).api.isVisible()


def test_its_cache_has_a_name_in_the_ledger_and_can_only_be_dropped(open_window: Open) -> None:
    driver = open_window()
    cache = ConversationCache(conversation_id=LOCAL_API, tokens=64, blocks=1, shared_blocks=0, bytes=9)
    assert cache_title(driver.application.library, LOCAL_API) == "Local API"
    (action,) = cache_actions(driver.application.caches, cache, can_be_parked=True, is_running=False)
    assert action.title == "Drop cache"
    driver.application.engine.event_received.emit(CacheReport(budget_bytes=99, used_bytes=9, conversations=[cache]))
    (row,) = driver.window.sidebar.findChildren(CacheRow)
    assert [action.text() for action in row.menu().actions()] == ["Drop cache"]
