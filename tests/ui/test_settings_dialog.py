from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea

from app.settings import Settings
from tests.ui.conftest import Driver
from ui.about_dialog import AboutDialog
from ui.choices import choose
from ui.diagnostics_dialog import DiagnosticsDialog
from ui.dialogs import PageName
from ui.keys_dialog import KeysDialog
from ui.log_window import LogWindow
from ui.settings_dialog import SettingsDialog
from ui.settings_page import SettingsPage
from ui.theme import SPACING

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def opened(driver: Driver, page: PageName = "general") -> SettingsDialog:
    """The dialog, called with its key and turned to a page with the keys."""
    driver.key(Qt.Key.Key_Comma, CTRL)
    dialog = driver.window.findChild(SettingsDialog)
    driver.qtbot.waitUntil(lambda: dialog.isActiveWindow() and QApplication.focusWidget() is dialog.pages_list)
    for _ in range(get_args(PageName).index(page)):
        driver.key(Qt.Key.Key_Down)
    return dialog


def test_another_format_is_chosen_with_the_keyboard_and_the_model_is_loaded_with_it(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    dialog = opened(driver, "cache")
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
    dialog = opened(driver, "cache")
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
    dialog = opened(driver, "cache")
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
    choose(dialog.appearance.theme, "dark")
    choose(dialog.appearance.letters, "14")
    dialog.general.titles.click()
    dialog.models.add_folder("/some/models")
    dialog.models.add_folder("/some/models")
    dialog.models.context.setText("4,096")
    choose(dialog.models.weights, "int8")
    dialog.models.at_start.click()
    dialog.generation.system_prompt.setPlainText("Be kind.")
    dialog.generation.sampling.fields["temperature"].setText("0,5")
    dialog.generation.sampling.fields["max_tokens"].setText("300")
    choose(dialog.generation.thinking, "off")
    dialog.save.click()
    value = driver.application.settings.value
    assert (value.theme, value.font_points, value.automatic_titles) == ("dark", 14, False)
    assert (value.model_folders, value.context_tokens) == (["/some/models"], 4096)
    assert (value.weights, value.load_at_start) == ("int8", False)
    assert (value.system_prompt, value.temperature, value.max_tokens) == ("Be kind.", 0.5, 300)
    assert (value.thinking, value.top_k, value.seed) == ("off", None, None)


def test_an_emptied_field_takes_the_recommended_value_again(open_window: Open) -> None:
    driver = open_window("thinking")
    driver.ask("Hello")
    driver.application.settings.update(temperature=1.5)
    dialog = opened(driver, "generation")
    field = dialog.generation.sampling.fields["temperature"]
    assert (field.text(), field.placeholderText()) == ("1.5", "0.6")
    field.clear()
    dialog.save.click()
    assert driver.application.settings.value.temperature is None


def test_what_is_no_number_cannot_be_saved(open_window: Open) -> None:
    dialog = opened(driver := open_window(with_model=False), "models")
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
    dialog = opened(driver, "models")
    assert not dialog.models.remove.isEnabled()
    dialog.models.folders.setCurrentRow(0)
    dialog.models.remove.click()
    dialog.save.click()
    assert driver.application.settings.value.model_folders == ["/other"]
    assert folder.exists()


def test_the_folders_of_the_program_are_shown_and_opened(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver, "storage")
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
    assert len(notes(driver)) == 3


def test_every_choice_has_a_name_a_tool_tip_and_a_spoken_hint(open_window: Open) -> None:
    dialog = opened(open_window(with_model=False))
    controls = [*dialog.cache.formats.buttons(), dialog.cache.grading]
    assert all(control.accessibleName() and control.toolTip() for control in controls)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    assert {control.accessibleDescription() for control in controls} <= shown
    for kind in (QAbstractButton, QLineEdit, QComboBox):
        found = [each for each in dialog.findChildren(kind) if not each.objectName().startswith("qt_")]
        assert found and all(each.accessibleName() for each in found)


def test_the_defaults_of_a_page_come_back_and_those_of_other_pages_do_not(open_window: Open) -> None:
    driver = open_window(with_model=False)
    changed = {"theme": "dark", "font_points": 18, "motion": "reduced", "automatic_titles": False, "language": "pl"}
    driver.application.settings.update(**changed, kv_format="int4", disk_budget_bytes=0, temperature=1.5)
    dialog = opened(driver, "appearance")
    dialog.restore.click()
    assert driver.application.settings.value.theme == "dark"
    dialog.save.click()
    value = driver.application.settings.value
    assert (value.theme, value.font_points, value.motion) == ("system", 0, "system")
    assert (value.automatic_titles, value.language, value.kv_format, value.temperature) == (False, "pl", "int4", 1.5)


def test_every_page_that_has_settings_gives_their_defaults_back(open_window: Open) -> None:
    driver = open_window(with_model=False)
    changes = {
        "theme": "contrast",
        "font_points": 18,
        "motion": "full",
        "language": "sk",
        "automatic_titles": False,
        "look_for_updates": True,
        "context_tokens": 2048,
        "dtype": "float32",
        "kv_format": "exact",
        "kv_grading": False,
        "kv_budget_bytes": 3 << 30,
        "disk_budget_bytes": 7,
        "ram_budget_bytes": 0,
        "parked_format": "int4",
        "context_policy": "trim",
        "temperature": 0.1,
        "top_k": 3,
        "seed": 4,
        "max_tokens": 9,
        "thinking": "on",
        "system_prompt": "Be brief.",
        "model_folders": ["/models"],
    }
    driver.application.settings.update(**changes)
    dialog = opened(driver)
    for row in range(dialog.pages_list.count()):
        dialog.pages_list.setCurrentRow(row)
        if dialog.restore.isEnabled():
            dialog.restore.click()
    dialog.save.click()
    value = driver.application.settings.value
    assert value.model_folders == ["/models"]
    assert {name for name in changes if getattr(value, name) != getattr(Settings(), name)} == {"model_folders"}


def test_restoring_makes_good_what_could_not_be_saved(open_window: Open) -> None:
    dialog = opened(open_window(with_model=False), "models")
    dialog.models.context.setText("much")
    assert not dialog.save.isEnabled()
    dialog.restore.click()
    assert dialog.save.isEnabled()


def test_where_nothing_can_be_chosen_there_is_nothing_to_restore(open_window: Open) -> None:
    dialog = opened(open_window(with_model=False), "storage")
    assert not dialog.restore.isEnabled()


@pytest.mark.parametrize(
    ("page", "name", "kind"),
    [
        ("advanced", "Open: Log", LogWindow),
        ("advanced", "Open: Diagnostics", DiagnosticsDialog),
        ("advanced", "Open: About Kvasir", AboutDialog),
        ("general", "Open: Keyboard shortcuts", KeysDialog),
    ],
)
def test_pages_lead_to_what_has_a_window_of_its_own(open_window: Open, page: PageName, name: str, kind: type) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver, page)
    assert {each.accessibleName() for each in dialog.findChildren(QPushButton) if each.isVisible()} >= {name}
    next(each for each in dialog.findChildren(QPushButton) if each.accessibleName() == name).click()
    shown = dialog.findChild(kind)
    driver.qtbot.waitUntil(shown.isActiveWindow)
    shown.close()
    assert dialog.isVisible()


def test_a_page_scrolls_only_where_it_is_higher_than_the_window(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    can_scroll = []
    for row in range(dialog.pages_list.count()):
        dialog.pages_list.setCurrentRow(row)
        QApplication.processEvents()
        scroll = dialog.findChild(QScrollArea)
        can_scroll.append(scroll.verticalScrollBar().maximum() > 0)
        page = next(each for each in dialog.findChildren(SettingsPage) if each.isVisible())
        assert can_scroll[-1] == (page.heightForWidth(page.width()) > scroll.viewport().height() - 2 * SPACING.large)
    assert False in can_scroll
