from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from tests.ui.conftest import Driver
from ui.export_dialog import ExportDialog

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def opened(driver: Driver, ids: Sequence[str] = ()) -> ExportDialog:
    """The dialog, called with its key, or for several chats as the list does."""
    if ids:
        driver.window.export(ids)
    else:
        driver.key(Qt.Key.Key_E, CTRL | SHIFT)
    return next(each for each in driver.window.findChildren(ExportDialog) if each.isVisible())


def three_chats(driver: Driver) -> list[str]:
    ids = []
    for text in ("About apples", "About pears", "About plums"):
        driver.key(Qt.Key.Key_N, CTRL)
        driver.ask(text)
        ids.append(driver.window.conversation_id)
    return ids


def finish(driver: Driver) -> None:
    driver.qtbot.waitUntil(lambda: driver.application.exchange.state.kind not in ("idle", "running"))


def test_the_chat_that_is_shown_is_written_where_the_user_wants(
    open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window()
    driver.ask("About apples")
    dialog = opened(driver)
    assert dialog.these.text() == "“About apples”"
    assert Path(dialog.where.text()).name == "About apples.md"
    assert not dialog.as_zip.isVisible()
    dialog.where.setText(str(tmp_path / "apples.md"))
    dialog.export.click()
    finish(driver)
    assert "About apples" in (tmp_path / "apples.md").read_text(encoding="utf-8")
    assert dialog.progress.text() == f"1 conversation written to {tmp_path / 'apples.md'}."
    urls: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", urls.append)
    dialog.open_folder.click()
    assert urls == [QUrl.fromLocalFile(str(tmp_path))]


def test_several_chats_go_into_a_zip_or_a_folder(open_window: Open, tmp_path: Path) -> None:
    driver = open_window()
    ids = three_chats(driver)
    dialog = opened(driver, ids[:2])
    assert dialog.these.text() == "The 2 chats that are selected"
    assert Path(dialog.where.text()).suffix == ".zip"
    dialog.where.setText(str(tmp_path / "two.zip"))
    dialog.export.click()
    finish(driver)
    assert sorted(zipfile.ZipFile(tmp_path / "two.zip").namelist()) == ["About apples.md", "About pears.md"]
    dialog.reject()
    dialog = opened(driver, ids[:2])
    dialog.formats["html"].click()
    dialog.as_folder.click()
    assert Path(dialog.where.text()).suffix == ""
    dialog.where.setText(str(tmp_path / "two"))
    dialog.export.click()
    finish(driver)
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == ["About apples.html", "About pears.html"]


def test_all_chats_are_exported_with_the_archived_ones(open_window: Open, tmp_path: Path) -> None:
    driver = open_window()
    ids = three_chats(driver)
    driver.application.library.archive(ids[0], True)
    driver.application.library.delete(ids[1])
    dialog = opened(driver)
    dialog.everything.click()
    assert set(dialog.ids()) == {ids[0], ids[2]}
    assert dialog.as_zip.isVisible()
    dialog.where.setText(str(tmp_path / "all.zip"))
    dialog.formats["json"].click()
    dialog.export.click()
    finish(driver)
    assert driver.application.exchange.state.count == 2


def test_a_name_of_the_users_keeps_its_stem_when_the_format_changes(open_window: Open, tmp_path: Path) -> None:
    driver = open_window()
    driver.ask("About apples")
    dialog = opened(driver)
    dialog.formats["html"].click()
    assert Path(dialog.where.text()).name == "About apples.html"
    dialog.where.selectAll()
    driver.qtbot.keyClicks(dialog.where, str(tmp_path / "v1.2 fruit.html"))
    dialog.formats["json"].click()
    assert dialog.where.text() == str(tmp_path / "v1.2 fruit.json")
    dialog.where.clear()
    dialog.where.textEdited.emit("")
    assert not dialog.export.isEnabled()


def test_an_export_that_fails_says_why(open_window: Open, tmp_path: Path) -> None:
    driver = open_window()
    driver.ask("About apples")
    dialog = opened(driver)
    (tmp_path / "file").write_text("")
    dialog.where.setText(str(tmp_path / "file" / "apples.md"))
    dialog.export.click()
    finish(driver)
    assert "cannot be written" in dialog.progress.text()
    assert not dialog.open_folder.isVisible()


def test_every_control_has_a_name_and_tab_comes_to_what_is_chosen(open_window: Open) -> None:
    driver = open_window()
    dialog = opened(driver)
    for kind in (QAbstractButton, QLineEdit):
        assert all(each.accessibleName() for each in dialog.findChildren(kind))
    driver.qtbot.waitUntil(dialog.these.hasFocus)
    driver.key(Qt.Key.Key_Tab)
    assert dialog.formats["markdown"].hasFocus()
    driver.key(Qt.Key.Key_Down)
    assert dialog.chosen_format() == "html"
