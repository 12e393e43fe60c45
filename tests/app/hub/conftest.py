"""A Hub on the loopback, and a child process that speaks with it, as the window starts one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.hub.messages import AnyReply, Progress, Request, decode_reply, encode
from app.hub.process import _ENVIRONMENT, default_argv
from tests.fakes.hub_server import HubServer, hub_server

SECRET = "hf_secret"


@pytest.fixture(scope="session")
def one_hub() -> Iterator[HubServer]:
    with hub_server() as server:
        yield server


@pytest.fixture
def hub(one_hub: HubServer) -> Iterator[HubServer]:
    one_hub.reset()
    yield one_hub
    one_hub.reset()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "hf ø" / "hub"


@pytest.fixture(scope="session")
def environment(one_hub: HubServer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of the children."""
    home = tmp_path_factory.mktemp("hf home")
    ours = {
        "HF_ENDPOINT": one_hub.url,
        "HF_HOME": str(home),
        "HF_HUB_CACHE": str(home / "hub"),
        "HF_TOKEN": SECRET,
        "NO_PROXY": "*",
    }
    other = {
        name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING", "TRANSFORMERS"))
    }
    return other | _ENVIRONMENT | ours


class Child:
    """The child without Qt: asks and waits."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.progress: list[Progress] = []
        self.process = subprocess.Popen(
            default_argv(),
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, request: Request) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(encode(request))
        self.process.stdin.flush()

    def read(self) -> AnyReply:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the child has ended"
        return decode_reply(line)

    def ask(self, request: Request) -> AnyReply:
        """The answer; what came before it is in `progress`."""
        self.send(request)
        while isinstance(reply := self.read(), Progress):
            self.progress.append(reply)
        return reply

    def until(self, is_there: Callable[[Progress], bool]) -> Progress:
        """Read progress until one is as wanted."""
        while True:
            reply = self.read()
            assert isinstance(reply, Progress), reply
            if is_there(reply):
                return reply

    def kill(self) -> None:
        """End it as the window does; no effect if it has ended."""
        self.process.kill()
        self.process.wait(timeout=10)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def start_child(hub: HubServer, environment: dict[str, str]) -> Iterator[Callable[..., Child]]:
    """For tests that end the child, or want it otherwise."""
    started: list[Child] = []

    def start(**variables: str) -> Child:
        started.append(Child(environment | variables))
        return started[-1]

    yield start
    for each in started:
        each.kill()


@pytest.fixture(scope="session")
def one_child(environment: dict[str, str]) -> Iterator[Child]:
    child = Child(environment)
    yield child
    child.kill()


@pytest.fixture
def child(hub: HubServer, one_child: Child) -> Child:
    """One for many tests: it takes seconds to start, and keeps nothing between requests."""
    one_child.progress.clear()
    return one_child
