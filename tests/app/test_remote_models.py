"""Models of a server, from the settings to the answer: the program without a face, the real engine, a fake server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Message
from app.engine_process import default_argv
from app.paths import Paths
from app.servers import Server, remote_path
from tests.app.conftest import fake_argv
from tests.app.keyring_in_memory import InMemory, used
from tests.fakes.fake_server import FakeServer, fake_server

WAIT_MS = 60_000
SMALL = remote_path("1", "small")
KEY = "sk-nobody-else"


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    with fake_server(key=KEY) as fake:
        yield fake


class Program:
    def __init__(self, application: Application, qtbot: QtBot, fake: FakeServer) -> None:
        self.application = application
        self.qtbot = qtbot
        self.fake = fake
        self.chat = application.library.create().id

    def branch(self) -> tuple[Message, ...]:
        return self.application.library.branch(self.chat)

    def wait_for_answer(self) -> Message:
        self.qtbot.waitUntil(lambda: self.branch()[-1].state not in ("waiting", "streaming"), timeout=WAIT_MS)
        return self.branch()[-1]

    def send(self, text: str) -> Message:
        self.application.chat.send(self.chat, text)
        return self.wait_for_answer()

    def server(self, **changes: str) -> Server:
        values = {"id": "1", "name": "Office", "base_url": self.fake.base_url, **changes}
        return Server(**values)  # type: ignore[arg-type] # all of them are texts

    def add_server(self) -> None:
        self.save(self.server())

    def save(self, *servers: Server) -> None:
        self.application.servers.keep_keys([(server, KEY) for server in servers])
        self.application.settings.update(servers=list(servers))


@pytest.fixture
def program(qapp: QObject, paths: Paths, qtbot: QtBot, fake: FakeServer) -> Iterator[Program]:
    """With the real engine, which has not started yet."""
    paths.settings_file.write_text('{"load_at_start": false, "automatic_titles": false}')
    with used(InMemory()):
        application = Application(paths, default_argv())
        yield Program(application, qtbot, fake)
        application.close()


def test_a_message_is_answered_by_a_model_of_a_server_and_the_engine_needs_no_torch_for_it(
    program: Program, fake: FakeServer
) -> None:
    program.add_server()
    fake.usage = {"prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 7}}
    program.application.models.load(SMALL)
    answer = program.send("one two three four")
    assert (answer.state, answer.text) == ("complete", "one two three four ")
    assert answer.model_name == "small on Office"
    assert answer.receipt is not None
    assert (answer.receipt.cached_tokens, answer.receipt.read_tokens) == (7, 2)
    ready = program.application.machine.ready
    assert ready is not None and not ready.has_torch


def test_each_turn_begins_as_the_one_before_so_that_the_server_finds_its_cache(
    program: Program, fake: FakeServer
) -> None:
    program.add_server()
    program.application.models.load(SMALL)
    program.application.settings.update(system_prompt="Be brief.")
    for text in ("first", "second", "third"):
        assert program.send(text).state == "complete"
    turns = [body["messages"] for body in fake.bodies]
    assert [len(messages) for messages in turns] == [2, 4, 6]
    for before, after in pairwise(turns):
        assert after[: len(before)] == before
    salts = {body["cache_salt"] for body in fake.bodies}
    assert len(salts) == 1 and program.application.settings.value.remote_salt not in salts


def test_the_models_of_a_server_come_into_the_picker_and_go_with_it(
    program: Program, fake: FakeServer, qtbot: QtBot
) -> None:
    program.application.engine.start()
    program.add_server()
    names = lambda: [each.name for each in program.application.models.models() if each.server == "Office"]  # noqa: E731
    qtbot.waitUntil(lambda: names() == ["small", "large"], timeout=WAIT_MS)
    program.save()
    assert names() == []


def test_a_server_is_tried_before_it_is_kept(program: Program, qtbot: QtBot) -> None:
    offers = []
    program.application.servers.ask(program.server(), "wrong", offers.append)
    qtbot.waitUntil(lambda: bool(offers), timeout=WAIT_MS)
    assert "Check the key of this server" in offers[0].sentence
    program.application.servers.ask(program.server(), KEY, offers.append)
    qtbot.waitUntil(lambda: len(offers) == 2, timeout=WAIT_MS)
    assert offers[1].models == ("small", "large")


def test_a_fault_within_an_answer_keeps_its_text_and_the_chat_goes_on(program: Program, fake: FakeServer) -> None:
    program.add_server()
    program.application.models.load(SMALL)
    fake.fault = "cut"
    answer = program.send("one two three four")
    assert (answer.state, answer.text) == ("failed", "one two ")
    assert "Office broke the answer off before its end." in answer.error
    fake.fault = ""
    program.application.chat.regenerate(answer.id)
    assert program.wait_for_answer().text == "one two three four "


def test_a_key_stands_neither_in_the_settings_nor_in_a_log(program: Program, fake: FakeServer) -> None:
    program.add_server()
    program.application.models.load(SMALL)
    assert program.send("hello").state == "complete"
    assert fake.keys[-1] == f"Bearer {KEY}"
    paths = program.application.paths
    for file in (paths.settings_file, paths.program_log, paths.engine_log):
        assert KEY not in file.read_text("utf-8")


def test_a_model_whose_server_was_removed_says_so(program: Program) -> None:
    program.application.models.load(SMALL)
    answer = program.send("hello")
    assert (answer.state, "not in the settings any more" in answer.error) == ("failed", True)


def test_a_changed_address_of_the_loaded_model_takes_hold_at_once(program: Program, fake: FakeServer) -> None:
    program.add_server()
    program.application.models.load(SMALL)
    assert program.send("hello").state == "complete"
    with fake_server(key=KEY) as other:
        program.save(program.server(base_url=other.base_url))
        assert program.send("again").state == "complete"
        assert [body["messages"][-1]["content"] for body in other.bodies] == ["again"]


def test_settings_of_models_of_this_machine_leave_a_model_elsewhere_alone(program: Program, qtbot: QtBot) -> None:
    program.add_server()
    program.application.models.load(SMALL)
    qtbot.waitUntil(lambda: program.application.models.state.kind == "ready", timeout=WAIT_MS)
    states = []
    program.application.models.state_changed.connect(states.append)
    program.application.settings.update(kv_format="int4", context_tokens=512)
    assert states == []


def test_a_chat_goes_from_a_server_to_this_machine_and_back(
    qapp: QObject, paths: Paths, qtbot: QtBot, fake: FakeServer
) -> None:
    """The engine is a fake one here, which knows every path: what is asked of it is what matters."""
    with used(InMemory()):
        application = Application(paths, fake_argv("normal"))
        program = Program(application, qtbot, fake)
        application.start()
        program.add_server()
        for path, name in (
            (SMALL, "small on Office"),
            ("/models/fake-model", "fake-model"),
            (SMALL, "small on Office"),
        ):
            application.chat.use_model(program.chat, path)
            answer = program.send("hello")
            assert (answer.state, answer.model_name) == ("complete", name)
        application.close()
