"""Conversations with servers of others, on this machine: as many of them as have a virtual environment here.

Each has one of its own below ~/.cache/kvasir/peers; docs/remote.md says what is to be installed there.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Message
from app.engine_process import default_argv
from app.paths import Paths
from app.servers import Server, remote_path
from tests.app.keyring_in_memory import InMemory, used

PEERS = Path.home() / ".cache" / "kvasir" / "peers"
ROOT = Path(__file__).parents[2]
WAIT_MS = 240_000
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
        return [python, "-m", "llama_cpp.server", "--model", str(model), "--port", str(port), "--n_ctx", "2048"]
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


class Program:
    def __init__(self, application: Application, qtbot: QtBot) -> None:
        self.application = application
        self.qtbot = qtbot
        self.chat = application.library.create().id

    def branch(self) -> tuple[Message, ...]:
        return self.application.library.branch(self.chat)

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=WAIT_MS)

    def answer(self) -> Message:
        self.wait(lambda: not self.application.chat.is_running(self.chat) and self.branch()[-1].role == "assistant")
        return self.branch()[-1]

    def ask(self, text: str) -> Message:
        assert self.application.chat.send(self.chat, text) is not None
        return self.answer()


@pytest.fixture
def program(qapp: QObject, kvasir_home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    monkeypatch.setattr("app.model_controller.HF_HUB_CACHE", str(kvasir_home / "no-hub"))
    paths = Paths.resolve()
    paths.make()
    paths.settings_file.write_text('{"load_at_start": false, "automatic_titles": false, "max_tokens": 24}')
    with used(InMemory()):
        application = Application(paths, default_argv())
        yield Program(application, qtbot)
        application.close()


def first_model(base_url: str) -> str:
    """What the server calls it."""
    model: str = httpx.get(f"{base_url}/models", trust_env=False).json()["data"][0]["id"]
    return model


def add(program: Program, base_url: str) -> str:
    """The path of the first model that the server offers."""
    server = Server(id="1", name="Here", base_url=base_url, models=[first_model(base_url)])
    program.application.settings.update(servers=[server], temperature=0.0)
    return remote_path("1", server.models[0])


@pytest.mark.parametrize("name", ["llama_cpp", "transformers"])
def test_a_conversation_with_a_server_and_from_there_to_this_machine_and_back(
    name: str, program: Program, starter_model: Path, tmp_path: Path
) -> None:
    chat = program.application.chat
    with running(name, starter_model, tmp_path / "server.log") as base_url:
        path = add(program, base_url)
        program.application.models.load(path)

        first = program.ask("Name a colour.")
        assert first.state in ("complete", "length") and first.text.strip(), first.error
        assert first.model_name.endswith("on Here")
        assert first.receipt is not None and first.receipt.generated_tokens > 0

        # Stopped in the middle: what came is kept, and the next turn is answered.
        program.application.settings.update(max_tokens=400)
        chat.send(program.chat, "Tell a very long story about a fox.")
        program.wait(lambda: len(program.branch()[-1].text) > 20)
        chat.stop(program.chat)
        stopped = program.answer()
        assert (stopped.state, len(stopped.text) > 20) == ("stopped", True)
        program.application.settings.update(max_tokens=24)

        third = program.ask("And one more colour?")
        assert third.state in ("complete", "length"), third.error

        # Another answer to the same question, and an edit of the first one, which begins a branch.
        chat.regenerate(third.id)
        again = program.answer()
        assert again.id != third.id and again.parent_id == third.parent_id
        chat.edit(program.branch()[0].id, "Name a fruit.")
        edited = program.answer()
        assert edited.state in ("complete", "length") and len(program.branch()) == 2

        fourth = program.ask("And another one?")
        fifth = program.ask("Thank you.")
        assert {fourth.state, fifth.state} <= {"complete", "length"}
        ready = program.application.machine.ready
        assert ready is not None and not ready.has_torch, "no torch for a model elsewhere"

        chat.use_model(program.chat, str(starter_model))
        local = program.ask("Say that again.")
        assert local.state in ("complete", "length"), local.error
        assert local.model_name.startswith("SmolLM2") and local.receipt is not None and local.receipt.read_tokens > 40
        chat.use_model(program.chat, path)
        back = program.ask("Good bye.")
        assert back.state in ("complete", "length"), back.error
        assert back.model_name.endswith("on Here")
        assert [message.role for message in program.branch()] == ["user", "assistant"] * 5

    # The server is gone: a sentence, and the chat goes on with the model of this machine.
    lost = program.ask("Still there?")
    assert (lost.state, "cannot be reached" in lost.error) == ("failed", True)
    chat.use_model(program.chat, str(starter_model))
    assert program.ask("And now?").state in ("complete", "length")


def test_the_terminal_asks_a_server_too(kvasir_home: Path, starter_model: Path, tmp_path: Path) -> None:
    with running("llama_cpp", starter_model, tmp_path / "server.log") as base_url:
        paths = Paths.resolve()
        paths.make()
        model = first_model(base_url)
        servers = f'[{{"id": "1", "name": "Here", "base_url": "{base_url}", "models": ["{model}"]}}]'
        paths.settings_file.write_text(f'{{"servers": {servers}, "max_tokens": 16, "automatic_titles": false}}')
        arguments = ["main.py", "chat", "--model", f"kvasir-remote://1/{model}", "--once", "Name a colour."]
        # No keyring is asked: the developer's own may want a password.
        environment = {**os.environ, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    assert re.search(r"\w", done.stdout)
