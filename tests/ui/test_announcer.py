from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from tests.ui.conftest import Driver

Open = Callable[..., Driver]
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What screen readers are told."""
    heard: list[str] = []
    for module in ("announcer", "banners"):
        monkeypatch.setattr(f"ui.{module}.announce", lambda _source, sentence: heard.append(sentence))
    return heard


def test_an_answer_is_told_to_end_once(open_window: Open, heard: list[str]) -> None:
    driver = open_window()
    driver.ask("Hello there")
    assert heard[-1] == "The answer is complete."
    driver.ask("And again")
    assert heard.count("The answer is complete.") == 2


def test_an_answer_is_told_to_begin_once_and_to_be_stopped(open_window: Open, heard: list[str]) -> None:
    driver = open_window("endless")
    driver.send("Go on")
    driver.wait_writing()
    driver.qtbot.waitUntil(lambda: "The answer begins." in heard)
    driver.key(Qt.Key.Key_Escape)
    driver.wait_answer()
    assert heard.count("The answer begins.") == 1
    assert heard[-1] == "The answer was stopped."


def test_a_failed_answer_is_told_with_its_reason(open_window: Open, heard: list[str]) -> None:
    driver = open_window("fail")
    answer = driver.ask("Hello")
    assert answer.error in heard


def test_of_another_chat_only_the_end_is_told(open_window: Open, heard: list[str]) -> None:
    driver = open_window("endless")
    driver.send("Go on")
    driver.wait_writing()
    first = driver.window.conversation_id
    driver.key(Qt.Key.Key_N, CTRL)
    told = len(heard)
    driver.application.chat.stop(first)
    driver.qtbot.waitUntil(lambda: not driver.application.chat.is_running(first))
    assert heard[told:] == []  # the user stopped it, and knows


def test_the_end_of_an_answer_in_another_chat_names_it(open_window: Open, heard: list[str]) -> None:
    driver = open_window()
    driver.send("A question about trees")
    first = driver.window.conversation_id
    driver.key(Qt.Key.Key_N, CTRL)
    driver.qtbot.waitUntil(lambda: not driver.application.chat.is_running(first))
    assert heard[-1] == "The answer in “A question about trees” is complete."


def test_notices_are_told(open_window: Open, heard: list[str]) -> None:
    driver = open_window()
    driver.application.notices.post("info", "Something happened.")
    assert heard[-1] == "Something happened."
