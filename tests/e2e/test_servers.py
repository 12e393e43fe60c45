"""Conversations with servers of others on this machine, in the window and in the terminal.

Each server has a virtual environment of its own below ~/.cache/kvasir/peers; docs/remote.md says what is to be
installed there, and a test is left out where that is missing.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.conversation import Message
from app.paths import Paths
from app.servers import remote_path
from tests.app.keyring_in_memory import InMemory, used
from tests.e2e.keyboard import CTRL, SHIFT, Keyboard
from tests.e2e.test_program import stored
from tests.e2e.window import SECONDS
from ui.settings_dialog import SettingsDialog

PEERS = Path.home() / ".cache" / "kvasir" / "peers"
START_SECONDS = 240
PARTS = {"llama_cpp": "llama_cpp.server", "transformers": "fastapi"}

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def peer_python(name: str) -> str:
    """The interpreter of a peer's environment; skips the test where it cannot run its server."""
    python = PEERS / name / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        pytest.skip(f"There is no environment for {name} at {PEERS / name}.")
    found = subprocess.run([python, "-c", f"import {PARTS[name]}"], capture_output=True, check=False)
    if found.returncode:
        pytest.skip(f"The environment at {PEERS / name} cannot run a server.")
    return str(python)


def command(name: str, model: Path, port: int) -> list[str]:
    python = peer_python(name)
    if name == "llama_cpp":
        served = ["--model", str(model), "--model_alias", "llama_cpp-model", "--n_ctx", "2048"]
        return [python, "-m", "llama_cpp.server", "--port", str(port), *served]
    return [python, "-m", "transformers.cli.transformers", "serve", "--port", str(port), str(converted(python, model))]


def converted(python: str, model: Path) -> Path:
    """The model as a folder of transformers, whose server does not find out the class of one in a GGUF file."""
    folder = PEERS / "transformers-model"
    if not (folder / "model.safetensors").exists():
        code = (
            "import sys, torch\n"
            "from transformers import AutoModelForCausalLM, AutoTokenizer\n"
            "source, name, out = sys.argv[1:]\n"
            "AutoTokenizer.from_pretrained(source, gguf_file=name).save_pretrained(out)\n"
            "model = AutoModelForCausalLM.from_pretrained(source, gguf_file=name, dtype=torch.bfloat16)\n"
            "model.hf_quantizer = None  # its weights are unpacked by now\n"
            "model.config.__dict__.pop('quantization_config', None)\n"
            "model.save_pretrained(out)\n"
        )
        arguments = [python, "-c", code, str(model.parent), model.name, str(folder)]
        subprocess.run(arguments, check=True, capture_output=True)
    return folder


