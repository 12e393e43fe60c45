"""The window with models, on a Hub that is a script and with the fake engine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMessageBox

from tests.fakes import hub_child
from tests.ui.conftest import Driver
from ui.models_dialog import ModelsDialog
from ui.planner_dialog import PlannerDialog

OpenWindow = Callable[..., Driver]
WAIT_MS = 20_000


class Models:
    """The window with models as a user meets it."""

    def __init__(self, driver: Driver) -> None:
        self.driver, self.qtbot, self.application = driver, driver.qtbot, driver.application
        driver.window.open_models()
        found = driver.window.findChild(ModelsDialog)
        assert found is not None
        self.dialog = found

    def wait(self, is_there: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(is_there, timeout=WAIT_MS)

    def rows(self) -> list[str]:
        rows = self.dialog.installed.list
        return [rows.item(place).data(Qt.ItemDataRole.AccessibleTextRole) for place in range(rows.count())]

    def fetch(self, name: str) -> None:
        """Search for a repository and fetch what it has."""
        self.dialog.show_page("search")
        search = self.dialog.search
        self.qtbot.keyClicks(search.edit, name)
        self.qtbot.keyClick(search.edit, Qt.Key.Key_Return)
        self.wait(lambda: search.list.key() == name and search.repository.fetch.isVisible())
        search.repository.fetch.click()


@pytest.fixture
def models(
    open_window: OpenWindow, tmp_path: Path, kvasir_home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Models]]:
    monkeypatch.setattr("app.hub.process.default_argv", lambda: [sys.executable, hub_child.__file__])
    monkeypatch.setenv("KVASIR_TEST_HUB_FOLDER", str(tmp_path / "hub"))

    def make(folders: tuple[str, ...] = ()) -> Models:
        driver = open_window()
        driver.application.settings.update(model_folders=list(folders))
        return Models(driver)

    yield make


def put(folder: Path, name: str, content: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return folder / name


def incomplete(folder: Path) -> Path:
    put(folder, "config.json", b'{"model_type": "llama"}')
    put(folder, "model-00001-of-00002.safetensors", b"x" * 100)
    return folder


def test_what_is_whole_can_be_loaded_and_what_is_not_says_what_is_missing(
    models: Callable[[], Models], tmp_path: Path
) -> None:
    put(tmp_path / "here", "whole.gguf", b"GGUF" + bytes(96))
    incomplete(tmp_path / "here" / "torn")
    made = models((str(tmp_path / "here"),))
    made.wait(lambda: len(made.rows()) == 2)
    assert made.rows()[0].startswith("whole") and made.rows()[1].startswith("torn, incomplete")
    page = made.dialog.installed
    page.list.select(str(tmp_path / "here" / "torn"))
    assert not page.load.isVisible()
    assert "model-00002-of-00002.safetensors" in page.missing.text()
    page.list.select(str(tmp_path / "here" / "whole.gguf"))
    page.load.click()
    made.wait(lambda: made.application.models.state.path == str(tmp_path / "here" / "whole.gguf"))


def test_facts_of_the_loaded_model_come_from_the_engine(models: Callable[[], Models], tmp_path: Path) -> None:
    path = put(tmp_path / "here", "whole.gguf", b"GGUF" + bytes(96))
    made = models((str(tmp_path / "here"),))
    made.wait(lambda: len(made.rows()) == 1)
    page = made.dialog.installed
    assert "once it is loaded" in page.facts.text()
    made.application.models.load(str(path))
    made.wait(lambda: "fast path" in page.facts.text() and "loaded" in made.rows()[0])
    assert not page.load.isVisible()
    page.unload.click()
    made.wait(lambda: page.load.isVisible())


def test_deleting_says_what_uses_the_model_and_does_nothing_until_it_is_told_to(
    models: Callable[[], Models], tmp_path: Path
) -> None:
    path = put(tmp_path / "here", "whole.gguf", b"GGUF" + bytes(1020))
    put(tmp_path / "here", "notes.txt", b"mine")
    made = models((str(tmp_path / "here"),))
    made.wait(lambda: len(made.rows()) == 1)
    made.application.models.load(str(path))
    made.wait(lambda: made.application.models.state.kind == "ready")
    made.driver.ask("Hello")
    made.dialog.installed.delete.click()
    made.wait(lambda: made.dialog.findChild(QMessageBox) is not None)
    box = made.dialog.findChild(QMessageBox)
    words = box.informativeText()
    for part in ("1.0 kB become free", "loaded now", "at the start", "1 chat"):
        assert part in words.replace("1 chats", "1 chat"), words
    box.reject()
    assert path.exists()
    made.wait(lambda: made.dialog.findChild(QMessageBox) is None)
    made.dialog.installed.delete.click()
    made.wait(lambda: made.dialog.findChild(QMessageBox) is not None)
    next(each for each in made.dialog.findChild(QMessageBox).buttons() if each.text() == "Delete").click()
    made.wait(lambda: not path.exists() and not made.rows())
    assert (tmp_path / "here" / "notes.txt").exists()
    assert made.application.models.state.kind == "none"
    assert made.application.settings.value.model_path == ""


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_of_a_linked_model_only_the_link_goes(models: Callable[[], Models], tmp_path: Path) -> None:
    target = put(tmp_path / "elsewhere", "whole.gguf", b"GGUF" + bytes(96))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link.gguf").symlink_to(target)
    made = models((str(tmp_path / "here"),))
    made.wait(lambda: len(made.rows()) == 1)
    made.dialog.installed.delete.click()
    made.wait(lambda: made.dialog.findChild(QMessageBox) is not None)
    box = made.dialog.findChild(QMessageBox)
    assert "Only the link" in box.informativeText()
    next(each for each in box.buttons() if each.text() == "Delete").click()
    made.wait(lambda: not made.rows())
    assert target.exists()


def test_a_search_leads_to_a_download_and_that_to_a_loaded_model(models: Callable[[], Models]) -> None:
    made = models()
    made.fetch("org/name")
    (card,) = made.dialog.downloads.cards.values()
    made.wait(card.load.isVisible)
    assert "complete and verified" in card.words.text()
    card.load.click()
    made.wait(lambda: made.application.models.state.path.endswith("small.Q4_0.gguf"))


def look_up(made: Models, name: str) -> None:
    made.dialog.show_page("search")
    made.dialog.search.edit.setText(name)
    made.wait(lambda: made.dialog.search.repository.fetch.isVisible())


def test_before_a_gguf_file_is_fetched_a_guess_says_whether_it_fits_and_what_that_stands_on(
    models: Callable[[], Models],
) -> None:
    made = models()
    look_up(made, "org/name")
    verdict = made.dialog.search.repository.verdict
    made.wait(lambda: "It should fit" in verdict.text())
    assert "rough guess from the size of its file" in verdict.text()
    assert verdict.isVisible()


def test_a_gguf_file_with_a_config_is_reckoned_from_that(models: Callable[[], Models]) -> None:
    made = models()
    look_up(made, "config/name")
    verdict = made.dialog.search.repository.verdict
    made.wait(lambda: "reckoned from its config" in verdict.text())
    assert verdict.text().startswith("Memory for a chat of 8,192 tokens: It fits")


def test_the_planner_lies_over_the_window_with_models_and_not_under_it(
    models: Callable[[], Models], tmp_path: Path
) -> None:
    put(tmp_path / "here", "whole.gguf", b"GGUF" + bytes(96))
    made = models((str(tmp_path / "here"),))
    made.wait(lambda: len(made.rows()) == 1)
    made.dialog.installed.plan.click()
    planner = made.dialog.findChild(PlannerDialog)
    assert planner is not None and planner.isVisible()
    assert planner.windowModality() == Qt.WindowModality.WindowModal
    made.wait(lambda: made.application.planner.estimate(str(tmp_path / "here" / "whole.gguf")).kind == "known")
    planner.save.click()
    made.wait(lambda: made.application.models.state.path == str(tmp_path / "here" / "whole.gguf"))


def test_a_download_is_paused_and_goes_on_with_the_keys_where_they_were(models: Callable[[], Models]) -> None:
    made = models()
    made.fetch("hold/name")
    (card,) = made.dialog.downloads.cards.values()
    made.wait(lambda: card.bar.value() > 0)
    assert made.dialog.pages_list.item(3).text() == "Downloads (1)"
    card.pause.setFocus()
    made.qtbot.keyClick(card.pause, Qt.Key.Key_Space)
    made.wait(card.resume.isVisible)
    assert "paused" in card.words.text() and card.resume.hasFocus()
    made.qtbot.keyClick(card.resume, Qt.Key.Key_Space)
    made.wait(card.pause.isVisible)
    card.remove.click()
    made.wait(lambda: made.dialog.downloads.none.isVisible())


def test_what_stops_a_download_is_said_in_its_card(models: Callable[[], Models]) -> None:
    made = models()
    made.fetch("fails-gated/name")
    (card,) = made.dialog.downloads.cards.values()
    made.wait(card.trouble.isVisible)
    assert "HF_TOKEN" in card.trouble.text()
    assert card.resume.text() == "Try again"


def test_a_search_that_fails_says_why_and_can_be_tried_again(models: Callable[[], Models]) -> None:
    made = models()
    made.dialog.show_page("search")
    search = made.dialog.search
    search.edit.setText("lost-offline/x")
    made.wait(search.error.isVisible)
    assert "HF_HUB_OFFLINE" in search.error.text() and search.again.isVisible()
    search.edit.setText("org/x")
    made.wait(lambda: search.list.key() == "org/x" and not search.error.isVisible())


def test_the_recommended_ones_that_fit_come_first(models: Callable[[], Models]) -> None:
    made = models()
    made.dialog.show_page("recommended")
    page = made.dialog.recommended
    made.wait(lambda: made.application.machine.machine is not None and page.list.count() > 10)
    marks = [page.list.item(place).data(Qt.ItemDataRole.AccessibleTextRole).split(", ")[1] for place in range(23)]
    order = ["fits", "tight", "fits in 4 bits", "too large"]
    assert [order.index(mark) for mark in marks] == sorted(order.index(mark) for mark in marks)


def test_every_control_has_a_name_and_the_window_closes_with_escape(models: Callable[[], Models]) -> None:
    made = models()
    for page in ("installed", "recommended", "search", "downloads"):
        made.dialog.show_page(page)  # type: ignore[arg-type]
        for button in made.dialog.findChildren(QAbstractButton):
            assert button.accessibleName() or button.text() or not button.isVisible(), button
    made.qtbot.keyClick(made.dialog, Qt.Key.Key_Escape)
    made.wait(lambda: made.driver.window.findChild(ModelsDialog) is None)
