"""What the program promises, kept by the real program, the real engine and a real model."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.conversation import ContextPolicy, Message
from app.paths import Paths
from engine.cache import chat_file
from engine.cache.tier import Key
from tests.e2e.window import SECONDS, Window
from tests.engine.test_loader import save_tiny_model
from tests.processes import watch_end
from ui.context_policies import POLICIES

Start = Callable[..., "subprocess.Popen[bytes]"]
Choose = Callable[[Path], None]
LONG_CONTEXT_TOKENS = 8192


def stored(paths: Paths, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(f"file:{paths.database}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_once_prints_the_answer_and_what_it_cost(
    home: Paths, choose_model: Choose, start: Start, starter_model: Path
) -> None:
    choose_model(starter_model)
    process = start("chat", "--once", "What is the capital of Poland?")
    output, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors.decode()
    assert output.decode().strip() == "The capital of Poland is Warsaw."
    assert "reused 0 · read 37" in errors.decode()
    assert stored(home, "SELECT role, state FROM messages ORDER BY seq") == [
        ("user", "complete"),
        ("assistant", "complete"),
    ]


def test_a_killed_window_takes_its_engine_with_it_and_loses_no_word(
    qtbot: QtBot, home: Paths, choose_model: Choose, start: Start, tmp_path: Path
) -> None:
    choose_model(save_tiny_model(tmp_path / "tiny"))
    process = start()
    program = psutil.Process(process.pid)
    qtbot.waitUntil(lambda: bool(program.children()) and home.database.exists(), timeout=SECONDS * 1000)
    still_alive = watch_end(child.pid for child in program.children(recursive=True))
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=10)
    assert still_alive(5) == []
    assert stored(home, "PRAGMA integrity_check") == [("ok",)]


def test_a_chat_goes_on_warm_after_both_processes_were_killed(
    qtbot: QtBot, home: Paths, choose_model: Choose, start: Start, tmp_path: Path
) -> None:
    choose_model(save_tiny_model(tmp_path / "tiny"))
    chosen = json.loads(home.settings_file.read_text(encoding="utf-8"))
    home.settings_file.write_text(json.dumps({**chosen, "max_tokens": 8}), encoding="utf-8")
    first = start("chat")
    assert first.stdin is not None
    first.stdin.write(b"one two three " * 60 + b"\n")
    first.stdin.flush()
    qtbot.waitUntil(lambda: num_parked_tokens(home) > 0, timeout=SECONDS * 1000)
    ((conversation_id, receipt),) = stored(
        home, "SELECT conversation_id, receipt FROM messages WHERE role = 'assistant' AND state <> 'streaming'"
    )
    seen = json.loads(str(receipt))
    all_tokens = seen["read_tokens"] + seen["generated_tokens"] - 1
    qtbot.waitUntil(lambda: num_parked_tokens(home) == all_tokens, timeout=SECONDS * 1000)
    family = [psutil.Process(first.pid), *psutil.Process(first.pid).children(recursive=True)]
    assert len(family) > 1
    for process in family:
        process.kill()
    first.wait(timeout=10)
    second = start("chat", "--once", "and four?", "--conversation", str(conversation_id))
    _, errors = second.communicate(timeout=SECONDS)
    assert f"reused {all_tokens} · read " in errors.decode()


def num_parked_tokens(home: Paths) -> int:
    """Of the only conversation, as far as its blocks are on the disk; 0 before it is listed."""
    written = {Key(path.name.partition(".")[0]) for path in home.kv.rglob("*.safetensors")}
    for path in (home.kv / "chats").glob("*.json"):
        chat = chat_file.from_json(path.read_bytes())
        if chat is not None and set(chat.table) <= written:
            return len(chat.token_ids)
    return 0


def test_a_second_start_raises_the_first_window_and_leaves(
    qtbot: QtBot, home: Paths, choose_model: Choose, start: Start, tmp_path: Path
) -> None:
    choose_model(save_tiny_model(tmp_path / "tiny"))
    first = start()
    qtbot.waitUntil(home.instance_lock.exists, timeout=SECONDS * 1000)
    second = start()
    assert second.wait(timeout=SECONDS) == 0
    assert first.poll() is None
    first.send_signal(signal.SIGTERM)
    assert first.wait(timeout=SECONDS) == 0


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, home: Paths, choose_model: Choose, tmp_path: Path):
    # A context that takes seconds to fill, so that something can happen meanwhile.
    choose_model(save_tiny_model(tmp_path / "tiny", context_tokens=LONG_CONTEXT_TOKENS))
    window = Window(qtbot, qapp, home)
    yield window
    window.close()
    qapp.setStyleSheet("")


def test_an_engine_killed_in_the_middle_of_an_answer_leaves_the_text_and_the_next_message_works(window: Window) -> None:
    window.send("tell me a long story")
    window.wait(lambda: len(window.branch()) == 2 and len(window.newest().text) > 20)
    psutil.Process(window.application.engine.state.pid).kill()
    window.wait(lambda: window.newest().state == "failed")
    failed = window.newest()
    assert len(failed.text) > 20
    assert "SIGKILL" in failed.error and "next message starts the engine again" in failed.error

    window.send("are you there?")
    window.wait(lambda: len(window.branch()) == 4 and len(window.newest().text) > 20)
    window.qtbot.keyClick(window.window.pane.composer.edit, Qt.Key.Key_Escape)
    window.wait(lambda: window.newest().state == "stopped")
    assert window.branch()[1].text == failed.text


def test_two_chats_are_answered_at_once_and_nothing_is_mixed(window: Window) -> None:
    window.send("first chat")
    window.wait(lambda: len(window.newest().text) > 5 and window.newest().role == "assistant")
    first = window.window.conversation_id
    window.qtbot.keyClick(window.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    second = window.window.conversation_id
    assert second != first
    is_running = window.application.chat.is_running
    window.send("second chat")
    assert is_running(first) and is_running(second)
    window.wait(lambda: not is_running(first) and not is_running(second))
    for conversation, words in ((first, "first chat"), (second, "second chat")):
        user, answer = window.branch(conversation)
        assert user.text == words
        # The tiny model knows no end and greedily fills its context: each answer is its own conversation's alone.
        assert answer.state == "context_full"
        assert (
            answer.receipt.cached_tokens + answer.receipt.read_tokens + answer.receipt.generated_tokens
            == LONG_CONTEXT_TOKENS
        )


def test_a_chat_that_is_taken_up_again_reads_only_the_new_message(window: Window) -> None:
    window.application.settings.update(max_tokens=40)
    window.send("hello")
    window.wait(lambda: window.newest().state == "length")
    window.send("go on")
    window.wait(lambda: len(window.branch()) == 4 and window.newest().state == "length")
    first, second = window.branch()[1].receipt, window.newest().receipt
    assert second.cached_tokens >= first.read_tokens + first.generated_tokens - 1


def test_a_chat_is_packed_as_it_grows_and_another_format_holds_from_the_next_message_on(window: Window) -> None:
    def formats() -> set[str]:
        report = window.application.cache.report()
        return {name for cache in report.conversations for name in cache.formats} if report is not None else set()

    window.application.settings.update(max_tokens=300)
    window.send("hello")
    window.wait(lambda: window.newest().state == "length" and formats() == {"exact", "int8"})
    window.application.settings.update(kv_format="exact")
    window.send("go on")
    window.wait(lambda: len(window.branch()) == 4 and window.newest().state == "length")
    assert window.newest().receipt.cached_tokens == 0
    window.wait(lambda: formats() == {"exact"})


@pytest.mark.parametrize("policy", ["trim", "compact", "window"])
def test_a_chat_that_fills_the_context_goes_on_as_the_user_chooses_and_stays_cheap(
    window: Window, policy: ContextPolicy
) -> None:
    def turn(text: str) -> Message:
        before = len(window.branch())
        window.send(text)
        window.wait(lambda: len(window.branch()) == before + 2 and window.newest().state != "streaming")
        return window.newest()

    models = window.application.models
    window.application.settings.update(context_tokens=395, max_tokens=40)
    window.wait(lambda: models.state.info is not None and models.state.info.context_tokens == 395)
    while (answer := turn("and then?")).state != "context_full":
        assert answer.state == "length"
    warned = window.application.context.fill(window.branch()[:-2])
    assert warned > 0.8
    offers = window.window.pane.view.last_answer().offers
    (button,) = (b for b in offers.findChildren(QPushButton) if b.text() == POLICIES[policy].name)
    button.setFocus()
    window.qtbot.keyClick(button, Qt.Key.Key_Space)
    window.wait(lambda: window.newest().id != answer.id and window.newest().state == "length")
    cut = window.application.context.cut(window.window.conversation_id, window.branch())
    assert cut is not None and window.branch()[0].id in cut.left_out
    assert bool(cut.summary) == (policy == "compact")
    assert ("newest part" in window.newest().error) == (policy == "window")
    assert window.window.pane.view.widgets()[0].text.property("faded")
    assert turn("and then?").receipt.read_tokens < 64
