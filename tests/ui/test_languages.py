"""The window in each language: nothing of it is English, and nothing is cut."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.translation import Language, Wish
from tests.fakes import hub_child
from tests.ui.conftest import Driver
from ui.about_dialog import AboutDialog
from ui.chat_settings_dialog import ChatSettingsDialog
from ui.diagnostics_dialog import DiagnosticsDialog
from ui.dialogs import ModelsPage
from ui.export_dialog import ExportDialog
from ui.how_it_works import HowItWorks
from ui.import_dialog import ImportDialog
from ui.keys_dialog import KeysDialog
from ui.log_window import LogWindow
from ui.memory_panel import MemoryPanel
from ui.models_dialog import ModelsDialog
from ui.planner_dialog import PlannerDialog
from ui.prompt_dialog import PromptDialog
from ui.settings_dialog import SettingsDialog

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "translations"
ELIDED = ("ElidedLabel", "_NameButton")
"""Are meant to be cut short, and say all of it in their tool tips."""
WAIT_MS = 20_000
TURNS = 10
"""Of the event loop: texts wrap, heights follow, each in its own."""


def translations(language: str) -> dict[str, str]:
    """Sentences that are not the same in English and in a language."""
    found = {}
    for message in ET.parse(FOLDER / f"kvasir_{language}.ts").getroot().iter("message"):
        source, translation = message.findtext("source") or "", message.findtext("translation") or ""
        if message.get("numerus") is None and translation and translation != source:
            found[source] = translation
    return found


def texts(window: QWidget) -> set[str]:
    """All that a window says, to eyes and to screen readers."""
    found: set[str] = set()
    for widget in (window, *window.findChildren(QWidget)):
        found |= {widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()}
        found |= {action.text() for action in widget.actions()}
        if isinstance(widget, QLabel | QAbstractButton):
            found.add(widget.text())
        elif isinstance(widget, QLineEdit):
            found.add(widget.placeholderText())
        elif hasattr(widget, "itemText"):
            found |= {widget.itemText(row) for row in range(widget.count())}
    return {text.partition("\t")[0] for text in found} - {""}


def cut(window: QWidget) -> list[str]:
    """What has less room than its words need."""
    parts = [part for part in window.findChildren(QWidget) if part.isVisible() and type(part).__name__ not in ELIDED]
    return [f"{type(part).__name__}: {_words(part)}" for part in parts if _is_cut(part)]


def _words(part: QWidget) -> str:
    return part.text() if isinstance(part, QLabel | QAbstractButton) else part.accessibleName()


def _is_cut(part: QWidget) -> bool:
    if isinstance(part, QHeaderView):
        sections = [section for section in range(part.count()) if not part.isSectionHidden(section)]
        return any(part.sectionSize(section) < part.sectionSizeHint(section) for section in sections)
    if part.property("kind") == "pages":
        assert isinstance(part, QListWidget)
        return part.sizeHintForColumn(0) > part.viewport().width()
    if isinstance(part, QScrollArea):
        can_go_aside = part.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        return not can_go_aside and part.widget().minimumSizeHint().width() > part.viewport().width()
    if not isinstance(part, QLabel | QAbstractButton) or not part.text():
        return False
    if not part.parentWidget().rect().contains(part.geometry()):
        return True
    if isinstance(part, QLabel) and part.wordWrap():
        return part.height() < part.heightForWidth(part.width())
    return part.width() < part.minimumSizeHint().width()


def shown(driver: Driver, kind: type[QDialog]) -> QDialog:
    return next(dialog for dialog in driver.window.findChildren(kind) if dialog.isVisible())


def windows(driver: Driver) -> Iterator[QWidget]:
    """All that can be opened, one after the other, and each page of it."""
    window, application, wait = driver.window, driver.application, driver.qtbot.waitUntil
    yield window
    for menu in (lambda: window.list.heading.click(), lambda: window.pane.menu_requested.emit(window.pos())):
        menu()
        opened = next(each for each in window.findChildren(QMenu) if each.isVisible())
        yield opened
        opened.close()
    window.open_settings()
    settings = shown(driver, SettingsDialog)
    for row in range(settings.pages_list.count()):
        settings.pages_list.setCurrentRow(row)
        yield settings
    settings.reject()
    window.open_models()
    models = shown(driver, ModelsDialog)
    for page in get_args(ModelsPage):
        models.show_page(page)
        wait(lambda page=page: page != "search" or application.hub.search_state.kind == "found", timeout=WAIT_MS)
        wait(lambda page=page: page != "recommended" or application.hub.facts_state.kind == "known", timeout=WAIT_MS)
        yield models
    models.close()
    window.plan_memory()
    planner = shown(driver, PlannerDialog)
    wait(lambda: planner.wish() is not None, timeout=WAIT_MS)
    yield planner
    planner.conversations.set_value(sys.maxsize)
    planner.context.set_value(sys.maxsize)
    yield planner
    planner.reject()
    window.open_memory()
    memory = shown(driver, MemoryPanel)
    wait(lambda: memory.timeline is not None and bool(memory.places), timeout=WAIT_MS)
    yield memory
    memory.close()
    window.open_how_it_works()
    how = shown(driver, HowItWorks)
    how.trial.begin.click()
    wait(lambda: how.trial.is_complete and bool(how.layers.model.cells), timeout=WAIT_MS)
    for row in range(how.list.count()):
        how.list.setCurrentRow(row)
        yield how
    how.close()
    window.pane.picker.open_list()
    yield window.pane.picker.popup
    window.pane.picker.popup.hide()
    for open_dialog, kind in (
        (window.open_chat_settings, ChatSettingsDialog),
        (window.show_prompt, PromptDialog),
        (window.export, ExportDialog),
        (window.import_chats, ImportDialog),
        (window.open_keys, KeysDialog),
        (window.open_log, LogWindow),
        (window.open_diagnostics, DiagnosticsDialog),
        (window.open_about, AboutDialog),
    ):
        open_dialog()
        yield shown(driver, kind)
        shown(driver, kind).close()


@pytest.mark.parametrize("language", ["pl", "sk"])
def test_nothing_that_can_be_opened_has_english_left_or_is_cut(
    qtbot: QtBot,
    speaking: Callable[[Wish], Language],
    open_window: Callable[..., Driver],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    language: Language,
) -> None:
    monkeypatch.setattr("app.hub.process.default_argv", lambda: [sys.executable, hub_child.__file__])
    monkeypatch.setenv("KVASIR_TEST_HUB_FOLDER", str(tmp_path / "hub"))
    speaking(language)
    driver = open_window()
    driver.ask("Hello")
    known = translations(language)
    said: set[str] = set()
    faults: list[str] = []
    for window in windows(driver):
        qtbot.waitExposed(window)
        said |= texts(window)
        usual = window.size()
        is_popup = window.windowType() == Qt.WindowType.Popup
        for size in (usual, usual if is_popup else QSize(1, 1)):  # as it opens, and as small as it can be made
            window.resize(size)
            for _ in range(TURNS):
                QApplication.processEvents()
            faults += [f"{type(window).__name__}, {window.width()} wide: {fault}" for fault in cut(window)]
        window.resize(usual)
    assert not faults, "\n".join(faults)
    # A word that means something else in the other language is no English.
    assert said & known.keys() - set(known.values()) == set()
    assert len(said & set(known.values())) > 400
