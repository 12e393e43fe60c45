from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPushButton

from tests.ui.conftest import Driver
from ui.choices import choose
from ui.settings_dialog import PageName, SettingsDialog

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def opened(driver: Driver, page: PageName = "General") -> SettingsDialog:
    """The dialog, called with its key and turned to a page with the keys."""
    driver.key(Qt.Key.Key_Comma, CTRL)
    dialog = driver.window.findChild(SettingsDialog)
    driver.qtbot.waitUntil(lambda: dialog.isActiveWindow() and QApplication.focusWidget() is dialog.pages_list)
    while dialog.pages_list.currentItem().text() != page:
        driver.key(Qt.Key.Key_Down)
    return dialog


def test_another_format_is_chosen_with_the_keyboard_and_the_model_is_loaded_with_it(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    dialog = opened(driver, "Cache and memory")
    driver.key(Qt.Key.Key_Tab)
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
    dialog = opened(driver, "Cache and memory")
    driver.key(Qt.Key.Key_Tab)
    driver.key(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.cache.grading
    assert dialog.cache.grading.isChecked()
    driver.key(Qt.Key.Key_Space)
    dialog.save.click()
    assert not driver.application.settings.value.kv_grading
    assert driver.application.settings.value.kv_format == "int8"


def test_escape_changes_nothing(open_window: Open) -> None:
    driver = open_window(with_model=False)
    before = driver.application.settings.value
    dialog = opened(driver, "Cache and memory")
    driver.key(Qt.Key.Key_Tab)
    driver.key(Qt.Key.Key_Down)
    driver.key(Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert driver.application.settings.value == before


def test_saving_what_was_not_touched_changes_nothing(open_window: Open) -> None:
    driver = open_window(with_model=False)
    driver.application.settings.update(temperature=0.25, max_tokens=99, font_points=15, model_folders=["/models"])
    before = driver.application.settings.value
    opened(driver).save.click()
    assert driver.application.settings.value == before


def test_what_every_page_offers_is_saved_at_once(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    choose(dialog.general.theme, "dark")
    choose(dialog.general.letters, "14")
    dialog.general.titles.click()
    dialog.models.add_folder("/some/models")
    dialog.models.add_folder("/some/models")
    dialog.models.context.setText("4,096")
    dialog.generation.system_prompt.setPlainText("Be kind.")
    dialog.generation.sampling.fields["temperature"].setText("0,5")
    dialog.generation.sampling.fields["max_tokens"].setText("300")
    choose(dialog.generation.thinking, "off")
    dialog.save.click()
    value = driver.application.settings.value
    assert (value.theme, value.font_points, value.automatic_titles) == ("dark", 14, False)
    assert (value.model_folders, value.context_tokens) == (["/some/models"], 4096)
    assert (value.system_prompt, value.temperature, value.max_tokens) == ("Be kind.", 0.5, 300)
    assert (value.thinking, value.top_k, value.seed) == ("off", None, None)


def test_an_emptied_field_takes_the_recommended_value_again(open_window: Open) -> None:
    driver = open_window("thinking")
    driver.ask("Hello")
    driver.application.settings.update(temperature=1.5)
    dialog = opened(driver, "Generation")
    field = dialog.generation.sampling.fields["temperature"]
    assert (field.text(), field.placeholderText()) == ("1.5", "0.6")
    field.clear()
    dialog.save.click()
    assert driver.application.settings.value.temperature is None


def test_what_is_no_number_cannot_be_saved(open_window: Open) -> None:
    dialog = opened(driver := open_window(with_model=False), "Models")
    dialog.models.context.setText("much")
    assert not dialog.save.isEnabled()
    assert "Context: “much” is not a whole number." in {label.text() for label in dialog.findChildren(QLabel)}
    dialog.models.context.clear()
    assert dialog.save.isEnabled()
    assert driver.application.settings.value.context_tokens == 0


def test_a_folder_is_taken_from_the_list_but_not_from_the_disk(open_window: Open) -> None:
    driver = open_window(with_model=False)
    folder = driver.application.paths.data
    driver.application.settings.update(model_folders=[str(folder), "/other"])
    dialog = opened(driver, "Models")
    assert not dialog.models.remove.isEnabled()
    dialog.models.folders.setCurrentRow(0)
    dialog.models.remove.click()
    dialog.save.click()
    assert driver.application.settings.value.model_folders == ["/other"]
    assert folder.exists()


def test_the_folders_of_the_program_are_shown_and_opened(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver, "Storage")
    paths, urls = driver.application.paths, []
    monkeypatch.setattr(QDesktopServices, "openUrl", urls.append)
    for button in dialog.storage.findChildren(QPushButton):
        button.click()
    assert urls == [QUrl.fromLocalFile(str(path)) for path in (paths.data, paths.config, paths.cache, paths.logs)]
    assert {label.toolTip() for label in dialog.storage.findChildren(QLabel)} >= {str(paths.data), str(paths.logs)}


def test_the_caches_own_button_opens_the_page_of_the_cache(open_window: Open) -> None:
    driver = open_window(with_model=False)
    driver.window.sidebar.settings_requested.emit()
    dialog = driver.window.findChild(SettingsDialog)
    assert dialog.cache.isVisible()
    assert not dialog.general.isVisible()


def test_that_the_model_is_loaded_again_is_said_where_one_is_loaded(open_window: Open) -> None:
    def notes(driver: Driver) -> list[str]:
        texts = [label.text() for label in opened(driver).findChildren(QLabel)]
        return [text for text in texts if "loads the model again" in text]

    assert notes(open_window(with_model=False)) == []
    driver = open_window()
    driver.ask("Hello")
    assert len(notes(driver)) == 2


def test_every_choice_has_a_name_a_tool_tip_and_a_spoken_hint(open_window: Open) -> None:
    dialog = opened(open_window(with_model=False))
    controls = [*dialog.cache.formats.buttons(), dialog.cache.grading]
    assert all(control.accessibleName() and control.toolTip() for control in controls)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    assert {control.accessibleDescription() for control in controls} <= shown
    for kind in (QAbstractButton, QLineEdit, QComboBox):
        found = [each for each in dialog.findChildren(kind) if not each.objectName().startswith("qt_")]
        assert found and all(each.accessibleName() for each in found)
