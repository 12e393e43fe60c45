"""Knows the servers of the settings: what loads a model of theirs, and what they offer."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import msgspec
from PySide6.QtCore import QObject

from app.conversation import new_id
from app.engine_client import EngineClient, EngineState
from app.server_keys import ServerKeys
from app.servers import Server, find_server, remote_place
from app.settings import Settings, SettingsStore
from app.translation import tr
from engine.protocol import Event, ListServerModels, LoadModel, RemoteServer, ServerModelsListed


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server said when it was asked for its models.

    Attributes:
        sentence: Why there are none; empty where there are.
    """

    models: tuple[str, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class _Question:
    on_offer: Callable[[Offer], object]
    command: ListServerModels


class ServerController(QObject):
    """Asks servers through the engine, whose process has the network; the window's has not."""

    def __init__(self, engine: EngineClient, settings: SettingsStore, keys: ServerKeys) -> None:
        super().__init__()
        self._engine = engine
        self._settings = settings
        self._keys = keys
        self._questions: dict[str, _Question] = {}  # by list id
        self._addresses = _addresses(settings.value)
        settings.changed.connect(self._on_settings)
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def find(self, path: str) -> Server | None:
        """The server of a model; see `find_server`."""
        return find_server(self._settings.value.servers, path)

    def fetch_key(self, server_id: str, on_known: Callable[[], object]) -> None:
        """Call when the key of a server is known, so that `load_command` makes one, and `key` says it."""
        self._keys.fetch(server_id, on_known)

    def key(self, server_id: str) -> str:
        """The key of a server, as far as it is known; empty for none."""
        return self._keys.known(server_id) or ""

    def load_command(self, path: str, load_id: str) -> LoadModel | None:
        """What loads a model of a server; None while its key is not known, or if the server is gone."""
        place, server = remote_place(path), self.find(path)
        if place is None or server is None or self._keys.known(server.id) is None:
            return None
        remote = self._remote(server, self.key(server.id))
        return LoadModel(load_id=load_id, path=path, remote=remote, remote_model=place.model)

    def ask(self, server: Server, key: str, on_offer: Callable[[Offer], object]) -> None:
        """Ask a server, in the settings or not yet, for its models. Starts the engine if need be."""
        if self._engine.state.kind == "failed":
            on_offer(Offer(sentence=self._engine.state.sentence))
            return
        self._engine.start()
        command = ListServerModels(list_id=new_id(), server=self._remote(server, key))
        self._questions[command.list_id] = _Question(on_offer, command)
        self._engine.send(command)

    def refresh(self) -> None:
        """Ask all servers what they offer now; the settings hold it then. A server that is silent keeps its models."""
        for server in self._settings.value.servers if self._engine.state.kind in ("starting", "ready") else ():
            self._keys.fetch(server.id, partial(self._refresh, server))

    def keep_keys(self, keys: Iterable[tuple[Server, str]]) -> None:
        """Keep keys that were entered, before the servers themselves are saved; an empty one is forgotten."""
        for server, key in keys:
            self._keys.keep(server.id, key, server.name)
            self._refresh(server)

    def _on_settings(self, settings: Settings) -> None:
        """A key goes with its server, and new servers are asked what they offer."""
        before, self._addresses = self._addresses, _addresses(settings)
        for gone in before.keys() - self._addresses.keys():
            self._keys.forget(gone)
        if any(before.get(server_id) != address for server_id, address in self._addresses.items()):
            self.refresh()

    def _refresh(self, server: Server) -> None:
        """An engine that starts later asks by itself."""
        if self._engine.state.kind in ("starting", "ready"):
            self.ask(server, self.key(server.id), lambda offer: self._on_refreshed(server.id, offer))

    def _on_refreshed(self, server_id: str, offer: Offer) -> None:
        """One of the settings; whether it still is in them shows when its answer comes."""
        if offer.models:
            servers = [
                msgspec.structs.replace(server, models=list(offer.models)) if server.id == server_id else server
                for server in self._settings.value.servers
            ]
            self._settings.update(servers=servers)

    def _remote(self, server: Server, key: str) -> RemoteServer:
        if not self._settings.value.remote_salt:
            self._settings.update(remote_salt=secrets.token_hex(16))
        salt = self._settings.value.remote_salt
        return RemoteServer(name=server.name, base_url=server.base_url.strip(), key=key, salt=salt)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, ServerModelsListed) and event.list_id in self._questions:
            question = self._questions.pop(event.list_id)
            offer = Offer(tuple(model.name for model in event.models), event.message)
            if not offer.models and not offer.sentence:
                offer = replace(
                    offer, sentence=tr("{server} offers no models.").format(server=question.command.server.name)
                )
            question.on_offer(offer)

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind == "ready":
            self.refresh()
        elif state.kind in ("failed", "stopped"):
            questions, self._questions = self._questions, {}
            for question in questions.values():
                question.on_offer(Offer(sentence=state.sentence or tr("The engine was stopped.")))


def _addresses(settings: Settings) -> dict[str, str]:
    """By the id of the server."""
    return {server.id: server.base_url for server in settings.servers}
