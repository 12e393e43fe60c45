from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication

from tests.ui.conftest import Driver
from ui import command_palette
from ui.command_palette import CommandPalette

CTRL = Qt.KeyboardModifier.ControlModifier
Open = Callable[..., Driver]


def called(driver: Driver) -> CommandPalette:
    """The palette, by its key."""
    driver.key(Qt.Key.Key_K, CTRL)
    palette = driver.window.command_palette
    driver.qtbot.waitUntil(palette.edit.hasFocus)
    return palette


def shown(palette: CommandPalette) -> list[str]:
    return [palette.list.item(row).text() for row in range(palette.list.count())]


def marked(palette: CommandPalette) -> str:
    row = palette.list.row_marked()
    return "" if row is None else row.title


def test_a_command_is_done_with_a_few_letters_and_enter(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    first = driver.window.conversation_id
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "new ch")
    assert marked(palette) == "New chat"
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert driver.window.conversation_id != first
    assert not palette.isVisible() and driver.edit.hasFocus()


def test_the_key_of_a_command_stands_beside_it(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "new chat")
    assert palette.list.row_marked().key == "Ctrl+N"
    assert palette.list.currentItem().data(Qt.ItemDataRole.AccessibleTextRole) == "New chat, Ctrl+N"


def test_a_chat_is_found_by_its_words_and_opened_at_them(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_window()
    driver.ask("Tell me of walnuts")
    chat_id, first = driver.window.conversation_id, driver.messages[0].id
    driver.application.library.rename(chat_id, "Baking")
    driver.window.new_chat()
    reached: list[str] = []
    monkeypatch.setattr(driver.window.pane, "show_message", reached.append)
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "tell walnuts")
    assert shown(palette) == ["Chats", "Baking"]
    assert "walnuts" in palette.list.row_marked().detail
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert driver.window.conversation_id == chat_id
    assert reached and reached[0] in [first, driver.messages[-1].id]


def test_a_chat_is_found_by_some_letters_of_its_title(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Baking bread")
    chat_id = driver.window.conversation_id
    driver.window.new_chat()
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "bkbr")
    assert "Baking bread" in shown(palette)
    while marked(palette) != "Baking bread":
        driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Down)
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert driver.window.conversation_id == chat_id


def test_the_latest_other_chat_is_one_key_away(open_window: Open) -> None:
    driver = open_window()
    driver.ask("First")
    first = driver.window.conversation_id
    driver.window.new_chat()
    driver.ask("Second")
    palette = called(driver)
    assert shown(palette)[:2] == ["Latest chats", "First"]
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert driver.window.conversation_id == first


def test_a_model_is_taken_by_its_name(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_window()
    models = driver.application.models
    folder = driver.application.paths.models
    (folder / "little-bird.gguf").write_bytes(b"GGUF" + bytes(64))
    models.refresh()
    driver.qtbot.waitUntil(lambda: any(each.name == "little-bird" for each in models.models()))
    taken: list[str] = []
    monkeypatch.setattr(models, "load", lambda path, **_: taken.append(path))
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "bird")
    assert shown(palette)[0] == "Models"
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert [path.endswith("little-bird.gguf") for path in taken] == [True]


def test_the_arrows_go_over_headings_and_round_the_ends(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    first = marked(palette)
    assert first == shown(palette)[1]  # a heading stands above it
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Up)
    assert marked(palette) == shown(palette)[-1]
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Down)
    assert marked(palette) == first
    for _ in range(palette.list.count()):
        driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Down)
        assert palette.list.row_marked() is not None
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_PageDown)
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_PageUp)
    assert palette.list.row_marked() is not None


def test_only_what_is_possible_now_is_offered(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    assert "New chat" in shown(palette)
    assert "Answer again" not in shown(palette) and "Stop the answer" not in shown(palette)
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Escape)
    driver.ask("Hello")
    assert "Answer again" in shown(called(driver))


def test_escape_and_its_own_key_close_it_and_give_the_keys_back(open_window: Open) -> None:
    driver = open_window()
    driver.window.list.search.setFocus()
    palette = called(driver)
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Escape)
    assert not palette.isVisible() and driver.window.list.search.hasFocus()
    called(driver)
    driver.key(Qt.Key.Key_K, CTRL)
    assert not palette.isVisible() and driver.window.list.search.hasFocus()


def test_a_command_acts_where_the_keys_were_before(open_window: Open) -> None:
    driver = open_window()
    ids = []
    for text in ("first", "second"):
        driver.window.new_chat()
        driver.ask(text)
        ids.append(driver.window.conversation_id)
    view = driver.window.list.view
    view.setFocus()
    view.selectAll()
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "archive chat")
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert {chat.id for chat in driver.application.library.conversations("archive")} == set(ids)


def test_it_goes_when_the_user_turns_elsewhere(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    driver.window.list.search.setFocus()
    assert not palette.isVisible()
    assert driver.window.list.search.hasFocus()


def test_enter_belongs_to_the_input_method_while_it_composes(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    QApplication.sendEvent(palette.edit, QInputMethodEvent("にほ", []))
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_nothing_that_fits_is_said(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "xqxqxq")
    assert not palette.list.isVisible() and palette.nothing.isVisible()
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_it_keeps_within_a_narrow_window(open_window: Open) -> None:
    driver = open_window()
    palette = called(driver)
    driver.window.resize(430, 430)
    driver.qtbot.waitUntil(lambda: palette.geometry().right() < 430)
    assert driver.window.rect().contains(palette.geometry())


def test_screen_readers_hear_what_is_marked(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr("ui.finder_list.announce", lambda _source, sentence: heard.append(sentence))
    monkeypatch.setattr(command_palette, "_SAY_MS", 0)
    driver = open_window()
    palette = called(driver)
    driver.qtbot.keyClicks(palette.edit, "new chat")
    driver.qtbot.waitUntil(lambda: "New chat, Ctrl+N" in heard)
    driver.qtbot.keyClick(palette.edit, Qt.Key.Key_Down)
    assert heard[-1] == palette.list.currentItem().data(Qt.ItemDataRole.AccessibleTextRole)
