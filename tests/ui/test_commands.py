from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication

from tests.ui.conftest import Driver
from ui.commands import GROUPS, Command
from ui.key_bindings import is_for_commands

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
Open = Callable[..., Driver]


def test_no_two_commands_have_the_same_name_title_or_key(open_window: Open) -> None:
    commands = open_window(with_model=False).window.commands.all()
    keys = [command.key for command in commands if command.key]
    titles = [command.title for command in commands]
    assert len(commands) > 50
    assert len(set(keys)) == len(keys)
    assert len(set(titles)) == len(titles)


def test_every_key_can_be_pressed_and_given_again(open_window: Open) -> None:
    for command in open_window(with_model=False).window.commands.all():
        key = QKeySequence(command.key)
        assert key.toString() == command.key  # Qt knows it
        if command.key and not command.is_fixed and command.key != "Shift+Esc":
            assert is_for_commands(key), command


def test_commands_come_group_by_group(open_window: Open) -> None:
    groups = [command.group for command in open_window(with_model=False).window.commands.all()]
    assert list(dict.fromkeys(groups)) == list(GROUPS)
    assert groups == sorted(groups, key=list(GROUPS).index)


def test_another_key_does_it_at_once_and_the_old_one_no_longer(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    first = driver.window.conversation_id
    driver.window.commands.keys.bind("chat.new", QKeySequence("Ctrl+J"))
    driver.key(Qt.Key.Key_N, CTRL)
    assert driver.window.conversation_id == first
    driver.key(Qt.Key.Key_J, CTRL)
    assert driver.window.conversation_id != first


def test_buttons_and_menus_show_the_present_key(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    window = driver.window
    assert window.list.new.toolTip() == "New chat (Ctrl+N)"
    window.commands.keys.bind("chat.new", QKeySequence("Ctrl+J"))
    window.commands.keys.bind("chat.rename", QKeySequence())
    assert window.list.new.accessibleName() == window.list.new.toolTip() == "New chat (Ctrl+J)"
    texts = [action.text() for action in window.chat_actions.menu([window.conversation_id], "list", window).actions()]
    assert "Rename" in texts and "Delete\tCtrl+Shift+Backspace" in texts


def test_what_is_not_possible_is_not_done(open_window: Open) -> None:
    driver = open_window(with_model=False)
    done: list[str] = []
    is_possible = False
    act = Command("test.act", "Test", "view", lambda: done.append("it"), "F9", lambda: is_possible)
    driver.window.commands.add(act)
    driver.key(Qt.Key.Key_F9)
    assert not driver.window.commands.run("test.act") and done == []
    assert act not in driver.window.commands.possible()
    is_possible = True
    driver.key(Qt.Key.Key_F9)
    assert done == ["it"]


def test_what_only_widgets_do_is_told_of_but_cannot_be_run(open_window: Open) -> None:
    commands = open_window(with_model=False).window.commands
    assert commands.named("message.send") in commands.all()
    assert commands.named("message.send") not in commands.possible()
    assert not commands.run("message.send")


@pytest.mark.parametrize("how", ["in the empty box", "with Alt"])
def test_left_and_right_go_between_versions(open_window: Open, how: str) -> None:
    driver = open_window()
    first = driver.ask("Hello")
    driver.key(Qt.Key.Key_R, CTRL)
    second = driver.wait_answer()
    assert second.id != first.id
    modifiers = ALT if how == "with Alt" else Qt.KeyboardModifier.NoModifier
    if how == "with Alt":
        driver.type("half a thought")
    driver.key(Qt.Key.Key_Left, modifiers)
    assert driver.messages[-1].id == first.id
    driver.key(Qt.Key.Key_Left, modifiers)  # there is none before it
    assert driver.messages[-1].id == first.id
    driver.key(Qt.Key.Key_Right, modifiers)
    assert driver.messages[-1].id == second.id
    assert driver.edit.hasFocus()


def test_alt_and_an_arrow_mean_the_message_that_has_the_keys(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Helo")
    driver.key(Qt.Key.Key_Up)
    editor = QApplication.focusWidget()
    editor.selectAll()
    driver.qtbot.keyClicks(editor, "Hello")
    driver.qtbot.keyClick(editor, Qt.Key.Key_Return)
    driver.wait_answer()
    driver.key(Qt.Key.Key_R, CTRL)
    driver.wait_answer()
    driver.window.pane.view.last_user_message().text.setFocus()
    driver.key(Qt.Key.Key_Left, ALT)
    assert driver.messages[0].text == "Helo"


def test_arrows_in_a_box_with_words_move_the_caret(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    driver.key(Qt.Key.Key_R, CTRL)
    second = driver.wait_answer()
    driver.type("word")
    driver.key(Qt.Key.Key_Left)
    assert driver.messages[-1].id == second.id
    assert driver.edit.textCursor().position() == 3


def test_the_last_code_is_copied_by_key(open_window: Open) -> None:
    driver = open_window()
    answer = driver.ask("Hello")
    driver.application.chat.edit_answer(
        answer.id, "```python\nfirst = 1\n```\n\n* and\n\n  ```\n  last = 2\n  ```\n\nthat is it"
    )
    driver.key(Qt.Key.Key_Semicolon, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text().strip() == "last = 2"


def test_without_code_nothing_is_copied(open_window: Open) -> None:
    driver = open_window()
    driver.ask("no code here")
    assert not driver.window.commands.run("message.code")


def test_f6_goes_round_the_panes_and_shift_f6_back(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    window = driver.window
    panes = [window.sidebar, window.list, window.pane.view, window.pane.composer]
    for pane in panes:
        driver.key(Qt.Key.Key_F6)
        assert pane.isAncestorOf(QApplication.focusWidget()), pane
    for pane in reversed(panes[:-1]):
        driver.key(Qt.Key.Key_F6, SHIFT)
        assert pane.isAncestorOf(QApplication.focusWidget()), pane


def test_a_deleted_chat_comes_back_by_key(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Keep this")
    deleted = driver.window.conversation_id
    assert not driver.window.commands.run("chat.undo")
    driver.key(Qt.Key.Key_Backspace, CTRL | SHIFT)
    assert driver.window.conversation_id != deleted
    driver.key(Qt.Key.Key_T, CTRL | SHIFT)
    assert driver.window.conversation_id == deleted


def test_deleted_messages_come_back_by_command(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Keep this")
    kept = driver.messages
    driver.application.tree.delete_version(kept[-1].id)
    assert len(driver.messages) == 1
    assert driver.window.commands.run("message.undo")
    assert [message.id for message in driver.messages] == [message.id for message in kept]


def test_what_the_newest_notice_offers_is_done_by_key(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Keep this")
    deleted = driver.window.conversation_id
    driver.window.commands.run("chat.delete")
    driver.key(Qt.Key.Key_U, CTRL | SHIFT)
    assert driver.window.conversation_id == deleted
    assert not driver.window.pane.banners.banners()


def test_the_keys_for_the_next_and_the_previous_chat_go_down_and_up_the_list(open_window: Open) -> None:
    driver = open_window()
    for text in ("first", "second", "third"):
        driver.window.new_chat()
        driver.ask(text)
    ids = driver.window.list.model.ids()
    assert driver.window.conversation_id == ids[0]
    driver.key(Qt.Key.Key_PageDown, CTRL)
    assert driver.window.conversation_id == ids[1]
    driver.key(Qt.Key.Key_PageUp, CTRL)
    driver.key(Qt.Key.Key_PageUp, CTRL)
    assert driver.window.conversation_id == ids[0]


def test_letters_become_larger_and_smaller_by_key(open_window: Open) -> None:
    driver = open_window()
    settings = driver.application.settings
    driver.key(Qt.Key.Key_Equal, CTRL)
    assert settings.value.font_points == 12
    driver.key(Qt.Key.Key_Minus, CTRL)
    driver.key(Qt.Key.Key_Minus, CTRL)
    assert settings.value.font_points == 10
    driver.key(Qt.Key.Key_0, CTRL)
    assert settings.value.font_points == 0
    settings.update(font_points=24)
    driver.key(Qt.Key.Key_Equal, CTRL)
    assert settings.value.font_points == 24


def test_the_key_for_finding_opens_the_bar(open_window: Open) -> None:
    driver = open_window()
    driver.ask("apples and apples")
    driver.key(Qt.Key.Key_F, CTRL)
    bar = driver.window.pane.view.reading.bar
    driver.qtbot.waitUntil(bar.edit.hasFocus)
    driver.qtbot.keyClicks(bar.edit, "apples")
    find = driver.window.pane.view.reading.find
    driver.qtbot.waitUntil(lambda: find.is_done and len(find.hits) > 1)
    first = find.number
    driver.edit.setFocus()
    driver.key(Qt.Key.Key_F3)
    assert find.number == first + 1
    driver.key(Qt.Key.Key_F3, SHIFT)
    assert find.number == first
