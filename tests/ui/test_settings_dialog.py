from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from tests.ui.conftest import Driver
from ui.settings_dialog import SettingsDialog

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def opened(driver: Driver) -> SettingsDialog:
    """The dialog, called with its key."""
    driver.key(Qt.Key.Key_Comma, CTRL)
    dialog = driver.window.findChild(SettingsDialog)
    driver.qtbot.waitUntil(lambda: dialog.isActiveWindow() and QApplication.focusWidget() is not None)
    return dialog


def test_another_format_is_chosen_with_the_keyboard_and_the_model_is_loaded_with_it(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    dialog = opened(driver)
    assert QApplication.focusWidget().text() == "8-bit (recommended)"
    driver.key(Qt.Key.Key_Down)
    driver.key(Qt.Key.Key_Return)
    assert not dialog.isVisible()
    models = driver.application.models
    assert driver.application.settings.value.kv_format == "k8v4"
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.info.kv_format == "k8v4")
    assert driver.messages[0].text == "Hello"


def test_grading_is_switched_with_the_space_bar(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    driver.key(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.grading
    assert dialog.grading.isChecked()
    driver.key(Qt.Key.Key_Space)
    dialog.save.click()
    assert not driver.application.settings.value.kv_grading
    assert driver.application.settings.value.kv_format == "int8"


def test_escape_changes_nothing(open_window: Open) -> None:
    driver = open_window(with_model=False)
    before = driver.application.settings.value
    dialog = opened(driver)
    driver.key(Qt.Key.Key_Down)
    driver.key(Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert driver.application.settings.value == before


def test_that_the_model_is_loaded_again_is_said_where_one_is_loaded(open_window: Open) -> None:
    def notes(driver: Driver) -> list[str]:
        texts = [label.text() for label in opened(driver).findChildren(QLabel)]
        return [text for text in texts if "loads the model again" in text]

    assert notes(open_window(with_model=False)) == []
    driver = open_window()
    driver.ask("Hello")
    assert len(notes(driver)) == 1


def test_every_choice_has_a_name_a_tool_tip_and_a_spoken_hint(open_window: Open) -> None:
    dialog = opened(open_window(with_model=False))
    controls = [*dialog.formats.buttons(), dialog.grading]
    assert all(control.accessibleName() and control.toolTip() for control in controls)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    assert {control.accessibleDescription() for control in controls} <= shown
    assert all(control.accessibleName() for control in dialog.findChildren(QAbstractButton))
