"""Engines are told whether other programs may ask, with the key that the system keeps, and nothing unasked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.local_api import EVERYWHERE, state_text
from app.settings import Settings
from engine.protocol import LOCAL_API, ApiState, Command, ConfigureApi
from tests.app.conftest import sent
from tests.app.keyring_in_memory import InMemory, used
from tests.fakes.fake_engine import TAKEN_PORT

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


@pytest.fixture(autouse=True)
def keyring() -> Iterator[InMemory]:
    with used(InMemory()) as backend:
        yield backend


def told(commands: list[Command]) -> list[ConfigureApi]:
    return [command for command in commands if isinstance(command, ConfigureApi)]


@pytest.fixture
def application(make_application: MakeApplication) -> Application:
    return make_application("normal")


def start(application: Application, qtbot: QtBot) -> None:
    application.start()
    qtbot.waitUntil(lambda: application.engine.state.kind == "ready", timeout=WAIT_MS)


def wait_for(application: Application, qtbot: QtBot, state: str) -> ApiState:
    qtbot.waitUntil(lambda: application.local_api.state.state == state, timeout=WAIT_MS)
    return application.local_api.state


def test_an_engine_is_told_nothing_unless_it_is_switched_on(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sent(application, monkeypatch)
    start(application, qtbot)
    application.settings.update(api_port=6000, temperature=0.5)
    assert told(commands) == []
    assert application.local_api.state == ApiState(state="off")


def test_it_listens_from_the_start_where_that_is_set_and_again_in_each_new_engine(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application.settings.update(api_enabled=True, api_port=6001, api_origins=["https://example.org"])
    commands = sent(application, monkeypatch)
    start(application, qtbot)
    assert wait_for(application, qtbot, "on").port == 6001
    assert application.local_api.address == "http://127.0.0.1:6001/v1"
    command = ConfigureApi(enabled=True, port=6001, origins=["https://example.org"])
    assert told(commands) == [command]
    application.engine.restart()
    qtbot.waitUntil(lambda: told(commands) == [command, command], timeout=WAIT_MS)
    wait_for(application, qtbot, "on")


def test_each_change_is_told_once_and_so_is_that_it_is_over(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(application, qtbot)
    commands = sent(application, monkeypatch)
    application.settings.update(api_enabled=True)
    application.settings.update(temperature=0.5)
    wait_for(application, qtbot, "on")
    application.settings.update(api_enabled=False)
    wait_for(application, qtbot, "off")
    assert [command.enabled for command in told(commands)] == [True, False]


def test_for_other_computers_a_key_is_made_kept_and_used_again(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, keyring: InMemory
) -> None:
    start(application, qtbot)
    commands = sent(application, monkeypatch)
    application.settings.update(api_enabled=True, api_host=EVERYWHERE)
    wait_for(application, qtbot, "on")
    (command,) = told(commands)
    assert len(command.key) > 30
    assert application.local_api.key == command.key
    qtbot.waitUntil(lambda: list(keyring.passwords.values()) == [command.key], timeout=WAIT_MS)
    assert command.key not in application.paths.settings_file.read_text("utf-8")
    application.local_api.make_key()
    qtbot.waitUntil(lambda: len(told(commands)) == 2, timeout=WAIT_MS)
    assert told(commands)[1].key not in ("", command.key)
    # On this computer alone none is needed, unless the user wants one.
    application.settings.update(api_host="127.0.0.1")
    assert told(commands)[2].key == application.local_api.key == ""
    application.settings.update(api_key_wanted=True)
    assert told(commands)[3].key == told(commands)[1].key


def test_the_key_of_the_keyring_is_used(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, keyring: InMemory
) -> None:
    keyring.set_password("kvasir", LOCAL_API, "kv-from-before")
    application.settings.update(api_enabled=True, api_key_wanted=True)
    commands = sent(application, monkeypatch)
    start(application, qtbot)
    wait_for(application, qtbot, "on")
    assert [command.key for command in told(commands)] == ["kv-from-before"]


def test_a_port_that_is_taken_is_said_with_another_one(application: Application, qtbot: QtBot) -> None:
    start(application, qtbot)
    application.settings.update(api_enabled=True, api_port=TAKEN_PORT)
    state = wait_for(application, qtbot, "failed")
    assert state.free_port == TAKEN_PORT + 1
    assert state_text(state, application.settings.value) == state.message


def test_without_an_engine_nothing_listens(application: Application, qtbot: QtBot) -> None:
    start(application, qtbot)
    application.settings.update(api_enabled=True)
    wait_for(application, qtbot, "on")
    application.engine.stop(WAIT_MS)
    wait_for(application, qtbot, "off")


def test_the_state_in_words() -> None:
    on = Settings(api_enabled=True)
    assert state_text(ApiState(state="off"), Settings()) == "Nothing listens."
    assert "starts with the engine" in state_text(ApiState(state="off"), on)
    assert state_text(ApiState(state="on", port=5780), on) == "Listens at port 5780"
    busy = ApiState(state="on", port=5780, running_requests=2)
    assert state_text(busy, on) == "Listens at port 5780, 2 requests running"
