"""Servers that run models elsewhere, as the settings keep them, and the paths that name their models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from app.conversation import new_id
from app.model_scan import ModelChoice
from app.translation import tr

_SCHEME = "kvasir-remote://"


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server that speaks as OpenAI's does. Its key is no setting: it lies in the system's keyring.

    Attributes:
        id: Stays the same whatever else changes; chats name their models by it.
        models: What it offered when it was last asked.
    """

    id: str
    name: str
    base_url: str
    models: list[str] = []


class RemotePlace(NamedTuple):
    """What a path says of a model elsewhere."""

    server_id: str
    model: str


def new_server() -> Server:
    """One of which nothing is known yet."""
    return Server(id=new_id(), name="", base_url="")


def remote_path(server_id: str, model: str) -> str:
    """What names a model of a server wherever a local one is named by its path."""
    return f"{_SCHEME}{server_id}/{model}"


def is_remote(path: str) -> bool:
    """Whether a path names a model of a server."""
    return path.startswith(_SCHEME)


def remote_place(path: str) -> RemotePlace | None:
    """The server and the model that a path names; None for a local one."""
    if not is_remote(path):
        return None
    server_id, _slash, model = path.removeprefix(_SCHEME).partition("/")
    return RemotePlace(server_id, model)


def find_server(servers: Iterable[Server], path: str) -> Server | None:
    """The server of a model; None for a local model, and where the server is not in the settings any more."""
    place = remote_place(path)
    return next((each for each in servers if place is not None and each.id == place.server_id), None)


def remote_choices(servers: Iterable[Server]) -> tuple[ModelChoice, ...]:
    """The models of all servers, as a picker offers them."""
    return tuple(
        ModelChoice(remote_path(server.id, model), _shown(model), "remote", 0, server=server.name)
        for server in servers
        for model in server.models
    )


def remote_name(servers: Iterable[Server], path: str) -> str:
    """What a model of a server is called where it stands alone."""
    place, server = remote_place(path), find_server(servers, path)
    model = _shown(place.model if place is not None else path)
    return tr("{model} on {server}").format(model=model, server=server.name) if server is not None else model


def _shown(model: str) -> str:
    """Some servers call a model by the path of its file."""
    return model.rpartition("/")[2] or model if model.startswith("/") else model


def address_problem(base_url: str) -> str:
    """Why that is no address of a server, as a sentence; empty where it is one."""
    try:
        parts = urlsplit(base_url.strip())
        # A name and a password in it would be seen wherever the address is; the key has a field of its own.
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
        is_address = is_address and (parts.port or 1) > 0
    except ValueError:
        is_address = False
    return "" if is_address else tr("The address should look like http://localhost:8000/v1.")


def is_in_the_clear(base_url: str) -> bool:
    """Whether what is sent there can be read on the way: neither encrypted nor within this machine."""
    if address_problem(base_url):
        return False
    parts = urlsplit(base_url.strip())
    return parts.scheme == "http" and (parts.hostname or "localhost") not in ("localhost", "127.0.0.1", "::1")