@contextmanager
def running(name: str, model: Path, log: Path) -> Iterator[str]:
    """The server, once it answers; its base URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = command(name, model, port)
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive", "HF_HUB_OFFLINE": "1"}
    with log.open("wb") as output:
        process = subprocess.Popen(arguments, stdout=output, stderr=output, env=environment)
        try:
            base_url = f"http://localhost:{port}/v1"
            deadline = time.monotonic() + START_SECONDS
            while not _answers(base_url):
                assert process.poll() is None and time.monotonic() < deadline, log.read_text(errors="replace")
                time.sleep(0.5)
            yield base_url
        finally:
            process.kill()
            process.wait()


def _answers(base_url: str) -> bool:
    try:
        return httpx.get(f"{base_url}/models", trust_env=False, timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


def first_model(base_url: str) -> str:
    """What the server calls it."""
    model: str = httpx.get(f"{base_url}/models", trust_env=False).json()["data"][0]["id"]
    return model


def server_at(base_url: str) -> dict[str, object]:
    """As the settings have it."""
    return {"id": "1", "name": "Here", "base_url": base_url, "models": [first_model(base_url)]}


def write_settings(home: Paths, model: Path, **more: object) -> None:
    """Those of somebody who has this model and has chosen none, and whose answers are short."""
    values = {"model_folders": [str(model.parent)], "automatic_titles": False, "temperature": 0.0, "max_tokens": 24}
    home.settings_file.write_text(json.dumps({**values, **more}), encoding="utf-8")


def are_whole(answers: Iterable[Message]) -> bool:
    """Whether all have ended as they should."""
    return all(answer.state in ("complete", "length") and answer.text.strip() for answer in answers)


def add_server(user: Keyboard, base_url: str) -> None:
    """In the settings, as a user does."""
    user.do("Servers with models")
    dialog = user.window.findChild(SettingsDialog)
    user.qtbot.waitUntil(lambda: dialog.isAncestorOf(user.focus))
    user.tab_to("Add server")
    user.press(Qt.Key.Key_Space)
    user.type("Here")
    user.tab_to("Address")
    user.type(base_url)
    dialog.servers.test.setFocus()
    user.press(Qt.Key.Key_Space)
    user.program.wait(lambda: "offers 1 model" in dialog.servers.result.text())
    user.tab_to("Save")
    user.press(Qt.Key.Key_Space)
    user.qtbot.waitUntil(lambda: not user.window.findChildren(SettingsDialog))
    user.window.activateWindow()  # without a window manager nobody else does
    user.qtbot.waitUntil(user.window.isActiveWindow)


def choose(user: Keyboard, name: str) -> None:
    """Choose a model by its name, and wait until it can answer."""
    models = user.program.application.models
    user.program.wait(lambda: name in [each.name for each in models.models()])
    user.do(name)
    user.program.wait(lambda: models.state.kind == "ready" and models.state.name.startswith(name))
    user.press(Qt.Key.Key_Escape, SHIFT)


@pytest.mark.parametrize("name", ["llama_cpp", "transformers"])
def test_a_conversation_in_the_window_with_a_server_and_from_there_to_this_machine_and_back(
    name: str, begin: Callable[[], Keyboard], home: Paths, starter_model: Path, tmp_path: Path
) -> None:
    write_settings(home, starter_model)
    served, local = f"{name}-model", starter_model.stem
    with used(InMemory()), running(name, starter_model, tmp_path / "server.log") as base_url:
        user = begin()
        add_server(user, base_url)
        choose(user, served)

        # Another day: the model elsewhere is there again, without what only models of this machine need.
        user = begin()
        program, settings = user.program, user.program.application.settings
        first = user.ask("Name a colour.")
        assert are_whole([first]), first.error
        assert first.model_name == f"{served} on Here" and first.text.strip() in user.shown()
        assert first.receipt is not None and first.receipt.generated_tokens > 0
        ready = program.application.machine.ready
        assert ready is not None and not ready.has_torch

        # Stopped in the middle: what came is kept. Then it is answered again.
        settings.update(max_tokens=400)
        long = "Tell a very long story about a fox."
        user.type(long)
        user.press(Qt.Key.Key_Return)
        program.wait(lambda: len(program.branch()) == 4 and len(program.newest().text) > 20)
        user.press(Qt.Key.Key_Escape)
        stopped = user.answer(long)
        assert stopped.state == "stopped" and len(stopped.text) > 20
        settings.update(max_tokens=24)
        user.press(Qt.Key.Key_R, CTRL)
        program.wait(lambda: program.branch()[-1].id != stopped.id)
        again = user.answer(long)
        assert are_whole([again]) and again.parent_id == stopped.parent_id

        # The next question is reworded, and both are kept.
        third = user.ask("And one more colour?")
        user.press(Qt.Key.Key_Up)
        user.press(Qt.Key.Key_A, CTRL)
        user.type("Name a fruit.")
        user.press(Qt.Key.Key_Return)
        edited = user.answer("Name a fruit.")
        assert are_whole([third, edited])
        assert len(program.application.library.siblings(edited.parent_id)) == 2
        user.press(Qt.Key.Key_Escape, SHIFT)

        assert are_whole([user.ask("And another one?"), user.ask("Thank you.")])
        assert len(program.branch()) == 10

        choose(user, local)
        here = user.ask("Say that again.")
        assert are_whole([here]) and here.model_name == local
        assert here.receipt is not None and here.receipt.read_tokens > 100, "it has all that was said elsewhere"
        choose(user, served)
        back = user.ask("Good bye.")
        assert are_whole([back]) and back.model_name == first.model_name

    # The server is gone: a sentence, and the chat goes on with the model of this machine.
    lost = user.ask("Still there?")
    assert lost.state == "failed" and "cannot be reached" in lost.error
    choose(user, local)
    user.press(Qt.Key.Key_R, CTRL)
    program.wait(lambda: program.branch()[-1].id != lost.id)
    assert are_whole([user.answer("Still there?")])
    assert [message.role for message in program.branch()] == ["user", "assistant"] * 8


def test_a_chat_in_the_window_that_is_too_long_for_a_server_is_summarised_there(
    begin: Callable[[], Keyboard], home: Paths, starter_model: Path, tmp_path: Path
) -> None:
    with used(InMemory()), running("llama_cpp", starter_model, tmp_path / "server.log") as base_url:
        model_path, servers = remote_path("1", first_model(base_url)), [server_at(base_url)]
        write_settings(home, starter_model, servers=servers, model_path=model_path, context_policy="compact")
        user = begin()
        window, program = user.window, user.program
        long = "I have seen the sea and the hills beyond it. " * 60  # a third of the context
        for day in ("Monday", "Tuesday", "Wednesday"):
            text = f"On {day} {long}".strip()
            window.pane.composer.edit.setPlainText(text)
            user.press(Qt.Key.Key_Return)
            answer = user.answer(text)
            assert are_whole([answer]), answer.error
        cut = program.application.context.cut(window.conversation_id, program.branch())
        assert cut is not None and program.branch()[0].id in cut.left_out and cut.summary
        again = user.ask("Where have I been?")
        assert are_whole([again])
        assert program.application.context.cut(window.conversation_id, program.branch()) == cut, "it has room now"


@pytest.mark.parametrize("name", ["llama_cpp", "transformers"])
def test_a_conversation_in_the_terminal_with_a_server_and_from_there_to_this_machine_and_back(
    name: str,
    start: Callable[..., subprocess.Popen[bytes]],
    home: Paths,
    starter_model: Path,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")  # the developer's may want a password
    with running(name, starter_model, tmp_path / "server.log") as base_url:
        write_settings(home, starter_model, servers=[server_at(base_url)])
        path = remote_path("1", first_model(base_url))
        process = start("chat", "--model", path)
        assert process.stdin is not None and process.stdout is not None

        def type_lines(*lines: str) -> None:
            process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            process.stdin.flush()

        def is_stored(condition: str) -> bool:
            return bool(stored(home, f"SELECT 1 FROM messages WHERE {condition}"))

        type_lines("Name a colour.", "/retry", "/edit Name a fruit.", "And another one?")
        type_lines("/set max_tokens 400", "Tell a very long story about a fox.")
        assert process.stdout.read(1), "the first answer has begun"
        qtbot.waitUntil(lambda: is_stored("state = 'streaming' AND length(text) > 200"), timeout=SECONDS * 1000)
        process.send_signal(signal.SIGINT)
        qtbot.waitUntil(lambda: is_stored("state = 'stopped'"), timeout=SECONDS * 1000)
        type_lines("/set max_tokens 24", "Name a bird.", "Thank you.")
        type_lines(f"/model {starter_model}", "Say that again.", f"/model {path}", "Good bye.")
        _output, errors = process.communicate(timeout=2 * SECONDS)
    assert process.returncode == 0, errors.decode()
    answers = stored(
        home,
        "SELECT parent_id, state, model_name, json_extract(receipt, '$.read_tokens') FROM messages"
        " WHERE role = 'assistant' ORDER BY seq",
    )
    questions, states, models, read_tokens = zip(*answers, strict=True)
    assert questions[0] == questions[1] and len(set(questions)) == 8
    assert states[4] == "stopped" and {*states[:4], *states[5:]} <= {"complete", "length"}, errors.decode()
    elsewhere = f"{name}-model on Here"
    assert models == (*[elsewhere] * 7, starter_model.stem, elsewhere)
    assert read_tokens[7] > 100, "it has all that was said elsewhere"
