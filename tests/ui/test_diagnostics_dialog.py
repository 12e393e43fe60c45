from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from engine.protocol import VERSION, Device, EngineReady, Surroundings
from tests.ui.conftest import Driver
from ui.diagnostics_dialog import DiagnosticsDialog

Open = Callable[..., Driver]


def opened(driver: Driver) -> DiagnosticsDialog:
    driver.window.commands.run("program.diagnostics")
    dialog = driver.window.findChild(DiagnosticsDialog)
    driver.qtbot.waitUntil(lambda: driver.application.machine.machine is not None)
    return dialog


def words(dialog: DiagnosticsDialog) -> set[str]:
    return {label.text() for label in dialog.findChildren(QLabel)}


def test_what_is_shown_is_what_is_copied(open_window: Open) -> None:
    driver = open_window()
    driver.ask("A secret question")
    dialog = opened(driver)
    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied == dialog.text()
    assert f"Version: {VERSION}" in copied
    assert f"pid {driver.application.engine.state.pid}" in copied
    assert str(driver.application.paths.data) in copied
    assert "fast path" in copied
    for line in copied.splitlines():
        if line.startswith("  ") and not line.startswith("  !"):
            assert line.partition(": ")[2] in words(dialog)
    assert "secret" not in copied and driver.messages[1].text not in copied


def test_why_no_card_is_used_is_said_as_soon_as_the_engine_has_told(open_window: Open) -> None:
    driver = open_window(with_model=False)
    dialog = opened(driver)
    assert "The engine has not told yet what it can use." in dialog.text()
    around = Surroundings(cuda="13.0", packages={"triton": "3.9"}, variables={"CUDA_VISIBLE_DEVICES": '"0"'}, threads=4)
    device = Device(kind="cpu", name="CPU with 4 cores", total_bytes=8 << 30, free_bytes=4 << 30)
    ready = EngineReady(devices=[device], torch_version="2.13.0", surroundings=around)
    driver.application.engine.event_received.emit(ready)
    driver.qtbot.waitUntil(lambda: "quotation marks" in dialog.text())
    assert "torch: 2.13.0 (CUDA 13.0)" in dialog.text()
    assert "triton: 3.9" in dialog.text()
    assert "CUDA_VISIBLE_DEVICES: '\"0\"'" in dialog.text()
    assert any("quotation marks" in each for each in words(dialog))


def test_a_model_that_could_not_be_loaded_is_there_with_its_sentence(open_window: Open) -> None:
    driver = open_window(with_model=False)
    driver.application.start("missing-model.gguf")
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind in ("failed", "ready"), timeout=20_000)
    dialog = opened(driver)
    assert "missing-model" in dialog.text()
