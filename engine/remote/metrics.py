"""What servers publish of their caches: Prometheus pages of vLLM, SGLang, llama-server and Kvasir, and slots."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from prometheus_client.parser import text_string_to_metric_families

from engine.protocol import ServerKind, ServerReport, ServerSlot
from engine.remote.connection import Connection
from engine.remote.failures import RemoteError

log = logging.getLogger(__name__)

_NAMES: dict[str, tuple[str, ...]] = {
    "usage": (
        "vllm:kv_cache_usage_perc",
        "vllm:gpu_cache_usage_perc",  # before version 0.11
        "sglang:token_usage",
        "llamacpp:kv_cache_usage_ratio",
    ),
    "queried_tokens": ("vllm:prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries_total"),
    "hit_tokens": ("vllm:prefix_cache_hits_total", "vllm:gpu_prefix_cache_hits_total"),
    "running": ("vllm:num_requests_running", "sglang:num_running_reqs", "llamacpp:requests_processing"),
    "waiting": ("vllm:num_requests_waiting", "sglang:num_queue_reqs", "llamacpp:requests_deferred"),
}
"""Where each figure is found, the newest name first."""

_KINDS: tuple[ServerKind, ...] = ("vllm", "sglang", "llama.cpp", "kvasir")
"""Those that publish any."""

_HINTS: dict[ServerKind, str] = {
    "sglang": " It does if it is started with --enable-metrics.",
    "llama.cpp": " It does if it is started with --metrics.",
}


class Figures(NamedTuple):
    """What a page says; -1 for what it does not say."""

    usage: float = -1.0
    queried_tokens: int = -1
    hit_tokens: int = -1
    running: int = -1
    waiting: int = -1


def figures(page: str, model: str) -> Figures:
    """Read a Prometheus page; raises `ValueError` for what is none.

    Several engines behind one server each have figures of their own: they are added up, and the fullest cache is told.

    Args:
        model: Its figures only, where they are told apart by model.
    """
    samples: dict[str, list[float]] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            if sample.labels.get("model_name", model) == model:
                samples.setdefault(sample.name, []).append(sample.value)
    found = {field: next((samples[name] for name in names if name in samples), []) for field, names in _NAMES.items()}
    counts = {field: int(sum(values)) for field, values in found.items() if values and field != "usage"}
    return Figures(usage=max(found["usage"], default=-1.0), **counts)


def slots(page: object) -> list[ServerSlot]:
    """Read what llama-server says of its slots; what is no list of slots has none."""
    entries: list[Any] = page if isinstance(page, list) else []
    return [_slot(entry) for entry in entries if isinstance(entry, dict) and isinstance(entry.get("id"), int)]


def _slot(entry: dict[str, Any]) -> ServerSlot:
    tokens = next((entry[name] for name in ("n_past", "n_prompt_tokens_cache") if isinstance(entry.get(name), int)), -1)
    context = entry.get("n_ctx")
    return ServerSlot(
        number=entry["id"],
        is_busy=entry.get("is_processing") is True,
        tokens=tokens,
        context_tokens=context if isinstance(context, int) else 0,
    )


class ServerMetrics:
    """Asks one server for its figures.

    Attributes:
        own_reused_tokens: See `ServerReport`, and so is `own_read_tokens`.
    """

    def __init__(self, connection: Connection, kind: ServerKind, model: str) -> None:
        self._connection = connection
        self._kind = kind
        self._model = model
        self.own_reused_tokens = 0
        self.own_read_tokens = 0

    async def report(self) -> ServerReport:
        """What there is to tell now; why there is not more is told too."""
        server = self._connection.server.name
        message, found = "", Figures()
        if self._kind in _KINDS:
            try:
                page = await self._connection.page(f"{self._connection.root_url}/metrics")
                found = figures(page.text, self._model)
            except RemoteError as error:
                message = f"{server} does not tell how its cache is used.{_HINTS.get(self._kind, '')}"
                log.debug("%s", error.sentence)
            except ValueError as error:
                message = f"What {server} tells of its cache cannot be read."
                log.info("The metrics of %s: %s", self._connection.server, error)
        else:
            message = f"{server} does not tell how its cache is used."
        return ServerReport(
            server=server,
            kind=self._kind,
            **found._asdict(),
            slots=await self._slots(),
            own_reused_tokens=self.own_reused_tokens,
            own_read_tokens=self.own_read_tokens,
            message=message,
        )

    async def _slots(self) -> list[ServerSlot]:
        if self._kind != "llama.cpp":
            return []
        try:
            return slots(await self._connection.json(f"{self._connection.root_url}/slots"))
        except RemoteError:
            return []  # it was started without them
