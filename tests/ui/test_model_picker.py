from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt

from tests.fakes.fake_engine import NO_PACKING
from tests.ui.conftest import Driver

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def add_model(driver: Driver, name: str) -> Path:
    path = driver.application.paths.models / name
    path.write_bytes(b"GGUF" + b"\0" * 2000)
    driver.application.models.refresh()
    driver.qtbot.waitUntil(lambda: any(choice.path == str(path) for choice in driver.application.models.models()))
    return path


def test_the_button_names_the_model(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    assert driver.window.pane.picker.button.text() == "fake-model"
    assert "ready" in driver.window.pane.picker.button.accessibleName()


def test_a_model_is_chosen_from_the_list_with_the_keyboard(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    path = add_model(driver, "other.gguf")
    driver.key(Qt.Key.Key_M, CTRL | SHIFT)
    popup = driver.window.pane.picker.popup
    assert popup.isVisible()
    names = [popup.list.item(row).text() for row in range(popup.list.count())]
    popup.list.setCurrentRow(names.index("other"))
    driver.qtbot.keyClick(popup.list, Qt.Key.Key_Return)
    assert not popup.isVisible()
    models = driver.application.models
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == str(path))
    assert driver.messages[0].text == "Hello"


def test_the_picker_tells_how_the_loaded_model_keeps_its_cache(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.window.pane.picker.open_list()
    details = driver.window.pane.picker.popup.details
    assert details.isVisible()
    assert details.text().split("\n") == [
        "Weights: As they are stored · 1 byte",
        "Cache: int8 · self-check: practically no difference",
        "Attention: fast path · Fake, 1 thread",
    ]
    assert "0.00042 nats" in details.toolTip()
    driver.window.pane.picker.popup.hide()


def test_the_picker_says_so_when_a_model_has_no_fast_path_and_bears_no_packing(open_window: Open) -> None:
    driver = open_window("no-packing")
    driver.ask("Hello")
    picker = driver.window.pane.picker
    picker.open_list()
    reason = "The fake engine runs this model's own attention."
    assert picker.popup.details.text().split("\n") == [
        "Weights: As they are stored · 1 byte",
        "Cache: exact · nothing is rounded",
        NO_PACKING,
        f"Attention: without the fast path · {reason}",
    ]
    assert reason in picker.button.toolTip()
    picker.popup.hide()


def test_without_a_model_the_picker_has_no_details(open_window: Open) -> None:
    driver = open_window("no-load")
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind == "failed")
    driver.window.pane.picker.open_list()
    assert not driver.window.pane.picker.popup.details.isVisible()
    driver.window.pane.picker.popup.hide()


def test_a_long_name_is_cut_short_in_a_narrow_window(open_window: Open) -> None:
    driver = open_window()
    driver.window.resize(480, 700)
    picker = driver.window.pane.picker
    name = "a-model-with-a-long-name-" * 4
    driver.application.models.load(str(add_model(driver, f"{name}.gguf")))
    driver.qtbot.waitUntil(lambda: picker.button.text().endswith("…"))
    assert picker.width() < driver.window.pane.width()
    assert name in picker.button.accessibleName()


def test_loading_can_be_stopped(open_window: Open) -> None:
    driver = open_window("slow-load")
    picker = driver.window.pane.picker
    driver.qtbot.waitUntil(picker.cancel.isVisible)
    picker.cancel.click()
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind != "loading")
    assert not picker.cancel.isVisible()


def test_a_model_that_does_not_load_is_explained(open_window: Open) -> None:
    driver = open_window("no-load")
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind == "failed")
    picker = driver.window.pane.picker
    assert picker.button.toolTip() == driver.application.models.state.sentence
    picker.open_list()
    assert picker.popup.trouble.text() == driver.application.models.state.sentence
    picker.popup.hide()
