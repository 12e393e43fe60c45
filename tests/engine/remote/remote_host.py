"""A host for models on servers, driven by tests, and all that it tells."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import TypeVar

from engine.protocol import (
    ChatMessage,
    Delta,
    Event,
    Finished,
    Generate,
    LoadModel,
    ModelLoaded,
    RemoteServer,
)
from engine.remote.connection import Patience
from engine.remote.desk import RemoteDesk
from engine.remote.host import RemoteHost
from tests.fakes.fake_server import FakeServer

E = TypeVar("E")
QUICK = Patience(connect=2.0, answer=0.4, page=2.0, retries=(0.0, 0.0), longest_pause=1.0, looks=0.01)


class Remote:
    """A host, and what it has told."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self._arrived: queue.Queue[Event] = queue.Queue()
        self.host = RemoteHost(self._arrived.put)
        self.host.make_desk = lambda emit: RemoteDesk(emit, QUICK)

    def wait_for(self, kind: type[E], where: Callable[[E], bool] = lambda event: True) -> E:
        while True:
            event = self._arrived.get(timeout=20)
            self.told.append(event)
            if isinstance(event, kind) and where(event):
                return event

    def load(self, fake: FakeServer, model: str = "small", key: str = "", salt: str = "") -> ModelLoaded:
        server = RemoteServer(name="Office", base_url=fake.base_url, key=key, salt=salt)
        self.host.take(LoadModel(load_id="l", path="kvasir-remote://1/small", remote=server, remote_model=model))
        return self.wait_for(ModelLoaded)

    def ask(self, text: str = "one two three four", name: str = "r", **fields: object) -> None:
        messages = fields.pop("messages", [ChatMessage(role="user", content=text)])
        self.host.take(Generate(request_id=name, conversation_id=f"c{name}", messages=messages, **fields))  # type: ignore[arg-type]

    def answer(self, text: str = "one two three four", **fields: object) -> tuple[str, Finished]:
        self.told.clear()
        self.ask(text, **fields)
        finished = self.wait_for(Finished)
        return self.text(), finished

    def text(self) -> str:
        return "".join(event.text for event in self.told if isinstance(event, Delta))

    def reasoning(self) -> str:
        return "".join(event.reasoning for event in self.told if isinstance(event, Delta))
