"""The memory planner: asked of the engine once, reckoned with as often as a slider moves, never in the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from tests.ui.conftest import Driver
from ui.planner_dialog import PlannerDialog

Open = Callable[..., Driver]


def open_planner(driver: Driver, path: str) -> PlannerDialog:
    driver.window.plan_memory(path)
    dialog = driver.window.findChild(PlannerDialog)
    assert dialog is not None
    driver.qtbot.waitUntil(lambda: driver.application.planner.estimate(path).kind != "asking")
    return dialog


@pytest.fixture
def driver(open_window: Open) -> Driver:
    driver = open_window()
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind == "ready")
    return driver


def test_the_plan_begins_with_what_the_settings_say_and_the_longest_context_that_fits(driver: Driver) -> None:
    driver.application.settings.update(kv_format="exact")
    dialog = open_planner(driver, "/models/other.gguf")
    wish = dialog.wish()
    assert wish is not None
    assert (wish.kv_format, wish.conversations, wish.weights.name) == ("exact", 1, "bfloat16")
    assert wish.context_tokens == 24_576
    assert dialog.verdict.text().startswith("It fits: ")
    assert "28 layers that see everything, with 8 KV heads" in dialog.about.text()
    assert "will give 500 MB back" in dialog.place.text()
    dialog.reject()


def test_more_conversations_change_picture_verdict_and_button_without_asking_the_engine(driver: Driver) -> None:
    dialog = open_planner(driver, "/models/other.gguf")
    asked: list[object] = []
    driver.application.engine.event_received.connect(asked.append)
    before = dialog.bar.accessibleDescription()
    assert dialog.save.text() == "Load"
    dialog.conversations.set_value(64)
    assert dialog.bar.accessibleDescription() != before
    assert "64 conversations" in dialog.verdict.text()
    assert dialog.save.text() == dialog.save.accessibleName() == "Load anyway"
    assert "Too much" in dialog.bar.accessibleDescription()
    assert not [event for event in asked if type(event).__name__ == "MemoryPlanned"]
    dialog.reject()


def test_sliders_go_by_keys_and_say_their_value_in_words(driver: Driver) -> None:
    dialog = open_planner(driver, "/models/other.gguf")
    slider = dialog.context.slider
    before = dialog.context.value()
    driver.qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert dialog.context.value() < before
    assert f"{dialog.context.value():,}" in slider.accessibleDescription()
    assert slider.accessibleName() == "Context of each conversation"
    dialog.reject()


def test_load_takes_what_was_chosen_and_loads_the_model_once(driver: Driver) -> None:
    dialog = open_planner(driver, "/models/other.gguf")
    dialog.context.set_value(4096)
    dialog.kv_format.setCurrentIndex(dialog.kv_format.findData("int4"))
    dialog.weights.setCurrentIndex(dialog.weights.findData("float32"))
    states: list[str] = []
    driver.application.models.state_changed.connect(lambda state: states.append(f"{state.kind} {state.path}"))
    dialog.save.click()
    models, settings = driver.application.models, driver.application.settings.value
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == "/models/other.gguf")
    assert (settings.context_tokens, settings.kv_format, settings.weights, settings.dtype) == (
        4096,
        "int4",
        "as_stored",
        "float32",
    )
    assert models.state.info is not None and models.state.info.context_tokens == 4096
    assert all(state.endswith("/models/other.gguf") for state in states)


def test_what_does_not_fit_is_loaded_anyway_if_the_user_wants(driver: Driver) -> None:
    dialog = open_planner(driver, "/models/other.gguf")
    dialog.weights.setCurrentIndex(dialog.weights.findData("float32"))
    assert dialog.verdict.text().startswith("It does not fit: ")
    assert "With weights of 16 bits for each number" in dialog.advice.text()
    assert dialog.save.isEnabled()
    dialog.save.click()
    models = driver.application.models
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == "/models/other.gguf")


def test_no_estimate_never_stands_in_the_way(driver: Driver) -> None:
    dialog = open_planner(driver, "/models/odd")
    assert dialog.verdict.text() == "There is no estimate."
    assert dialog.advice.text() == "Nobody knows this model."
    assert dialog.save.text() == "Load anyway"
    dialog.save.click()
    models = driver.application.models
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == "/models/odd")


def test_when_reading_the_caches_takes_longest_is_said(driver: Driver) -> None:
    dialog = open_planner(driver, "/models/other.gguf")
    dialog.context.set_value(1024)
    assert "would take longer" in dialog.reading.text()
    dialog.conversations.set_value(64)
    dialog.context.set_value(32_768)
    assert "takes longer to read the caches" in dialog.reading.text()
    dialog.reject()


def test_the_list_of_models_leads_to_the_planner(driver: Driver) -> None:
    path = driver.application.paths.models / "other.gguf"
    path.write_bytes(b"GGUF" + b"\0" * 2000)
    models = driver.application.models
    models.refresh()
    driver.qtbot.waitUntil(lambda: any(choice.path == str(path) for choice in models.models()))
    popup = driver.window.pane.picker.popup
    driver.window.pane.picker.open_list()
    names = [popup.list.item(row).text() for row in range(popup.list.count())]
    popup.list.setCurrentRow(names.index("other"))
    popup.plan.click()
    dialog = driver.window.findChild(PlannerDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Memory for other"
    assert models.state.path != str(path)
    dialog.reject()


def test_a_model_that_may_be_large_is_looked_at_before_it_is_loaded(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.chat_pane.may_be_large", lambda path, stored_bytes: path.endswith("large.gguf"))
    driver.window.pane.choose_model("/models/large.gguf")
    dialog = driver.window.findChild(PlannerDialog)
    assert dialog is not None
    assert driver.application.models.state.path != "/models/large.gguf"
    dialog.save.click()
    driver.qtbot.waitUntil(lambda: driver.application.models.state.path == "/models/large.gguf")
