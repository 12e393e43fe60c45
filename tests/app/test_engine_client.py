from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.engine_client import EngineClient, EngineState
from app.engine_process import EngineProcess
from engine.protocol import PROTOCOL_VERSION, Event, Hello, LoadModel, ModelLoaded
from tests.app.conftest import fake_argv


class Client:
    def __init__(self, mode: str) -> None:
        self.process = EngineProcess(fake_argv(mode), logging.NullHandler())
        self.client = EngineClient(self.process)
        self.events: list[Event] = []
        self.states: list[EngineState] = []
        self.client.event_received.connect(self.events.append)
        self.client.state_changed.connect(self.states.append)

    def kinds(self) -> list[str]:
        return [state.kind for state in self.states]


@pytest.fixture
def make_client(qapp: QObject) -> Iterator[Callable[[str], Client]]:
    made: list[Client] = []

    def make(mode: str) -> Client:
        made.append(Client(mode))
        return made[-1]

    yield make
    for client in made:
        client.client.stop(2_000)


LOAD = LoadModel(load_id="1", path="/models/m")


def has_loaded(client: Client) -> bool:
    return any(isinstance(event, ModelLoaded) for event in client.events)


def test_commands_given_before_the_hello_are_sent_after_it(make_client: Callable[[str], Client], qtbot: QtBot) -> None:
    client = make_client("normal")
    client.client.start()
    client.client.send(LOAD)
    qtbot.waitUntil(lambda: has_loaded(client), timeout=20_000)
    assert isinstance(client.events[0], Hello)
    assert client.kinds() == ["starting", "ready"]
    assert client.client.state.pid == client.process.pid


def test_a_bad_line_costs_that_line_only(make_client: Callable[[str], Client], qtbot: QtBot) -> None:
    client = make_client("bad-lines")
    client.client.start()
    client.client.send(LOAD)
    qtbot.waitUntil(lambda: has_loaded(client), timeout=20_000)


def test_an_engine_of_another_version_is_refused_with_a_sentence(
    make_client: Callable[[str], Client], qtbot: QtBot
) -> None:
    client = make_client("stranger")
    client.client.start()
    qtbot.waitUntil(lambda: client.client.state.kind == "failed", timeout=20_000)
    assert f"version {PROTOCOL_VERSION + 1} of its protocol" in client.client.state.sentence
    assert "ready" not in client.kinds()


def test_stopping_in_order_is_no_failure(make_client: Callable[[str], Client], qtbot: QtBot) -> None:
    client = make_client("normal")
    client.client.start()
    qtbot.waitUntil(lambda: client.client.state.kind == "ready", timeout=20_000)
    client.client.stop(5_000)
    assert client.client.state == EngineState("stopped")


def test_a_restart_gives_another_process(make_client: Callable[[str], Client], qtbot: QtBot) -> None:
    client = make_client("normal")
    client.client.start()
    qtbot.waitUntil(lambda: client.client.state.kind == "ready", timeout=20_000)
    first = client.client.state.pid
    client.client.restart()
    qtbot.waitUntil(lambda: client.client.state.pid not in (0, first), timeout=20_000)
    assert client.kinds() == ["starting", "ready", "starting", "ready"]


def test_what_is_sent_to_an_engine_that_does_not_run_is_dropped(
    make_client: Callable[[str], Client], qtbot: QtBot
) -> None:
    client = make_client("normal")
    client.client.send(LOAD)
    client.client.start()
    client.client.send(LoadModel(load_id="2", path="/models/m"))
    qtbot.waitUntil(lambda: has_loaded(client), timeout=20_000)
    assert {event.load_id for event in client.events if isinstance(event, ModelLoaded)} == {"2"}
