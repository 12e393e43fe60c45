from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel

from tests.ui.conftest import Driver
from ui.settings_dialog import SettingsDialog
from ui.tier_settings import TierSettings

Open = Callable[..., Driver]
GIB = 1024**3


def opened(driver: Driver) -> SettingsDialog:
    driver.window.open_settings("cache")
    return driver.window.findChild(SettingsDialog)


def choose(choice: QComboBox, words: str) -> None:
    choice.setCurrentIndex(choice.findText(words))


def test_what_is_kept_where_is_chosen_without_loading_the_model_again(open_window: Open) -> None:
    driver = open_window("card")
    driver.ask("Hello")
    states: list[str] = []
    driver.application.models.state_changed.connect(lambda state: states.append(state.kind))
    dialog = opened(driver)
    choose(dialog.cache.tiers.device, "4 GB")
    choose(dialog.cache.tiers.ram, "Nothing")
    choose(dialog.cache.tiers.disk, "50 GB")
    choose(dialog.cache.tiers.parked, "4-bit")
    dialog.save.click()
    value = driver.application.settings.value
    assert (value.kv_budget_bytes, value.ram_budget_bytes, value.disk_budget_bytes) == (4 * GIB, 0, 50 * GIB)
    assert value.parked_format == "int4"
    driver.qtbot.waitUntil(lambda: driver.application.cache.report().disk_budget_bytes == 50 * GIB)
    assert states == []


def test_what_is_set_is_shown_and_saving_it_changes_nothing(open_window: Open) -> None:
    driver = open_window(with_model=False)
    odd = {"kv_budget_bytes": 3 * GIB + 1, "ram_budget_bytes": 5, "disk_budget_bytes": 0, "parked_format": "k8v4"}
    for settings in ({}, odd):
        driver.application.settings.update(**settings)
        before = driver.application.settings.value
        dialog = opened(driver)
        dialog.save.click()
        driver.qtbot.waitUntil(lambda: driver.window.findChild(SettingsDialog) is None)
        assert driver.application.settings.value == before


@pytest.mark.parametrize(("mode", "names"), [("normal", {"In memory"}), ("card", {"On the graphics card", "In RAM"})])
def test_ram_is_a_place_of_its_own_only_beside_a_card(open_window: Open, mode: str, names: set[str]) -> None:
    driver = open_window(mode)
    driver.ask("Hello")
    dialog = opened(driver)
    seen = [each for each in dialog.findChild(TierSettings).findChildren(QComboBox) if each.isVisible()]
    shown = {each.text() for each in dialog.findChildren(QLabel) if each.isVisible()}
    assert {each.accessibleName() for each in seen} & {"In memory", "On the graphics card", "In RAM"} == names
    assert all({each.accessibleName(), each.accessibleDescription()} <= shown for each in seen)


def test_the_usual_size_is_named(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cache_controller.usual_disk_budget_bytes", lambda folder: 7 * GIB)
    assert opened(open_window(with_model=False)).cache.tiers.disk.currentText() == "Automatic (7 GB)"


def test_the_wheel_changes_a_choice_only_once_it_has_the_focus(open_window: Open) -> None:
    driver = open_window(with_model=False)
    disk = opened(driver).cache.tiers.disk

    def turn_the_wheel() -> None:
        place = QPointF(5, 5)
        down, none = QPoint(0, -120), Qt.KeyboardModifier.NoModifier
        event = QWheelEvent(
            place, place, QPoint(), down, Qt.MouseButton.NoButton, none, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(disk, event)

    turn_the_wheel()
    assert disk.currentIndex() == 0
    disk.setFocus()
    driver.qtbot.waitUntil(disk.hasFocus)
    turn_the_wheel()
    assert disk.currentIndex() == 1
