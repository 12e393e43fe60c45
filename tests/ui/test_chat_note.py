from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from tests.ui.conftest import Driver

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_a_temporary_chat_says_so_and_looks_like_it(open_window: Open) -> None:
    driver = open_window()
    assert not driver.window.pane.note.isVisible()
    driver.key(Qt.Key.Key_N, CTRL | SHIFT)
    pane = driver.window.pane
    assert pane.note.isVisible() and pane.note.text().startswith("Temporary chat")
    assert pane.composer.property("temporary")
    assert "not kept" in pane.composer.edit.placeholderText()
    answer = driver.ask("a secret")
    assert answer.state == "complete"
    model = driver.window.list.model
    assert "temporary" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    driver.key(Qt.Key.Key_N, CTRL)
    assert not pane.note.isVisible() and not pane.composer.property("temporary")
    home = driver.application.paths.data
    open_window()
    assert not any(b"a secret" in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_temporary_chat_with_messages_is_deleted_after_a_question(open_window: Open) -> None:
    driver = open_window()
    driver.key(Qt.Key.Key_N, CTRL | SHIFT)
    chat_id = driver.window.conversation_id
    driver.ask("a secret")
    driver.key(Qt.Key.Key_Backspace, CTRL | SHIFT)
    question = next(box for box in driver.window.findChildren(QMessageBox) if box.isVisible())
    assert driver.application.library.conversation(chat_id) is not None
    next(each for each in question.buttons() if each.text() == "Delete").click()
    assert driver.application.library.conversation(chat_id) is None
    assert driver.window.conversation_id != chat_id


def test_a_model_that_is_picked_answers_also_where_the_chat_had_another(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    models, chat = driver.application.models, driver.application.chat
    chat.use_model(driver.window.conversation_id, "/other/one.gguf")
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == "/other/one.gguf")
    driver.window.pane.picker.popup.chosen.emit("fake-model.gguf")
    driver.qtbot.waitUntil(lambda: models.state.kind == "ready" and models.state.path == "fake-model.gguf")
    assert driver.application.chat_settings.own(driver.window.conversation_id).model_path == "fake-model.gguf"
    assert driver.window.pane.note.text() == ""
    assert driver.ask("Again").model_name == "fake-model"
