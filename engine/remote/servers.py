"""What is at the other end: which program answers, and which models it has."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.protocol import ServerKind, ServerModel
from engine.remote.connection import Connection
from engine.remote.failures import RemoteError, not_understood

_OWNERS: dict[str, ServerKind] = {
    "vllm": "vllm",
    "sglang": "sglang",
    "llamacpp": "llama.cpp",
    "library": "ollama",
    "organization_owner": "lmstudio",
    "kvasir": "kvasir",
}
"""What programs write as the owner of their models; `owned_by` is the one field that tells them apart."""

_KNOWS_THINKING: tuple[ServerKind, ...] = ("vllm", "sglang", "llama.cpp")
"""They pass `chat_template_kwargs` on to the template."""


class Offer(NamedTuple):
    """What a server has.

    Attributes:
        models: By name.
    """

    kind: ServerKind
    models: dict[str, ServerModel]


def knows_thinking(kind: ServerKind) -> bool:
    """Whether the server can be told that a model shall think, or shall not."""
    return kind in _KNOWS_THINKING


async def look(connection: Connection) -> Offer:
    """Ask the server for its models; raises `RemoteError`."""
    page = await connection.json(f"{connection.api_url}/models")
    entries = page.get("data") if isinstance(page, dict) else page
    if not isinstance(entries, list):
        raise not_understood(connection.server.name, "")
    kind: ServerKind = ""
    models: dict[str, ServerModel] = {}
    for entry in entries:
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            kind = kind or _OWNERS.get(str(entry.get("owned_by", "")).lower(), "")
            models[entry["id"]] = ServerModel(name=entry["id"], context_tokens=_context(entry))
    if kind == "llama.cpp" and len(models) == 1:
        name, model = next(iter(models.items()))
        models[name] = ServerModel(name=name, context_tokens=await _slot_context(connection) or model.context_tokens)
    return Offer(kind, models)


def _context(entry: dict[str, Any]) -> int:
    """The name `max_model_len` is that of vLLM and SGLang; others have names of their own."""
    for name in ("max_model_len", "context_length", "max_context_length", "context_window"):
        if isinstance(entry.get(name), int) and entry[name] > 0:
            return int(entry[name])
    return 0


async def _slot_context(connection: Connection) -> int:
    """What one conversation has on a llama-server; what its list of models tells is what the model was made for."""
    try:
        props = await connection.json(f"{connection.root_url}/props")
    except RemoteError:
        return 0
    settings = props.get("default_generation_settings", {}) if isinstance(props, dict) else {}
    size = settings.get("n_ctx") if isinstance(settings, dict) else 0
    return size if isinstance(size, int) and size > 0 else 0
