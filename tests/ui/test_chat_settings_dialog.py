from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QMessageBox, QPlainTextEdit

from app.conversation import ChatSettings
from tests.ui.conftest import Driver
from ui.chat_settings_dialog import ChatSettingsDialog
from ui.choices import choose
from ui.questions import NameDialog

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


def opened(driver: Driver) -> ChatSettingsDialog:
    """The dialog, called with its key."""
    driver.window.activateWindow()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)
    driver.key(Qt.Key.Key_I, CTRL)
    dialog = next(each for each in driver.window.findChildren(ChatSettingsDialog) if each.isVisible())
    driver.qtbot.waitUntil(lambda: dialog.isActiveWindow() and dialog.system_prompt.hasFocus())
    return dialog


def own(driver: Driver) -> ChatSettings:
    return driver.application.chat_settings.own(driver.window.conversation_id)


def named(driver: Driver, name: str) -> None:
    """Answer the question for a name."""
    dialog = next(each for each in driver.window.findChildren(NameDialog) if each.isVisible())
    dialog.edit.setText(name)
    dialog.yes.click()


def test_what_is_typed_holds_in_this_chat_alone(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    dialog = opened(driver)
    driver.qtbot.keyClicks(dialog.system_prompt, "Be brief.")
    dialog.sampling.fields["temperature"].setText("0.7")
    dialog.sampling.fields["max_tokens"].setText("1,200")
    dialog.stop.setPlainText("END\n\\n\\nUser:")
    choose(dialog.kv_format, "int4")
    choose(dialog.policy, "trim")
    dialog.save.click()
    wanted = ChatSettings(
        system_prompt="Be brief.", temperature=0.7, max_tokens=1200, stop=("END", "\n\nUser:"), kv_format="int4"
    )
    assert own(driver) == wanted
    assert driver.application.library.conversation(driver.window.conversation_id).context_policy == "trim"
    assert driver.application.settings.value.system_prompt == ""
    dialog = opened(driver)
    assert dialog.stop.toPlainText() == "END\n\\n\\nUser:"
    dialog.save.click()
    assert own(driver) == wanted


def test_escape_changes_nothing(open_window: Open) -> None:
    driver = open_window()
    dialog = opened(driver)
    driver.qtbot.keyClicks(dialog.system_prompt, "Be brief.")
    driver.key(Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert own(driver) == ChatSettings()


def test_empty_fields_show_what_they_inherit(open_window: Open, stray_windows: list[str]) -> None:
    driver = open_window("thinking")
    driver.ask("Hello")
    driver.application.settings.update(system_prompt="Be kind.", top_k=7)
    dialog = opened(driver)
    fields = dialog.sampling.fields
    assert dialog.system_prompt.placeholderText() == "Be kind."
    assert (fields["temperature"].placeholderText(), fields["top_k"].placeholderText()) == ("0.6", "7")
    assert fields["seed"].placeholderText() == "random"
    assert dialog.kv_format.currentText() == "As in the settings: 8-bit (recommended)"
    assert dialog.no_prompt.isVisible() and stray_windows == []
    dialog.no_prompt.click()
    dialog.save.click()
    assert own(driver).system_prompt == ""


def test_what_a_change_costs_is_said_as_it_is_made(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    dialog = opened(driver)
    assert dialog.cost.text() == "Nothing has to be read again."
    driver.qtbot.keyClicks(dialog.system_prompt, "Be brief.")
    driver.qtbot.waitUntil(lambda: "system prompt comes first" in dialog.cost.text())
    dialog.system_prompt.clear()
    choose(dialog.kv_format, "int4")
    driver.qtbot.waitUntil(lambda: "another cache format" in dialog.cost.text())


def test_what_is_no_number_cannot_be_saved_and_says_why(open_window: Open) -> None:
    dialog = opened(open_window())
    dialog.sampling.fields["top_p"].setText("2")
    assert not dialog.save.isEnabled()
    assert not dialog.presets.save.isEnabled()
    assert not dialog.cost.isVisible()
    dialog.sampling.fields["top_p"].setText("0,5")
    assert dialog.save.isEnabled()
    assert dialog.cost.isVisible()


def test_everything_is_inherited_again_after_a_reset(open_window: Open) -> None:
    driver = open_window()
    chat_id = driver.window.conversation_id
    driver.application.chat_settings.change(chat_id, ChatSettings(temperature=1.0, system_prompt="Be brief."))
    driver.application.context.choose(chat_id, "window")
    dialog = opened(driver)
    dialog.reset.click()
    dialog.save.click()
    assert own(driver) == ChatSettings()
    assert driver.application.library.conversation(chat_id).context_policy == ""


def test_a_preset_is_kept_taken_changed_and_deleted(open_window: Open) -> None:
    driver = open_window()
    settings = driver.application.chat_settings
    dialog = opened(driver)
    dialog.sampling.fields["temperature"].setText("0.9")
    dialog.presets.save.click()
    named(driver, "Lively")
    assert [preset.name for preset in settings.presets()] == ["Lively"]
    dialog.reject()
    dialog = opened(driver)
    dialog.presets.combo.setCurrentIndex(1)
    dialog.presets.combo.activated.emit(1)
    assert dialog.sampling.fields["temperature"].text() == "0.9"
    dialog.sampling.fields["temperature"].setText("1.1")
    dialog.presets.save.click()
    named(driver, "Lively")
    assert [preset.settings.temperature for preset in settings.presets()] == [1.1]
    assert dialog.presets.combo.currentText() == "Lively"
    dialog.presets.delete.click()
    question = next(box for box in driver.window.findChildren(QMessageBox) if box.isVisible())
    next(each for each in question.buttons() if each.text() == "Delete").click()
    assert settings.presets() == ()
    assert dialog.presets.combo.currentText() == "None"
    dialog.save.click()
    assert own(driver).temperature == 1.1


def test_a_model_of_its_own_is_loaded_and_one_that_is_gone_is_still_named(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    path = "/gone/other-model.gguf"
    driver.application.chat_settings.change(driver.window.conversation_id, ChatSettings(model_path=path))
    assert driver.window.pane.note.text().startswith("other-model answers in this chat.")
    dialog = opened(driver)
    assert dialog.model.currentText() == "other-model (not found)"
    choose(dialog.model, "")
    dialog.save.click()
    assert own(driver).model_path == ""
    assert driver.window.pane.note.text() == ""


@pytest.mark.parametrize("kind", [QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox])
def test_every_control_has_a_name(open_window: Open, kind: type) -> None:
    dialog = opened(open_window())
    found = [each for each in dialog.findChildren(kind) if not each.objectName().startswith("qt_")]
    assert found
    assert all(each.accessibleName() for each in found)


def test_tab_goes_through_all_fields_and_enter_saves(open_window: Open) -> None:
    driver = open_window()
    dialog = opened(driver)
    reached = set()
    for _ in range(40):
        reached.add(QApplication.focusWidget())
        driver.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    fields = {*dialog.sampling.fields.values(), dialog.model, dialog.stop, dialog.thinking, dialog.kv_format}
    assert fields | {dialog.policy, dialog.reset, dialog.save, dialog.presets.combo} <= reached
    dialog.sampling.fields["seed"].setFocus()
    driver.qtbot.keyClicks(dialog.sampling.fields["seed"], "5")
    driver.key(Qt.Key.Key_Return)
    assert own(driver).seed == 5
