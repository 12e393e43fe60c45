from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.errors import StarterModelError
from app.graphics_cards import GraphicsCard
from app.machine import Machine
from app.starter_model import STARTER_MODEL
from engine.protocol import Device
from tests.ui.conftest import Driver
from ui.first_start import FirstStart

Open = Callable[..., Driver]
GIB = 1024**3


def words(page: FirstStart) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page))


def gguf(folder: Path, name: str, size: int = 1000) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(b"GGUF" + b"\0" * size)
    return path


@pytest.fixture
def driver(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> Driver:
    def no_network(*_arguments: object) -> Path:
        raise StarterModelError("There is no network in this test.")

    monkeypatch.setattr("app.starter_fetch.fetch_starter_model", no_network)
    driver = open_window(with_model=False)
    driver.application.start(fetch_missing=False)
    return driver


def test_nothing_is_fetched_by_itself_and_enter_fetches(driver: Driver) -> None:
    page = driver.window.pane.first_start
    assert page.isVisible() and driver.application.models.fetch.kind == "idle"
    page.fetch.setFocus()
    driver.key(Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: driver.application.models.fetch.kind == "failed")
    assert "There is no network in this test." in words(page)
    assert (page.fetch.text(), page.fetch.accessibleName()) == ("Try again", "Fetch the starter model")
    assert QApplication.focusWidget() is page.fetch


def test_the_first_button_has_the_keys_when_the_page_comes(driver: Driver) -> None:
    driver.window.pane.first_start.hide()
    driver.window.pane.first_start.show()
    assert QApplication.focusWidget() is driver.window.pane.first_start.fetch


def test_the_machine_is_described(driver: Driver) -> None:
    page = driver.window.pane.first_start
    card = GraphicsCard("nvidia", "GeForce RTX 4090", 550)
    machine = driver.application.machine
    driver.qtbot.waitUntil(lambda: machine.machine is not None and machine.ready is not None, timeout=20_000)
    driver.application.machine._set(Machine(32 * GIB, 20 * GIB, 500 * GIB, card))
    driver.qtbot.waitUntil(lambda: "32.0 GB, 20.0 GB of it free" in words(page))
    assert "GeForce RTX 4090" in words(page) and "500.0 GB free" in words(page)
    device = Device(kind="cuda", name="GeForce RTX 4090", total_bytes=24 * GIB)
    driver.application.machine._set(Machine(32 * GIB, 20 * GIB, 500 * GIB, card, device))
    driver.qtbot.waitUntil(lambda: "GeForce RTX 4090, 24.0 GB" in words(page))


def test_larger_models_are_recommended_by_what_the_machine_computes_with(driver: Driver) -> None:
    page = driver.window.pane.first_start
    driver.qtbot.waitUntil(lambda: driver.application.machine.machine is not None)
    driver.application.machine._set(Machine(16 * GIB, 8 * GIB, 500 * GIB))
    on_processor = words(page)
    device = Device(kind="cuda", name="A card", total_bytes=16 * GIB)
    driver.application.machine._set(Machine(16 * GIB, 8 * GIB, 500 * GIB, None, device))
    assert "Qwen3 4B" in words(page) or "Gemma 3 4B" in words(page) or "7B" in words(page)
    assert "4B" not in on_processor
    driver.application.machine._set(Machine(GIB // 2, GIB // 4, GIB))
    assert "runs well" not in words(page)


def test_a_model_that_lies_here_is_used_with_one_key(driver: Driver, tmp_path: Path) -> None:
    page = driver.window.pane.first_start
    path = gguf(tmp_path / "models", "found.gguf")
    driver.application.settings.update(model_folders=[str(tmp_path / "models")])
    driver.qtbot.waitUntil(lambda: len(page.uses()) == 1)
    assert page.uses()[0].accessibleName() == "Use found"
    driver.qtbot.waitUntil(lambda: "Found on this computer" in words(page) and "fits" in words(page))
    page.uses()[0].setFocus()
    driver.key(Qt.Key.Key_Space)
    assert driver.application.settings.value.model_path == str(path)
    driver.qtbot.waitUntil(lambda: not page.isVisible())
    assert QApplication.focusWidget() is driver.edit


def test_what_fits_comes_first_and_what_does_not_says_so(driver: Driver, tmp_path: Path) -> None:
    page = driver.window.pane.first_start
    gguf(tmp_path / "models", "small.gguf", 10_000)
    gguf(tmp_path / "models", "large.gguf", 10_000_000)
    driver.application.settings.update(model_folders=[str(tmp_path / "models")])
    driver.qtbot.waitUntil(lambda: len(page.uses()) == 2)
    driver.qtbot.waitUntil(lambda: driver.application.machine.machine is not None)
    assert [use.accessibleName() for use in page.uses()] == ["Use large", "Use small"]
    driver.application.machine._set(Machine(5_000_000, 1, 1))
    assert [use.accessibleName() for use in page.uses()] == ["Use small", "Use large"]
    driver.qtbot.waitUntil(lambda: "probably too large" in words(page))


def test_in_the_narrowest_window_nothing_is_cut_off(driver: Driver) -> None:
    driver.window.resize(driver.window.minimumSize())
    page = driver.window.pane.first_start
    driver.qtbot.waitUntil(lambda: page.widget().width() == page.viewport().width())
    assert STARTER_MODEL.name in words(page)
    for each in page.findChildren(QLabel):
        if each.isVisible():
            assert each.mapTo(page, each.rect().topRight()).x() <= page.width()
    assert page.fetch.mapTo(page, page.fetch.rect().topRight()).x() <= page.width()
